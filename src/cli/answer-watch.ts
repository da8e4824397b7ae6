import { COMMA, CR, QUOTE } from '../csv/text.js';
import { rowsOf } from '../recipe/records.js';
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
      this.#columns = cellsOf(bytes, start, end).map((name) => name.replace('\uFEFF', ''));
      return;
    }
    this.rows += 1;
    const isFailed = !this.#isCalculated(bytes, start, end);
    if (isFailed) this.failedRows += 1;
    const id = idOf(bytes, start);
    if (id === this.#id) return;
    this.#id = id;
    this.students += 1;
    if (!isFailed) return;
    this.failedStudents += 1;
    this.#onFailed(id, this.#errorOf(bytes, start, end));
  }

  #isCalculated(bytes: Buffer, start: number, end: number): boolean {
    if (this.#columns?.at(-1) !== 'error') return this.#errorOf(bytes, start, end) === '';
    return bytes[end - (bytes[end - 2] === CR ? 3 : 2)] === COMMA;
  }

  #errorOf(bytes: Buffer, start: number, end: number): string {
    return cellsOf(bytes, start, end)[this.#columns?.indexOf('error') ?? -1] ?? '';
  }
}

/** The first cell as text. */
function idOf(bytes: Buffer, start: number): string {
  if (bytes[start] !== QUOTE) return bytes.toString('utf8', start, bytes.indexOf(COMMA, start));
  let end = start;
  do end = bytes.indexOf(QUOTE, end + 1) + 1;
  while (bytes[end] === QUOTE);
  return cellsOf(bytes, start, end)[0] ?? '';
}

function cellsOf(bytes: Buffer, start: number, end: number): readonly string[] {
  const text = bytes.toString('utf8', start, end);
  return rowsOf(text, ',', 1)[0]?.cells ?? [];
}
