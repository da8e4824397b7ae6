import { STUDENT_COLUMNS, TERM_COLUMNS } from './csv-columns.js';
import type { CsvRow, Disagreement } from './csv-request.js';
import type { ErrorBody, ErrorDetail } from './errors.js';
import type { FieldErrors } from './read-student.js';

/** How many runs of rows an error spells out before it only counts the rest. */
const MOST_RUNS = 10;
/** How many rows a student may have for everything that is wrong with them to be said. */
const MOST_ROWS_EXPLAINED = 20;
/** How long an error may get before further columns are only named: it comes back on every row of the student. */
const MOST_CHARACTERS_EXPLAINED = 1000;
const NOT_EXPLAINED = 'Cannot be used either.';

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
  const disagreeing = new Set(disagreements.map(({ column }) => column));
  for (const [path, message] of Object.entries(fieldErrors)) {
    const detail = inFile(path, message, rows);
    if (detail.path === undefined || !disagreeing.has(detail.path)) details.push(detail);
  }
  const { explained, sentences } = explain(details, rows.length === 1);
  const rest = new Set(details.slice(explained.length).map(({ path = '' }) => path));
  const named = [...rest].map((path) => ({ path, message: NOT_EXPLAINED }));
  const texts = [...sentences, ...named.map(({ path, message }) => `${path}: ${message}`)];
  const message = `${texts.join('; ')} (${rowsText(rows)})`;
  return { code: 'validation_error', message, details: [...explained, ...named] };
}

/** The first details, as sentences, that are not too long together; the first one always. */
function explain(
  details: readonly ErrorDetail[],
  isOneRow: boolean,
): { readonly explained: readonly ErrorDetail[]; readonly sentences: readonly string[] } {
  const sentences: string[] = [];
  let length = 0;
  for (const { path, message, row } of details) {
    const sentence =
      row === undefined || isOneRow ? `${path}: ${message}` : `${path}: Row ${row}: ${message}`;
    length += sentence.length;
    if (length > MOST_CHARACTERS_EXPLAINED && sentences.length > 0) break;
    sentences.push(sentence);
  }
  return { explained: details.slice(0, sentences.length), sentences };
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
