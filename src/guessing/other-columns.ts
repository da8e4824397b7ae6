import { columnName } from '../contract/header.js';
import { compare, type Exact } from '../engine/exact.js';
import { tableError } from '../table/table-error.js';
import { exactCell, isMoney, isSome, isSumOf } from './cell-rules.js';
import { cellIn } from './cells.js';
import { saidOfColumn } from './decisions.js';
import {
  DependencyCodes,
  type Flag,
  type FlagColumn,
  type FlagRule,
  LEGACY_TOPIC,
  PLUS_TOPIC,
  plusColumns,
  SpokenColumn,
} from './flag-columns.js';
import { isOtherSum, type OtherAmount } from './other-amounts.js';
import type { Standing } from './own-values.js';
import { type PaymentDates, paymentDates } from './payment-status.js';
import type { RawRow, RawRows } from './raw-rows.js';
import { columnRead, PAID_COLUMNS, type Recipe } from './recipe.js';
import { decidedStatuses, OF_AN_ANSWER, statusCode } from './row-status.js';
import { StatusCodes } from './status-codes.js';
import { DATE } from './status-words.js';
import { type NeedFlag, needFlags } from './subsidized-need.js';
import { Tally } from './tally.js';
import type { UnreadColumn } from './unread-column.js';
import { readPlaces, unreadColumns } from './unread-columns.js';
import { betweenCredits, WithdrawnCredits } from './withdrawn-credits.js';

/** A column of dollars, and the rows with something in it. */
export interface AmountColumn {
  readonly column: OtherAmount;
  /** What was decided about it; null if nothing yet. */
  readonly said: NonNullable<Recipe['decisions']['paid']>[string];
  /** Rows with an amount. */
  readonly tally: Tally;
  /** Rows whose amount differs from the one that is read for the same loan and term. */
  readonly beside: Tally;
  /** Indexes of the columns of payments that are read, if it may be their sum. */
  readonly parts: readonly number[];
  /** Rows with a yes instead of an amount, and rows with a no beside an amount that is read for the same loan. */
  readonly flagged: Tally;
  readonly unpaid: Tally;
}

/** What columns of a file say that nothing is read from. */
export class OtherColumns {
  /** Of rows that have credits, what each code says in columns that may tell rows that do not count. */
  readonly statuses: readonly StatusCodes[];
  /** Columns of dollars, with the rows that have any. */
  readonly amounts: readonly AmountColumn[];
  /** Columns of credits that may not count, with the rows that have any beside credits of their own. */
  readonly withdrawn: readonly WithdrawnCredits[];
  /** Columns that may say who has subsidized need. */
  readonly needFlags: readonly NeedFlag[];
  /** Columns whose names say that they may decide what a student may borrow. */
  readonly unread: readonly UnreadColumn[];
  /** Columns of dates beside amounts paid. */
  readonly dates: readonly PaymentDates[];
  readonly #notAllPaid: ReadonlySet<PaymentDates>;
  readonly #isBetween: ReturnType<typeof betweenCredits>;
  readonly #deciding: ReadonlySet<UnreadColumn>;
  readonly #paidOf: ReadonlyMap<string, (cells: readonly string[]) => string>;
  /** Columns that may say whose parent was denied a PLUS loan, or who is a legacy borrower. */
  readonly #flags: Readonly<Record<Flag, readonly FlagColumn[]>>;
  readonly #decided: ReadonlyMap<string, ReturnType<typeof decidedStatuses>>;
  /** Indexes of columns that by their names have a code or a date only where somebody left. */
  readonly #leaving: ReadonlySet<number>;

  constructor(
    { columns: ours, statuses, amounts, withdrawn, unread, filled }: RawRows,
    header: readonly string[],
    recipe: Recipe,
  ) {
    const { columns, decisions } = recipe;
    const spoken = (topic: typeof PLUS_TOPIC): readonly SpokenColumn[] =>
      filled.has(topic.ours)
        ? []
        : unread
            .filter(({ name }) => !OF_AN_ANSWER.has(columnName(name)))
            .map(({ place, name }) => new SpokenColumn(place, name, topic));
    this.statuses = statuses.map((column) => new StatusCodes(column));
    this.amounts = amounts.map((column) => ({
      column,
      said: saidOfColumn(decisions.paid, column.name) ?? null,
      parts:
        column.is === 'paid' &&
        (isOtherSum(column.name) || (recipe.shape.rows === 'student' && column.term === null))
          ? readPlaces(header, recipe, column.ours, column.term)
          : [],
      ...{ tally: new Tally(), beside: new Tally(), flagged: new Tally(), unpaid: new Tally() },
    }));
    this.#paidOf = new Map(PAID_COLUMNS.map((column) => [column, cellIn(ours, column)]));
    this.withdrawn = withdrawn.map((column) => new WithdrawnCredits(column));
    this.#isBetween = betweenCredits(ours);
    this.needFlags = needFlags(unread);
    const dependency = new DependencyCodes(header, columnRead(columns, 'dependency_status'));
    this.#flags = {
      plus_denied: [...plusColumns(unread), ...spoken(PLUS_TOPIC), dependency],
      is_legacy_borrower: spoken(LEGACY_TOPIC),
    };
    this.unread = unreadColumns(header, unread, recipe);
    this.dates = paymentDates(unread);
    this.#notAllPaid = new Set(
      this.dates.filter(({ name }) => saidOfColumn(decisions.paid, name) === 'rearrange'),
    );
    this.#deciding = new Set(
      this.unread.filter(({ name }) => saidOfColumn(decisions.unread_columns, name) === 'decides'),
    );
    this.#decided = new Map(statuses.map(({ name }) => [name, decidedStatuses(decisions, name)]));
    this.#leaving = new Set(
      statuses.flatMap(({ by, place }) => (by === 'name' || by === 'date' ? [place] : [])),
    );
  }

  /** For each column that may say one of these flags, the rule that reads it. */
  rulesFor(ours: Flag): readonly FlagRule[] {
    const rules = this.#flags[ours].flatMap(({ rule }) => rule ?? []);
    return rules.filter(({ column }, nth) => rules.findIndex((each) => each.column === column) === nth);
  }

  /** @param label of the row's term. */
  add(raw: RawRow, label: string, student: number, standing: Standing): void {
    const { row, given, hasCredits } = raw;
    for (const column of this.amounts) this.#addAmount(column, raw, label, student);
    for (const column of this.#flags.plus_denied) column.add(given[column.place] ?? '', standing);
    for (const column of this.#flags.is_legacy_borrower) column.add(given[column.place] ?? '', standing);
    const isSaid = this.#addStatuses(raw, label, student);
    for (const column of this.unread) {
      if (!column.concerns(standing.level)) continue;
      if (isSaid && this.#leaving.has(column.place)) continue;
      column.add(given, label, student, row);
      if (this.#deciding.has(column) && column.tally.count > 0)
        throw tableError(NOT_READ + column.advice, { row, column: column.name });
    }
    if (this.dates.length > 0 && [...this.#paidOf.values()].some((cellOf) => isMoney(cellOf(raw.cells)))) {
      for (const dates of this.dates) {
        dates.add(given, label, student, row);
        if (this.#notAllPaid.has(dates) && dates.terms.size > 1)
          throw tableError(NOT_YET_PAID, { row, column: dates.name });
      }
    }
    for (const flag of this.needFlags) flag.add(given, student, row);
    if (!hasCredits) return;
    for (const each of this.withdrawn) {
      const { place, term } = each.column;
      const cell = given[place] ?? '';
      const isOfTerm = term === null || term === label;
      if (isOfTerm && isSome('credits', cell)) each.add(cell, student, row, this.#isBetween(raw.cells, cell));
    }
  }

  /**
   * Counts the codes of a row. What one column says need not be asked of the next: returns whether it was decided, or is
   * asked, that the row's credits do not count.
   */
  #addStatuses({ row, given, hasCredits, isOut }: RawRow, label: string, student: number): boolean {
    if (!hasCredits) return false;
    let isSaid = isOut;
    for (const codes of this.statuses) {
      const { name, place, term, seems, by } = codes.column;
      if (term !== null && term !== label) continue;
      const cell = given[place] ?? '';
      const code = statusCode(cell);
      const meaning = this.#decided.get(name)?.get(code) ?? null;
      if (isSaid && meaning === null) continue;
      codes.add(cell, student, row, label);
      const isAsked = by === 'name' && meaning === null && code !== '' && seems(code) === 'out';
      isSaid ||= isAsked || meaning === 'not_enrolled';
    }
    return isSaid;
  }

  #addAmount(
    { column, said, parts, tally, beside, flagged, unpaid }: AmountColumn,
    { row, cells, given }: RawRow,
    label: string,
    student: number,
  ): void {
    const { name, place, term, saysPaid, ours } = column;
    const cell = given[place] ?? '';
    const isOfTerm = term === null || term === label;
    const read = isOfTerm ? ours.map((each) => this.#paidOf.get(each)?.(cells) ?? '') : [];
    if (saysPaid && NO.test(cell) && read.some(isMoney)) unpaid.add(student, row);
    if (!isMoney(cell)) return;
    const amount = exactCell({ kind: 'dollars' }, cell);
    if (amount === null && (!saysPaid || DATE.test(cell))) return;
    const summed = parts.map((part) => given[part] ?? '');
    if (amount !== null && summed.length > 0 && isSumOf({ kind: 'dollars' }, summed, amount)) return;
    if ((said === 'returned' || said === 'rearrange') && !NO.test(cell))
      throw tableError(REFUSED[said], { row, column: name });
    if (YES.test(cell)) flagged.add(student, row);
    else if (!NO.test(cell)) tally.add(student, row);
    if (isOfTerm && !read.some((each) => isSameAmount(each, amount))) beside.add(student, row);
  }
}

const YES = /^\s*(?:y|yes|t|true|1|x)\s*$/i;
const NO = /^\s*(?:n|no|f|false|0|not paid)\s*$/i;

function isSameAmount(cell: string, amount: Exact | null): boolean {
  const read = exactCell({ kind: 'dollars' }, cell);
  return read !== null && amount !== null && compare(read, amount) === 0;
}

const REFUSED = {
  returned:
    'This amount came back and is still among what was paid. Take it off there in the file, and take the file again.',
  rearrange:
    'Payments are read from one column for each loan, with the dollars of one term. Export them that way, added up where a loan was paid in parts, with 0 where nothing was paid.',
} as const;

const NOT_YET_PAID =
  'Not all amounts with a date here were paid. Write 0 as the amount of those whose date has not come, and take the file again.';

const NOT_READ = 'This column was said to decide what may be borrowed, and nothing is read from it. ';
