import { uploadTooLarge } from '../../contract/request-errors.js';
import { recipeError } from '../../recipe/recipe-error.js';
import { MAX_FILE_BYTES } from './file-limits.js';

const UNREADABLE =
  'The browser cannot read this file. It may be a folder, or have been moved or changed since it was chosen: choose it again.';

/**
 * Reads a file piece by piece into memory of its own, and tells `onBytes` how many are there.
 *
 * @throws ApiError `tooLarge` for a file that no page should hold, RecipeError for one that the browser cannot read, or the
 * signal's reason.
 */
export async function readBytes(
  file: Blob,
  onBytes: (count: number) => void,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > MAX_FILE_BYTES) throw uploadTooLarge(MAX_FILE_BYTES);
  const bytes = new Uint8Array(file.size);
  let length = 0;
  const reader = file.stream().getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      signal.throwIfAborted();
      bytes.set(piece.value, length);
      length += piece.value.length;
      onBytes(length);
    }
  } catch (error) {
    throw error instanceof DOMException && !signal.aborted ? recipeError(UNREADABLE) : error;
  } finally {
    // Of a stream that has failed there is nothing to cancel.
    reader.cancel().catch(() => undefined);
  }
  return bytes;
}
