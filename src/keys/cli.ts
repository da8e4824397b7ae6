import process from 'node:process';
import { runKeysCommand } from './keys-command.js';
import { printResult } from './print-result.js';

printResult(await runKeysCommand(process.argv.slice(2), process.env));
