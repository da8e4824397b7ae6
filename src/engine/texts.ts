import { type Exact, toText } from './exact.js';
import { groupedDollars } from './plain-texts.js';
import type { LoanType } from './student.js';

export { counted, groupedDollars, listed, numberText, wholeDollars } from './plain-texts.js';

/** The loan types as named in sentences. */
export const LOAN_TYPE_NAMES: Readonly<Record<LoanType, string>> = {
  sub: 'subsidized',
  unsub: 'unsubsidized',
  grad_plus: 'Grad PLUS',
};

/** Dollars with thousands separators, and cents if there are any: `$4,500`, `$4,500.50`. */
export function dollars(amount: Exact): string {
  return groupedDollars(toText(amount));
}

/** `a Grad PLUS`, `an unsubsidized`: a loan with its article. */
export function article(loan: string): string {
  return `${loan.startsWith('u') ? 'an' : 'a'} ${loan}`;
}
