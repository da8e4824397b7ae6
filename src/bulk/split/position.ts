import { LF } from '../ascii.js';

/** The number of line feeds in `bytes[from, to)`. */
export function countLines(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    if (bytes[at] === LF) count += 1;
  }
  return count;
}

/** The 1-based character in its line of the character at `offset`. The text begins at `textStart` and is UTF-8 up to `offset`. */
export function columnAt(bytes: Uint8Array, textStart: number, offset: number): number {
  let column = 1;
  for (let at = offset - 1; at >= textStart && bytes[at] !== LF; at -= 1) {
    if (((bytes[at] ?? 0) & 0xc0) !== 0x80) column += 1;
  }
  return column;
}
