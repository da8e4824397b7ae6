import { uploadTooLarge } from '../../../contract/request-errors.js';
import { fileKindOf } from '../../../csv/file-kind.js';
import { tableError } from '../../../table/table-error.js';
import type { Call, Progress } from './outcome.js';

/** Largest file that is calculated in the page, in bytes. */
export const MAX_FILE_BYTES: number = 512 * 1024 * 1024;

/** Reports how many bytes are done as progress of `doing`; `total` is 0 if unknown. */
export function bytesOf({ tell }: Call, doing: Progress['doing'], total: number = 0): (done: number) => void {
  return (done) => tell({ doing, done, total, unit: 'bytes', failedStudents: 0 });
}

/** The bytes of a stored file or a stream, piece by piece; stopping early leaves the rest unread. */
export async function* piecesOf(
  from: Blob | ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const reader = (from instanceof Blob ? from.stream() : from).getReader();
  let length = 0;
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      signal.throwIfAborted();
      length += piece.value.length;
      onBytes(length);
      yield piece.value;
    }
  } finally {
    await reader.cancel();
  }
}

const UNREADABLE =
  'The browser cannot read this file. It may be a folder, or have been moved or changed since it was chosen: choose it again.';

const DAMAGED =
  'The file is compressed, and cannot be unpacked: it may be cut off. Unpack it on your computer, or export it again.';

/**
 * Reads a file into memory piece by piece, as progress of the call. A file that is compressed with gzip is unpacked.
 *
 * @throws ApiError `tooLarge` for a file too large for a page, TableError for one that the browser cannot read, or the
 * signal's reason.
 */
export async function readBytes(given: Blob, call: Call): Promise<Uint8Array<ArrayBuffer>> {
  const { signal } = call;
  try {
    const file = await unpacked(given, signal);
    if (file.size > MAX_FILE_BYTES) throw uploadTooLarge(MAX_FILE_BYTES);
    const bytes = new Uint8Array(file.size);
    let length = 0;
    for await (const piece of piecesOf(file, signal, bytesOf(call, 'reading', file.size))) {
      bytes.set(piece, length);
      length += piece.length;
    }
    return bytes;
  } catch (error) {
    // Chromium says TypeError for a file that was deleted since.
    const isUnreadable = error instanceof DOMException || error instanceof TypeError;
    throw isUnreadable && !signal.aborted ? tableError(UNREADABLE) : error;
  }
}

/** What a file holds that is compressed with gzip, as far as a page may read it; another file is returned as it is. */
async function unpacked(file: Blob, signal: AbortSignal): Promise<Blob> {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  if (fileKindOf(start) !== 'gzip') return file;
  const writer = new BlobWriter('');
  let room = MAX_FILE_BYTES;
  try {
    const stream = file.stream().pipeThrough(new DecompressionStream('gzip'));
    for await (const piece of piecesOf(stream, signal, () => {})) {
      room -= piece.length;
      if (room < 0) throw uploadTooLarge(MAX_FILE_BYTES);
      writer.write(piece);
    }
  } catch (error) {
    throw error instanceof TypeError ? tableError(DAMAGED) : error;
  }
  return writer.blob();
}

/** Joins pieces of a file, made one after the other, and lets messages through in between. */
export async function gathered(
  pieces: Iterable<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
  onBytes: (count: number) => void,
): Promise<Blob> {
  const writer = new BlobWriter('text/csv');
  let length = 0;
  for (const piece of pieces) {
    writer.write(piece);
    length += piece.length;
    onBytes(length);
    await nextTask();
    signal.throwIfAborted();
  }
  return writer.blob();
}

/**
 * Lets everything that waits for this thread run first, including messages. Unlike a timer it is never throttled, even in a
 * background tab.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

/** How many bytes are held here before they go to the browser. */
const PART_BYTES = 4 * 1024 * 1024;

/** Collects a long answer outside this process's memory: the browser may keep large parts on disk. */
export class BlobWriter {
  readonly #type: string;
  readonly #parts: Blob[] = [];
  #waiting: Uint8Array<ArrayBuffer>[] = [];
  #waitingBytes = 0;

  /** `type` is the media type of the whole blob. */
  constructor(type: string) {
    this.#type = type;
  }

  /** Takes ownership of the bytes: they must not change afterwards. */
  write(bytes: Uint8Array<ArrayBuffer>): void {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= PART_BYTES) this.#handOver();
  }

  /** Everything written so far, as one blob. */
  blob(): Blob {
    this.#handOver();
    return new Blob(this.#parts, { type: this.#type });
  }

  #handOver(): void {
    if (this.#waitingBytes === 0) return;
    this.#parts.push(new Blob(this.#waiting));
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}
