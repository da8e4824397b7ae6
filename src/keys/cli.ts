import process from 'node:process';
import { runKeysCommand } from './keys-command.js';
import { printOutcome } from './print-outcome.js';

printOutcome(await runKeysCommand(process.argv.slice(2), process.env));
