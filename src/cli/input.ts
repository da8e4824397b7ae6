import { close, constants, createReadStream, open } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { addAbortSignal, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { joined } from '../csv/text.js';
import { fileProblem } from './command.js';

export interface Input {
  /** As the user names it, `-` meaning standard input. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a path is called in messages. */
export function inputName(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/** Reads `path`, `-` meaning standard input. @throws CommandError when it cannot be read; the signal's reason. */
export async function readInput(path: string, signal: AbortSignal): Promise<Input> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of addAbortSignal(signal, await opened(path, signal))) pieces.push(piece);
  } catch (error) {
    signal.throwIfAborted();
    throw fileProblem(`read ${inputName(path)}`, error);
  }
  return { path, bytes: joined(pieces) };
}

async function opened(path: string, signal: AbortSignal): Promise<Readable> {
  if (path === '-') return process.stdin;
  if (!(await stat(path)).isFIFO()) return createReadStream(path);
  signal.throwIfAborted();
  // Opening a named pipe holds a thread, and with it the end of the program, until somebody writes to it: an interrupted
  // program does so itself.
  signal.addEventListener('abort', () => {
    open(path, constants.O_WRONLY | constants.O_NONBLOCK, (error, fd) => {
      if (error === null) close(fd);
    });
  });
  // So would reading with a thread, which a socket does without. It takes a number, and no handle: the collector would
  // close a handle that nobody keeps.
  const fd = await promisify(open)(path, 'r');
  return new Socket({ fd, readable: true, writable: false });
}
