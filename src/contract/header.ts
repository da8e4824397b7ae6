import { underscored } from './cell-value.js';
import { ApiError } from './errors.js';
import { CREDIT_COLUMNS, REQUEST_COLUMNS, REQUIRED_COLUMNS } from './field-list.js';
import { meantColumns } from './near-miss.js';

/** What a header row says. */
export interface Header {
  /** For each column of the file the name of ours that it has, null for one that is not read. */
  readonly columns: readonly (string | null)[];
  /** Columns that are not read, as they are called in the file, in its order; one without a name by its place. */
  readonly ignored: readonly string[];
}

const LONGEST_SHOWN = 100;

/** A name of a header as names are compared: trimmed, in lower case, with blanks, hyphens and underscores the same. */
export function columnName(cell: string): string {
  return underscored(cell.trim());
}

/**
 * Reads a header row; `line` is where the file has it, from 1, for the message. Columns stand in any order.
 *
 * @throws ApiError `unusableHeader` naming every problem at once: a column twice, a name that may be meant for a column of
 * ours which the file lacks, a required column missing, no column of credits.
 */
export function readHeader(cells: readonly string[], line: number): Header {
  const known = cells.map(knownName);
  const problems: Problem[] = [...duplicates(known), ...nearMisses(cells, known)];
  const suggested = new Set(problems.flatMap(({ meant }) => meant));
  problems.push(...missing(known, suggested));
  if (problems.length > 0) {
    const isForeign = suggested.size === 0 && known.every((name) => name === null);
    throw unusable(problems, isForeign, line);
  }
  const ignored = cells.flatMap((cell, index) => (known[index] === null ? [shorten(cell, index)] : []));
  return { columns: known, ignored };
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

function duplicates(known: readonly (string | null)[]): Problem[] {
  const twice = new Set(known.filter((name, index) => name !== null && known.indexOf(name) < index));
  return [...twice].map((name) => ({
    path: name ?? '',
    message: `Column "${name}" stands twice. Keep one of them, and take the other out or rename it.`,
    meant: [],
  }));
}

function nearMisses(cells: readonly string[], known: readonly (string | null)[]): Problem[] {
  const lacking = REQUEST_COLUMNS.filter((column) => !known.includes(column));
  return cells.flatMap((cell, index) => {
    const meant = known[index] === null ? meantColumns(cell.trim(), lacking) : [];
    if (meant.length === 0) return [];
    const name = shorten(cell, index);
    const question = meant.map((column) => `"${column}"`).join(' or ');
    const message = `Column "${name}" is not known: did you mean ${question}? Rename it, or take the column out if it is something else.`;
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
      'None of its cells is the name of a column. If a title stands above the header, delete it; if there is no header, put one in.',
    );
  }
  const message = `The header row cannot be used. Line ${line} was taken for the header. ${sentences.join(' ')}`;
  const details = problems.map(({ path, message: sentence }) => ({ path, message: sentence }));
  return new ApiError('unusableHeader', message, { details });
}

function shorten(cell: string, index: number): string {
  const name = cell.trim();
  if (name === '') return `column ${index + 1}`;
  return name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN)}…` : name;
}
