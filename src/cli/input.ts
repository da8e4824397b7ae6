import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { CommandError, EXIT, fileProblem } from './command-error.js';

/** The amount that threads and sockets take at once without waiting for each other. */
const PIECE_BYTES = 512 * 1024;

/** The input of a command: a file that can be read again, or standard input. */
export interface Input {
  /** As the user names it. */
  readonly name: string;
  /** Undefined for anything but a regular file, which can be read only once and has no known length. */
  readonly byteLength: number | undefined;
  /** The bytes from the beginning. @throws CommandError while reading, when they cannot be read. */
  read(): AsyncIterable<Uint8Array>;
}

/**
 * Opens `path` for reading, `-` meaning standard input.
 *
 * @throws CommandError when there is no such file; while reading also the signal's reason.
 */
export async function openInput(path: string, signal: AbortSignal): Promise<Input> {
  if (path === '-') {
    return { name: 'standard input', byteLength: undefined, read: () => readFrom(process.stdin) };
  }
  try {
    const status = await stat(path);
    if (status.isDirectory()) throw new CommandError(EXIT.refused, `${path} is a folder. Name a file.`);
    // Reports a permission error before anything is done. Opening and closing a named pipe would look to its writer as
    // if we had left.
    if (status.isFile()) await (await open(path)).close();
    return {
      name: path,
      byteLength: status.isFile() ? status.size : undefined,
      read: () => readFrom(createReadStream(path, { highWaterMark: PIECE_BYTES })),
    };
  } catch (error) {
    throw error instanceof CommandError ? error : fileProblem(`read ${path}`, error);
  }

  async function* readFrom(stream: Readable): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* addAbortSignal(signal, stream);
    } catch (error) {
      signal.throwIfAborted();
      throw fileProblem(`read ${path}`, error);
    }
  }
}

/**
 * Bytes already in memory, to be read like an input any number of times. Each read gets a copy, because readers may
 * release their memory.
 */
export function held(bytes: Uint8Array): Pick<Input, 'byteLength' | 'read'> {
  return {
    byteLength: bytes.length,
    read: async function* () {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        yield Buffer.from(bytes.subarray(at, at + PIECE_BYTES));
      }
    },
  };
}

/** An input that was already read, to be read again. */
export function again({ name }: Input, bytes: Uint8Array): Input {
  return { name, byteLength: undefined, read: held(bytes).read };
}

/** All bytes of an input. @throws CommandError */
export async function readAll(input: Pick<Input, 'read'>): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of input.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}
