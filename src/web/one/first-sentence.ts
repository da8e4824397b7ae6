import type { Working } from '../../engine/figures.js';
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
  const { loans } = answer.working;
  const overawards = excesses(loans, true);
  const others = excesses(loans, false);
  const dues = [
    ...(answer.result.show_both_options ? [byCredits(paying)] : []),
    ...(paying.length > 0 && paying.length < open.length
      ? [zeroFor(open.filter((term) => !paying.includes(term)))]
      : []),
  ];
  return [
    ...overawardText(overawards),
    ...(overawards.length > 0 && paying.length > 0 ? ['Once it is resolved:'] : []),
    ...(paying.length > 0 ? [toPay(paying)] : overawards.length > 0 ? [] : [nothingToPay(open)]),
    ...dues,
    ...(kept.length === 0 ? [] : [keptText(kept, overawards.length + others.length > 0)]),
    ...(others.length === 0
      ? []
      : [`Of that, ${listed(others)} ${others.length === 1 ? 'is' : 'are'} above the limit for the year.`]),
  ];
}

/** What was paid above the limit for the year, by loan: above the limit as planned, too, or not. */
function excesses(loans: Working['loans'], isOveraward: boolean): string[] {
  return LOAN_TYPES.filter((type) => loans[type].excess > 0 && loans[type].isOveraward === isOveraward).map(
    (type) => `${wholeDollars(loans[type].excess)} ${LOAN_TYPE_NAMES[type]}`,
  );
}

/** An overaward comes before everything else: until it is resolved, no federal aid may be paid. */
function overawardText(overawards: readonly string[]): string[] {
  if (overawards.length === 0) return [];
  return [
    `Pay nothing yet. ${listed(overawards)} ${overawards.length === 1 ? 'was' : 'were'} paid above the limit: an overaward to resolve before any more federal aid is paid.`,
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

/** What was paid. Whether it stays is not said where it is too much, or where a term has no credits. */
function keptText(kept: readonly TermPayment[], isTooMuch: boolean): string {
  const [only] = kept;
  if (isTooMuch || kept.some(({ isEnrolled }) => !isEnrolled))
    return `Paid so far: ${listed(kept.map(({ name, paid }) => `${wholeDollars(paid)} for ${name}`))}.`;
  if (kept.length === 1 && only !== undefined) {
    return `${only.name} keeps the ${wholeDollars(only.paid)} that was paid.`;
  }
  return `What was paid stays: ${listed(kept.map(({ name, paid }) => `${wholeDollars(paid)} for ${name}`))}.`;
}
