import { uploadTooLarge } from '../../csv/file-errors.js';
import { MAX_FILE_BYTES } from './file-limits.js';

/**
 * Reads a file piece by piece into memory of its own, and tells `onBytes` how many are there.
 *
 * @throws ApiError `tooLarge` for a file that no page should hold, or the signal's reason.
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
  } finally {
    await reader.cancel();
  }
  return bytes;
}
