import { ByteWriter } from '../csv/byte-writer.js';
import type { TableToRead } from '../table/column-facts.js';
import type { Examined } from './examine.js';
import { columnsOf, meaningOf, ruleOf, valuesOf } from './format/column-rules.js';
import type { OurRow } from './format/examination.js';
import { OUR_FIELDS, type Ours } from './format/our-fields.js';
import { isLeftOutByMark, isOurRecipe, type Recipe } from './format/recipe.js';
import { columnsFilled, rowMaker } from './questions/make-rows.js';
import { NO_CELLS } from './rows/file-student.js';
import { shownCell } from './rows/read-cells.js';
import { studentGroups } from './rows/student-groups.js';
import { termReader } from './rows/student-terms.js';

/** A change by hand, by the numbers of our rows. */
export interface Edit {
  /** Values that replace what the recipe makes in a column of ours. */
  readonly column: string;
  readonly cells: readonly { readonly rows: readonly number[]; readonly value: string }[];
  /** Rows that are left out. The others keep their numbers. */
  readonly leftOut: readonly number[];
}

/** The file rows (spreadsheet numbers) and columns that our rows come from. Filled during conversion. */
export class RowOrigins {
  /** By the number of our row, the header being 1; empty for a file that is used unchanged. */
  readonly #rows: (readonly number[])[] = [[], []];
  readonly #terms: (number | null)[] = [null, null];

  /** @param recipe null where nobody said what the columns are. */
  constructor(readonly recipe: Recipe | null = null) {}

  /** Records the originals of our next row, and the index of its term in the recipe. */
  add({ rows, termIndex }: OurRow): void {
    this.#rows.push(rows);
    this.#terms.push(termIndex);
  }

  /** The rows of the file that one of our rows was made from. */
  fileRowsOf(row: number): readonly number[] {
    return this.#rows[row] ?? [row];
  }

  /** The index of a row's term in the recipe; null if terms do not have their own columns. */
  termIndexOf(row: number): number | null {
    return this.#terms[row] ?? null;
  }

  /** The file's names for the columns that one of our cells was read from, joined; else our own name. */
  columnOf(column: Ours, row: number | null): string {
    if (this.recipe === null) return column;
    const term = this.recipe.terms[(row === null ? null : this.termIndexOf(row)) ?? -1];
    return columnsOf(ruleOf(this.recipe, column, term)).join(' + ') || column;
  }
}

const PIECE_BYTES = 256 * 1024;
/**
 * Converts a file to our CSV. `pieces` can be iterated only once; `origins` is complete after the last piece.
 * @throws RangeError while anything is open, or nobody has confirmed the recipe.
 */
export function applyRecipe(
  table: TableToRead,
  recipe: Recipe,
  examined: Pick<Examined, 'rowsFound' | 'open'>,
  awardYear: string,
  edits: readonly Edit[] = [],
) {
  const { rowsFound, open } = examined;
  if (open.length > 0 || !recipe.confirmed) throw new RangeError('Something is open, or not confirmed.');
  const origins = new RowOrigins(recipe);
  if (isOurRecipe(recipe)) {
    const columns = OUR_FIELDS.filter((field) => (recipe.fields[field] ?? 'none') !== 'none');
    return { pieces: pieces(rowsInOurNames(table, recipe), columns, edits, origins), origins };
  }
  if (rowsFound === null) throw new RangeError('The rows were not examined.');
  const readTerms = termReader(table.header, recipe, awardYear);
  const makeRows = rowMaker(recipe, rowsFound.usualFullTime);
  const rows = function* (): Generator<OurRow, void, undefined> {
    for (const group of studentGroups(table, recipe, rowsFound.index)) yield* makeRows(readTerms(group));
  };
  return { pieces: pieces(rows(), columnsFilled(recipe), edits, origins), origins };
}

/** Rows whose cells already mean what our columns mean. */
function* rowsInOurNames(table: TableToRead, recipe: Recipe): Generator<OurRow, void, undefined> {
  const rules = OUR_FIELDS.flatMap((field) => {
    const rule = recipe.fields[field] ?? 'none';
    return rule === 'none' ? [] : [{ field, rule, index: table.header.indexOf(columnsOf(rule)[0] ?? '') }];
  });
  for (const each of table.rows()) {
    const { row, cells: fileCells } = each;
    if (isLeftOutByMark(recipe, each)) continue;
    const cells = { ...NO_CELLS };
    for (const { field, rule, index } of rules) {
      const cell = fileCells[index] ?? '';
      cells[field] = 'value' in rule ? rule.value : (meaningOf(valuesOf(rule), shownCell(cell)) ?? cell);
    }
    yield { cells, rows: [row], termIndex: null };
  }
}

function* pieces(
  rows: Iterable<OurRow>,
  filled: readonly Ours[],
  edits: readonly Edit[],
  origins: RowOrigins,
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const changed = new Map<number, Readonly<Record<string, string>>>();
  for (const { column, cells } of edits)
    for (const { rows: own, value } of cells)
      for (const row of own) changed.set(row, { ...changed.get(row), [column]: value });
  const leftOut = new Set(edits.flatMap((edit) => edit.leftOut));
  const isChanged = (field: Ours) => edits.some(({ column, cells }) => column === field && cells.length > 0);
  const columns = OUR_FIELDS.filter((field) => filled.includes(field) || isChanged(field));
  let out = new ByteWriter();
  out.cells(columns);
  out.endRecord();
  let row = 1;
  for (const made of rows) {
    row += 1;
    origins.add(made);
    // A blank line keeps the numbers of the rows below.
    if (!leftOut.has(row))
      out.cells(columns.map((column) => changed.get(row)?.[column] ?? made.cells[column]));
    out.endRecord();
    if (out.length < PIECE_BYTES) continue;
    yield out.written().slice();
    out = new ByteWriter();
  }
  yield out.written().slice();
}
