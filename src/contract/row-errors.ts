import type { ErrorBody, ErrorDetail } from './errors.js';
import { STUDENT_FIELDS, TERM_FIELDS } from './field-list.js';
import type { Failure } from './read-student.js';

/** How many runs of rows an error spells out before it only counts the rest. */
const MOST_RUNS = 10;
/** How long an error may get before further columns are only named: it comes back on every row of the student. */
export const MOST_CHARACTERS_EXPLAINED = 1000;
const NOT_EXPLAINED = 'Cannot be used either.';

const COLUMN_OF_STUDENT_FIELD = new Map(STUDENT_FIELDS.map(({ name, column }) => [name, column]));
const COLUMN_OF_TERM_FIELD = new Map(TERM_FIELDS.map(({ name, column }) => [name, column]));

/**
 * Why a student's rows could not be calculated, in the terms of their file: names of columns and rows as a spreadsheet
 * numbers them. `rows` has the number of each of the student's rows, in file order.
 */
export function rowErrors(failures: readonly Failure[], rows: readonly number[]): ErrorBody {
  const details = failures.map((failure) => inFile(failure, rows));
  const sentences = details.map(({ path, message, row }) =>
    row === undefined || rows.length === 1 ? `${path}: ${message}` : `${path}: Row ${row}: ${message}`,
  );
  const count = explainedCount(sentences);
  const others = new Set(details.slice(count).map(({ path = '' }) => path));
  const named = [...others].map((path) => ({ path, message: NOT_EXPLAINED }));
  const texts = [...sentences.slice(0, count), ...named.map(({ path, message }) => `${path}: ${message}`)];
  const message = `${texts.join('; ')} (${rowsText(rows)})`;
  return { code: 'validation_error', message, details: [...details.slice(0, count), ...named] };
}

/** How many of the first sentences are not too long together; one at least. */
function explainedCount(sentences: readonly string[]): number {
  let length = 0;
  const tooMany = sentences.findIndex((sentence, nth) => {
    length += sentence.length;
    return nth > 0 && length > MOST_CHARACTERS_EXPLAINED;
  });
  return tooMany < 0 ? sentences.length : tooMany;
}

function inFile({ field, term, message }: Failure, rows: readonly number[]): ErrorDetail {
  if (term === null) return { path: COLUMN_OF_STUDENT_FIELD.get(field) ?? field, message };
  return { path: COLUMN_OF_TERM_FIELD.get(field) ?? field, message, row: rows[term] };
}

/** `row 14`, `rows 14-15`, `rows 3, 14-15 and 12 more`. */
function rowsText(rows: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const row of rows) {
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
