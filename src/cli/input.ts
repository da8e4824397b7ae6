import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { joined } from '../csv/text.js';
import { CommandError, EXIT, fileProblem } from './command.js';

export interface Input {
  /** As typed by the user; `-` means standard input. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The name of an input in messages. */
export function inputName(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/** Reads `path`; `-` means standard input. @throws CommandError if unreadable; the signal's reason. */
export async function readInput(path: string, signal: AbortSignal): Promise<Input> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of addAbortSignal(signal, await opened(path))) pieces.push(piece);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof CommandError ? error : fileProblem(`read ${inputName(path)}`, error);
  }
  return { path, bytes: joined(pieces) };
}

async function opened(path: string): Promise<Readable> {
  if (path === '-') return process.stdin;
  // Node cannot exit while it opens a pipe that nobody writes to.
  if ((await stat(path)).isFIFO())
    throw new CommandError(EXIT.refused, `${path} is a pipe. Give it on standard input: - < ${path}`);
  return createReadStream(path);
}
