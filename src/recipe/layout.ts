import { REQUEST_COLUMNS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { meantColumns } from '../contract/near-miss.js';
import { type Encoding, textPieces } from './encoding.js';
import { RecipeError } from './recipe-error.js';
import { DELIMITERS, type Delimiter, rowsOf, type SourceRow } from './records.js';

/** Where the header is looked for. */
const LOOKED_AT_CHARACTERS = 64 * 1024;
const LOOKED_AT_ROWS = 20;

/** So many names that are known show where the header is. */
const ENOUGH_NAMES = 2;

/** How a delimited text is laid out. */
export interface Layout {
  readonly delimiter: Delimiter;
  /** Whether the first line is Excel's `sep=`, which no spreadsheet shows: rows are numbered behind it. */
  readonly hasSepLine: boolean;
}

const SEP_LINE = /^"?sep=([,;\t|])"?\r?\n/i;

/** Finds the delimiter of a text: the one by which most names of columns are found, or that makes most columns. */
export function layoutOf(bytes: Uint8Array, encoding: Encoding): Layout {
  const text = beginning(bytes, encoding);
  const told = DELIMITERS.find((each) => each === SEP_LINE.exec(text)?.[1]);
  if (told !== undefined) return { delimiter: told, hasSepLine: true };
  const ranked = DELIMITERS.map((delimiter) => ({ delimiter, ...merit(text, delimiter) }));
  ranked.sort((one, other) => other.names - one.names || other.width - one.width);
  return { delimiter: ranked[0]?.delimiter ?? ',', hasSepLine: false };
}

/** The row that is the header: the one with most names that are known, else the first with several cells. */
export function headerAmong(rows: readonly SourceRow[]): SourceRow | undefined {
  const first = rows.slice(0, LOOKED_AT_ROWS);
  const counts = first.map(({ cells }) => namesIn(cells));
  const most = Math.max(...counts);
  if (most >= ENOUGH_NAMES) return first[counts.indexOf(most)];
  return first.find(({ cells }) => filled(cells) > 1) ?? first.find(({ cells }) => filled(cells) === 1);
}

/** Whether a name of a column is one of ours or may be meant for one. */
function isKnown(name: string): boolean {
  // Numbers are no names; to compare one takes some time.
  return (
    /\p{L}/u.test(name) &&
    (REQUEST_COLUMNS.includes(columnName(name)) || meantColumns(name.trim(), REQUEST_COLUMNS).length > 0)
  );
}

function namesIn(cells: readonly string[]): number {
  return cells.filter(isKnown).length;
}

function filled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

function merit(text: string, delimiter: Delimiter): { readonly names: number; readonly width: number } {
  try {
    const rows = rowsOf(text, delimiter, 1).slice(0, LOOKED_AT_ROWS);
    const header = headerAmong(rows);
    if (header === undefined) return { names: 0, width: 0 };
    const body = rows.filter(({ row, cells }) => row > header.row && filled(cells) > 0);
    const fits = body.filter(({ cells }) => cells.length === header.cells.length).length;
    const width = fits * 2 >= body.length ? header.cells.length : 1;
    return { names: namesIn(header.cells), width };
  } catch (error) {
    // Quotes that are wrong with this delimiter may be right with another.
    if (error instanceof RecipeError) return { names: -1, width: 0 };
    throw error;
  }
}

/** The first rows as text, whole ones where there are several. */
function beginning(bytes: Uint8Array, encoding: Encoding): string {
  let text = '';
  for (const piece of textPieces(bytes, encoding)) {
    text += piece;
    if (text.length > LOOKED_AT_CHARACTERS) break;
  }
  const isWhole = text.length <= LOOKED_AT_CHARACTERS;
  const start = text.slice(0, LOOKED_AT_CHARACTERS);
  const lines = start.includes('\n') ? start : start.replaceAll('\r', '\n');
  return isWhole ? lines : lines.slice(0, lines.lastIndexOf('\n') + 1);
}
