import { ApiError } from '../../contract/errors.js';
import { cutText } from '../../contract/name-forms.js';
import { fileKindOf } from '../../csv/file-kind.js';
import { cellsOf } from '../../csv/head.js';
import { type SplitFile, splitCsv } from '../../csv/split.js';
import { textOf } from '../../csv/text.js';
import { RecipeError } from '../../recipe/recipe-error.js';
import { openSource, type Source } from '../../recipe/source.js';
import { FILE_LIMITS } from './file-limits.js';

/** What stops a file from being calculated as it is, in the words of the service. */
export interface FileRefusal {
  readonly message: string;
  /** The line that it is about and its text, where it is about one. */
  readonly line: { readonly number: number; readonly text: string } | null;
  /** Whether the file is packed with gzip, so that it can be unpacked here. */
  readonly isGzip: boolean;
}

/** A file that was looked at: ready to be calculated, because it is in our shape, or refused. */
export type LookedAt =
  | { readonly file: SplitFile }
  /** With the file as a table, to be matched; null where it is none. */
  | { readonly file: null; readonly refusal: FileRefusal; readonly source: Source | null };

/** A line that is shown is cut behind so many characters. */
const LONGEST_LINE = 300;

/** Splits a file of ours; of another one finds out how it can be read all the same. */
export async function lookAt(bytes: Uint8Array<ArrayBuffer>): Promise<LookedAt> {
  try {
    return { file: splitCsv(bytes, FILE_LIMITS) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refusal = refusalOf(error, bytes);
    const source = await sourceOf(bytes);
    if (!(source instanceof RecipeError)) return { file: null, refusal, source };
    // A header that the service cannot use is no matter in a table that is to be matched: what stops that one is.
    const isOfTable = error.kind === 'unusableHeader' && !refusal.isGzip;
    const told = isOfTable ? { ...refusal, message: source.message, line: null } : refusal;
    return { file: null, refusal: told, source: null };
  }
}

/** The file as a table; null for what is no table of students; an error where it cannot be read as one. */
async function sourceOf(bytes: Uint8Array): Promise<Source | RecipeError | null> {
  try {
    const source = await openSource(bytes);
    // A text with our header is a table, too, but one that cannot be read.
    const isOther = source.ours === null || source.kind === 'workbook';
    const isTable = isOther && source.header.length > 1 && source.firstRows.length > 0;
    return isTable ? source : null;
  } catch (error) {
    if (error instanceof RecipeError) return error;
    throw error;
  }
}

function refusalOf(error: ApiError, bytes: Uint8Array): FileRefusal {
  const details = 'details' in error.body ? error.body.details : null;
  const number = details?.[0]?.['line'];
  const line = typeof number === 'number' ? { number, text: lineText(bytes, number) } : null;
  return { message: error.message, line, isGzip: fileKindOf(bytes) === 'gzip' };
}

function lineText(bytes: Uint8Array, number: number): string {
  let start = 0;
  for (let line = 1; line < number; line++) start = bytes.indexOf(0x0a, start) + 1;
  const end = bytes.indexOf(0x0a, start);
  const most = Math.min(end < 0 ? bytes.length : end, start + 4 * LONGEST_LINE);
  const text = new TextDecoder().decode(bytes.subarray(start, most)).trimEnd();
  return cutText(text, LONGEST_LINE);
}

/** A file in our shape that can be calculated, at a glance. */
export interface FileFacts {
  readonly rows: number;
  readonly students: number;
  readonly header: readonly string[];
  readonly firstRows: readonly (readonly string[])[];
  /** Columns of the file that are not read. */
  readonly ignored: readonly string[];
}

/** So many rows are shown of a file. */
export const FIRST_ROWS = 8;

/** What is to be shown of a file that was split. */
export function factsOf(bytes: Uint8Array, { head, rowCount, studentCount, records }: SplitFile): FileFacts {
  const firstRows = Array.from({ length: Math.min(rowCount, FIRST_ROWS) }, (_, record) =>
    cellsOf(textOf(bytes, records.starts[record], records.ends[record])),
  );
  return {
    rows: rowCount,
    students: studentCount,
    header: head.cells,
    firstRows,
    ignored: head.header.ignored,
  };
}
