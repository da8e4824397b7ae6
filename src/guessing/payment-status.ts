import { wordsOf } from '../contract/name-forms.js';
import { tableError } from '../table/table-error.js';
import { list, quoted } from './assumption.js';
import { isMoney, valueKey } from './cell-rules.js';
import { cellAt, cellIn, type FileColumn } from './cells.js';
import { type Decisions, saidOfColumn } from './decisions.js';
import { termOfName } from './guess-shape.js';
import type { RawRow, RawRows } from './raw-rows.js';
import { PAID_COLUMNS, type Recipe, termsIn } from './recipe.js';
import { DATE, INNOCENT, OF_DATES } from './status-words.js';
import { madeOnce, Tally } from './tally.js';
import { termTime } from './term-order.js';
import { UnreadColumn } from './unread-column.js';

/** Names of columns that may say of a fund's amount whether it was paid. */
const OF_PAYMENT =
  /_(?:status|stat|sts|type|trans\w*|action|activity|event|entry|dr|cr|debit|sign|disb\w*|paid|payment|pay|posted)_/;
/** Names of columns that say something of the student, or of the fund. */
const OF_OTHERS =
  /_(?:enr\w*|reg|registration|registered|student|program|prog|course|grade|sap|isir|verif\w*|mpn|counsel\w*|admi\w*|fund|loan_type|housing|level|load|standing|career)_/;
/** Codes of amounts that were not paid, or that came back. */
const NOT_PAID =
  /\b(?:refund\w*|return\w*|revers\w*|cancel\w*|void\w*|scheduled|anticipated|pending|planned|offered|declin\w*|reject\w*|unpaid|not (?:paid|disbursed)|authori[sz]ed|estimated|memo\w*|originated|expected|projected|ready|anti?|cancl?|auth)\b|^(?:dr|debit)$/i;

/** The same where rows are not funds: a `Status` alone is one of the student. */
const OF_LOANS = /_(?:disb\w*|paid|payments?|pay|loans?|sub|unsub)_/;

/**
 * Refuses rows with an amount paid and a code, in a column that nothing is read from, which says that it was not paid or
 * came back: it would be subtracted from what may still be paid.
 *
 * @returns a check of each row, which throws TableError; `label` is that of its term.
 */
export function unpaidAmounts(
  { columns, unread }: Pick<RawRows, 'columns' | 'unread'>,
  { shape }: Recipe,
): (row: RawRow, label: string) => void {
  const isOfFunds = shape.rows === 'fund';
  const labels = termsIn(shape).map((term) => term.label);
  const found = unread.flatMap(({ place, name, words }) => {
    const isOfPayment = OF_PAYMENT.test(words) && (isOfFunds || OF_LOANS.test(words));
    return isOfPayment && !OF_OTHERS.test(words) ? [{ place, name, term: termOfName(name, labels) }] : [];
  });
  const amounts = PAID_COLUMNS.map((column) => cellIn(columns, column));
  return ({ row, paid, cells, given }, label) => {
    for (const { place, name, term } of found) {
      const code = cellAt(given, place);
      if (!NOT_PAID.test(code) || (term !== null && term !== label)) continue;
      if (isOfFunds ? isMoney(paid) : amounts.some((cellOf) => isMoney(cellOf(cells))))
        throw tableError(`"${code}" ${SAYS_NOT_PAID}`, { row, column: name });
    }
  };
}

const SAYS_NOT_PAID =
  'says that this amount was not paid, or that it came back. Export only what was disbursed and stayed, or write 0 into the other rows.';

/** What one of two codes says that says no. */
const NO = /^(?:n|no|0|false|f|none|-|)$/;
const YES = /^(?:y|yes|1|true|t|x|a|act|p|r)$/;

/** A column with more different codes than this says something else. */
const MOST_CODES = 6;
/** Names of what says that an amount came back. */
const CAME_BACK = /_(?:revers\w*|refund\w*|return\w*|cancel\w*|void\w*)_/;
/** Numbers and dates, which say when and how often. */
const NUMBERS = /^[\d.,/:-]*(?: .*)?$/;

/** Where amounts of payments stand in a row. */
export interface PaymentPlaces {
  /** Indexes of the columns with what was paid. */
  readonly paid: readonly number[];
  /** The index of the column of funds; -1 if each loan has a column of its own. */
  readonly fund: number;
  /** Whether a row is a whole student, so that each amount has one code. */
  readonly isOfStudent: boolean;
}

/**
 * An unread column with a few codes that differ between amounts of the same student and loan, such as Y and N, or D and
 * P: they may say which of them were paid. It counts rows with another code than the first of the same student and loan.
 */
export class PaymentCodes extends UnreadColumn {
  readonly advice =
    'Export only the amounts that were disbursed and stayed, or write 0 as the amount of rows whose code says otherwise.';
  readonly #places: PaymentPlaces;
  /** Whether codes of different students are compared, too: few rows say that an amount came back. */
  readonly #isOfAll: boolean;
  /** Whether its name allows that codes other than yes and no say it. */
  readonly #isNamed: boolean;
  /** Codes as compared, and as the file writes them. */
  readonly #codes = new Map<string, string>();
  /** By loan, the first code of each student. */
  readonly #firsts = new Map<string, (string | undefined)[]>();

  constructor(place: number, name: string, term: string | null, places: PaymentPlaces, isHarmless: boolean) {
    super(place, name, term);
    const words = wordsOf(name);
    const isNamed = places.fund >= 0 ? !INNOCENT.test(words) : OF_LOANS.test(words);
    this.#places = places;
    this.#isOfAll = places.isOfStudent || CAME_BACK.test(words);
    this.#isNamed = isNamed && !isHarmless && !OF_OTHERS.test(words);
  }

  /** A yes and a no as the file writes them, if it has nothing else beside amounts of funds; otherwise null. */
  get flag(): { readonly yes: string; readonly no: string } | null {
    const codes = [...this.#codes.values()];
    if (this.#places.fund < 0 || this.tally.students === 0 || !this.#isFlag) return null;
    return { yes: codes.find((code) => !saysNo(code)) ?? '', no: codes.find(saysNo) ?? '' };
  }

  get #isFlag(): boolean {
    return [...this.#codes.keys()].every((code) => NO.test(code) || YES.test(code));
  }

  get mayDecide(): boolean {
    const codes = [...this.#codes.keys()];
    const isOther =
      codes.length > MOST_CODES ||
      codes.every((code) => NUMBERS.test(code)) ||
      codes.every((code) => code === '' || termTime(code) !== null);
    return this.#isNamed && this.tally.students > 0 && !isOther && !this.#isFlag;
  }

  get has(): string {
    const codes = [...this.#codes.values()].map((code) => (code === '' ? 'a blank cell' : quoted(code)));
    return `different codes beside amounts paid, ${list(codes)}: one of them may say that an amount was not paid`;
  }

  protected addCell(cell: string, given: readonly string[], student: number, row: number): void {
    const { paid, fund } = this.#places;
    const isPaid = paid.some((place) => isMoney(given[place] ?? ''));
    if (this.#codes.size > MOST_CODES || !isPaid) return;
    const code = valueKey(cell);
    if (!this.#codes.has(code)) this.#codes.set(code, cell);
    const loan = cellAt(given, fund);
    const firsts = madeOnce(this.#firsts, loan, () => []);
    const who = this.#isOfAll ? 0 : student;
    const first = firsts[who] ?? code;
    firsts[who] = first;
    // A yes and another yes are the same.
    const isSame = first === code || (saysNo(first) && saysNo(code)) || (YES.test(first) && YES.test(code));
    if (!isSame) this.tally.add(student, row);
  }
}

/** Detects rows of a fund whose amount was not paid, by columns of yes and no as decided. */
export function unpaidByFlag(
  columns: readonly FileColumn[],
  decisions: Decisions,
): (given: readonly string[]) => boolean {
  const flags = columns.flatMap(({ place, name }) => {
    const said = saidOfColumn(decisions.paid, name);
    return said === 'if_yes' || said === 'if_no' ? [{ place, isPaidIfNo: said === 'if_no' }] : [];
  });
  return (given) => flags.some(({ place, isPaidIfNo }) => saysNo(given[place] ?? '') !== isPaidIfNo);
}

function saysNo(cell: string): boolean {
  return NO.test(valueKey(cell));
}

/** Names of dates on which something is paid, unlike that on which it was. */
const OF_PAYMENT_DATE = /_(?:disb(?!ursed)\w*|payments?|sched\w*|planned|anticipated|expected)_/;

/** An unread column of dates beside amounts paid: what is only scheduled has one, too. */
export class PaymentDates {
  /** Rows with a date and an amount. */
  readonly tally = new Tally();
  /** The terms of those rows. */
  readonly terms = new Set<string>();

  constructor(
    readonly place: number,
    readonly name: string,
  ) {}

  /** Adds a row of an amount paid. */
  add(given: readonly string[], label: string, student: number, row: number): void {
    if (!DATE.test(cellAt(given, this.place))) return;
    this.tally.add(student, row);
    this.terms.add(label);
  }
}

/** Those of some columns that by their names have dates of payments. */
export function paymentDates(columns: readonly FileColumn[]): readonly PaymentDates[] {
  return columns.flatMap(({ place, name, words }) =>
    OF_PAYMENT_DATE.test(words) && OF_DATES.test(words) ? [new PaymentDates(place, name)] : [],
  );
}
