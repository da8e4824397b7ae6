import { LOAN_TYPE_NAMES, listed, wholeDollars } from '../../engine/texts.js';
import type { Answered } from './answer.js';
import { type Amounts, LOANS, paymentsOf, type TermPayment } from './payments.js';

/** What the officer has to do, in the first sentence; then what stays as it is, and what is wrong. */
export function firstSentences(answer: Answered): string[] {
  const payments = paymentsOf(answer);
  const open = payments.filter(({ loans }) => loans.some(({ isSettled }) => !isSettled));
  const paying = open.filter(({ equal, proportional }) => equal > 0 || proportional > 0);
  const unpaid = open.filter((term) => !paying.includes(term));
  const kept = payments.filter(({ paid }) => paid > 0);
  const overawards = excesses(answer, true);
  const others = excesses(answer, false);
  const sentences: string[] = [];
  // Until an overaward is resolved, no federal aid may be paid.
  if (overawards.length > 0) {
    sentences.push(
      `Pay nothing yet. ${listed(overawards)} ${overawards.length === 1 ? 'was' : 'were'} paid above the limit: an overaward to resolve before any more federal aid is paid.`,
    );
    if (paying.length > 0) sentences.push('Once it is resolved:');
  }
  if (paying.length > 0) sentences.push(`Pay up to ${byTerm(paying, 'equal')}.`);
  else if (overawards.length === 0 && open.length === 0)
    sentences.push('Pay nothing more. No term has anything left to pay.');
  if (paying.length > 0 && answer.result.show_both_options)
    sentences.push(`Or by credits: ${byTerm(paying, 'proportional')}.`);
  if (unpaid.length > 0 && (paying.length > 0 || overawards.length === 0))
    sentences.push(`Pay $0 for ${listed(unpaid.map(({ name }) => name))}.`);
  if (kept.length > 0) sentences.push(keptText(kept, overawards.length + others.length > 0));
  if (others.length > 0)
    sentences.push(
      `Of that, ${listed(others)} ${others.length === 1 ? 'is' : 'are'} above the limit for the year.`,
    );
  return sentences;
}

/** What was paid above the limit for the year, by loan: above the limit as planned, too, or not. */
function excesses({ working: { loans } }: Answered, isOveraward: boolean): string[] {
  return LOANS.map(({ type }) => type)
    .filter((type) => loans[type].excess > 0 && loans[type].isOveraward === isOveraward)
    .map((type) => `${wholeDollars(loans[type].excess)} ${LOAN_TYPE_NAMES[type]}`);
}

/** `$2,420 for Fall and $2,420 for Spring` */
function byTerm(terms: readonly TermPayment[], column: keyof Amounts): string {
  return listed(terms.map((term) => `${wholeDollars(term[column])} for ${term.name}`));
}

/** What was paid. Whether it stays is not said where it is too much, or where a term has no credits. */
function keptText(kept: readonly TermPayment[], isTooMuch: boolean): string {
  const [only] = kept;
  if (isTooMuch || kept.some(({ status }) => status === 'Not Enrolled'))
    return `Paid so far: ${byTerm(kept, 'paid')}.`;
  if (kept.length === 1 && only !== undefined)
    return `${only.name} keeps the ${wholeDollars(only.paid)} that was paid.`;
  return `What was paid stays: ${byTerm(kept, 'paid')}.`;
}
