import { systemCode } from '../keys/system-error.js';
import { OutputClosed } from './command-error.js';

/** What moves the cursor, colours, rings or turns the direction of writing around; not line ends and tabs. */
const CONTROLS = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;
const LINE_CONTROLS = /[\t\n]/g;

/** A text with its control characters written out, as `\\u001b`: what is in a file must not control the terminal. */
export function visible(text: string): string {
  return text.replace(CONTROLS, writtenOut);
}

/** A text of a file on one line, as an id or the name of a column is shown. */
export function onOneLine(text: string): string {
  return visible(text).replace(LINE_CONTROLS, writtenOut);
}

function writtenOut(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** What is written on a terminal may end in the middle of a character. */
const onTerminal = new TextDecoder();

/**
 * Writes data on standard output and resolves when it has been taken. On a terminal its control characters are written out.
 *
 * @throws OutputClosed when whoever reads it has gone; the system's error otherwise.
 */
export function writeOut(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(process.stdout.isTTY ? shownOnTerminal(data) : data, (error) => {
      if (!error) resolve();
      else reject(systemCode(error) === 'EPIPE' ? new OutputClosed(error) : error);
    });
  });
}

function shownOnTerminal(data: string | Uint8Array): string {
  const text = typeof data === 'string' ? data : onTerminal.decode(data, { stream: true });
  return visible(text.replaceAll('\r\n', '\n'));
}

/** Writes a line on standard error, where everything goes that is not data. Nobody has to read it. */
export function say(text: string): void {
  const shown = visible(text);
  process.stderr.write(shown.endsWith('\n') ? shown : `${shown}\n`);
}

/** A stream whose reader has gone must not end the process: who writes on it is told, and ends the command. */
export function outliveReaders(): void {
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}
