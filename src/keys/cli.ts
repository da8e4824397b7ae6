import process from 'node:process';
import { reasonOf } from './key-file-errors.js';
import { runKeysCommand } from './keys-command.js';

const { exitCode, stdout, stderr } = await runKeysCommand(process.argv.slice(2), process.env);
process.exitCode = exitCode;
process.stdout.on('error', (error) => {
  const advice = 'The command itself was carried out; a token that nobody has seen is to be revoked.';
  process.stderr.write(`The answer cannot be written: ${reasonOf(error)}. ${advice}\n`);
  process.exitCode = 1;
});
process.stdout.write(stdout);
process.stderr.write(stderr);
