import { FIELDS } from '../contract/field-list.js';
import { CONTRADICTION, COPY } from '../csv/student-rows.js';
import { listed } from '../engine/texts.js';

/** How to repair a group of failures. */
export interface Repair {
  /**
   * `values`: say what the values given mean. `value`: one value for all of these rows, or for every blank cell. `source`: only
   * the student system knows what is right. `copies`: these rows are there twice, and can be left out.
   */
  readonly kind: 'values' | 'value' | 'source' | 'copies';
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
    return {
      kind: 'source',
      sentence: 'Correct these rows in your file: each student needs one value.',
      options,
    };
  }
  if (options.length > 0 && code !== 'missing') {
    return {
      kind: 'values',
      sentence: `What does each of these values mean: ${listed(options, 'or')}?`,
      options,
    };
  }
  if (options.length > 0) {
    return {
      kind: 'value',
      sentence: `Choose ${listed(options, 'or')} for these rows, or fill the column in your file.`,
      options,
    };
  }
  if (ONE_FOR_ALL.has(column)) {
    return {
      kind: 'value',
      sentence: 'Write one value for these rows, or fill the column in your file.',
      options,
    };
  }
  return { kind: 'source', sentence: 'Correct these rows in your file.', options };
}
