import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { CommandError, EXIT, fileProblem } from './command-error.js';

/** As large as what threads and sockets take at once without waiting for one another. */
const PIECE_BYTES = 512 * 1024;

/** What a command reads: a file that can be read again, or standard input. */
export interface Input {
  /** As the user names it. */
  readonly name: string;
  /** Undefined for anything but a regular file: it can be read once, and its length is not known. */
  readonly byteLength: number | undefined;
  /** The bytes from the beginning. @throws CommandError, on the way, when they cannot be read. */
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
    // A refusal of the system is to come before anything is done. Who writes into a named pipe would take this for our leaving.
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

/** Bytes that are here already, to be read like an input, as often as one likes: who reads an input may give its memory back. */
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

/** An input that was read already, to be read once more. */
export function again({ name }: Input, bytes: Uint8Array): Input {
  return { name, byteLength: undefined, read: held(bytes).read };
}

/** All bytes of an input. @throws CommandError */
export async function readAll(input: Pick<Input, 'read'>): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of input.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}
