import { cellValue, Refused, shortened, spreadsheetErrorIn } from '../contract/field-kinds.js';
import {
  FIELDS,
  type Field,
  fieldNamed,
  STUDENT_FIELDS,
  STUDENT_ID_COLUMN,
  TERM_FIELDS,
} from '../contract/field-list.js';
import { isSpreadsheetError } from '../contract/name-forms.js';
import { MOST_TERMS_LOOKED_AT, type StudentSource } from '../contract/read-student.js';
import { isSame } from '../engine/exact.js';
import type { Failure } from '../engine/refusals.js';
import { ByteWriter } from './byte-writer.js';
import { CellTable } from './cell-table.js';
import { type PlainReader, plainReader } from './plain-cell.js';
import { textOf } from './text.js';

export interface RowPlace {
  /** Number of the data row, from 1. */
  readonly dataRow: number;
  /** Row number in a spreadsheet. */
  readonly row: number;
}

const PLAIN_READERS: readonly PlainReader[] = FIELDS.map(plainReader);
const LABEL = fieldNamed('label');
const YEAR_TERMS = fieldNamed('academic_year_terms');
const NONE: readonly never[] = [];
/** Of the few rows of a student. */
const ROOM_BYTES = 1024;

export const CONTRADICTION = {
  code: 'contradiction',
  problem: 'Must be the same on all rows of a student.',
} as const;
export const COPY = {
  code: 'copy',
  problem: 'Says the same as another row in every column of the term, so one of the two is a copy.',
} as const;

const NO_STUDENT_ID = ['This row has no student_id, so it was taken for a student of its own.'] as const;

const SEVERAL_STUDENTS =
  'The student_id of these rows looks like one that a spreadsheet or a database wrote where it lost the id: check that they are one student.';

/**
 * A student source over rows, one student at a time; `move` goes to the next student. Each row is a term and
 * repeats the student's own fields.
 */
export class StudentRows implements StudentSource {
  terms = 0;
  readonly #table: CellTable;
  readonly #places: readonly RowPlace[];
  readonly #idColumn: number;
  readonly #labelColumn: number;
  /** The table column of each field index; -1 if the file does not have it. */
  readonly #columns: readonly number[];
  #from = 0;

  /** `columns` names the table's columns, null for a column not read; `places` has an entry per row. */
  constructor(table: CellTable, columns: readonly (string | null)[], places: readonly RowPlace[]) {
    this.#table = table;
    this.#places = places;
    this.#idColumn = columns.indexOf(STUDENT_ID_COLUMN);
    this.#columns = FIELDS.map(({ column }) => columns.indexOf(column));
    this.#labelColumn = columns.indexOf(LABEL.column);
  }

  /** The student of some rows, all of one student, as the service reads them from a file. */
  static of(
    columns: readonly (string | null)[],
    rows: readonly (readonly string[])[],
    places: readonly RowPlace[],
  ): StudentRows {
    const records = new ByteWriter(ROOM_BYTES);
    for (const cells of rows) {
      records.cells(cells);
      records.endRecord();
    }
    const table = new CellTable(records.written(), columns.length, rows.length);
    const student = new StudentRows(table, columns, places);
    student.move(0);
    return student;
  }

  /** Goes to the student whose rows begin at `from`, and returns where the next student's rows begin. */
  move(from: number): number {
    let end = from + 1;
    while (end < this.#table.rowCount && this.#isSameStudent(end, end - 1)) end += 1;
    this.#from = from;
    this.terms = end - from;
    return end;
  }

  rowNumbers(): readonly number[] {
    return this.#places.slice(this.#from, this.#from + this.terms).map(({ row }) => row);
  }

  /** The student_id of a term's row as sent, or `row:<N>` if it is blank or there is no such column. */
  studentId(term: number): string {
    const row = this.#from + term;
    const id = this.#idColumn < 0 ? '' : this.#table.text(row, this.#idColumn);
    return id.trim() === '' ? `row:${this.#places[row]?.dataRow ?? 0}` : id;
  }

  writeStudentId(term: number, out: ByteWriter): void {
    const row = this.#from + term;
    const table = this.#table;
    if (this.#idColumn >= 0 && table.isTrimmed(row, this.#idColumn))
      out.cellOf(table.bytes, table.start(row, this.#idColumn), table.end(row, this.#idColumn));
    else out.cells([this.studentId(term)]);
  }

  termLabel(term: number): string {
    return this.#table.text(this.#from + term, this.#labelColumn);
  }

  read(field: Field, term: number | null): unknown {
    return this.#value(field, this.#from + (term ?? 0));
  }

  failures(): readonly Failure[] {
    const found: Failure[] = [];
    this.#findLostId(found);
    if (this.terms === 1 || this.terms > MOST_TERMS_LOOKED_AT) return found;
    for (const field of STUDENT_FIELDS) this.#findDisagreement(field, found);
    for (let term = 1; term < this.terms; term++) this.#findOriginal(term, found);
    return found;
  }

  notes(term: number | null): readonly string[] {
    if (term !== null) return NONE;
    if (this.terms > 1) return this.#mayBeSeveral() ? [SEVERAL_STUDENTS] : NONE;
    return this.#hasNoId() && this.#value(YEAR_TERMS, this.#from) === null ? NO_STUDENT_ID : NONE;
  }

  #text(field: Field, row: number): string {
    const column = this.#columns[field.index] ?? -1;
    return column < 0 ? '' : this.#table.text(row, column);
  }

  #value(field: Field, row: number): unknown {
    const column = this.#columns[field.index] ?? -1;
    if (column < 0) return field.read(undefined);
    const table = this.#table;
    const start = table.start(row, column);
    const end = table.end(row, column);
    if (start >= 0) {
      if (start === end) return field.read(undefined);
      const plain = PLAIN_READERS[field.index]?.(table.bytes, start, end);
      if (plain !== undefined) return plain;
    }
    const sent = table.text(row, column);
    const text = sent.trim();
    const value = field.read(text === '' ? undefined : cellValue(field, text));
    return field.kind === 'text' && !(value instanceof Refused) ? sent : value;
  }

  #isSameStudent(row: number, before: number): boolean {
    const column = this.#idColumn;
    if (column < 0) return false;
    const isBlank = !this.#table.isTrimmed(row, column) && this.#table.text(row, column).trim() === '';
    return !isBlank && this.#table.isSame(row, before, column);
  }

  /** An id that is a formula's error value could belong to any student. */
  #findLostId(found: Failure[]): void {
    const start = this.#idColumn < 0 ? -1 : this.#table.start(this.#from, this.#idColumn);
    const first = start < 0 ? -1 : this.#table.bytes[start];
    // One byte rules out nearly all ids; an id that is read as text has no start.
    if (this.#idColumn < 0 || (start >= 0 && first !== NUMBER_SIGN && first !== LETTER_E)) return;
    const id = this.#table.text(this.#from, this.#idColumn);
    if (isSpreadsheetError(id))
      found.push({ field: STUDENT_ID_COLUMN, term: null, ...spreadsheetErrorIn(id) });
  }

  /** Reports the first row that contradicts the student's first row in a field of the student. */
  #findDisagreement(field: Field, found: Failure[]): void {
    const first = this.#from;
    for (let row = first + 1; row < first + this.terms; row++) {
      if (this.#isSame(field, first, row)) continue;
      const says = (each: number): string =>
        `row ${this.#rowNumber(each)} says ${quoted(this.#text(field, each))}`;
      const detail = `${says(first)} and ${says(row)}`;
      const message = `Must be the same on all rows of a student, but ${detail}.`;
      found.push({ field: field.name, term: null, ...CONTRADICTION, detail, message });
      return;
    }
  }

  /** Reports the first row above a term's row that is the same in every column of the term. */
  #findOriginal(term: number, found: Failure[]): void {
    const row = this.#from + term;
    for (let other = this.#from; other < row; other++) {
      if (!TERM_FIELDS.every((field) => this.#isSame(field, row, other))) continue;
      const detail = `the same as row ${this.#rowNumber(other)}`;
      const message = `Says ${detail} in every column of the term, so one of the two is a copy. Take it out.`;
      found.push({ field: LABEL.name, term, ...COPY, detail, message });
      return;
    }
  }

  #rowNumber(row: number): number {
    return this.#places[row]?.row ?? 0;
  }

  #isSame(field: Field, row: number, other: number): boolean {
    const column = this.#columns[field.index] ?? -1;
    if (column < 0 || this.#table.isSame(row, other, column)) return true;
    if (field.kind === 'text') return false;
    const [value, otherValue] = [this.#value(field, row), this.#value(field, other)];
    return !(value instanceof Refused) && !(otherValue instanceof Refused) && isSame(value, otherValue);
  }

  #mayBeSeveral(): boolean {
    const start = this.#table.start(this.#from, this.#idColumn);
    return start >= 0 && mayBeShared(this.#table.bytes, start, this.#table.end(this.#from, this.#idColumn));
  }

  #hasNoId(): boolean {
    return this.#idColumn < 0 || this.#table.text(this.#from, this.#idColumn).trim() === '';
  }
}

/**
 * What spreadsheets and databases write for a lost id: `1.23457E+11` for a long number, `NULL` for none. Rows
 * of different students then have the same id.
 */
const LOST_ID = /^(?:\d(?:\.\d+)?E\+\d\d|null|nan|none|n\/a|undefined|-+|0+)$/i;

/** The length of the longest lost id; only a number with an exponent may be longer. */
const LONGEST_WORD = 9;

const NUMBER_SIGN = 0x23;
const LETTER_E = 0x45;
const PLUS = 0x2b;
const DIGIT_1 = 0x31;
const DIGIT_9 = 0x39;

/** Whether rows of different students may share this id. */
function mayBeShared(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] ?? 0;
  // One or two bytes rule out nearly all ids.
  const isShortWord = end - start <= LONGEST_WORD && (first < DIGIT_1 || first > DIGIT_9);
  const isExponent = bytes[end - 4] === LETTER_E && bytes[end - 3] === PLUS;
  return (isShortWord || isExponent) && LOST_ID.test(textOf(bytes, start, end));
}

function quoted(cell: string): string {
  const text = cell.trim();
  return text === '' ? 'nothing' : `"${shortened(text)}"`;
}
