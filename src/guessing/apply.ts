import { ByteWriter } from '../csv/byte-writer.js';
import { CURRENT_AWARD_YEAR } from '../engine/limits.js';
import type { TableInfo } from '../table/open-table.js';
import { allAtOnce } from '../table/steps.js';
import { type Examination, examine, refuseOpen } from './examine.js';
import { type OurTable, ourTable } from './our-rows.js';
import type { Recipe } from './recipe.js';
import { RowOrigins } from './row-origins.js';
import type { SourceTable } from './source.js';

/** Manual changes, by the number of our row. */
export interface Edits {
  /** Cells that replace what the recipe makes, by our column. */
  readonly cells: ReadonlyMap<string, ReadonlyMap<number, string>>;
  /** Rows that are left out. The others keep their numbers. */
  readonly leftOut: ReadonlySet<number>;
}

export const NO_EDITS: Edits = { cells: new Map(), leftOut: new Set() };

/** A file converted to our format. */
export interface Applied {
  /** Our CSV, piece by piece. It can be iterated only once. */
  readonly pieces: Iterable<Uint8Array<ArrayBuffer>>;
  /** Maps our rows to the file's; complete when the last piece was taken. */
  readonly origins: RowOrigins;
}

const PIECE_BYTES = 256 * 1024;

/**
 * Converts a file to our format, row by row.
 *
 * If a row of the file becomes one of our rows it keeps its number, with blank lines in place of the file's titles and
 * blank rows, so that messages about our rows are right about the file.
 *
 * @param examination what the file says under this recipe and an award year's limits; by default, those of the current
 * one. Finding it out takes as long as everything else.
 * @throws TableError for a recipe that does not fit the header, and for each open decision; while pieces are taken,
 * for a row that cannot be read.
 */
export function applyRecipe(
  source: SourceTable & Pick<TableInfo, 'headerRow'>,
  recipe: Recipe,
  edits: Edits = NO_EDITS,
  examination: Examination = allAtOnce(examine(source, recipe, CURRENT_AWARD_YEAR)),
): Applied {
  refuseOpen(examination.decisions);
  const table = ourTable(examination.facts);
  const origins = new RowOrigins(table.keepsNumbers, recipe);
  return { pieces: written(table, source.headerRow, edits, origins), origins };
}

/** Joins the pieces, for `splitCsv`. */
export function joined(pieces: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> {
  const all = [...pieces];
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of all) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function* written(
  { columns, keepsNumbers, rows }: OurTable,
  headerRow: number,
  { cells: changed, leftOut }: Edits,
  origins: RowOrigins,
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const all = [...new Set([...columns, ...changed.keys()])];
  const editors = [...changed].map(([column, byRow]) => ({ place: all.indexOf(column), byRow }));
  let out = new ByteWriter();
  let next = 1;
  const write = (row: number, cells: readonly string[]): void => {
    for (; next < row; next++) out.endRecord();
    out.cells(cells);
    out.endRecord();
    next += 1;
  };
  write(keepsNumbers ? headerRow : 1, all);
  let last = 1;
  for (const { cells, originals, term } of rows()) {
    const row = keepsNumbers ? (originals[0] ?? next) : last + 1;
    last = row;
    if (leftOut.has(row)) continue;
    write(row, editors.length === 0 ? cells : edited(cells, row, all.length, editors));
    origins.add(row, originals, term);
    if (out.length < PIECE_BYTES) continue;
    yield out.written().slice();
    out = new ByteWriter();
  }
  yield out.written().slice();
}

function edited(
  cells: readonly string[],
  row: number,
  width: number,
  editors: readonly { readonly place: number; readonly byRow: ReadonlyMap<number, string> }[],
): readonly string[] {
  const own = Array.from({ length: width }, (_, place) => cells[place] ?? '');
  for (const { place, byRow } of editors) own[place] = byRow.get(row) ?? own[place] ?? '';
  return own;
}
