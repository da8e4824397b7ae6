import { ApiError } from './errors.js';
import { CREDIT_COLUMNS, REQUEST_COLUMNS, REQUIRED_COLUMNS } from './field-list.js';
import { cutText, joinedName, separatedName } from './name-forms.js';
import { meantColumns, possiblyMeant } from './near-miss.js';

/** What the header row of a file says. */
export interface Header {
  /** Our name for each column of the file; null for a column that is not read. */
  readonly columns: readonly (string | null)[];
  /**
   * Names of the columns that are not read, as in the file and in its order; a column without a name is given by its
   * position.
   */
  readonly ignored: readonly string[];
  /**
   * Indexes of the columns to check for filled cells: columns that are not read but may be meant for one of ours, and
   * the columns of ours that they may be meant for. Most files have none.
   */
  readonly doubtful: readonly number[];
}

const LONGEST_SHOWN = 100;

const OUR_NAMES: ReadonlyMap<string, string> = new Map(
  REQUEST_COLUMNS.map((column) => [joinedName(column), column]),
);

/**
 * The form in which column names are compared. A name that a reader would take for one of our columns, in any case,
 * with any separators or in camel case, becomes that column's name. Any other name is in lower case, with underscores
 * as separators.
 */
export function columnName(cell: string): string {
  return OUR_NAMES.get(joinedName(cell)) ?? separatedName(cell);
}

/**
 * Reads a header row. `line` is its line in the file, from 1, for messages. Columns may be in any order.
 *
 * @throws ApiError `unusableHeader` naming every problem at once: a duplicate column, a name that may be meant for a
 * column that the file lacks, a missing required column, no column of credits.
 */
export function readHeader(cells: readonly string[], line: number): Header {
  const known = cells.map(knownName);
  const lacking = REQUEST_COLUMNS.filter((column) => !known.includes(column));
  const problems: Problem[] = [...duplicates(cells, known), ...nearMisses(cells, known, lacking)];
  const suggested = new Set(problems.flatMap(({ meant }) => meant));
  problems.push(...missing(known, suggested));
  if (problems.length > 0) {
    const isForeign = suggested.size === 0 && known.every((name) => name === null);
    throw unusable(problems, isForeign, line);
  }
  const ignored = cells.flatMap((cell, index) => (known[index] === null ? [shorten(cell, index)] : []));
  return { columns: known, ignored, doubtful: doubtful(cells, known) };
}

/** Whether {@link readHeader} accepts these names, so that the file has our columns. */
export function isOurHeader(cells: readonly string[]): boolean {
  try {
    readHeader(cells, 1);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/**
 * Finds our columns that have no filled cell. They count as missing if another column may be meant for them. `pending`
 * holds the indexes where no filled cell has been found yet. Report the filled cells to it, then call {@link
 * refuseBlank}.
 */
export class BlankColumns {
  readonly #cells: readonly string[];
  readonly #line: number;
  readonly #known: readonly (string | null)[];
  pending: readonly number[];

  /** `cells` is the header row and `line` its line in the file. */
  constructor(cells: readonly string[], { columns, doubtful }: Header, line: number) {
    this.#cells = cells;
    this.#line = line;
    this.#known = columns;
    this.pending = doubtful;
  }

  isFilled(place: number): void {
    this.pending = this.pending.filter((each) => each !== place);
  }

  /** @throws ApiError `unusableHeader` naming every filled column that may be meant for a blank column of ours. */
  refuseBlank(): void {
    const blank = this.pending.flatMap((place) => this.#known[place] ?? []);
    const filled = this.#cells.map((cell, place) => (this.pending.includes(place) ? '' : cell));
    const problems = blank.length === 0 ? [] : nearMisses(filled, this.#known, blank, true);
    if (problems.length > 0) throw unusable(problems, false, this.#line);
  }
}

function doubtful(cells: readonly string[], known: readonly (string | null)[]): readonly number[] {
  const ours = known.filter((column) => column !== null);
  const found = new Set<number>();
  for (const [place, cell] of cells.entries()) {
    const meant = known[place] === null ? possiblyMeant(cell.trim(), ours) : [];
    if (meant.length > 0) found.add(place);
    for (const column of meant) found.add(known.indexOf(column));
  }
  return [...found];
}

interface Problem {
  readonly path: string;
  readonly message: string;
  /** Our columns that the near miss may be meant for. */
  readonly meant: readonly string[];
}

function knownName(cell: string): string | null {
  const name = columnName(cell);
  return REQUEST_COLUMNS.includes(name) ? name : null;
}

function duplicates(cells: readonly string[], known: readonly (string | null)[]): Problem[] {
  const twice = new Set(known.filter((name, index) => name !== null && known.indexOf(name) < index));
  return [...twice].map((name) => {
    const named = cells.flatMap((cell, index) => (known[index] === name ? [shorten(cell, index)] : []));
    const spellings = [...new Set(named)].map((each) => `"${each}"`);
    const times = named.length === 2 ? 'twice' : `${named.length} times`;
    const as = spellings.length > 1 ? `, as ${spellings.join(' and ')}` : '';
    return {
      path: name ?? '',
      message: `Column "${name}" appears ${times}${as}. Keep one, and rename or remove the rest.`,
      meant: [],
    };
  });
}

/**
 * Columns that are not ours but may be meant for one of `lacking`: columns of ours that the file does not have, or has
 * without a value.
 */
function nearMisses(
  cells: readonly string[],
  known: readonly (string | null)[],
  lacking: readonly string[],
  areBlank = false,
): Problem[] {
  return cells.flatMap((cell, index) => {
    const meant = known[index] === null ? meantColumns(cell.trim(), lacking) : [];
    if (meant.length === 0) return [];
    const name = shorten(cell, index);
    const question = meant.map((column) => `"${column}"`).join(' or ');
    const message = areBlank
      ? `Column "${name}" is not known, and ${question} is blank on every row: did you mean ${question}? If so, take the blank column out and give its name to "${name}"; otherwise take "${name}" out.`
      : `Column "${name}" is not known: did you mean ${question}? Rename it, or take the column out if it is something else.`;
    return [{ path: name, message, meant }];
  });
}

function missing(known: readonly (string | null)[], suggested: ReadonlySet<string>): Problem[] {
  const isThere = (column: string): boolean => known.includes(column) || suggested.has(column);
  const problems: Problem[] = REQUIRED_COLUMNS.filter((column) => !isThere(column)).map((column) => ({
    path: column,
    message: `Column "${column}" is missing. Every file needs it.`,
    meant: [],
  }));
  if (CREDIT_COLUMNS.some(isThere)) return problems;
  const [planned = '', final = ''] = CREDIT_COLUMNS;
  const message = `There is no column of credits. Every file needs "${planned}" or "${final}", or both.`;
  return [...problems, { path: planned, message, meant: [] }];
}

function unusable(problems: readonly Problem[], isForeign: boolean, line: number): ApiError {
  const sentences = problems.map(({ message }) => message);
  if (isForeign) {
    sentences.unshift(
      'None of its cells is the name of a column. If there is a title above the header, delete it. If there is no header, add one.',
    );
  }
  const message = `The header row cannot be used. Line ${line} was taken for the header. ${sentences.join(' ')}`;
  const details = problems.map(({ path, message: sentence }) => ({ path, message: sentence }));
  return new ApiError('unusableHeader', message, { details });
}

function shorten(cell: string, index: number): string {
  const name = cell.trim();
  if (name === '') return `column ${index + 1}`;
  return cutText(name, LONGEST_SHOWN);
}
