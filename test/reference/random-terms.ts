import { between, type Choices, chance, pick } from './choices.js';
import {
  aimAtHalfPercent,
  CREDIT_PLACES,
  FINEST_CREDITS,
  randomCredits,
  randomFullTime,
} from './random-credits.js';
import type { Rational } from './rational.js';
import { LOAN_TYPES, type LoanType, type PerLoanType } from './types.js';
import { decimalText, spelled, type WireTerm } from './wire.js';

const LABELS = ['Fall', 'Spring', 'Summer', 'Winter'] as const;
const ODD_LABELS = [
  'Fall 2026, main campus',
  'Été',
  '"J" term',
  '007',
  'x'.repeat(200),
  '😀'.repeat(150),
  ' Fall ',
] as const;

/** One to four terms whose disbursements stay within the limits given, but for one student in about fifty. */
export function randomTerms(choices: Choices, bases: PerLoanType<Rational>): WireTerm[] {
  const count = pick(choices, 2, 2, 3, 1, 4, 3);
  const fullTimes = randomFullTimes(choices, count);
  const credits = fullTimes.map((fullTime) => randomCredits(choices, fullTime));
  if (chance(choices, 20)) aimAtHalfPercent(choices, fullTimes, credits);
  const terms = fullTimes.map((fullTime, index) => randomTerm(choices, index, fullTime, credits[index] ?? 0));
  addFinalCredits(choices, terms, fullTimes, credits);
  if (chance(choices, 55)) {
    for (const loanType of LOAN_TYPES)
      addDisbursements(choices, terms, loanType, bases[loanType].floor().toNumber());
  }
  return terms;
}

/** Mostly the same in every term of a program. */
function randomFullTimes(choices: Choices, count: number): number[] {
  const usual = randomFullTime(choices);
  const areMixed = chance(choices, 25);
  return Array.from({ length: count }, () => (areMixed ? randomFullTime(choices) : usual));
}

function randomTerm(choices: Choices, index: number, fullTime: number, credits: number): WireTerm {
  const isOdd = chance(choices, 3);
  const term: WireTerm = {
    label: isOdd ? pick(choices, ...ODD_LABELS) : (LABELS[index] ?? 'Term'),
  };
  if (chance(choices, 35)) term.required = pick(choices, false, true);
  const is12 = fullTime === 12 * 10 ** CREDIT_PLACES;
  if (!is12 || chance(choices, 50))
    term.full_time_credits = spelled(choices, decimalText(fullTime, CREDIT_PLACES));
  else if (chance(choices, 30)) term.full_time_credits = null;

  const kind = choices.below(20);
  if (kind < 17) term.credits_enrolled = spelled(choices, decimalText(credits, CREDIT_PLACES));
  else if (kind === 17) term.credits_enrolled = null;
  else if (kind === 18 && is12) term.credits_enrolled = spelled(choices, pick(choices, ...FINEST_CREDITS));
  return term;
}

/** Final credits for the first terms of the year, as a school comes to know them; now and then for any term. */
function addFinalCredits(
  choices: Choices,
  terms: WireTerm[],
  fullTimes: readonly number[],
  credits: readonly number[],
): void {
  const known = chance(choices, 45) ? between(choices, 1, terms.length) : 0;
  for (const [index, term] of terms.entries()) {
    const isKnown = index < known ? chance(choices, 85) : chance(choices, 3);
    if (!isKnown) {
      if (chance(choices, 10)) term.actual_final_credits = null;
      continue;
    }
    const planned = credits[index] ?? 0;
    const fullTime = fullTimes[index] ?? planned;
    const final = pick(
      choices,
      randomCredits(choices, fullTime),
      planned,
      0,
      Math.floor(planned / 2),
      planned + Math.floor(fullTime / 4),
    );
    term.actual_final_credits = spelled(choices, decimalText(final, CREDIT_PLACES));
  }
}

/** Past disbursements of one loan type: fair shares, all of the limit, one dollar, an explicit 0. */
function addDisbursements(choices: Choices, terms: WireTerm[], loanType: LoanType, limit: number): void {
  let left = limit;
  const paid = pick(choices, 1, 1, 2, between(choices, 1, terms.length));
  const share = Math.floor(pick(choices, limit, limit / 2, limit * 0.75, limit / 3) / terms.length);
  for (const [index, term] of terms.entries()) {
    const isPaid = index < paid ? chance(choices, 85) : chance(choices, 5);
    const amount = isPaid
      ? Math.min(
          left,
          pick(choices, share, share, share, share, 1, left, between(choices, 0, left), left - 1, 0),
        )
      : 0;
    const isOverLimit = isPaid && chance(choices, 1) && chance(choices, 30);
    const dollars = isOverLimit ? left + 1 : Math.max(0, amount);
    left -= Math.min(left, dollars);
    const field = `prior_disbursement_${loanType}` as const;
    if (dollars > 0) term[field] = spelled(choices, String(dollars));
    else if (chance(choices, 40)) term[field] = chance(choices, 50) ? spelled(choices, '0') : null;
  }
}
