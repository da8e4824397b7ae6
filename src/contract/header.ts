import { ApiError } from './errors.js';
import { CREDIT_COLUMNS, REQUEST_COLUMNS, REQUIRED_COLUMNS } from './field-list.js';
import { cutText, joinedName, separatedName } from './name-forms.js';
import { meantColumns, possiblyMeant } from './near-miss.js';

/** What a header row says. */
export interface Header {
  /** For each column of the file the name of ours that it has, null for one that is not read. */
  readonly columns: readonly (string | null)[];
  /** Columns that are not read, as they are called in the file, in its order; one without a name by its place. */
  readonly ignored: readonly string[];
  /**
   * Places of columns that have to be looked through for a filled cell: those of ours that a column which is not read may be meant
   * for, and those columns. Most files have none.
   */
  readonly doubtful: readonly number[];
}

const LONGEST_SHOWN = 100;

const OUR_NAMES: ReadonlyMap<string, string> = new Map(
  REQUEST_COLUMNS.map((column) => [joinedName(column), column]),
);

/**
 * A name of a header as names are compared: the column of ours that it is as a reader sees it, whatever its case and separators, camel
 * case included; any other name in lower case, with an underscore for each separator.
 */
export function columnName(cell: string): string {
  return OUR_NAMES.get(joinedName(cell)) ?? separatedName(cell);
}

/**
 * Reads a header row; `line` is where the file has it, from 1, for the message. Columns come in any order.
 *
 * @throws ApiError `unusableHeader` naming every problem at once: a column twice, a name that may be meant for a column of
 * ours which the file lacks, a required column missing, no column of credits.
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

/**
 * Looks for columns of ours without a filled cell, which count as lacking where another column may be meant for them: `pending` are the
 * places that no filled cell has been found in yet. Tell it of the filled cells, and then {@link refuseBlank}.
 */
export class BlankColumns {
  readonly #cells: readonly string[];
  readonly #line: number;
  readonly #known: readonly (string | null)[];
  pending: readonly number[];

  /** `cells` is the header row, which `line` has. */
  constructor(cells: readonly string[], { columns, doubtful }: Header, line: number) {
    this.#cells = cells;
    this.#line = line;
    this.#known = columns;
    this.pending = doubtful;
  }

  isFilled(place: number): void {
    this.pending = this.pending.filter((each) => each !== place);
  }

  /** @throws ApiError `unusableHeader` naming every filled column that may be meant for one of ours which is blank. */
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
  /** The columns of ours that a near miss may be meant for. */
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

/** Columns that are none of ours and may be meant for one of `lacking`, which the file does not have, or has without a value. */
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
