import { COMMA, CR, LF, QUOTE } from '../ascii.js';
import { decodeCells, headerMistake } from './header.js';
import * as mistakes from './mistakes.js';
import { MAX_STUDENT_BYTES, type ScanOptions } from './options.js';
import { nextComma, plainRecordEnd } from './plain-record.js';
import { columnAt, countLines } from './position.js';
import { CsvRefusal, TooManyRows } from './refusal.js';
import { RunIndex } from './run-index.js';

/*
 * The state machine that finds the records.
 *
 *   CELL         at the start of a cell or inside an unquoted one. A comma ends the cell, LF or CRLF the record. A quote opens
 *                a quoted cell when it is the first byte of the cell, and is a mistake anywhere else. A CR without LF is text.
 *   QUOTED       between quotes. Everything is text; only a quote means something, and leads to
 *   QUOTE_SEEN   a quote in a quoted cell. A second one makes one quote of text; a comma, LF or CRLF ends the cell; anything
 *                else is a mistake, a CR without LF included.
 *   CR_SEEN      CR behind a closing quote; only LF may follow.
 *
 * A line with no byte in it is skipped. A line of white space or of `""` is a record. The first record is the header, and
 * every other has as many cells. The last line may lack its line end, which `missingLineEnd` supplies.
 *
 * These are the rules of csv-parse, which reads the chunks later: a file that passes here never fails there. Stricter: a NUL
 * behind a closing quote (csv-parse takes it for the end of the input and goes on), a NUL or a lone CR in the header, no record.
 *
 * Most records are plain: no quote, no mistake. Those are taken whole if they are there as a whole, and the state machine reads the
 * others.
 */
const CELL = 0;
const QUOTED = 1;
const QUOTE_SEEN = 2;
const CR_SEEN = 3;

export class RecordScanner {
  readonly index: RunIndex;
  readonly #options: ScanOptions;
  readonly #maxStudentBytes: number;
  readonly #textStart: number;
  #headerIsRead = false;
  /** The cells of every record; before the header is read, the most it may have. */
  #columns: number;
  #idColumn = -1;

  #state = CELL;
  #at: number;
  /** 1 plus the line feeds before `#at`. */
  #line = 1;
  #recordStart: number;
  #cellStart: number;
  /** Cells of the open record that are complete. */
  #column = 0;
  /** Doubled quotes in the open cell. */
  #doubled = 0;
  #idFrom = 0;
  #idTo = 0;

  /**
   * @param textStart where the text begins: behind the byte order mark if there is one.
   * @param expectedBytes a hint at the length of the text, 0 for none.
   */
  constructor(options: ScanOptions, textStart: number, expectedBytes: number) {
    this.index = new RunIndex(expectedBytes);
    this.#options = options;
    this.#maxStudentBytes = options.maxStudentBytes ?? MAX_STUDENT_BYTES;
    this.#columns = options.maxColumns;
    this.#textStart = textStart;
    this.#at = textStart;
    this.#recordStart = textStart;
    this.#cellStart = textStart;
  }

  get headerIsRead(): boolean {
    return this.#headerIsRead;
  }

  /**
   * Reads on up to `to`, which must lie between two characters of valid UTF-8; `bytes` holds the upload from its start.
   * @throws CsvRefusal, or whatever `readHeader` throws.
   */
  scan(bytes: Buffer, to: number): void {
    const { maxCellBytes } = this.#options;
    const view = new DataView(bytes.buffer, bytes.byteOffset, to);
    this.#takePlainRecords(bytes, view, to);
    // Fields are copied into locals: the loop runs over every byte of the upload on the event loop that answers everybody.
    let state = this.#state;
    let at = this.#at;
    let line = this.#line;
    let cellStart = this.#cellStart;
    let column = this.#column;
    let doubled = this.#doubled;
    let idColumn = this.#idColumn;
    let lastColumn = this.#columns - 1;

    while (at < to) {
      let byte = 0;
      let textFrom = 0;
      let textTo = 0;
      if (state === CELL) {
        for (; at < to; at += 1) {
          byte = bytes[at] ?? 0;
          // Letters, digits, dots and minus signs, nearly everything, stand above the comma.
          if (byte > COMMA) continue;
          if (byte === COMMA) {
            // The usual cell needs no second look: not the id, not the last, not too long.
            if (column === idColumn || column >= lastColumn || at - cellStart > maxCellBytes) break;
            column += 1;
            cellStart = at + 1;
          } else if (byte === LF || byte === QUOTE) break;
        }
        if (at === to) break;
        if (byte === QUOTE) {
          if (at !== cellStart) {
            this.#save(at, line, cellStart, column);
            throw this.#refusalInCell(bytes, mistakes.misplacedQuote(at), at - cellStart);
          }
          state = QUOTED;
          at += 1;
          continue;
        }
        textFrom = cellStart;
        // Never the byte before the cell: that is a comma or LF.
        textTo = byte === LF && bytes[at - 1] === CR ? at - 1 : at;
      } else if (state === QUOTED) {
        while (at < to) {
          byte = bytes[at] ?? 0;
          at += 1;
          if (byte > QUOTE) continue;
          if (byte === LF) line += 1;
          else if (byte === QUOTE) {
            state = QUOTE_SEEN;
            break;
          }
        }
        continue;
      } else {
        byte = bytes[at] ?? 0;
        if (state === QUOTE_SEEN && (byte === QUOTE || byte === CR)) {
          if (byte === QUOTE) doubled += 1;
          state = byte === QUOTE ? QUOTED : CR_SEEN;
          at += 1;
          continue;
        }
        textFrom = cellStart + 1;
        textTo = state === CR_SEEN ? at - 2 : at - 1;
        if (byte !== LF && (byte !== COMMA || state === CR_SEEN)) {
          this.#save(at, line, cellStart, column);
          throw this.#refusalInCell(bytes, mistakes.textAfterQuote(textTo + 1), textTo - textFrom - doubled);
        }
      }

      // A cell ends here, with a comma or with the record.
      if (textTo - textFrom - doubled > maxCellBytes) {
        this.#save(at, line, cellStart, column);
        throw this.#cellTooLong(bytes);
      }
      if (column === idColumn) {
        this.#idFrom = textFrom;
        this.#idTo = textTo;
      }
      at += 1;
      state = CELL;
      doubled = 0;
      if (byte === COMMA) {
        cellStart = at;
        column += 1;
        if (column > lastColumn) {
          this.#save(at, line, cellStart, column);
          const tooMany = this.#headerIsRead ? mistakes.tooManyCells : mistakes.tooManyColumns;
          throw this.refusal(bytes, tooMany(at, column));
        }
        continue;
      }
      line += 1;
      if (column > 0 || textTo > cellStart) {
        this.#save(at, line, cellStart, column);
        this.#endRecord(bytes, at);
        idColumn = this.#idColumn;
        lastColumn = this.#columns - 1;
      }
      this.#beginRecord(at, line);
      this.#takePlainRecords(bytes, view, to);
      at = this.#at;
      line = this.#line;
      cellStart = at;
      column = 0;
    }

    this.#state = state;
    this.#doubled = doubled;
    this.#save(at, line, cellStart, column);
    if (this.#openTextBytes(bytes) > maxCellBytes) throw this.#cellTooLong(bytes);
  }

  /**
   * What must follow the last byte of the upload for its last line to be complete: LF; CRLF behind a CR, which is text as it
   * stands and must stay text; nothing behind a complete line.
   * @throws CsvRefusal when the file ends inside quotes.
   */
  missingLineEnd(bytes: Buffer): Uint8Array {
    if (this.#state === QUOTED) throw this.refusal(bytes, mistakes.quoteNotClosed(this.#cellStart));
    if (this.#state === CR_SEEN) throw this.refusal(bytes, mistakes.textAfterQuote(this.#at - 1));
    if (this.#at === this.#recordStart) return Uint8Array.of();
    return this.#state === CELL && bytes[this.#at - 1] === CR ? Uint8Array.of(CR, LF) : Uint8Array.of(LF);
  }

  /**
   * The refusal for a mistake at an offset that was scanned. In the first record a telltale of UTF-16 or of old Mac line
   * ends before `readTo` takes precedence: the other mistakes there follow from it.
   */
  refusal(bytes: Uint8Array, mistake: mistakes.Mistake, readTo = this.#at): CsvRefusal {
    const telltale = this.#headerIsRead ? undefined : headerMistake(bytes, this.#recordStart, readTo);
    const { offset, reason, text } = telltale ?? mistake;
    const line = this.#line - countLines(bytes, offset, this.#at);
    return new CsvRefusal(line, columnAt(bytes, this.#textStart, offset), reason, text);
  }

  /** Takes records as long as they are plain, where one begins. Those of one column are none: they may be blank. */
  #takePlainRecords(bytes: Buffer, view: DataView, to: number): void {
    const commas = this.#columns - 1;
    if (!this.#headerIsRead || this.#at !== this.#recordStart || commas === 0) return;
    for (;;) {
      const start = this.#at;
      const end = plainRecordEnd(view, start, to, commas);
      // A record of so few bytes has no cell that is too long. In a longer one the state machine has a look.
      if (end < 0 || end - start > this.#options.maxCellBytes) return;
      this.#findId(view, start, end - 1);
      this.#save(end, this.#line + 1, start, commas);
      this.#endRecord(bytes, end);
      this.#beginRecord(end, this.#line);
    }
  }

  /** Finds the id in a plain record without its LF; a CR before that is trimmed off as other white space is. */
  #findId(view: DataView, start: number, end: number): void {
    if (this.#idColumn < 0) return;
    let from = start;
    for (let column = 0; column < this.#idColumn; column += 1) from = nextComma(view, from, end) + 1;
    this.#idFrom = from;
    this.#idTo = nextComma(view, from, end);
  }

  #beginRecord(at: number, line: number): void {
    this.#save(at, line, at, 0);
    this.#recordStart = at;
  }

  #save(at: number, line: number, cellStart: number, column: number): void {
    this.#at = at;
    this.#line = line;
    this.#cellStart = cellStart;
    this.#column = column;
  }

  #endRecord(bytes: Buffer, end: number): void {
    const cells = this.#column + 1;
    const start = this.#recordStart;
    if (!this.#headerIsRead) this.#readHeader(bytes, end, cells);
    else if (cells < this.#columns) {
      throw this.refusal(bytes, mistakes.tooFewCells(start, cells, this.#columns));
    } else if (this.index.add(bytes, start, end, this.#idFrom, this.#idTo) > this.#maxStudentBytes) {
      throw this.refusal(bytes, mistakes.studentTooLarge(start));
    } else if (this.index.recordCount > this.#options.maxRows) {
      throw new TooManyRows(this.#options.maxRows);
    }
  }

  #readHeader(bytes: Buffer, end: number, cells: number): void {
    const mistake = headerMistake(bytes, this.#recordStart, end);
    if (mistake !== undefined) throw this.refusal(bytes, mistake);
    const { studentIdColumn } = this.#options.readHeader(decodeCells(bytes, this.#recordStart, end));
    this.#idColumn = studentIdColumn ?? -1;
    this.#columns = cells;
    this.#headerIsRead = true;
  }

  /** The least that the text of the open cell can come to: a CR or a quote at its end may turn out not to be text. */
  #openTextBytes(bytes: Uint8Array): number {
    const raw = this.#at - this.#cellStart;
    if (this.#state === CELL) return bytes[this.#at - 1] === CR ? raw - 1 : raw;
    return raw - this.#doubled - this.#state;
  }

  /** For a mistake that shows at `#at`. A cell that is too long already is refused for that, whatever else is wrong with it. */
  #refusalInCell(bytes: Uint8Array, mistake: mistakes.Mistake, textBytes: number): CsvRefusal {
    if (textBytes > this.#options.maxCellBytes) return this.#cellTooLong(bytes);
    return this.refusal(bytes, mistake, this.#at + 1);
  }

  /** Looks for telltales only where bytes are read for certain when the limit is passed, however the upload is cut. */
  #cellTooLong(bytes: Uint8Array): CsvRefusal {
    const { maxCellBytes } = this.#options;
    const readTo = Math.min(this.#at, this.#cellStart + maxCellBytes);
    return this.refusal(bytes, mistakes.cellTooLong(this.#cellStart, maxCellBytes), readTo);
  }
}
