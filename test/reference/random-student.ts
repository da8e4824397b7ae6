import { between, type Choices, chance, pick } from './choices.js';
import { basesOf, mayBorrowGradPlus, type Profile, statutoryTotal, subsidizedMaximum } from './limits.js';
import { Rational } from './rational.js';
import type { DegreeLevel, DependencyStatus, GradeLevel, LoanType, PerLoanType } from './types.js';
import { LOAN_TYPES } from './types.js';
import { decimalText, spelled, type WireRequest, type WireTerm } from './wire.js';

/** A request that is nearly always valid and often has each trait that the rules distinguish. */
export function buildStudent(choices: Choices): WireRequest {
  const profile = randomProfile(choices);
  const total = statutoryTotal(profile).toNumber() * 100;
  const totalLimit = randomTotalLimit(choices, total);
  const hasGradPlus = mayBorrowGradPlus(profile.degree_level, profile.is_legacy_borrower);
  const cost = hasGradPlus || chance(choices, 5) ? randomCost(choices) : null;
  const combined = Math.min(total, totalLimit ?? total);
  const subsidized = randomSubsidized(choices, profile, combined);

  const dollars = (cents: number) => new Rational(BigInt(cents), 100n);
  const bases = basesOf({
    ...profile,
    subsidized_amount: dollars(subsidized),
    cost_of_attendance: cost === null ? null : dollars(cost),
    total_limit: totalLimit === null ? null : dollars(totalLimit),
  });

  const { dependency_status, degree_level, grade_level, is_legacy_borrower, plus_denied } = profile;
  const request: WireRequest = { dependency_status, terms: randomTerms(choices, bases) };
  if (degree_level !== 'undergraduate' || chance(choices, 50)) request.degree_level = degree_level;
  if (grade_level !== null || chance(choices, 30)) request.grade_level = grade_level;
  if (is_legacy_borrower || chance(choices, 30)) request.is_legacy_borrower = is_legacy_borrower;
  if (plus_denied || chance(choices, 30)) request.plus_denied = plus_denied;
  if (subsidized > 0 || chance(choices, 50))
    request.subsidized_amount = spelled(choices, decimalText(subsidized, 2));
  if (cost !== null) request.cost_of_attendance = spelled(choices, decimalText(cost, 2));
  if (totalLimit !== null) request.total_limit = spelled(choices, decimalText(totalLimit, 2));
  if (chance(choices, 5)) request.total_limit ??= null;
  if (chance(choices, 30)) request.academic_year_terms = pick(choices, null, 2, 3, 4);
  return request;
}

function randomProfile(choices: Choices): Profile {
  const usual = 'undergraduate';
  const degree = pick<DegreeLevel>(choices, usual, usual, usual, 'graduate', 'professional');
  const isUndergraduate = degree === usual;
  const hasGrade = isUndergraduate || chance(choices, 10);
  return {
    dependency_status: pick<DependencyStatus>(choices, 'dependent', 'independent'),
    degree_level: degree,
    grade_level: hasGrade
      ? pick<GradeLevel>(choices, 'first_year', 'second_year', 'third_year_and_beyond')
      : null,
    is_legacy_borrower: chance(choices, isUndergraduate ? 10 : 55),
    plus_denied: chance(choices, 25),
  };
}

/** In cents; null for none. */
function randomTotalLimit(choices: Choices, total: number): number | null {
  switch (choices.below(16)) {
    case 10:
      return between(choices, 1, total);
    case 11:
      return between(choices, 1, total / 100) * 100;
    case 12:
      return pick(choices, total, total - 1, total + 1, 1, 99, 50);
    case 13:
      return total + between(choices, 1, 3_000_000);
    case 14:
      return pick(choices, 333_333, 500_000, 250_050, 199_999);
    case 15:
      return total + between(choices, 0, 30_000) * 100;
    default:
      return null;
  }
}

/** In cents; rarely 20,500 dollars or less, which leaves no Grad PLUS. */
function randomCost(choices: Choices): number {
  const kind = choices.below(7);
  if (kind === 6) return pick(choices, 0, 1_200_000, 2_049_999, 2_050_000);
  if (kind === 0) return 3_000_000;
  if (kind === 1) return 2_050_001 + choices.below(200);
  if (kind === 2) return between(choices, 20_501, 99_999) * 100;
  if (kind === 3) return pick(choices, 2_050_049, 2_050_050, 2_050_100, 99_999_999_999);
  return between(choices, 2_050_001, 9_000_000);
}

/** In cents; at most the table's maximum and the combined limit. */
function randomSubsidized(choices: Choices, profile: Profile, limit: number): number {
  const maximum = subsidizedMaximum(profile.degree_level, profile.grade_level).toNumber() * 100;
  const most = Math.min(maximum, limit);
  const kind = choices.below(6);
  if (kind === 0) return 0;
  if (kind < 3) return most;
  if (kind === 3) return Math.floor(between(choices, 0, most) / 100) * 100;
  if (kind === 4) return Math.max(0, most - pick(choices, 1, 50, 51, 100));
  return between(choices, 0, most);
}

/** Credits are whole multiples of 10^-10 here. */
const CREDIT_PLACES = 10;
const CREDIT = 10 ** CREDIT_PLACES;
const THOUSANDTH = CREDIT / 1000;

/** Full-time credits of a term, in units of 10^-10 credit; always above 0. */
function randomFullTime(choices: Choices): number {
  const kind = choices.below(20);
  if (kind < 9) return 12 * CREDIT;
  if (kind < 13) return pick(choices, 9, 15, 6, 18, 16, 20, 1, 3) * CREDIT;
  if (kind < 15) return between(choices, 1, 40) * (CREDIT / 2);
  if (kind < 17) return pick(choices, 333, 7_333, 6_667, 12_500, 8_001) * THOUSANDTH;
  if (kind < 18) return between(choices, 1, 24_000_000) * (CREDIT / 1_000_000);
  if (kind < 19) return between(choices, 1, 24 * CREDIT);
  return between(choices, 1, 24) * CREDIT + pick(choices, 1, 3, 9_999_999_999);
}

/** Credits of a student in a term of `fullTime` units: around every threshold, and others. */
function randomCredits(choices: Choices, fullTime: number): number {
  const half = Math.floor(fullTime / 2);
  const step = pick(choices, CREDIT, CREDIT / 2, THOUSANDTH, CREDIT / 1_000_000, 1);
  const kind = pick<() => number>(
    choices,
    () => fullTime,
    () => fullTime,
    () => between(choices, 0, 24) * CREDIT,
    () => between(choices, 0, 40) * (CREDIT / 2),
    () => half,
    () => Math.max(0, half - step),
    () => half + step,
    () => Math.max(0, fullTime - step),
    () => fullTime + step,
    () => 0,
    () => between(choices, 0, 24_000) * THOUSANDTH,
    () => between(choices, 0, 24_000_000) * (CREDIT / 1_000_000),
    () => exactlyHalfPercent(choices, fullTime) ?? fullTime,
    () => between(choices, 0, 20) * CREDIT + pick(choices, 333, 667, 666, 334) * THOUSANDTH,
    () => Math.floor((fullTime * 3) / 4),
    () => fullTime,
    () => fullTime,
  );
  return kind();
}

/** Credits at k + 1/2 percent of `fullTime`, sometimes one unit off; undefined if not a whole unit. */
function exactlyHalfPercent(choices: Choices, fullTime: number): number | undefined {
  const exact = (fullTime * (2 * between(choices, 0, 99) + 1)) / 200;
  if (!Number.isInteger(exact)) return undefined;
  return chance(choices, 60) ? exact : Math.max(0, exact + pick(choices, -1, 1));
}

/** Sets the last term's credits so that the year is at (or just off) k + 1/2 percent, if possible. */
function aimAtHalfPercent(choices: Choices, fullTimes: readonly number[], credits: number[]): void {
  const all = fullTimes.reduce((sum, value) => sum + value, 0);
  const target = exactlyHalfPercent(choices, all);
  const last = credits.length - 1;
  const others = credits.slice(0, last).reduce((sum, value) => sum + value, 0);
  if (target !== undefined && target >= others) credits[last] = target - others;
}

/** Credits with 15 significant digits, each as close as possible to a threshold of a 12-credit term. */
const FINEST_CREDITS = [
  '5.99999999999999',
  '6.00000000000001',
  '11.9999999999999',
  '12.0000000000001',
  '0.00000000000001',
  '8.33333333333333',
] as const;

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

/** One to four terms. For about one student in fifty, disbursements exceed the given limits. */
function randomTerms(choices: Choices, bases: PerLoanType<Rational>): WireTerm[] {
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

function randomFullTimes(choices: Choices, count: number): number[] {
  const usual = randomFullTime(choices);
  const areMixed = chance(choices, 25);
  return Array.from({ length: count }, () => (areMixed ? randomFullTime(choices) : usual));
}

function randomTerm(choices: Choices, index: number, fullTime: number, credits: number): WireTerm {
  const isOdd = chance(choices, 3);
  const term: WireTerm = { label: isOdd ? pick(choices, ...ODD_LABELS) : (LABELS[index] ?? 'Term') };
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

/** Final credits for the first terms, as a school learns them; rarely for a later term. */
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

/** Past disbursements of a loan type: equal shares, the whole limit, one dollar or an explicit 0. */
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
