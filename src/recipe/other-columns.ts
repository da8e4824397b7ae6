import { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { columnName } from '../contract/header.js';
import { exactCell, isMoney } from './cell-rules.js';
import { type NeedFlag, needFlags } from './need-flags.js';
import type { OtherAmount } from './other-amounts.js';
import type { Standing } from './own-values.js';
import { DependencyCodes, type FlagRule, type PlusColumn, plusColumns } from './plus-columns.js';
import type { RawRow, RawRows } from './raw-rows.js';
import type { Recipe } from './recipe.js';
import { recipeError } from './recipe-error.js';
import { decidedStatuses, StatusCodes, statusCode } from './row-status.js';
import { LEGACY_TOPIC, PLUS_TOPIC, SpokenColumn } from './spoken-columns.js';
import { Tally } from './tally.js';
import { type UnreadColumn, unreadColumns, unreadMeaning } from './unread-columns.js';
import { WithdrawnCredits } from './withdrawn-credits.js';

/** Columns of an answer, which say nothing of who may borrow: failed rows come back with them. */
const OF_AN_ANSWER: ReadonlySet<string> = new Set(RESPONSE_COLUMNS);

/** What columns of a file say that nothing is read from. */
export class OtherColumns {
  /** Of rows that have credits, what each code says in columns that may tell rows that do not count. */
  readonly statuses: readonly StatusCodes[];
  /** Columns of dollars, with the rows that have any. */
  readonly amounts: readonly { readonly column: OtherAmount; readonly tally: Tally }[];
  /** Columns of credits that may not count, with the rows that have any beside credits of their own. */
  readonly withdrawn: readonly WithdrawnCredits[];
  /** Columns that may say who has subsidized need. */
  readonly needFlags: readonly NeedFlag[];
  /** Columns whose names say that they may decide what a student may borrow. */
  readonly unread: readonly UnreadColumn[];
  readonly #deciding: ReadonlySet<UnreadColumn>;
  readonly #notNetted: ReadonlySet<string>;
  /** Columns that may say whose parent was denied a PLUS loan, by their names or by anything. */
  readonly #plus: readonly PlusColumn[];
  readonly #spokenPlus: readonly SpokenColumn[];
  readonly #dependency: DependencyCodes;
  /** Columns that may say who is a legacy borrower. */
  readonly #legacy: readonly SpokenColumn[];
  readonly #decided: ReadonlyMap<string, ReturnType<typeof decidedStatuses>>;

  constructor(
    { statuses, amounts, withdrawn, unread, filled }: RawRows,
    header: readonly string[],
    recipe: Recipe,
  ) {
    const { columns, decisions } = recipe;
    const spoken = (topic: typeof PLUS_TOPIC): readonly SpokenColumn[] =>
      filled.has(topic.ours)
        ? []
        : unread
            .filter((place) => !OF_AN_ANSWER.has(columnName(header[place] ?? '')))
            .map((place) => new SpokenColumn(place, header[place] ?? '', topic));
    this.statuses = statuses.map((column) => new StatusCodes(column));
    this.amounts = amounts.map((column) => ({ column, tally: new Tally() }));
    this.withdrawn = withdrawn.map((column) => new WithdrawnCredits(column));
    this.needFlags = needFlags(header, unread);
    this.#plus = plusColumns(header, unread);
    this.#spokenPlus = spoken(PLUS_TOPIC);
    this.#dependency = new DependencyCodes(header, columns['dependency_status']);
    this.unread = unreadColumns(header, unread, recipe);
    this.#deciding = new Set(this.unread.filter(({ name }) => unreadMeaning(decisions, name) === 'decides'));
    this.#notNetted = new Set(
      Object.entries(decisions.paid ?? {}).flatMap(([name, said]) =>
        said === 'returned' ? [columnName(name)] : [],
      ),
    );
    this.#legacy = spoken(LEGACY_TOPIC);
    this.#decided = new Map(statuses.map(({ name }) => [name, decidedStatuses(decisions, name)]));
  }

  /** For each column that may say one of these flags, the rule that reads it. */
  rulesFor(ours: 'plus_denied' | 'is_legacy_borrower'): readonly FlagRule[] {
    const found =
      ours === 'plus_denied' ? [...this.#plus, ...this.#spokenPlus, this.#dependency] : this.#legacy;
    const rules = found.flatMap(({ rule }) => rule ?? []);
    return rules.filter(({ column }, nth) => rules.findIndex((each) => each.column === column) === nth);
  }

  /** @param label of the row's term. */
  add({ row, given, hasCredits }: RawRow, label: string, student: number, standing: Standing): void {
    for (const { column, tally } of this.amounts) {
      const cell = given[column.place] ?? '';
      if (!isMoney(cell) || (!column.saysPaid && exactCell({ kind: 'dollars' }, cell) === null)) continue;
      tally.add(student, row);
      if (this.#notNetted.has(columnName(column.name))) throw notNetted(row, column.name);
    }
    for (const column of this.#plus) column.add(given[column.place] ?? '');
    for (const column of this.#spokenPlus) column.add(given[column.place] ?? '', standing);
    for (const column of this.#legacy) column.add(given[column.place] ?? '', standing);
    this.#dependency.add(given[this.#dependency.place]);
    for (const column of this.unread) {
      column.add(given, label, student, row);
      if (this.#deciding.has(column) && column.tally.count > 0) throw notRead(row, column.name);
    }
    for (const flag of this.needFlags) flag.add(given, student, row);
    if (!hasCredits) return;
    for (const each of this.withdrawn) each.add(given, label, student, row);
    for (const codes of this.statuses) {
      const { name, place, term, seems, by } = codes.column;
      if (term !== null && term !== label) continue;
      const cell = given[place] ?? '';
      codes.add(cell, student, row, label);
      // What one column says need not be asked of the next.
      const decided = this.#decided.get(name);
      if (by !== 'name' && decided == null) continue;
      const code = statusCode(cell);
      const status = decided?.get(code) ?? (seems(code) === 'out' ? undefined : 'counts');
      if (status !== 'counts' && (by === 'name' || status === 'not_enrolled')) return;
    }
  }
}

function notNetted(row: number, column: string) {
  return recipeError(
    'This amount came back and is still among what was paid. Take it off there in the file, and take the file again.',
    { row, column },
  );
}

function notRead(row: number, column: string) {
  return recipeError(
    'This column was said to decide what may be borrowed, and nothing is read from it. Put what it says into the columns that are read, or name the column that is meant in the recipe.',
    { row, column },
  );
}
