import { alreadyDisbursed, isSettled, whatRemains } from '../reference/distribute.js';
import { annualEligibility } from '../reference/eligibility.js';
import { statutoryTotal } from '../reference/limits.js';
import {
  add,
  compare,
  larger,
  multiply,
  type Rational,
  subtract,
  sum,
  toDecimalString,
  whole,
  ZERO,
} from '../reference/rational.js';
import {
  effectiveCredits,
  enrollmentStatus,
  fullTimeCredits,
  isChanged,
  isPayable,
  plannedCredits,
} from '../reference/terms.js';
import type { LoanType, StudentInput, TermInput } from '../reference/types.js';
import { studentWarningKinds } from '../reference/warnings.js';
import { numberIn } from './worked-arithmetic.js';

/** Evaluates what warnings and explanations of adjustments claim, with the reference implementation. */

const LOANS: Readonly<Record<string, LoanType>> = {
  subsidized: 'sub',
  unsubsidized: 'unsub',
  'Grad PLUS': 'grad_plus',
};
const isEqual = (amount: Rational, text: string | undefined) => compare(amount, numberIn(text)) === 0;
const isAbove0 = (amount: Rational) => compare(amount, ZERO) > 0;

/** Of one term: the sentence, and when it is true. */
const OF_TERMS: readonly (readonly [RegExp, (term: TermInput, said: readonly string[]) => boolean])[] = [
  [
    /^Full-time enrollment of (\S+) credits was assumed because credits_enrolled was not given\.$/,
    (term, [, credits]) => term.credits_enrolled === null && isEqual(fullTimeCredits(term), credits),
  ],
  [
    /^(\S+) credits are more than twice the full-time credits of (\S+): check for a typo\.$/,
    (term, [, credits, fullTime]) =>
      isEqual(effectiveCredits(term), credits) &&
      isEqual(fullTimeCredits(term), fullTime) &&
      compare(effectiveCredits(term), multiply(whole(2), fullTimeCredits(term))) > 0,
  ],
  [
    /^Enrollment is less than half time, so nothing new is disbursed for this term\.$/,
    (term) => enrollmentStatus(term) === 'Less Than Half-Time',
  ],
  [
    /^This term was paid and has no credits: 34 CFR 668\.22 decides what is returned if the student attended, 34 CFR 668\.21 if not\.$/,
    (term) =>
      enrollmentStatus(term) === 'Not Enrolled' &&
      Object.values(term.prior).some((prior) => isAbove0(prior ?? ZERO)),
  ],
  [
    /^The student is not enrolled, so nothing new is disbursed for this term\.$/,
    (term) => enrollmentStatus(term) === 'Not Enrolled' && term.required,
  ],
];

/** Of the student, where a kind of the reference says as much: the sentence, and the kind. */
const OF_STUDENTS: readonly (readonly [RegExp, string])[] = [
  [
    /^Only one term was given, so it is measured against itself, as the whole academic year\. /,
    'single_term',
  ],
  [/^More than one term is called /, 'repeated_label'],
  [/^No term is at least half time, so nothing new can be disbursed\.$/, 'nothing_payable'],
  [/^grade_level has no effect on a (?:graduate|professional) student's limit\.$/, 'no_effect:grade_level'],
  [
    /^Nothing is left for Grad PLUS: the cost of attendance less other financial assistance, \S+, is not above \$20,500\.$/,
    'no_grad_plus_left',
  ],
  [
    /^cost_of_attendance has no effect: only a legacy graduate or professional borrower /,
    'no_effect:cost_of_attendance',
  ],
  [/^is_legacy_borrower has no effect on an undergraduate limit\.$/, 'no_effect:is_legacy_borrower'],
  [
    /^plus_denied has no effect: it raises the limit of dependent undergraduates only\.$/,
    'no_effect:plus_denied',
  ],
];

const eligibleFor = (student: StudentInput, loan: LoanType) =>
  annualEligibility(student, effectiveCredits)[loan];

const remainsOf = (student: StudentInput) =>
  whatRemains(student, annualEligibility(student, effectiveCredits));

/** Whether a warning of the student (`term` null) or of a term says what is so; false, too, for one that nothing here can evaluate. */
export function isTrueWarning(student: StudentInput, index: number | null, text: string): boolean {
  const term = index === null ? undefined : student.terms[index];
  if (term !== undefined) {
    for (const [words, isTrue] of OF_TERMS) {
      const said = words.exec(text);
      if (said !== null) return isTrue(term, said);
    }
    return isTrueExcess(student, term, text);
  }
  const kind = OF_STUDENTS.find(([words]) => words.test(text))?.[1];
  if (kind !== undefined) return studentWarningKinds(student).includes(kind);
  const limit =
    /^total_limit of (\S+) has no effect on the (?:un)?subsidized and (?:unsubsidized|Grad PLUS) loans: it is not lower than the statutory limit of (\S+)\.$/.exec(
      text,
    );
  if (limit !== null) {
    const [, given, statutory] = limit;
    return (
      student.total_limit !== null &&
      isEqual(student.total_limit, given) &&
      isEqual(statutoryTotal(student), statutory) &&
      compare(student.total_limit, statutoryTotal(student)) >= 0
    );
  }
  return isTrueUnscheduled(student, text);
}

const RESOLVE = 'an overaward, which has to be resolved before any more federal aid is paid';
const OVERAWARDS = [
  `It is ${RESOLVE}.`,
  `More was disbursed than the eligibility as planned, too: it is ${RESOLVE}.`,
];
const WITHIN = 'What was disbursed is within the eligibility as planned';
const CHOICE = `${WITHIN}. If it was disbursed before the credits changed, returning it is the school's choice. If after, it is ${RESOLVE}.`;
const EXCESS =
  /^(\$[\d,]+) (subsidized|unsubsidized|Grad PLUS) was disbursed beyond the eligibility for the year\. (Nothing later can absorb it\.|The .+ amount that remains is .+?\.(?: Nothing later can absorb the other \$[\d,]+\.)?) (.+)$/;
const MADE_UP =
  /^The (subsidized|unsubsidized|Grad PLUS) amount that remains is (\$[\d,]+) lower because of it(?:\. Nothing later can absorb the other (\$[\d,]+)|, so both loans together stay within (the annual limit|the program's own limit))\.$/;

function isTrueExcess(student: StudentInput, term: TermInput, text: string): boolean {
  const [, amount, name = '', madeUp = '', kind = ''] = EXCESS.exec(text) ?? [];
  const loan = LOANS[name];
  if (loan === undefined) return false;
  const excess = subtract(alreadyDisbursed(student, loan), eligibleFor(student, loan));
  const last = student.terms.findLast(({ prior }) => isAbove0(prior[loan] ?? ZERO));
  return (
    last === term &&
    isAbove0(excess) &&
    isEqual(excess, amount) &&
    isTrueMadeUp(student, loan, excess, madeUp) &&
    isTrueKind(student, loan, kind)
  );
}

/** What a loan has left by itself, less what it pays in the presence of the others. */
function heldBack(student: StudentInput, loan: LoanType): Rational {
  const own = subtract(eligibleFor(student, loan), alreadyDisbursed(student, loan));
  return subtract(larger(ZERO, own), remainsOf(student)[loan]);
}

function isTrueMadeUp(student: StudentInput, loan: LoanType, excess: Rational, text: string): boolean {
  const lowered = Object.values(LOANS).filter(
    (other) => other !== loan && isAbove0(heldBack(student, other)),
  );
  const [, name = '', amount, rest, limit] = MADE_UP.exec(text) ?? [];
  const other = LOANS[name];
  if (other === undefined) return lowered.length === 0 && text === 'Nothing later can absorb it.';
  const less = heldBack(student, other);
  const isWhole = limit !== undefined;
  return (
    lowered.join() === other &&
    isEqual(less, amount) &&
    (isWhole
      ? compare(less, excess) === 0
      : isEqual(subtract(excess, less), rest) && isAbove0(numberIn(rest))) &&
    (!isWhole || isWithin(student, [loan, other])) &&
    (!isWhole || (limit === 'the annual limit') === (other !== 'grad_plus'))
  );
}

/** Whether two loans together, as paid and as they remain to be paid, are within their limits together. */
function isWithin(student: StudentInput, loans: readonly LoanType[]): boolean {
  const limit = sum(loans.map((loan) => eligibleFor(student, loan)));
  const paid = sum(loans.map((loan) => add(alreadyDisbursed(student, loan), remainsOf(student)[loan])));
  return compare(paid, limit) <= 0;
}

function isTrueKind(student: StudentInput, loan: LoanType, text: string): boolean {
  const isChange = student.terms.some(isChanged);
  const asPlanned = annualEligibility(student, plannedCredits)[loan];
  if (compare(alreadyDisbursed(student, loan), asPlanned) > 0) return text === OVERAWARDS[isChange ? 1 : 0];
  const isWithoutCredits = student.terms.some(
    (term) => isAbove0(term.prior[loan] ?? ZERO) && !isAbove0(effectiveCredits(term)),
  );
  return isChange && text === (isWithoutCredits ? `${WITHIN}.` : CHOICE);
}

const UNSCHEDULED =
  /^(\$[\d,]+) of (.+) eligibility cannot be paid in any term: every term that is at least half time is already paid(, or has final credits and a recorded \$0)?\.$/;

function isTrueUnscheduled(student: StudentInput, text: string): boolean {
  const [, amount, name = '', orZero] = UNSCHEDULED.exec(text) ?? [];
  const loan = LOANS[name];
  if (loan === undefined) return false;
  const payable = student.terms.filter(isPayable);
  const isZero = payable.some((term) => isSettled(term, loan) && !isAbove0(term.prior[loan] ?? ZERO));
  return (
    payable.length > 0 &&
    payable.every((term) => isSettled(term, loan)) &&
    isZero === (orZero !== undefined) &&
    isEqual(remainsOf(student)[loan], amount)
  );
}

/** Whether the explanation of an adjustment names every term that changed, with its credits, and the dollars of the term. */
export function isTrueExplanation(
  student: StudentInput,
  text: string,
  adjusted: Readonly<Record<LoanType, number>>,
): boolean {
  const credits = (amount: Rational) => toDecimalString(amount);
  const changes = student.terms
    .filter(isChanged)
    .map(
      (term) =>
        `${term.label.trim()} changed from ${credits(plannedCredits(term))} to ${credits(effectiveCredits(term))} credits`,
    );
  const parts = Object.entries(LOANS).flatMap(([name, loan]) => {
    const amount = adjusted[loan];
    const size = Math.abs(amount).toLocaleString('en-US');
    return amount === 0 ? [] : [`$${size} ${amount < 0 ? 'less' : 'more'} ${name}`];
  });
  if (parts.length === 0) return text === '';
  return text === `${listed(changes)}, so this term pays ${listed(parts)}.`;
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
