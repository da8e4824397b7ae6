import { COMMA, CR, LF, QUOTE } from './text.js';

/*
 * A file is records, a record is cells. A cell that begins with a quote ends with the quote that is not doubled, every other cell
 * at the next comma or line end. A line end is LF or CRLF. Everything that csv-parse accepts is accepted and gives the same
 * records; a property test holds that. Nothing else in this room finds the end of a cell.
 */

/** The cells of one record, found anew by each {@link read}. */
export class RecordReader {
  readonly #bytes: Uint8Array;
  /** For each cell that was read, where its text begins and ends in the bytes, quotes around it not included. */
  readonly bounds: Int32Array;
  /** How many cells were read. */
  count = 0;
  /** Whether the record goes on with another cell, for which there was no room. */
  hasMore = false;
  /** Offset behind the comma of the last cell, behind the line end of the record, or behind the last byte. */
  end = 0;
  /** Whether a cell has a doubled quote or a line break in its quotes. */
  isOdd = false;
  /** Offset of a byte that may not be there, or of an opening quote that is never closed; -1 where all is well. */
  mistake = -1;

  /** Reads up to `room` cells at once. */
  constructor(bytes: Uint8Array, room: number) {
    this.#bytes = bytes;
    this.bounds = new Int32Array(2 * room);
  }

  /** Reads the cells from `start` on: to the end of the record, to a mistake, or as many as there is room for. */
  read(start: number): void {
    const bytes = this.#bytes;
    const { bounds } = this;
    this.isOdd = false;
    this.mistake = -1;
    let next = 0;
    let at = start;
    for (let isOpen = true; isOpen && next < bounds.length; at += 1) {
      let from = at;
      let to = at;
      if (bytes[at] === QUOTE) {
        from = at + 1;
        to = this.#endOfQuoted(from);
        at = this.#behindQuotes(to);
      } else {
        at = endOfPlain(bytes, from);
        if (bytes[at] === QUOTE) this.mistake = at;
        to = bytes[at] === LF && at > from && bytes[at - 1] === CR ? at - 1 : at;
      }
      bounds[next] = from;
      bounds[next + 1] = to;
      next += 2;
      isOpen = bytes[at] === COMMA && this.mistake < 0;
    }
    this.hasMore = bytes[at - 1] === COMMA && this.mistake < 0;
    this.count = next / 2;
    this.end = Math.min(at, bytes.length);
  }

  /** The closing quote of a cell whose text begins at `from`, or where the bytes end. */
  #endOfQuoted(from: number): number {
    const bytes = this.#bytes;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === LF) this.isOdd = true;
      if (byte !== QUOTE) continue;
      if (bytes[at + 1] !== QUOTE) return at;
      this.isOdd = true;
      at += 1;
    }
    this.mistake = from - 1;
    return bytes.length;
  }

  /** The comma or the line feed behind a closing quote, or where the bytes end. */
  #behindQuotes(quote: number): number {
    const bytes = this.#bytes;
    const at = bytes[quote + 1] === CR && bytes[quote + 2] === LF ? quote + 2 : quote + 1;
    if (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== LF) this.mistake = at;
    return at;
  }
}

/** The comma, the line feed or the misplaced quote behind a cell without quotes around it, or where the bytes end. */
function endOfPlain(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    // Letters, digits, points and minus signs, nearly everything, come after the comma.
    if (byte > COMMA) continue;
    if (byte === COMMA || byte === LF || byte === QUOTE) break;
  }
  return at;
}
