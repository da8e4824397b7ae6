import { wordsOf } from '../contract/name-forms.js';
import { list, quoted } from './assumption.js';
import { isMoney, valueKey } from './cell-rules.js';
import { OF_LOANS, OF_OTHERS } from './payment-status.js';
import type { Shape } from './recipe.js';
import { INNOCENT } from './status-words.js';
import { Tally } from './tally.js';
import { termTime } from './term-order.js';

/** A column with more different codes than this says something else. */
const MOST_CODES = 6;
/** Codes of yes and no, dates and numbers, which are asked about elsewhere or say when and how often. */
const FLAG = /^(?:y|yes|n|no|t|true|f|false|x|none|n\/?a|-|[\d.,/:-]+(?: .*)?|)$/;

/**
 * Whether a column that nothing is read from may have codes of payments: beside funds any that does not describe
 * something else, otherwise one that names payments.
 */
export function mayHaveCodes(name: string, { rows }: Shape): boolean {
  const words = wordsOf(name);
  return !OF_OTHERS.test(words) && (rows === 'fund' ? !INNOCENT.test(words) : OF_LOANS.test(words));
}

/**
 * A column of any name with a few codes that differ between amounts of the same student and loan, such as D and P: they
 * may say which of them were paid.
 */
export class PaymentCodes {
  readonly place: number;
  readonly name: string;
  readonly tally = new Tally();
  readonly isCost = false;
  readonly #term: string | null;
  /** Indexes of the columns with what was paid. */
  readonly #paid: readonly number[];
  /** Where the loan and the student of a row are told apart; what is the same is compared. */
  readonly #loanOf: (given: readonly string[]) => string;
  readonly #studentOf: (student: number) => number;
  /** Codes as compared, and as the file writes them. */
  readonly #codes = new Map<string, string>();
  /** By loan, the first code of each student. */
  readonly #firsts = new Map<string, (string | undefined)[]>();

  constructor(
    place: number,
    name: string,
    term: string | null,
    paid: readonly number[],
    rows: Shape['rows'],
    loan: number,
  ) {
    this.place = place;
    this.name = name;
    this.#term = term;
    this.#paid = paid;
    this.#loanOf = (given) => (given[loan] ?? '').trim();
    // Of a row per student, each amount has one code.
    this.#studentOf = rows === 'student' ? () => 0 : (student) => student;
  }

  get mayDecide(): boolean {
    const codes = [...this.#codes.keys()];
    const isOther =
      codes.length > MOST_CODES ||
      codes.every((code) => FLAG.test(code)) ||
      codes.every((code) => code === '' || termTime(code) !== null);
    return !isOther && this.tally.students > 0;
  }

  get has(): string {
    const codes = [...this.#codes.values()].map((code) => (code === '' ? 'a blank cell' : quoted(code)));
    return `different codes beside amounts paid, ${list(codes)}: one of them may say that an amount was not paid`;
  }

  add(given: readonly string[], label: string, student: number, row: number): void {
    if (this.#codes.size > MOST_CODES || (this.#term !== null && this.#term !== label)) return;
    if (!this.#paid.some((place) => isMoney(given[place] ?? ''))) return;
    const cell = (given[this.place] ?? '').trim();
    const code = valueKey(cell);
    if (!this.#codes.has(code)) this.#codes.set(code, cell);
    const loan = this.#loanOf(given);
    const firsts = this.#firsts.get(loan) ?? [];
    this.#firsts.set(loan, firsts);
    const who = this.#studentOf(student);
    const first = firsts[who] ?? code;
    firsts[who] = first;
    if (first !== code) this.tally.add(student, row);
  }
}
