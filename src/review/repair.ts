import { FIELDS } from '../contract/field-list.js';
import { CONTRADICTION, COPY } from '../csv/student-rows.js';
import { listed } from '../engine/texts.js';
import type { Edits } from '../recipe/apply-recipe.js';

/** How to repair a group of failures. */
export interface Repair {
  /**
   * `value`: one value for all of these rows. `source`: only the student system knows what is right, row by row. `copies`: these
   * rows are there twice, and can be left out.
   */
  readonly kind: 'value' | 'source' | 'copies';
  /** What to do, as a sentence. */
  readonly sentence: string;
  /** What may be chosen; empty where anything of the right kind may be written. */
  readonly options: readonly string[];
}

/** Columns whose value a school often has once for many students. */
const ONE_FOR_ALL: ReadonlySet<string> = new Set(['term_ft_credits', 'academic_year_terms']);

/** What repairs the failures of a column with one code. */
export function repairOf(column: string, code: string): Repair {
  if (code === COPY.code) return { kind: 'copies', sentence: 'Leave these rows out.', options: [] };
  const field = FIELDS.find((each) => each.column === column);
  const options = field?.kind === 'flag' ? ['yes', 'no'] : (field?.options ?? []);
  if (code === CONTRADICTION.code) {
    const sentence = 'Correct these rows in your file: each student needs one value.';
    return { kind: 'source', sentence, options };
  }
  if (options.length > 0) {
    const sentence = `Choose ${listed(options, 'or')} for these rows, or correct the column in your file.`;
    return { kind: 'value', sentence, options };
  }
  if (ONE_FOR_ALL.has(column)) {
    const sentence = 'Write one value for these rows, or fill the column in your file.';
    return { kind: 'value', sentence, options };
  }
  return { kind: 'source', sentence: 'Correct these rows in your file.', options };
}

/** The edits that also write a value into a column on these rows of ours. */
export function mendRows(edits: Edits, column: string, rows: Iterable<number>, value: string): Edits {
  const byRow = new Map([
    ...(edits.cells.get(column) ?? []),
    ...Array.from(rows, (row) => [row, value] as const),
  ]);
  return { ...edits, cells: new Map([...edits.cells, [column, byRow]]) };
}

/** The edits that also leave out these rows of ours. */
export function leaveOut(edits: Edits, rows: Iterable<number>): Edits {
  return { ...edits, leftOut: new Set([...edits.leftOut, ...rows]) };
}
