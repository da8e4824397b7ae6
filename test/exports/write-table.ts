import type { Person, PersonTerm } from './people.js';

/** Cells by row; the header is the first. */
export type Rows = readonly (readonly string[])[];

/** A column: its name, and what a row has in it. */
export type Column<Row> = readonly [name: string, cell: (row: Row) => string];

/** A row per term. */
export interface TermRow {
  readonly person: Person;
  readonly term: PersonTerm;
}

/** Rows for all terms of all people, in their order. */
export function termRows(people: readonly Person[]): readonly TermRow[] {
  return people.flatMap((person) => person.terms.map((term) => ({ person, term })));
}

/** A table with its header. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Rows {
  return [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
}

/** How a table is written down. */
export interface Writing {
  readonly delimiter?: ',' | ';' | '\t' | '|';
  readonly newline?: '\n' | '\r\n';
  readonly encoding?: 'utf-8' | 'utf-8 with a mark' | 'utf-16le' | 'windows-1252';
  readonly quoteAll?: boolean;
  /** Lines above the header, and below the last row, as they are. */
  readonly above?: readonly string[];
  readonly below?: readonly string[];
}

/** A table as the bytes of a text file. */
export function textFile(
  rows: Rows,
  {
    delimiter = ',',
    newline = '\r\n',
    encoding = 'utf-8',
    quoteAll = false,
    above = [],
    below = [],
  }: Writing = {},
): Uint8Array {
  const cellText = (text: string): string =>
    quoteAll || text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = [...above, ...rows.map((row) => row.map(cellText).join(delimiter)), ...below];
  return encoded(lines.map((line) => line + newline).join(''), encoding);
}

function encoded(text: string, encoding: NonNullable<Writing['encoding']>): Uint8Array {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text);
    case 'utf-8 with a mark':
      return Buffer.from(`\uFEFF${text}`);
    case 'utf-16le':
      return Buffer.from(`\uFEFF${text}`, 'utf16le');
    case 'windows-1252':
      return Buffer.from(text, 'latin1');
  }
}

/** Dollars as reports write them: 1,234.00. */
export function withCommas(amount: number | undefined): string {
  return amount === undefined ? '' : `${amount.toLocaleString('en-US')}.00`;
}

/** `7.5` as `7,5`. */
export function decimalComma(text: string): string {
  return text.replace('.', ',');
}
