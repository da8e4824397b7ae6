import process from 'node:process';
import { reasonOf } from './key-file-errors.js';
import type { CommandResult } from './keys-command.js';

/** Says what a command leaves to be said, and sets the exit code: 1 where the answer cannot be written. */
export function printResult({ exitCode, stdout, stderr }: CommandResult): void {
  process.exitCode = exitCode;
  process.stdout.on('error', (error) => {
    const advice = 'The command itself was carried out; a token that nobody has seen is to be revoked.';
    process.stderr.write(`The answer cannot be written: ${reasonOf(error)}. ${advice}\n`);
    process.exitCode = 1;
  });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
}
