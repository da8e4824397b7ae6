import { systemCode } from '../keys/system-error.js';
import { OutputClosed } from './command-error.js';

/**
 * Writes data on standard output and resolves when it has been taken.
 *
 * @throws OutputClosed when whoever reads it has gone; the system's error otherwise.
 */
export function writeOut(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(data, (error) => {
      if (!error) resolve();
      else reject(systemCode(error) === 'EPIPE' ? new OutputClosed(error) : error);
    });
  });
}

/** Writes a line on standard error, where everything goes that is not data. Nobody has to read it. */
export function say(text: string): void {
  process.stderr.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** A stream whose reader has gone must not end the process: who writes on it is told, and ends the command. */
export function outliveReaders(): void {
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}
