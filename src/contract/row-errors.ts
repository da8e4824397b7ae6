import type { Failure } from '../engine/refusals.js';
import type { ErrorBody, ErrorDetail } from './errors.js';
import { STUDENT_FIELDS, TERM_FIELDS } from './field-list.js';

/** How many runs of rows an error lists before it only counts the rest. */
const MOST_RUNS = 10;
/** Longest explanation in characters; further columns are only named. Each row repeats the error. */
export const MOST_CHARACTERS_EXPLAINED = 1000;
const NOT_EXPLAINED = 'Cannot be used either.';

/** `path` is the column's name, `row` its spreadsheet row; undefined if the whole student is concerned. */
export type RowFailure = ErrorDetail & { readonly path: string; readonly row?: number | undefined };

/**
 * Why a student's rows could not be calculated, with the file's column names and the row numbers of a
 * spreadsheet. `rows` has the number of each of the student's rows, in file order.
 */
export function rowErrors(failures: readonly Failure[], rows: readonly number[]): ErrorBody {
  const named = failures.map((failure) => ({
    path: columnOf(failure),
    message: failure.message,
    row: failure.term === null ? undefined : rows[failure.term],
  }));
  return errorOfRows(named, rows);
}

/** The column of the field that failed; the field itself if it has no column. */
export function columnOf({ field, term }: Pick<Failure, 'field' | 'term'>): string {
  const fields = term === null ? STUDENT_FIELDS : TERM_FIELDS;
  return fields.find(({ name }) => name === field)?.column ?? field;
}

/** {@link rowErrors} of failures that already name columns. `rows` is empty to name no rows. */
export function errorOfRows(failures: readonly RowFailure[], rows: readonly number[]): ErrorBody {
  const sentences = failures.map(({ path, message, row }) =>
    row === undefined || rows.length < 2 ? `${path}: ${message}` : `${path}: Row ${row}: ${message}`,
  );
  let length = 0;
  const tooMany = sentences.findIndex((sentence, nth) => {
    length += sentence.length;
    return nth > 0 && length > MOST_CHARACTERS_EXPLAINED;
  });
  const count = tooMany < 0 ? sentences.length : tooMany;
  const others = new Set(failures.slice(count).map(({ path }) => path));
  const named = [...others].map((path): ErrorDetail => ({ path, message: NOT_EXPLAINED }));
  const texts = [...sentences.slice(0, count), ...named.map(({ path, message }) => `${path}: ${message}`)];
  const place = rows.length === 0 ? '' : ` (${rowsText(rows)})`;
  const details = [...failures.slice(0, count), ...named];
  return { code: 'validation_error', message: `${texts.join('; ')}${place}`, details };
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
