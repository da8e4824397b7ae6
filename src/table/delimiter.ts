import { DELIMITERS, type Delimiter, isBlankRow, rowsIn } from './delimited-text.js';
import { type Encoding, textPieces } from './encodings.js';
import { findHeader, type NameHints } from './find-header.js';
import { TableError } from './table-error.js';

/** How many characters are searched for the delimiter. */
const LOOKED_AT_CHARACTERS = 64 * 1024;
const LOOKED_AT_ROWS = 60;

/** The layout of a delimited text. */
export interface Layout {
  readonly delimiter: Delimiter;
  /** Whether the first line is Excel's `sep=`, which no spreadsheet shows: row numbers start after it. */
  readonly hasSepLine: boolean;
}

const SEP_LINE = /^"?sep=([,;\t|])"?\r?\n/i;

/**
 * Finds the delimiter of a text: the one that gives the most usual column names, or the most columns; `known` if it is
 * already known.
 */
export function layoutOf(bytes: Uint8Array, encoding: Encoding, hints: NameHints, known?: Delimiter): Layout {
  const text = beginning(bytes, encoding);
  const told = DELIMITERS.find((each) => each === SEP_LINE.exec(text)?.[1]);
  if (told !== undefined) return { delimiter: known ?? told, hasSepLine: true };
  if (known !== undefined) return { delimiter: known, hasSepLine: false };
  const ranked = DELIMITERS.map((delimiter) => ({ delimiter, ...merit(text, delimiter, hints) }));
  ranked.sort((one, other) => other.known - one.known || other.width - one.width);
  return { delimiter: ranked[0]?.delimiter ?? ',', hasSepLine: false };
}

function merit(text: string, delimiter: Delimiter, hints: NameHints): { known: number; width: number } {
  try {
    const rows = rowsIn(text, delimiter).slice(0, LOOKED_AT_ROWS);
    const header = findHeader(rows, hints);
    if (header === undefined) return { known: 0, width: 0 };
    const { length } = header.names;
    const body = rows.filter((each) => each.row > header.row && !isBlankRow(each));
    const fits = body.filter(({ cells }) => cells.length >= length).length;
    return { known: header.known, width: fits * 2 >= body.length ? length : 1 };
  } catch (error) {
    // Quotes that are wrong with this delimiter may be right with another.
    if (error instanceof TableError) return { known: -1, width: 0 };
    throw error;
  }
}

/** The first rows as text, ending at a row end if there are several. */
function beginning(bytes: Uint8Array, encoding: Encoding): string {
  const text = textPieces(bytes, encoding).next().value ?? '';
  const isWhole = text.length <= LOOKED_AT_CHARACTERS;
  const start = text.slice(0, LOOKED_AT_CHARACTERS);
  const lines = start.includes('\n') ? start : start.replaceAll('\r', '\n');
  return isWhole ? lines : lines.slice(0, lines.lastIndexOf('\n') + 1);
}
