import { COMMA, CR, QUOTE } from '../csv/ascii.js';
import { cellsOf } from '../csv/head.js';
import { textOf } from '../csv/text.js';
import { RecordScanner } from './record-scanner.js';

/**
 * Counts an answer while it passes by, and picks out the students who failed. Only their rows are taken apart: a row whose last cell,
 * the error, is empty ends in a comma.
 */
export class AnswerWatch {
  rows = 0;
  students = 0;
  failedRows = 0;
  failedStudents = 0;
  readonly #onFailed: (id: string, error: string) => void;
  readonly #scanner = new RecordScanner((bytes, start, end) => this.#read(bytes, start, end));
  #columns: readonly string[] | null = null;
  #id: string | null = null;

  constructor(onFailed: (id: string, error: string) => void) {
    this.#onFailed = onFailed;
  }

  add(piece: Uint8Array): void {
    this.#scanner.add(piece);
  }

  /** Whether the answer is one, and ends with the end of a row. */
  isWhole(): boolean {
    return this.#columns?.includes('error') === true && this.rows > 0 && this.#scanner.rest().length === 0;
  }

  #read(bytes: Buffer, start: number, end: number): void {
    if (this.#columns === null) {
      this.#columns = cellsOf(textOf(bytes, start, end).replace('\uFEFF', ''));
      return;
    }
    this.rows += 1;
    const isQuick = this.#columns.at(-1) === 'error';
    const isCalculated = isQuick && bytes[end - (bytes[end - 2] === CR ? 3 : 2)] === COMMA;
    const cells = isCalculated ? null : cellsOf(textOf(bytes, start, end));
    const error = cells?.[this.#columns.indexOf('error')] ?? '';
    if (error !== '') this.failedRows += 1;
    const id = cells?.[0] ?? idOf(bytes, start);
    if (id === this.#id) return;
    this.#id = id;
    this.students += 1;
    if (error === '') return;
    this.failedStudents += 1;
    this.#onFailed(id, error);
  }
}

/** The first cell as text. */
function idOf(bytes: Buffer, start: number): string {
  if (bytes[start] !== QUOTE) return bytes.toString('utf8', start, bytes.indexOf(COMMA, start));
  let end = start;
  do end = bytes.indexOf(QUOTE, end + 1) + 1;
  while (bytes[end] === QUOTE);
  return cellsOf(textOf(bytes, start, end))[0] ?? '';
}
