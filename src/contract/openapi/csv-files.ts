import { RESPONSE_COLUMNS } from '../csv-response.js';
import { CREDIT_COLUMNS, FIELDS, REQUIRED_COLUMNS, STUDENT_ID_COLUMN } from '../field-list.js';
import { size } from './document-options.js';

/** The columns of a request file in documented order: what a cell may hold, and what a blank one means. */
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

/** The columns of a response file in order, with their BulkResult members; `terms[]` is the row's term. */
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

/** Describes a request file, with the table of its columns. */
export function requestFileText(maxBytes: number): string {
  return `A CSV file (RFC 4180) in UTF-8, with or without a byte order mark, LF or CRLF, cells in quotes where needed, with a header row. At most ${size(maxBytes)} after decompression.

One row for each student and term, the terms of a student in chronological order. Rows with the same student_id belong together wherever they are in the file; if you split a file, keep them in one part. The columns that describe the student must agree on all of the student's rows, and no row may appear twice, or that student fails.

Columns may be in any order. Case, blanks, hyphens and underscores make no difference in their names: \`Student ID\` is student_id. At least one of ${CREDIT_COLUMNS.join(' and ')} is required. A column that is not in the table is refused, so that none is passed over in silence: rename it, remove it, or name it in \`ignore_columns\`. The columns that were ignored are named in the response header X-Ignored-Columns.

Cells are trimmed. Words are read in any case, and with blanks or hyphens for underscores (\`First Year\`). Blank lines and rows without a filled cell are skipped. Messages number rows as a spreadsheet does: the header is row 1.

${requestColumnTable()}`;
}

/** Describes a response file, with the table of its columns. */
export function responseFileText(): string {
  const rows = responseColumns().map(({ name, source }) => `| ${name} | ${source} |`);
  return `A CSV file in UTF-8 with a header row and CRLF, sent as \`text/csv; charset=utf-8; header=present\`. **One row for every row of the request.** Students come in the order of their first row, terms in the order of the request, so if each student's rows are together, the answer matches the file row for row.

A student with an error fails alone: each of the student's rows comes back with student_id, term_label and error, the other cells empty. An error reads \`field: message; field: message (rows 14-15)\`. A null is an empty cell; warnings are joined by "; ".

Columns, in this order, with the member of a BulkResult that each holds (\`terms[]\` is the term of the row):

| Column | Holds |
|---|---|
${rows.join('\n')}`;
}

export const NDJSON_TEXT =
  'If the Accept header prefers application/x-ndjson: one line of JSON for each student, a BulkResult, in the order of their first rows. Lines end with LF.';
