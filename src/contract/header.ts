import { listed } from '../engine/texts.js';
import { ApiError, type ErrorDetail } from './errors.js';
import { CREDIT_COLUMNS, FIELDS, REQUEST_COLUMNS, REQUIRED_COLUMNS } from './field-list.js';
import { cutText, folded, nearestName } from './name-forms.js';

export interface Header {
  /** Our name for each column of the file; null for a column that is not read. */
  readonly columns: readonly (string | null)[];
  /** Names of the columns that are not read, as in the file; a nameless column has its position. */
  readonly ignored: readonly string[];
}

const ALL_OTHERS = '*';

/** Columns other than ours that a file may have, unread: these names, or `*` for all. */
export type IgnoredColumns = readonly string[] | typeof ALL_OTHERS;

export const IGNORE_PARAMETER = 'ignore_columns';

/** In characters. A request with a longer parameter may be refused on the way to the service. */
const LONGEST_PARAMETER = 2000;
/** Names are shown and compared up to this length, so that a parameter can repeat them. */
const LONGEST_SHOWN = 100;

const OUR_NAMES: ReadonlyMap<string, string> = new Map(
  REQUEST_COLUMNS.map((column) => [folded(column), column]),
);

/** Names that people may use for our columns: the column's own, or its field's JSON name. */
const SPELLINGS = [...OUR_NAMES, ...FIELDS.map(({ name, column }) => [folded(name), column] as const)];

/** Our column for a name in any case, with any separators, or in camel case; otherwise null. */
export function ourColumn(name: string): string | null {
  return OUR_NAMES.get(folded(name)) ?? null;
}

/**
 * Parses the columns to ignore: `*`, or names separated by commas, without commas inside a name.
 * @throws ApiError `invalidQuery` for one of our columns, which are always read.
 */
export function ignoredColumns(text: string): IgnoredColumns {
  const names =
    text.trim() === ALL_OTHERS ? ALL_OTHERS : text.split(',').filter((name) => name.trim() !== '');
  refuseOurs(names);
  return names;
}

function refuseOurs(names: IgnoredColumns): void {
  const ours = names === ALL_OTHERS ? [] : names.flatMap((name) => OUR_NAMES.get(ignoredForm(name)) ?? []);
  if (ours.length === 0) return;
  const columns = listed(quoted([...new Set(ours)]), 'and');
  throw new ApiError(
    'invalidQuery',
    `The columns to ignore cannot be ours, and ${columns} would be: a column of ours is always read. Take it out of ignore_columns, or rename the column of the file.`,
  );
}

/**
 * Reads a header row on `line` of its file. Every column must be ours or named in `ignore`, so that none is
 * skipped silently.
 * @throws ApiError `unusableHeader` naming every problem at once; `invalidQuery` as {@link ignoredColumns}
 */
export function readHeader(cells: readonly string[], line: number, ignore: IgnoredColumns = []): Header {
  refuseOurs(ignore);
  const columns = cells.map(ourColumn);
  const names = cells.map(shownName);
  const others = names.filter((_, index) => columns[index] === null);
  const ignored = ignore === ALL_OTHERS ? ignore : ignore.map(ignoredForm);
  const unknown = others.filter((name) => ignored !== ALL_OTHERS && !ignored.includes(ignoredForm(name)));
  const lacking = REQUEST_COLUMNS.filter((column) => !columns.includes(column));
  const problems = [...duplicates(names, columns), ...missing(lacking)];
  if (problems.length + unknown.length === 0) return { columns, ignored: others };

  const sentences = problems.map(({ message }) => message);
  if (lacking.length === REQUEST_COLUMNS.length) sentences.unshift(NO_NAME_OF_OURS);
  const details = [...problems];
  if (unknown.length > 0) {
    const named = unknown.map((name) => withMeant(name, lacking));
    const advice = adviceFor(others, lacking);
    const count = unknown.length === 1 ? 'One column is' : `${unknown.length} columns are`;
    sentences.push(`${count} not ours: ${listed(named)}.`, advice.message);
    details.push(
      ...unknown.map((path, nth) => ({ path, message: `${named[nth]} is not one of our columns.` })),
      advice,
    );
  }
  const message = `The header row cannot be used. Line ${line} was taken for the header. ${sentences.join(' ')}`;
  throw new ApiError('unusableHeader', message, { details });
}

const NO_NAME_OF_OURS =
  'None of its cells is the name of a column of ours. If there is a title above the header, delete it. If there is no header, add one.';

function duplicates(names: readonly string[], columns: readonly (string | null)[]): ErrorDetail[] {
  const twice = new Set(columns.filter((name, index) => columns.indexOf(name) < index));
  return [...twice].flatMap((column) => {
    if (column === null) return [];
    const own = names.filter((_, index) => columns[index] === column);
    const spellings = quoted([...new Set(own)]);
    const times = own.length === 2 ? 'twice' : `${own.length} times`;
    const as = spellings.length > 1 ? `, as ${listed(spellings, 'and')}` : '';
    const message = `Column "${column}" appears ${times}${as}. Keep one, and rename or remove the rest.`;
    return [{ path: column, message }];
  });
}

function missing(lacking: readonly string[]): ErrorDetail[] {
  const problems = REQUIRED_COLUMNS.filter((column) => lacking.includes(column)).map((column) => ({
    path: column,
    message: `Column "${column}" is missing. Every file needs it.`,
  }));
  if (!CREDIT_COLUMNS.every((column) => lacking.includes(column))) return problems;
  const [path = ''] = CREDIT_COLUMNS;
  const message = `There is no column of credits. Every file needs ${listed(quoted(CREDIT_COLUMNS), 'or')}, or both.`;
  return [...problems, { path, message }];
}

function withMeant(name: string, lacking: readonly string[]): string {
  const spellings = new Map(SPELLINGS.filter(([, column]) => lacking.includes(column)));
  const near = nearestName(folded(name), [...spellings.keys()]);
  return near === undefined ? `"${name}"` : `"${name}" (did you mean "${spellings.get(near)}"?)`;
}

/** Advice on columns that are not ours: rename them, or ignore them together with those already named. */
function adviceFor(others: readonly string[], lacking: readonly string[]): ErrorDetail {
  const rename =
    lacking.length === 0
      ? ''
      : `The file lacks these columns of ours: ${lacking.join(', ')}. Give our names to the columns that hold them. `;
  const names = others.map(withoutCommas);
  const exact = names.map(urlText).join(',');
  const value = exact.length > LONGEST_PARAMETER ? ALL_OTHERS : exact;
  const message = `${rename}To have the rest ignored, send the file with ?${IGNORE_PARAMETER}=${value}`;
  return { path: IGNORE_PARAMETER, message, [IGNORE_PARAMETER]: names.join(',') };
}

/** A text for the query of a URL, also safe between quotes in a shell. */
function urlText(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function quoted(names: readonly string[]): readonly string[] {
  return names.map((name) => `"${name}"`);
}

function shownName(cell: string, index: number): string {
  const name = cell.trim();
  return withoutCommas(name) === '' ? `column ${index + 1}` : cutText(name, LONGEST_SHOWN);
}

function withoutCommas(name: string): string {
  return name.replaceAll(/,\s*/g, ' ').trim();
}

/** The form in which a name is compared with the names to ignore. */
function ignoredForm(name: string): string {
  return folded(cutText(name.trim(), LONGEST_SHOWN));
}
