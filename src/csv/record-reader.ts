import { COMMA, CR, LF, QUOTE } from './text.js';

/*
 * A file consists of records, and a record of cells. A cell that begins with a quote ends at the first quote
 * that is not doubled; any other cell ends at the next comma or line end, LF or CRLF. Everything that
 * csv-parse accepts is accepted with the same records, which a property test checks. No other module of
 * src/csv finds the end of a cell.
 */

export class RecordReader {
  readonly #bytes: Uint8Array;
  /** The start and end of each cell's text, without surrounding quotes. */
  readonly bounds: Int32Array;
  readonly #room: number;
  count = 0;
  /** Whether the record has more cells than there was room for. */
  hasMore = false;
  /** Offset after the last cell's comma, after the record's line end, or after the last byte. */
  end = 0;
  /** Whether a quoted cell contains a doubled quote or a line break. */
  isOdd = false;
  /** Offset of a misplaced byte, or of an opening quote that is never closed; -1 if there is no mistake. */
  mistake = -1;

  /** Reads up to `room` cells at a time; their bounds go to `bounds`, by default with room for one read. */
  constructor(bytes: Uint8Array, room: number, bounds: Int32Array = new Int32Array(2 * room)) {
    this.#bytes = bytes;
    this.#room = 2 * room;
    this.bounds = bounds;
  }

  /** Reads cells to the end of the record, a mistake, or the end of the room; their bounds go to `place`. */
  read(start: number, place = 0): void {
    const bytes = this.#bytes;
    const { bounds } = this;
    this.isOdd = false;
    this.mistake = -1;
    const roomEnd = place + this.#room;
    let next = place;
    let at = start;
    for (let isOpen = true; isOpen && next < roomEnd; at += 1) {
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
    this.count = (next - place) / 2;
    this.end = Math.min(at, bytes.length);
  }

  /** The closing quote of a cell whose text begins at `from`, or the end of the bytes. */
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

  /** The comma or line feed after a closing quote, or the end of the bytes. */
  #behindQuotes(quote: number): number {
    const bytes = this.#bytes;
    const at = bytes[quote + 1] === CR && bytes[quote + 2] === LF ? quote + 2 : quote + 1;
    if (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== LF) this.mistake = at;
    return at;
  }
}

/** The comma, line feed or misplaced quote after an unquoted cell, or the end of the bytes. */
function endOfPlain(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    // Letters, digits, points and minus signs, which are nearly all bytes, come after the comma in ASCII.
    if (byte > COMMA) continue;
    if (byte === COMMA || byte === LF || byte === QUOTE) break;
  }
  return at;
}
