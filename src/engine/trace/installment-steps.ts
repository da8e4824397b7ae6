import { equalWeight, openWeight, permitsUnequalInstallments, type WeightOf } from '../disbursements.js';
import { type Exact, toText } from '../exact.js';
import { effective } from '../resolved-term.js';
import { isOpen } from '../settled.js';
import { type LoanType, type PerLoanType, perLoanType } from '../student.js';
import { wholeDollars } from '../texts.js';
import type { Working } from '../working.js';
import type { RemainingSteps } from './remaining-steps.js';
import { ED_EXAMPLES, ODD_DOLLAR, RULE_INSTALLMENTS } from './rule-sources.js';
import { type Found, OPTION_FIELDS, type Rule, type StepList, taken } from './step-list.js';
import { openInputs, openTrail, type TermTrail, termsOf } from './term-trail.js';
import type { TraceInput } from './trace-format.js';
import { CUMULATIVE_HALF_DOWN, partText, sumText } from './worked-text.js';

const EQUAL: Rule = {
  id: 'equal_amount',
  section: '6.3',
  title: 'Disbursement of the term in equal installments',
  formula:
    'what was disbursed and is kept; else what remains x terms up to and with this one / all terms, of those that still take a disbursement, less what the terms before it get',
  rounding: CUMULATIVE_HALF_DOWN,
  unit: 'dollars',
  sources: [ED_EXAMPLES, ODD_DOLLAR],
};
const PERMITTED: Rule = {
  id: 'unequal_installments',
  section: '6.4',
  title: 'Whether unequal installments are permitted',
  formula: 'the share of a full-time year is below 100 percent, so that a reduction applies',
  unit: 'yes or no',
  sources: [RULE_INSTALLMENTS],
};
const OPEN_CREDITS: Rule = {
  id: 'open_credits',
  section: '6.4',
  title: 'Credits of the terms that still take a disbursement',
  formula: 'the sum of the credits of the terms that still take a disbursement, overloads as well',
  unit: 'credits',
  sources: [ED_EXAMPLES],
};
const PROPORTIONAL: Rule = {
  id: 'proportional_amount',
  section: '6.4',
  title: 'Disbursement of the term by credits',
  formula:
    'what was disbursed and is kept; else what remains x credits up to and with this term / all credits, of the terms that still take a disbursement, less what the terms before it get',
  rounding: CUMULATIVE_HALF_DOWN,
  unit: 'dollars',
  sources: [RULE_INSTALLMENTS, ED_EXAMPLES, ODD_DOLLAR],
};

/** What sections 6.3 and 6.4 found. */
export interface InstallmentSteps {
  readonly permitted: Found;
  /** Per term. */
  readonly equal: PerLoanType<readonly Found[]>;
  /** Per term; null where unequal installments are not permitted. */
  readonly proportional: PerLoanType<readonly Found[]> | null;
}

/** Sections 6.3 and 6.4. */
export function addInstallmentSteps(
  steps: StepList,
  { loans, eligibility: { percent } }: Working,
  trail: readonly TermTrail[],
  { remaining, openTerms }: RemainingSteps,
  percentStep: Found,
): InstallmentSteps {
  const equal = perLoanType((loan) => {
    const { equal: parts, remaining: amount } = loans[loan].schedule;
    const inputs = [taken('what remains', remaining[loan]), taken('open terms', openTerms[loan])];
    return addAmounts(steps, EQUAL, 'equal', trail, loan, { amount, parts, weightOf: equalWeight, inputs });
  });
  const isPermitted = permitsUnequalInstallments(percent);
  const permitted = steps.add({
    rule: PERMITTED,
    inputs: [taken('share of a full-time year', percentStep)],
    worked: `${percent} %, so ${isPermitted ? 'they are' : 'only equal installments are'} permitted`,
    value: isPermitted,
  });
  const openCredits = perLoanType((loan) => addOpenCredits(steps, trail, loan));
  if (!isPermitted) {
    for (const { index } of trail) addNoProportional(steps, index, permitted);
    return { permitted, equal, proportional: null };
  }
  const proportional = perLoanType((loan) => {
    const { proportional: parts, remaining: amount } = loans[loan].schedule;
    const inputs = [
      taken('unequal installments are permitted', permitted),
      taken('what remains', remaining[loan]),
      taken('credits of the open terms', openCredits[loan]),
    ];
    const split = { amount, parts: parts ?? [], weightOf: effective, inputs };
    return addAmounts(steps, PROPORTIONAL, 'proportional', trail, loan, split);
  });
  return { permitted, equal, proportional };
}

function addOpenCredits(steps: StepList, trail: readonly TermTrail[], loan: LoanType): Found {
  const sum = toText(openWeight(loan, termsOf(trail), effective));
  const parts = openTrail(trail, loan).map(({ term }) => toText(term.effectiveCredits));
  return steps.add({
    rule: OPEN_CREDITS,
    loan,
    inputs: [
      ...openInputs(trail, loan),
      ...trail.map(({ label, effective: credits }) => taken(`credits, ${label}`, credits)),
    ],
    worked: parts.length === 0 ? 'none' : sumText(parts, sum),
    value: sum,
  });
}

/** How an amount is split over the terms, and the inputs that are the same for all of them. */
interface AmountSplit {
  readonly amount: number;
  readonly parts: readonly number[];
  readonly weightOf: WeightOf;
  readonly inputs: readonly TraceInput[];
}

function addAmounts(
  steps: StepList,
  rule: Rule,
  option: 'equal' | 'proportional',
  trail: readonly TermTrail[],
  loan: LoanType,
  split: AmountSplit,
): Found[] {
  const allOpen = openWeight(loan, termsOf(trail), split.weightOf);
  return trail.map((own, index) => {
    const { term } = own;
    const upTo = trail.slice(0, index + 1);
    return steps.add({
      rule,
      term: index,
      loan,
      inputs: amountInputs(own, upTo, loan, split),
      applies: term.settled[loan] !== null || isOpen(term, loan),
      worked: amountText(upTo, allOpen, loan, split),
      decidedBy: term.settled[loan] === null ? null : 'what was disbursed and is kept',
      value: split.parts[index] ?? 0,
      field: `terms.${index}.${option}.${OPTION_FIELDS[loan]}`,
    });
  });
}

/** A term that takes no part of the split is explained by what keeps it out of it. */
function amountInputs(
  own: TermTrail,
  upTo: readonly TermTrail[],
  loan: LoanType,
  { weightOf, inputs }: AmountSplit,
): TraceInput[] {
  if (own.term.settled[loan] !== null) return [taken('disbursed and kept', own.settled[loan])];
  if (!isOpen(own.term, loan)) return openInputs([own], loan);
  const weights =
    weightOf === effective
      ? upTo.map(({ label, effective: credits }) => taken(`credits, ${label}`, credits))
      : [];
  return [...inputs, ...openInputs(upTo, loan), ...weights];
}

function amountText(
  upTo: readonly TermTrail[],
  allOpen: Exact,
  loan: LoanType,
  { amount, parts, weightOf }: AmountSplit,
): string {
  const own = upTo.at(-1);
  const kept = own?.term.settled[loan] ?? null;
  if (kept !== null) return `${wholeDollars(kept)} was disbursed and stays`;
  if (own === undefined || !isOpen(own.term, loan)) {
    return 'The term is below half time, so nothing new is paid for it.';
  }
  const open = openTrail(upTo, loan);
  const due = open.reduce((sum, { index }) => sum + (parts[index] ?? 0), 0);
  const part = parts[own.index] ?? 0;
  const weightSoFar = openWeight(loan, termsOf(upTo), weightOf);
  return partText({ amount, weightSoFar, weightOfAll: allOpen, earlier: due - part, part });
}

function addNoProportional(steps: StepList, term: number, permitted: Found): void {
  steps.add({
    rule: PROPORTIONAL,
    term,
    inputs: [taken('unequal installments are permitted', permitted)],
    applies: false,
    worked: 'No reduction applies, so only equal installments are permitted.',
    value: null,
    field: `terms.${term}.proportional`,
  });
}
