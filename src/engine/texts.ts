import { type Exact, exact, toText } from './exact.js';
import type { LoanType } from './student.js';

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

/** {@link dollars} of a plain decimal text. */
export function groupedDollars(text: string): string {
  const sign = text.startsWith('-') ? '-' : '';
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${sign}$${grouped}${fraction === '' ? '' : `.${fraction.padEnd(2, '0')}`}`;
}

/** {@link dollars} of a whole number of dollars. */
export function wholeDollars(amount: number): string {
  if (amount < 0 || amount >= 1_000_000) return dollars(exact(amount));
  if (amount < 1000) return `$${amount}`;
  return `$${Math.floor(amount / 1000)},${String(amount % 1000).padStart(3, '0')}`;
}

/** `2,000`. */
export function numberText(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 row`, `2,000 rows`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${numberText(count)} ${count === 1 ? noun : plural}`;
}

/** `a`, `a and b`, `a, b and c`; or the same with `or`. */
export function listed(parts: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

/** `a Grad PLUS`, `an unsubsidized`: a loan with its article. */
export function article(loan: string): string {
  return `${loan.startsWith('u') ? 'an' : 'a'} ${loan}`;
}
