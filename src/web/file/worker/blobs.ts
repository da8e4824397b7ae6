import { uploadTooLarge } from '../../../contract/request-errors.js';
import { byAndBy, type Steps } from '../../../table/steps.js';
import { tableError } from '../../../table/table-error.js';
import type { Progress } from './worker-protocol.js';

/** One ask of the page: what ends it, and where to report its progress. */
export interface Call {
  readonly signal: AbortSignal;
  readonly tell: (doing: Progress['doing'], done: number, total: number) => void;
}

/** Largest file that is calculated in the page, in bytes. */
export const MAX_FILE_BYTES: number = 512 * 1024 * 1024;

const PIECE_BYTES = 1024 * 1024;

/** The bytes of a blob, piece by piece, as progress of `doing`. */
export async function* piecesOf(
  blob: Blob,
  { signal, tell }: Call,
  doing: Progress['doing'],
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  for (let from = 0; from < blob.size; from += PIECE_BYTES) {
    const buffer = await blob.slice(from, from + PIECE_BYTES).arrayBuffer();
    signal.throwIfAborted();
    tell(doing, from + buffer.byteLength, blob.size);
    yield new Uint8Array(buffer);
  }
}

const UNREADABLE =
  'The browser cannot read this file. It may be a folder, or have been moved or changed since it was chosen: choose it again.';

/**
 * Reads a file into memory.
 *
 * @throws ApiError `tooLarge` for a file too large for a page, TableError for one that the browser cannot read, or the
 * signal's reason.
 */
export async function readBytes(file: Blob, { signal }: Call): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > MAX_FILE_BYTES) throw uploadTooLarge(MAX_FILE_BYTES);
  const buffer = await file.arrayBuffer().catch(() => {
    throw tableError(UNREADABLE);
  });
  signal.throwIfAborted();
  return new Uint8Array(buffer);
}

/**
 * Joins pieces of a CSV that are made one after the other, with turns for other work. A piece is held by the browser at
 * once, which may keep it on disk, and not in this process's memory.
 */
export function gathered(pieces: Iterable<Uint8Array<ArrayBuffer>>, { signal }: Call): Promise<Blob> {
  const steps = function* (): Steps<Blob> {
    const parts: Blob[] = [];
    for (const piece of pieces) {
      parts.push(new Blob([piece]));
      yield;
    }
    return new Blob(parts, { type: 'text/csv' });
  };
  return byAndBy(steps(), signal);
}
