import { bytesOf, LF, textOf } from './text.js';

/** What travels between threads and processes: raw bytes, a line feed, then one line of JSON that says what they are. */

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
  const end = bytesOf(`\n${JSON.stringify(head)}`);
  const bytes = new Uint8Array(mostBytes + end.length);
  const length = write(bytes);
  bytes.set(end, length);
  return bytes.subarray(0, length + end.length);
}

/**
 * The parts of a frame. The head is not checked yet; the body shares the memory of the frame.
 *
 * @throws Error for bytes that are no frame.
 */
export function decodeFrame<Memory extends ArrayBufferLike>(
  bytes: Uint8Array<Memory>,
): { readonly head: unknown; readonly body: Uint8Array<Memory> } {
  const end = bytes.lastIndexOf(LF);
  if (end < 0) throw new Error('These bytes are no frame: they have no head.');
  return { head: JSON.parse(textOf(bytes, end + 1)), body: bytes.subarray(0, end) };
}
