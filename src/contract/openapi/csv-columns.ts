import { RESPONSE_COLUMNS } from '../csv-response.js';
import { CREDIT_COLUMNS, FIELDS, REQUIRED_COLUMNS, STUDENT_ID_COLUMN } from '../field-list.js';

/** Every column of a request file, in the order of the documentation: what a cell may hold, and what a blank one means. */
export function requestColumns() {
  const studentId = {
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

/** Every column of a response file, in order, with the member of a BulkResult that it holds; `terms[]` is the term of the row. */
export function responseColumns() {
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
