import { CREDIT_COLUMNS } from '../field-list.js';
import { requestColumns, responseColumns } from './csv-columns-text.js';
import { size } from './document-options.js';

/** What the media types of the bulk endpoint are, as Markdown. */

/** The table of the columns of a request file, for the OpenAPI document and the README. */
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

/** What a request file is, with the table of its columns. */
export function requestFileText(maxBytes: number): string {
  return `A CSV file (RFC 4180) in UTF-8, with or without a byte order mark, LF or CRLF, cells in quotes where needed, with a header row. At most ${size(maxBytes)} after decompression.

One row for each student and term, the terms of a student in chronological order. Rows of one student_id belong together wherever they stand in the file; a file that is split must keep them in one part. The columns of the student must agree on all rows of a student, and no row may be there twice, or that student fails.

Columns stand in any order. Their names are compared without case, and with blanks, hyphens and underscores taken as the same: \`Student ID\` is student_id. At least one of ${CREDIT_COLUMNS.join(' and ')} must be there. A column that may be meant for one of these which the file lacks (a slip of letters, the same words, a name that student systems use) is refused with "did you mean": rename it, or take it out. All other columns are ignored and named in the response header X-Ignored-Columns.

Cells are trimmed. Words are read in any case, and with blanks or hyphens for underscores (\`First Year\`). Blank lines and rows without a filled cell are skipped. Rows are numbered in messages as a spreadsheet shows them: the header is row 1.

${requestColumnTable()}`;
}

/** What a response file is, with the table of its columns. */
export function responseFileText(): string {
  const rows = responseColumns().map(({ name, source }) => `| ${name} | ${source} |`);
  return `A CSV file in UTF-8 with a header row and CRLF, sent as \`text/csv; charset=utf-8; header=present\`. **One row for every row of the request.** Students come in the order of their first row, terms in the order of the request, so that a file whose students are contiguous comes back row for row.

A student who fails fails alone: each of their rows comes back with student_id, term_label and error, the other cells empty. An error reads \`field: message; field: message (rows 14-15)\`. A null is an empty cell; warnings are joined by "; ".

Columns, in this order, with the member of a BulkResult that each holds (\`terms[]\` is the term of the row):

| Column | Holds |
|---|---|
${rows.join('\n')}`;
}

export const NDJSON_TEXT =
  'For an Accept header that prefers application/x-ndjson: one line of JSON for each student, a BulkResult, in the order of their first rows. Lines end with LF.';
