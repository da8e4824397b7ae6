import { LF } from './ascii.js';
import { bytesOf, textOf } from './text.js';

/** What travels between threads and processes: one line of JSON, a line feed, then raw bytes. */

/** A frame in memory of its own. */
export function encodeFrame(head: object, body: Uint8Array): Uint8Array<ArrayBuffer> {
  return writeFrame(head, body.length, (into) => {
    into.set(body);
    return body.length;
  });
}

/** A frame whose body, of `mostBytes` at most, is written where it stands; `write` says how many bytes it wrote. */
export function writeFrame(
  head: object,
  mostBytes: number,
  write: (into: Uint8Array) => number,
): Uint8Array<ArrayBuffer> {
  const line = bytesOf(`${JSON.stringify(head)}\n`);
  const bytes = new Uint8Array(line.length + mostBytes);
  bytes.set(line);
  return bytes.subarray(0, line.length + write(bytes.subarray(line.length)));
}

/**
 * The parts of a frame. The head is not checked yet; the body shares the memory of the frame.
 *
 * @throws Error for bytes that are no frame.
 */
export function decodeFrame(bytes: Uint8Array): { readonly head: unknown; readonly body: Uint8Array } {
  const end = bytes.indexOf(LF);
  if (end < 0) throw new Error('These bytes are no frame: they have no head.');
  return { head: JSON.parse(textOf(bytes, 0, end)), body: bytes.subarray(end + 1) };
}
