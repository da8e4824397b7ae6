/** Number and list texts. Imports nothing, so code that does not calculate avoids exact arithmetic. */

/** A plain decimal text as dollars, with separators, and cents if there are any: `$4,500`, `$4,500.50`. */
export function groupedDollars(text: string): string {
  const sign = text.startsWith('-') ? '-' : '';
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  return `${sign}$${grouped(whole)}${fraction === '' ? '' : `.${fraction.padEnd(2, '0')}`}`;
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** {@link groupedDollars} of a whole number of dollars. */
export function wholeDollars(amount: number): string {
  return groupedDollars(String(amount));
}

/** A whole number of 0 or more: `2,000`. */
export function numberText(count: number): string {
  return grouped(String(count));
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
