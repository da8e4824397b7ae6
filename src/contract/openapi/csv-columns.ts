import { RESPONSE_COLUMNS } from '../csv-response.js';
import { CREDIT_COLUMNS, FIELDS, REQUIRED_COLUMNS, STUDENT_ID_COLUMN } from '../field-list.js';

/** One column of a request file. */
export interface RequestColumn {
  readonly name: string;
  readonly required: boolean;
  /** What a cell may hold. */
  readonly values: string;
  /** What a blank cell means. */
  readonly blank: string;
  readonly description: string;
}

/** Every column of a request file, in the order of the documentation. */
export function requestColumns(): readonly RequestColumn[] {
  const studentId: RequestColumn = {
    name: STUDENT_ID_COLUMN,
    required: false,
    values: 'any text',
    blank: 'the row is its own student, named `row:<N>`, where N counts the data rows from 1',
    description: 'Rows with the same id are one student. Leading zeros are kept.',
  };
  const others = FIELDS.map(({ column, description, inCell, whenNull, whenAbsent }) => ({
    name: column,
    required: REQUIRED_COLUMNS.includes(column),
    values: inCell,
    blank: whenNull ?? (whenAbsent === undefined ? 'error' : String(whenAbsent)),
    description,
  }));
  return [studentId, ...others];
}

/** The table of the columns of a request file, for the OpenAPI document and docs/columns.md. */
export function requestColumnTable(): string {
  const rows = requestColumns().map(({ name, required, values, blank, description }) => {
    const isNeeded = CREDIT_COLUMNS.includes(name) ? 'one of the two' : required ? 'yes' : 'no';
    return `| \`${name}\` | ${isNeeded} | ${values} | ${blank} | ${description} |`;
  });
  return [
    '| Column | Required | Values | Blank means | What it is |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** One column of a response file. */
export interface ResponseColumn {
  readonly name: (typeof RESPONSE_COLUMNS)[number];
  /** The member of a BulkResult that the cell holds; `terms[]` is the term of the row. */
  readonly source: string;
}

/** Every column of a response file, in order. */
export function responseColumns(): readonly ResponseColumn[] {
  return RESPONSE_COLUMNS.map((name) => ({ name, source: sourceOf(name) }));
}

function sourceOf(name: string): string {
  if (name === 'student_id') return name;
  if (name === 'error') return 'error.message';
  if (name.startsWith('term_')) {
    return `result.terms[].${name.slice('term_'.length).replace(/^(equal|proportional)_/, '$1.')}`;
  }
  return `result.${name.replace(/^(total_equal|total_proportional)_/, '$1.')}`;
}
