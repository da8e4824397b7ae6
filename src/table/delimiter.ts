import { DELIMITERS, type Delimiter, isFilled, type Layout, rowsIn } from './delimited-text.js';
import { type Encoding, encodingOf, textPieces } from './encodings.js';
import { findHeader, type NameHints } from './find-header.js';
import { TableError } from './table-error.js';

const LOOKED_AT_CHARACTERS = 64 * 1024;
const LOOKED_AT_ROWS = 60;

const SEP_LINE = /^"?sep=([,;\t|^])"?\r?\n/i;

/** The layout of a text. An unknown delimiter is the one with the most usual names, then the most columns. */
export function layoutOf(
  bytes: Uint8Array,
  known: { readonly encoding?: Encoding | undefined; readonly delimiter?: Delimiter | undefined },
  hints: NameHints,
): Layout {
  const encoding = known.encoding ?? encodingOf(bytes);
  const text = firstLines(bytes, encoding);
  const sepDelimiter = DELIMITERS.find((each) => each === SEP_LINE.exec(text)?.[1]);
  const delimiter = known.delimiter ?? sepDelimiter ?? bestDelimiter(text, hints);
  return { encoding, delimiter, hasSepLine: sepDelimiter !== undefined };
}

function bestDelimiter(text: string, hints: NameHints): Delimiter {
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, ...merit(text, delimiter, hints) })).sort(
    (one, other) => other.known - one.known || other.width - one.width,
  );
  return best?.delimiter ?? ',';
}

function merit(text: string, delimiter: Delimiter, hints: NameHints): { known: number; width: number } {
  try {
    const rows = rowsIn(text, delimiter).slice(0, LOOKED_AT_ROWS);
    const header = findHeader(rows, hints);
    if (header === undefined) return { known: 0, width: 0 };
    const { length } = header.names;
    const body = rows.filter(({ row, cells }) => row > header.row && cells.some(isFilled));
    const fits = body.filter(({ cells }) => cells.length >= length).length;
    return { known: header.usualNames, width: fits * 2 >= body.length ? length : 1 };
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    // Quotes that are wrong with this delimiter may be right with another, unless the header fits this one.
    const headerEnd = text.indexOf('\n') + 1;
    const isHeader = headerEnd === 0 || headerEnd === text.length;
    return isHeader ? { known: -1, width: 0 } : merit(text.slice(0, headerEnd), delimiter, hints);
  }
}

/** The first rows of the text, cut at a line end if there are several. */
function firstLines(bytes: Uint8Array, encoding: Encoding): string {
  const text = textPieces(bytes, encoding).next().value ?? '';
  const start = text.slice(0, LOOKED_AT_CHARACTERS);
  const lines = start.replace(/\r(?=[^\n])/g, '\n');
  return text === start ? lines : lines.slice(0, lines.lastIndexOf('\n') + 1);
}
