import { ByteWriter } from '../csv/byte-writer.js';
import type { TableToRead } from '../table/column-facts.js';
import { addsTerms, columnsFilled, RowMaker } from './decided-rows.js';
import type { OurRow } from './examination.js';
import type { Examined } from './examine.js';
import { OUR_FIELDS, type Ours } from './our-fields.js';
import { shownCell } from './read-cells.js';
import { decisionOf, isOwnRecipe, type OpenPlace, type Recipe, RecipeError } from './recipe.js';
import { columnsOf, meaningOf, ruleOf, valuesOf } from './rules.js';
import { NO_CELLS } from './student-facts.js';
import { studentGroups } from './student-groups.js';
import { TermReader } from './student-terms.js';

/** A change by hand, by the numbers of our rows. */
export interface Edit {
  /** Values that replace what the recipe makes in a column of ours. */
  readonly column: string;
  readonly cells: readonly { readonly rows: readonly number[]; readonly value: string }[];
  /** Rows that are left out. The others keep their numbers. */
  readonly leftOut: readonly number[];
}

/**
 * The origin of our rows: which rows (as spreadsheets number them) and columns of the file. Filled while the file is
 * converted.
 */
export class RowOrigins {
  /** By our row, of which the first is the header, where numbers are not kept. */
  readonly #rows: (readonly number[])[] = [[], []];
  readonly #terms: (number | null)[] = [null, null];

  /**
   * @param keepsNumbers whether each of our rows has the number of its original.
   * @param recipe null for a file that is used unchanged.
   */
  constructor(
    readonly keepsNumbers: boolean,
    readonly recipe: Recipe | null = null,
  ) {}

  /** Records the originals of our next row, and the index of its term in the recipe. */
  add(originals: readonly number[], term: number | null): void {
    if (this.keepsNumbers) return;
    this.#rows.push(originals);
    this.#terms.push(term);
  }

  /** The rows of the file that one of our rows was made from. */
  of(row: number): readonly number[] {
    return this.keepsNumbers ? [row] : (this.#rows[row] ?? []);
  }

  /** The index of a row's term in the recipe; null if terms do not have their own columns. */
  termOf(row: number): number | null {
    return this.#terms[row] ?? null;
  }

  /** The file's names for the columns that one of our cells was read from, joined; our own name if there is none. */
  columnOf(column: Ours, row: number | null): string {
    if (this.recipe === null) return column;
    const term = this.recipe.terms[(row === null ? null : this.termOf(row)) ?? -1];
    return columnsOf(ruleOf(this.recipe, column, term)).join(' + ') || column;
  }
}

/** A file converted to our format. */
export interface Applied {
  /** Our CSV, piece by piece. It can be iterated only once. */
  readonly pieces: Iterable<Uint8Array<ArrayBuffer>>;
  /** Maps our rows to the file's; complete when the last piece was taken. */
  readonly origins: RowOrigins;
}

const PIECE_BYTES = 256 * 1024;
const NOT_CONFIRMED: OpenPlace = {
  path: ['confirmed'],
  message: 'Nobody has said yet that these are the columns. Read the recipe, and write true.',
};

/**
 * Converts a file to our format, student by student.
 *
 * If each row of the file becomes one of our rows it keeps its number, with blank lines in place of the file's titles and
 * blank rows, so that messages about our rows are right about the file.
 *
 * @throws RecipeError naming every open place.
 */
export function applyRecipe(
  table: TableToRead,
  recipe: Recipe,
  examined: Pick<Examined, 'rowsFound' | 'open'>,
  awardYear: string,
  edits: readonly Edit[] = [],
): Applied {
  const open = [...examined.open, ...(recipe.confirmed ? [] : [NOT_CONFIRMED])];
  const { rowsFound } = examined;
  if (open.length > 0) throw new RecipeError('The file is not calculated while these places are open.', open);
  if (isOwnRecipe(recipe)) {
    const origins = new RowOrigins(true, recipe);
    const columns = OUR_FIELDS.filter((field) => (recipe.fields[field] ?? 'none') !== 'none');
    return { pieces: pieces(ownRows(table, recipe), columns, edits, origins), origins };
  }
  if (rowsFound === null) throw new RangeError('The rows were not examined.');
  const reader = new TermReader(table.header, recipe, awardYear);
  const maker = new RowMaker(recipe, rowsFound.usual);
  const rows = function* (): Generator<OurRow, void, undefined> {
    for (const group of studentGroups(table, recipe, rowsFound.index))
      yield* maker.rowsOf(reader.read(group));
  };
  const origins = new RowOrigins(rowsFound.keepsNumbers && !addsTerms(recipe), recipe);
  return { pieces: pieces(rows(), columnsFilled(recipe), edits, origins), origins };
}

/** Rows whose cells already mean what our columns mean. */
function* ownRows(table: TableToRead, recipe: Recipe): Generator<OurRow, void, undefined> {
  const rules = OUR_FIELDS.flatMap((field) => {
    const rule = recipe.fields[field] ?? 'none';
    return rule === 'none' ? [] : [{ field, rule, place: table.header.indexOf(columnsOf(rule)[0] ?? '') }];
  });
  const isHiddenRead = decisionOf(recipe, 'hidden_rows') !== 'leave_out';
  for (const { row, cells: own, isHidden } of table.rows()) {
    if (isHidden === true && !isHiddenRead) continue;
    const cells = { ...NO_CELLS };
    for (const { field, rule, place } of rules) {
      const cell = own[place] ?? '';
      cells[field] = 'value' in rule ? rule.value : (meaningOf(valuesOf(rule), shownCell(cell)) ?? cell);
    }
    yield { cells, rows: [row], term: null };
  }
}

function* pieces(
  rows: Iterable<OurRow>,
  filled: readonly Ours[],
  edits: readonly Edit[],
  origins: RowOrigins,
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const changed = new Map<string, Map<number, string>>();
  for (const { column, cells } of edits)
    for (const { rows: edited, value } of cells) {
      const own = changed.get(column) ?? new Map<number, string>();
      changed.set(column, own);
      for (const row of edited) own.set(row, value);
    }
  const leftOut = new Set(edits.flatMap((edit) => edit.leftOut));
  const columns = OUR_FIELDS.filter((field) => filled.includes(field) || changed.has(field));
  let out = new ByteWriter();
  let next = 1;
  const write = (row: number, cells: readonly string[]): void => {
    for (; next < row; next++) out.endRecord();
    out.cells(cells);
    out.endRecord();
    next += 1;
  };
  write(1, columns);
  let last = 1;
  for (const { cells, rows: originals, term } of rows) {
    last = origins.keepsNumbers ? (originals[0] ?? next) : last + 1;
    const row = last;
    origins.add(originals, term);
    if (leftOut.has(row)) continue;
    const written = columns.map((column) => changed.get(column)?.get(row) ?? cells[column]);
    write(row, written);
    if (out.length < PIECE_BYTES) continue;
    yield out.written().slice();
    out = new ByteWriter();
  }
  yield out.written().slice();
}
