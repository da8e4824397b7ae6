import { CURRENT_AWARD_YEAR } from '../../engine/limits.js';
import { CREDIT_COLUMNS } from '../field-list.js';
import { requestColumnTable, responseColumns } from './csv-columns.js';
import { type DocumentOptions, limitsText, size } from './document-options.js';

/** What the document says at length, as Markdown. */

/** `info.description`: what a caller must know beside the endpoints, as Markdown. */
export function apiDescription(options: DocumentOptions): string {
  return `Calculates prorated federal student loan limits: the reduction of annual Direct Loan limits for students who are enrolled less than full time, 34 CFR 685.203(m)(1), with the limits of award year ${CURRENT_AWARD_YEAR}.

Nothing is stored: each request is answered from what it contains.

## What is calculated, and what is not

The answer has the percent of the annual limits that remains after the reduction, the annual eligibility in dollars, and two ways of splitting it over the terms: equally, and in proportion to credits.

Not part of the calculation: aggregate and lifetime limits; other financial assistance; Parent PLUS loans; nonterm, clock-hour and subscription programs; the proration for the remaining period of graduating students; professional judgment.

Amounts are whole US dollars, percents are whole percents, credits are exact decimals. All arithmetic is exact.

## Keys

Every request except \`GET /v1/openapi.json\` carries a key: \`Authorization: Bearer svc_live_...\`. The operator of the service issues, replaces and revokes keys; ask by e-mail. Tokens that begin with \`svc_test_\` are reserved for a sandbox and are not issued today.

## Limits

${limitsText(options)}

Rate limits are reserved and not in force today. When they come, answers will carry the headers \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`, and a request over the limit will be answered with status 429 and code \`quota_exceeded\`. No such header, status or code is sent today.

## Bodies

Request bodies are UTF-8, plain or with \`Content-Encoding: gzip\`. A decimal string is an optional sign, digits, and at most one point: \`3500\`, \`7.5\`, \`.5\`.

## Errors

An error is a JSON object with \`code\`, \`message\` and \`details\`; the 422 that names fields has \`code\` and \`field_errors\`. Match on \`code\`, which is stable; messages are for people and may change. A request to a path or with a method that is not described here is answered with 404 or 405 and an Error (see \`x-unmatched-requests\`). A connection that carries no readable HTTP request is answered with 400, 408 or 431 and an Error without a request id, and closed.

Every other answer carries \`X-Request-Id\`. Give it to the operator when you ask about a request.

## Versions

This is version 1.0.0; every path begins with \`/v1\`. Within v1 members may be added to results and errors, and headers to answers; none is removed or changes its type. Read what you know and ignore the rest.`;
}

/** What a request file is, with the table of its columns. */
export function requestFileText(maxBytes: number): string {
  return `A CSV file (RFC 4180) in UTF-8, with or without a byte order mark, LF or CRLF, cells in quotes where needed, with a header row. At most ${size(maxBytes)} after decompression.

One row for each student and term, the terms of a student in chronological order. Rows with the same student_id belong together wherever they are in the file; if you split a file, keep them in one part. The columns that describe the student must agree on all of the student's rows, and no row may appear twice, or that student fails.

Columns may be in any order. Case, blanks, hyphens and underscores make no difference in their names: \`Student ID\` is student_id. At least one of ${CREDIT_COLUMNS.join(' and ')} is required. A column that is not in the table is refused, so that none is passed over in silence: rename it, remove it, or name it in \`ignore_columns\`. The columns that were ignored are named in the response header X-Ignored-Columns.

Cells are trimmed. Words are read in any case, and with blanks or hyphens for underscores (\`First Year\`). Blank lines and rows without a filled cell are skipped. Messages number rows as a spreadsheet does: the header is row 1.

${requestColumnTable()}`;
}

/** What a response file is, with the table of its columns. */
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
