import process from 'node:process';
import { runKeysCommand } from './keys-command.js';

await runKeysCommand(process.argv.slice(2), process.env);
