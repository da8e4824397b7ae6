import { COMMA, CR, LF, NUL, QUOTE } from '../ascii.js';
import { type Mistake, macLineEnds, utf16 } from './mistakes.js';

/**
 * Looks for the traces of UTF-16 and of old Mac line ends in `bytes[from, to)`, all that was read of the first record.
 * Both come back as something stranger (an unknown column, a quote in the wrong place) when they are not named.
 */
export function headerMistake(bytes: Uint8Array, from: number, to: number): Mistake | undefined {
  let loneCr = -1;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === NUL) return utf16(at);
    if (byte === CR && loneCr < 0 && at + 1 < to && bytes[at + 1] !== LF) loneCr = at;
  }
  return loneCr < 0 ? undefined : macLineEnds(loneCr);
}

/** The cells of the record `bytes[from, to)`, unquoted and untrimmed. The record must have passed the scanner. */
export function decodeCells(bytes: Buffer, from: number, to: number): string[] {
  const cells: string[] = [];
  let at = from;
  while (at < to) {
    const quoted = bytes[at] === QUOTE;
    let end = quoted ? at + 1 : at;
    while (quoted && end < to && (bytes[end] !== QUOTE || bytes[end + 1] === QUOTE)) {
      end += bytes[end] === QUOTE ? 2 : 1;
    }
    if (quoted) {
      cells.push(bytes.toString('utf8', at + 1, end).replaceAll('""', '"'));
      end += 1;
    } else {
      while (bytes[end] !== COMMA && bytes[end] !== LF) end += 1;
      const beforeCr = bytes[end] === LF && end > at && bytes[end - 1] === CR ? end - 1 : end;
      cells.push(bytes.toString('utf8', at, beforeCr));
    }
    if (bytes[end] !== COMMA) break;
    at = end + 1;
  }
  return cells;
}
