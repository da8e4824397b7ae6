import { CommandError, EXIT, fileProblem, systemCode } from './command.js';

/** Characters that move the cursor, color text, ring or change the writing direction; no line end or tab. */
const CONTROLS = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;
const LINE_CONTROLS = /[\t\n]/g;

/** A text with control characters escaped, as `\\u001b`: file content must not control the terminal. */
export function visible(text: string): string {
  return text.replace(CONTROLS, writtenOut);
}

/** A text from a file on one line, such as an id or a column name. */
export function onOneLine(text: string): string {
  return visible(text).replace(LINE_CONTROLS, writtenOut);
}

function writtenOut(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Keeps state between writes: a piece may end in the middle of a character. */
const onTerminal = new TextDecoder();

/** Error codes of a pipe whose reader has left: for the first write, and for later ones. */
const CLOSED: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED']);

/**
 * Writes data to standard output, and resolves when it has been taken. Everything printed there goes through
 * this function, which escapes control characters on a terminal.
 *
 * @throws CommandError if the disk is full, or the reader of the pipe has left.
 */
export function writeOut(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(process.stdout.isTTY ? shownOnTerminal(data) : data, (error) => {
      if (error) reject(outputProblem(error));
      else resolve();
    });
  });
}

function outputProblem(error: unknown): CommandError {
  if (!CLOSED.has(systemCode(error))) return fileProblem('write to standard output', error);
  const message = 'The output is incomplete: the program that reads it has closed the pipe.';
  return new CommandError(EXIT.interrupted, message);
}

function shownOnTerminal(data: string | Uint8Array): string {
  const text = typeof data === 'string' ? data : onTerminal.decode(data, { stream: true });
  return visible(text.replaceAll('\r\n', '\n'));
}

/** Writes a line to standard error, for everything that is not data. Nobody has to read it. */
export function say(text: string): void {
  const shown = visible(text);
  process.stderr.write(shown.endsWith('\n') ? shown : `${shown}\n`);
}

/** Keeps the process alive if a stream fails: the writer gets the error, and ends the command. */
export function outliveReaders(): void {
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}

/** Options for how a command reports its result. */
export interface Telling {
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** Where the data goes; undefined for a command without data. */
  readonly output?: string;
}

/** Reports as text on standard error, or as JSON on standard output unless data goes there. */
export async function tell({ json, quiet, output }: Telling, object: object, text: string): Promise<void> {
  const line = `${JSON.stringify(object)}\n`;
  if (json && output !== '-') await writeOut(line);
  else if (json || !quiet) say(json ? line : text);
}
