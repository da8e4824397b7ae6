import { LOAN_TYPES } from '../../engine/student.js';
import { LOAN_TYPE_NAMES, listed, wholeDollars } from '../../engine/texts.js';
import type { Answered } from './answer.js';
import { paymentsOf, type TermPayment } from './payments.js';

/** What the officer has to do, in the first sentence; then what stays as it is, and what is wrong. */
export function firstSentences(answer: Answered): string[] {
  const payments = paymentsOf(answer);
  const open = payments.filter(({ loans }) => loans.some(({ isSettled }) => !isSettled));
  const paying = open.filter(({ now }) => now.equal > 0 || now.proportional > 0);
  const kept = payments.filter(({ paid }) => paid > 0);
  const excess = LOAN_TYPES.filter((type) => answer.working.loans[type].excess > 0).map(
    (type) => `${wholeDollars(answer.working.loans[type].excess)} ${LOAN_TYPE_NAMES[type]}`,
  );
  return [
    ...(paying.length === 0 ? [nothingToPay(open)] : [toPay(paying)]),
    ...(answer.result.show_both_options ? [byCredits(paying)] : []),
    ...(paying.length > 0 && paying.length < open.length
      ? [zeroFor(open.filter((term) => !paying.includes(term)))]
      : []),
    ...(kept.length === 0 ? [] : [keptText(kept, excess.length > 0)]),
    ...overpaid(excess),
  ];
}

/** `Pay up to $2,420 for Fall and $2,420 for Spring.` */
function toPay(paying: readonly TermPayment[]): string {
  return `Pay up to ${listed(paying.map(({ name, now }) => `${wholeDollars(now.equal)} for ${name}`))}.`;
}

/** The other way of paying, which the law permits if the limit is reduced. */
function byCredits(paying: readonly TermPayment[]): string {
  return `Or by credits: ${listed(paying.map(({ name, now }) => `${wholeDollars(now.proportional)} for ${name}`))}.`;
}

function nothingToPay(open: readonly TermPayment[]): string {
  return open.length === 0 ? 'Pay nothing more. No term has anything left to pay.' : zeroFor(open);
}

function zeroFor(terms: readonly TermPayment[]): string {
  return `Pay $0 for ${listed(terms.map(({ name }) => name))}.`;
}

function keptText(kept: readonly TermPayment[], isTooMuch: boolean): string {
  const [only] = kept;
  if (isTooMuch)
    return `Paid so far: ${listed(kept.map(({ name, paid }) => `${wholeDollars(paid)} for ${name}`))}.`;
  if (kept.length === 1 && only !== undefined) {
    return `${only.name} keeps the ${wholeDollars(only.paid)} that was paid.`;
  }
  return `What was paid stays: ${listed(kept.map(({ name, paid }) => `${wholeDollars(paid)} for ${name}`))}.`;
}

/** Paid above the limit for the year, by loan. */
function overpaid(excess: readonly string[]): string[] {
  if (excess.length === 0) return [];
  const [was, it] = excess.length === 1 ? ['was', 'it'] : ['were', 'them'];
  return [
    `${listed(excess)} ${was} paid above the limit for the year. Your school decides what to do about ${it}.`,
  ];
}
