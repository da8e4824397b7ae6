import { STUDENT_COLUMNS, TERM_COLUMNS } from './csv-columns.js';
import type { CsvRow, Disagreement } from './csv-request.js';
import type { ErrorBody, ErrorDetail } from './errors.js';
import type { FieldErrors } from './read-student.js';

/** How many runs of rows an error spells out before it only counts the rest. */
const MOST_RUNS = 10;
/** How many rows a student may have for everything that is wrong with them to be said. */
const MOST_ROWS_EXPLAINED = 20;

const COLUMN_OF_STUDENT_FIELD = columnsByField(STUDENT_COLUMNS);
const COLUMN_OF_TERM_FIELD = columnsByField(TERM_COLUMNS);

function columnsByField(
  columns: Readonly<Record<string, { readonly field: string }>>,
): ReadonlyMap<string, string> {
  return new Map(Object.entries(columns).map(([column, { field }]) => [field, column]));
}

/**
 * Why a student's rows could not be calculated, in the terms of their file: column names and data rows.
 * `rows` is every row of the student, in file order.
 */
export function rowErrors(
  fieldErrors: FieldErrors,
  disagreements: readonly Disagreement[],
  rows: readonly CsvRow[],
): ErrorBody {
  if (rows.length > MOST_ROWS_EXPLAINED) return tooManyRows(fieldErrors, rows);
  const details: ErrorDetail[] = disagreements.map(({ column, message }) => ({ path: column, message }));
  const named = new Set(disagreements.map(({ column }) => column));
  for (const [path, message] of Object.entries(fieldErrors)) {
    const detail = inFile(path, message, rows);
    if (detail.path === undefined || !named.has(detail.path)) details.push(detail);
  }
  const sentences = details.map(({ path, message, row }) =>
    row === undefined || rows.length === 1 ? `${path}: ${message}` : `${path}: Row ${row}: ${message}`,
  );
  const message = `${sentences.join('; ')} (${rowsText(rows)})`;
  return { code: 'validation_error', message, details };
}

/** A text that comes back on every row must be short when there are many: the count of terms says it all. */
function tooManyRows(fieldErrors: FieldErrors, rows: readonly CsvRow[]): ErrorBody {
  const sentence = fieldErrors['terms'] ?? `Expected fewer rows of one student. Given: ${rows.length}.`;
  const message = `terms: ${sentence} (${rowsText(rows)})`;
  return { code: 'validation_error', message, details: [{ path: 'terms', message: sentence }] };
}

const TERM_PATH = /^terms\.(\d+)\.(.+)$/;

function inFile(path: string, message: string, rows: readonly CsvRow[]): ErrorDetail {
  const term = TERM_PATH.exec(path);
  if (term === null) return { path: COLUMN_OF_STUDENT_FIELD.get(path) ?? path, message };
  const [, index = '', field = ''] = term;
  const column = COLUMN_OF_TERM_FIELD.get(field) ?? field;
  return { path: column, message, row: rows[Number(index)]?.row };
}

/** `row 14`, `rows 14-15`, `rows 3, 14-15 and 12 more`. */
function rowsText(rows: readonly CsvRow[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const { row } of rows) {
    const run = runs.at(-1);
    if (run !== undefined && row === run.last + 1) run.last = row;
    else runs.push({ first: row, last: row });
  }
  const named = runs.slice(0, MOST_RUNS);
  const texts = named.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
  const count = named.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const more = rows.length > count ? ` and ${rows.length - count} more` : '';
  return `${rows.length === 1 ? 'row' : 'rows'} ${texts.join(', ')}${more}`;
}
