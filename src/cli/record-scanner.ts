import { LF, QUOTE } from '../csv/text.js';

const NOTHING = Buffer.alloc(0);

/**
 * Finds the records of a CSV that comes piece by piece, wherever pieces end: what matters is only where a line ends outside quotes. The
 * searches are those of the system, so that a file passes by at gigabytes a second where quotes are few.
 */
export class RecordScanner {
  readonly #onRecord: (bytes: Buffer, start: number, end: number) => void;
  #held: Buffer = NOTHING;

  /** `end` is behind the line end. The bytes are good until the call returns. */
  constructor(onRecord: (bytes: Buffer, start: number, end: number) => void) {
    this.#onRecord = onRecord;
  }

  add(piece: Uint8Array): void {
    const whole = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const bytes = this.#held.length === 0 ? whole : Buffer.concat([this.#held, whole]);
    let start = 0;
    let at = 0;
    let quote = bytes.indexOf(QUOTE);
    for (;;) {
      const lineEnd = bytes.indexOf(LF, at);
      if (lineEnd < 0) break;
      if (quote >= 0 && quote < lineEnd) {
        const closing = bytes.indexOf(QUOTE, quote + 1);
        if (closing < 0) break;
        at = closing + 1;
        quote = bytes.indexOf(QUOTE, at);
        continue;
      }
      at = lineEnd + 1;
      this.#onRecord(bytes, start, at);
      start = at;
    }
    // What was handed in may be written over by its owner.
    this.#held = start === bytes.length ? NOTHING : Buffer.from(bytes.subarray(start));
  }

  /** The bytes behind the last line end: a record without one, or one that was cut off. */
  rest(): Buffer {
    return this.#held;
  }
}
