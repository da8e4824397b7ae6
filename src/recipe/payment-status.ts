import { wordsOf } from '../contract/name-forms.js';
import { cellIn, isMoney, valueKey } from './cell-rules.js';
import { type Decisions, saidOfColumn } from './decisions.js';
import { termOfName } from './guess-shape.js';
import type { RawRow, RawRows } from './raw-rows.js';
import { PAID_COLUMNS, type Recipe } from './recipe.js';
import { recipeError } from './recipe-error.js';
import { Tally } from './tally.js';

/** Names of columns that may say of a fund's amount whether it was paid. */
const OF_PAYMENT =
  /_(?:status|stat|sts|type|trans\w*|action|activity|event|entry|dr|cr|debit|sign|disb\w*|paid|payment|pay|posted)_/;
/** Names of columns that say something of the student, or of the fund. */
export const OF_OTHERS =
  /_(?:enr\w*|reg|registration|registered|student|program|prog|course|grade|sap|isir|verif\w*|mpn|counsel\w*|admi\w*|fund|loan_type|housing|level|load|standing|career)_/;
/** Codes of amounts that were not paid, or that came back. */
const NOT_PAID =
  /\b(?:refund\w*|return\w*|revers\w*|cancel\w*|void\w*|scheduled|anticipated|pending|planned|offered|declin\w*|reject\w*|unpaid|not (?:paid|disbursed)|authori[sz]ed|estimated|memo\w*|originated|expected|projected|ready|anti?|cancl?|auth)\b|^(?:dr|debit)$/i;

/** The same where rows are not funds: a `Status` alone is one of the student. */
export const OF_LOANS = /_(?:disb\w*|paid|payments?|pay|loans?|sub|unsub)_/;

/**
 * Refuses rows with an amount paid and a code, in a column that nothing is read from, which says that it was not paid or
 * came back: it would be subtracted from what may still be paid.
 *
 * @returns a check of each row, which throws RecipeError; `label` is that of its term.
 */
export function unpaidAmounts(
  header: readonly string[],
  { columns, unread }: Pick<RawRows, 'columns' | 'unread'>,
  { shape }: Recipe,
): (row: RawRow, label: string) => void {
  const isOfFunds = shape.rows === 'fund';
  const labels = shape.rows === 'student' ? shape.terms.map((term) => term.label) : [];
  const found = unread.flatMap((place) => {
    const name = header[place] ?? '';
    const words = wordsOf(name);
    const isOfPayment = OF_PAYMENT.test(words) && (isOfFunds || OF_LOANS.test(words));
    return isOfPayment && !OF_OTHERS.test(words) ? [{ place, name, term: termOfName(name, labels) }] : [];
  });
  const amounts = PAID_COLUMNS.map((column) => cellIn(columns, column));
  return ({ row, paid, cells, given }, label) => {
    for (const { place, name, term } of found) {
      const code = (given[place] ?? '').trim();
      if (!NOT_PAID.test(code) || (term !== null && term !== label)) continue;
      if (isOfFunds ? isMoney(paid) : amounts.some((cellOf) => isMoney(cellOf(cells))))
        throw notPaid(row, name, code);
    }
  };
}

function notPaid(row: number, column: string, code: string) {
  return recipeError(
    `"${code}" says that this amount was not paid, or that it came back. Export only what was disbursed and stayed, or write 0 into the other rows. If it says something else, take this column out of the file.`,
    { row, column },
  );
}

/** What one of two codes says that says no. */
const NO = /^(?:n|no|0|false|f|none|-|)$/;
const YES = /^(?:y|yes|1|true|t|x|a|act|p|r)$/;

/** Two bits each have to fit into an integer. */
const MOST_FUNDS = 15;

/** An unread column with a yes or a no on each row of a fund, which may say whether its amount was paid. */
export class PaymentFlag {
  readonly place: number;
  readonly name: string;
  /** Rows with an amount. */
  readonly tally = new Tally();
  /** A yes and a no as the file writes them. */
  yes: string | null = null;
  no: string | null = null;
  #isOther = false;
  #differs = false;
  readonly #funds = new Map<string, number>();
  /** For each student two bits per fund: an amount with a yes, and one with a no. */
  #seen: number[] = [];

  constructor(place: number, name: string) {
    this.place = place;
    this.name = name;
  }

  /** Whether it has to be asked about: it differs between amounts of the same student and fund. */
  get mayDecide(): boolean {
    return !this.#isOther && this.#differs;
  }

  add({ row, part, paid, given }: RawRow, student: number): void {
    if (this.#isOther || !isMoney(paid)) return;
    const cell = given[this.place] ?? '';
    const isNo = saysNo(cell);
    if (!isNo && !YES.test(valueKey(cell))) {
      this.#isOther = true;
      this.#seen = [];
      return;
    }
    if (isNo) this.no ??= cell.trim();
    else this.yes ??= cell.trim();
    this.tally.add(student, row);
    if (this.#differs) return;
    const fund = this.#funds.get(part) ?? this.#funds.size;
    if (fund >= MOST_FUNDS) return;
    this.#funds.set(part, fund);
    const [yes, no] = [1 << (2 * fund), 2 << (2 * fund)];
    const seen = (this.#seen[student] ?? 0) | (isNo ? no : yes);
    this.#seen[student] = seen;
    this.#differs = (seen & yes) !== 0 && (seen & no) !== 0;
  }
}

/** Detects rows of a fund whose amount was not paid, by columns of yes and no as decided. */
export function unpaidByFlag(
  header: readonly string[],
  places: readonly number[],
  decisions: Decisions,
): (given: readonly string[]) => boolean {
  const flags = places.flatMap((place) => {
    const said = saidOfColumn(decisions.paid, header[place] ?? '');
    return said === 'if_yes' || said === 'if_no' ? [{ place, isPaidIfNo: said === 'if_no' }] : [];
  });
  return (given) => flags.some(({ place, isPaidIfNo }) => saysNo(given[place] ?? '') !== isPaidIfNo);
}

function saysNo(cell: string): boolean {
  return NO.test(valueKey(cell));
}
