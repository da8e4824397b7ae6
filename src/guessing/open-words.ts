import { valueKey } from './cell-rules.js';
import { cellIn } from './cells.js';
import { type Flag, inverseIn, LEGACY_TOPIC, PLUS_TOPIC } from './flag-columns.js';
import { CODED_COLUMNS, type Standing, wordReader } from './own-values.js';
import type { RawRow, RawRows } from './raw-rows.js';
import type { Recipe } from './recipe.js';
import { Tally, tallyOf } from './tally.js';

/** Unexplained codes in cells, and blank cells if other rows have an explicit no. */
export class OpenWords {
  /** Codes that cannot be read, by our column. A blank one is counted if blank would be given a meaning. */
  readonly codes: ReadonlyMap<string, ReadonlyMap<string, Tally>>;
  /**
   * By our column: students for whom a blank flag matters, and whether other rows have an explicit no, since blank may
   * then not mean no.
   */
  readonly blankFlags: ReadonlyMap<Flag, { readonly tally: Tally; readonly saysNo: boolean }>;
  readonly #coded;
  readonly #flags;

  constructor({ columns, filled }: RawRows, header: readonly string[], recipe: Recipe, isContract: boolean) {
    const coded = CODED_COLUMNS.filter((column) => filled.has(column)).map((column) => {
      const rule = recipe.columns[column];
      const values = rule !== undefined && 'values' in rule ? rule.values : undefined;
      return {
        column,
        codes: new Map<string, Tally>(),
        // A code known to mean nothing is its own meaning.
        decided: new Set(Object.values(values ?? {}).map(valueKey)),
        asksBlank: column === 'degree_level' && rule !== undefined && !('constant' in rule) && !isContract,
        isOfUndergraduates: column === 'grade_level' && !isContract,
        cellOf: cellIn(columns, column),
        words: wordReader(column),
        isInverse: inverseIn(header, column, rule),
      };
    });
    const flags = [PLUS_TOPIC, LEGACY_TOPIC].flatMap(({ ours: column, concerns: matters }) => {
      const seen = { tally: new Tally(), saysNo: false };
      return filled.has(column)
        ? [{ column, seen, matters, cellOf: cellIn(columns, column), words: wordReader(column) }]
        : [];
    });
    this.#coded = coded;
    this.#flags = flags;
    this.codes = new Map(coded.map(({ column, codes }) => [column, codes]));
    this.blankFlags = new Map(flags.map(({ column, seen }) => [column, seen]));
  }

  add({ cells, given, row }: RawRow, standing: Standing, student: number): void {
    for (const { seen, matters, cellOf, words } of this.#flags) {
      const cell = cellOf(cells);
      if (cell !== '') seen.saysNo ||= words(cell) === 'no';
      else if (matters(standing)) seen.tally.add(student, row);
    }
    const isGraduate = standing.level === 'graduate' || standing.level === 'professional';
    for (const { codes, decided, asksBlank, isOfUndergraduates, cellOf, words, isInverse } of this.#coded) {
      if (isOfUndergraduates && isGraduate) continue;
      const cell = cellOf(cells);
      const isOpen =
        cell === '' ? asksBlank : isInverse(given) || (words(cell) === null && !decided.has(valueKey(cell)));
      if (isOpen) tallyOf(codes, cell).add(student, row);
    }
  }
}
