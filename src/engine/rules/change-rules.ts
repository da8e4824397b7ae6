import { absolute, beyond, type Dollars, minus } from '../dollars.js';
import { LOAN_TYPE_NAMES, type LoanType, type PerLoanType, type Student } from '../student.js';
import { article, listed, wholeDollars } from '../texts.js';
import type { Loan, ResolvedTerm, Working, Year } from '../working.js';
import { equalWeights } from './disbursement-rules.js';
import { INSTALLMENTS, ODD_DOLLAR } from './rounding.js';
import type * as rule from './rule.js';
import { because, eachTerm, perLoan, perPayment, perTerm, perYear, termsSoFar, whyNot } from './rule.js';
import * as cited from './sources.js';
import { isPaidWithoutCredits } from './term-rules.js';
import * as worked from './worked-text.js';
import { eligibilityOf, OF_BOTH_LOANS } from './year-rules.js';

const ED_CHANGE: cited.Source = 'ED: Loan Limits FAQ, 20 May 2026, question 17C';
const ADJUSTMENT = '7.3 Adjustment of the term, already in its disbursement';
const NAMES_LATEST: cited.Source = 'choice: an adjustment names the latest term that changed';
const FLAG_ON_LAST_PAID: cited.Source =
  'choice: the excess is reported on the last term that was paid of the loan type';

const NONE_CHANGED = 'The credits of no term changed.';
const NO_EXCESS = 'There is no excess.';
const NO_OTHER_PAYS_LESS = 'No other loan pays less because of it.';

/** Section 7: changed terms, the effect of a change after a disbursement, and payments beyond the limit. */
export const CHANGE_RULES = {
  changed: perYear('latest_change', 'index', '7.1 Latest term whose credits changed from the plan', {
    formula: 'the last term whose credits changed',
    sources: [NAMES_LATEST],
    inputs: ({ terms }) => eachTerm('changed', terms),
    of: (terms: readonly ResolvedTerm[]): ResolvedTerm | undefined =>
      terms.findLast(({ isChanged }) => isChanged),
    value: ({ changed }) => changed?.index ?? null,
    step: ({ changed }) =>
      changed?.name ?? whyNot('The credits of no term changed, so the year is as it was planned.'),
  }),
  change: perLoan('change_in_remaining', 'dollars', '7.2 Change in what remains to be paid', {
    formula:
      'what remains - what would remain as planned, where credits changed and something was disbursed of the loan',
    sources: [cited.ED_NETTING, ED_CHANGE],
    inputs: ['latest changed term', 'what remains', 'what would remain as planned', 'disbursed so far'],
    of: (remaining: Dollars, asPlanned: Dollars, disbursed: Dollars): Dollars =>
      disbursed === 0 ? 0 : minus(remaining, asPlanned),
    value: ({ loan }) => loan.change,
    step: ({ changed, loanType, loan, year, planned }) => {
      if (changed === undefined) return whyNot(NONE_CHANGED, ['latest changed term']);
      if (loan.disbursed === 0) return whyNot(nothingToAdjust(loanType));
      return worked.arithmetic([year.remaining[loanType]], [planned.remaining[loanType]]);
    },
  }),
  adjustments: perPayment('adjustment', 'dollars', ADJUSTMENT, {
    formula:
      'change x terms up to and with this one / all terms, of those that still take a disbursement, less what the terms before it take; a deduction is negative',
    ...INSTALLMENTS,
    sources: [
      cited.ED_NETTING,
      ED_CHANGE,
      'choice: the change is shown in equal parts of the terms that still take a disbursement',
      ODD_DOLLAR,
    ],
    inputs: (place) => ['change in what remains', 'open terms', ...termsSoFar('takes a disbursement', place)],
    field: ({ loanType }) => `adjustment_${loanType}`,
    step: ({ terms, term, loanType, changed, loan: { change, adjustments, disbursed } }) => {
      const name = LOAN_TYPE_NAMES[loanType];
      if (change === 0) {
        const same = `The ${name} amount that remains to be paid is the same as planned.`;
        const unadjusted = disbursed === 0 ? nothingToAdjust(loanType) : same;
        return whyNot(changed === undefined ? NONE_CHANGED : unadjusted, ['change in what remains']);
      }
      if (!term.isOpen[loanType])
        return whyNot(`The term takes no new ${name} disbursement.`, [
          'change in what remains',
          ...eachTerm('takes a disbursement', [term]),
        ]);
      // The absolute value is split, and a deduction gets a minus sign.
      const parts = adjustments.map(absolute);
      const text = worked.part(absolute(change), equalWeights(terms, loanType), parts, term.index);
      return change < 0 ? `${text}; a deduction: ${wholeDollars(adjustments[term.index] ?? 0)}` : text;
    },
  }),
  source: perTerm('adjustment_source', 'index', '7.4 Latest term that changed, where this term is adjusted', {
    formula: 'the latest term whose credits changed, where the term is adjusted',
    sources: [NAMES_LATEST],
    inputs: ({ term, changed, borrowed }) => [
      'latest changed term',
      ...(changed === undefined ? [] : borrowed).map(
        (loanType): rule.StepInput => [
          `adjustment, ${LOAN_TYPE_NAMES[loanType]}`,
          `adjustment.${term.index}.${loanType}`,
        ],
      ),
    ],
    field: 'adjustment_source_index',
    of: (isAdjusted: boolean, changed: ResolvedTerm | undefined): number | null =>
      isAdjusted ? (changed?.index ?? null) : null,
    step: ({ term, changed, result }) =>
      result.terms[term.index]?.adjustment_source_index === null
        ? whyNot('The term is not adjusted.')
        : (changed?.name ?? ''),
  }),
  excess: perLoan('excess', 'dollars', '7.5 Disbursed beyond the eligibility', {
    formula: 'disbursed so far - eligibility for the year, never below 0',
    sources: ['choice: what was disbursed is compared with the eligibility for the year'],
    inputs: ({ loanType }) => ['disbursed so far', ['eligibility for the year', eligibilityOf(loanType)]],
    of: beyond,
    value: ({ loan }) => loan.excess,
    step: ({ loanType, loan: { disbursed, excess }, year }) => {
      const limit = year.eligible[loanType];
      if (excess > 0) return worked.arithmetic([disbursed], [limit]);
      return whyNot(`${wholeDollars(disbursed)} is not more than ${wholeDollars(limit)}.`);
    },
  }),
  heldBack: perLoan('held_back', 'dollars', '7.5 How much less another loan pays because of the excess', {
    formula: 'eligibility of the other loan - disbursed of it, never below 0, less what remains of it',
    sources: OF_BOTH_LOANS,
    inputs: ['beyond the eligibility'],
    of: (other: LoanType | null, { eligible, remaining }: Year, paid: PerLoanType): Dollars =>
      other === null ? 0 : minus(beyond(eligible[other], paid[other]), remaining[other]),
    value: ({ loan }) => loan.heldBack,
    step: ({ student, year: { eligible, remaining }, loans, loanType, loan: { excess, heldBack } }) => {
      if (excess === 0) return whyNot(NO_EXCESS);
      const other = heldBackBy(loanType, student);
      if (other === null) return whyNot(NO_OTHER_PAYS_LESS);
      const inputs: rule.StepInput[] = [
        'beyond the eligibility',
        ['eligibility of the other loan', `${eligibilityOf(other)}.${other}`],
        ['disbursed of the other loan', `disbursed.${other}`],
        ['remains of the other loan', `remaining.${other}`],
      ];
      if (heldBack === 0) return whyNot(NO_OTHER_PAYS_LESS, inputs);
      const text = worked.arithmetic([eligible[other]], [loans[other].disbursed, remaining[other]]);
      return {
        worked: `${text} less ${LOAN_TYPE_NAMES[other]}`,
        inputs,
        sources: other === 'grad_plus' ? [cited.PROGRAM_LIMIT_RULE] : undefined,
      };
    },
  }),
  isOveraward: perLoan('overaward', 'yes or no', '7.5 Whether the excess is an overaward as planned', {
    formula: 'more was disbursed than the eligibility for the year, and than the eligibility as planned',
    sources: [
      'handbook: FSA Handbook 2025-26, volume 8, chapters 1 and 4: an overaward is resolved before any more federal aid is paid',
    ],
    inputs: ({ loanType, loan, changed }) =>
      loan.excess === 0 || changed === undefined
        ? ['beyond the eligibility']
        : [
            'beyond the eligibility',
            'disbursed so far',
            ['eligibility as planned', `planned_${eligibilityOf(loanType)}`],
          ],
    of: (disbursed: Dollars, eligible: Dollars, asPlanned: Dollars): boolean =>
      disbursed > eligible && disbursed > asPlanned,
    value: ({ loan }) => loan.isOveraward,
    step: ({ loanType, loan, terms, changed, planned }) => {
      if (loan.excess === 0) return whyNot(NO_EXCESS);
      if (changed === undefined) return 'no credits changed, so it is an overaward';
      const paid = wholeDollars(loan.disbursed);
      const limit = wholeDollars(planned.eligible[loanType]);
      if (loan.isOveraward) return `${paid} is more than ${limit} as planned, so it is an overaward`;
      return because(
        `${paid} is not more than ${limit} as planned, so the change of credits explains it`,
        terms.some((term) => isPaidWithoutCredits(term, loanType))
          ? cited.PAID_WITHOUT_CREDITS
          : 'practice: returning what was correctly disbursed before the credits changed is the choice of the school',
      );
    },
  }),
  lastPaid: perLoan('last_paid_term', 'index', '7.5 Last term that was paid', {
    formula: 'the last term for which more than $0 was disbursed',
    sources: [FLAG_ON_LAST_PAID],
    inputs: ({ terms }) => eachTerm('disbursed and kept', terms),
    of: (settled: readonly (Dollars | null)[]): number =>
      settled.findLastIndex((amount) => amount !== null && amount > 0),
    value: ({ terms, loan }): number | null => lastPaidTerm(terms, loan)?.index ?? null,
    step: ({ terms, loanType, loan }) =>
      lastPaidTerm(terms, loan)?.name ??
      whyNot(`No term was paid ${article(LOAN_TYPE_NAMES[loanType])} loan.`),
  }),
  isOverdisbursed: perTerm('overdisbursement', 'yes or no', '7.5 Over-disbursement that the term carries', {
    formula:
      'more than the eligibility was disbursed of a loan type, and this is the last term that was paid any of it',
    sources: [FLAG_ON_LAST_PAID],
    inputs: ({ loans, borrowed }) =>
      borrowed.flatMap((loanType): rule.StepInput[] => {
        const name = LOAN_TYPE_NAMES[loanType];
        const excess: rule.StepInput = [`beyond the eligibility, ${name}`, `excess.${loanType}`];
        const last: rule.StepInput = [`last term that was paid, ${name}`, `last_paid_term.${loanType}`];
        return loans[loanType].excess === 0 ? [excess] : [excess, last];
      }),
    field: 'final_term_overdisbursement',
    of: isOverdisbursed,
    step: ({ term: { index }, loans, borrowed }) => {
      const amounts = borrowed
        .filter((loanType) => isOverdisbursed(loans[loanType], index))
        .map((loanType) => `${wholeDollars(loans[loanType].excess)} ${LOAN_TYPE_NAMES[loanType]}`);
      if (amounts.length === 0) return whyNot('No over-disbursement is reported on this term.');
      return `${listed(amounts)} beyond the eligibility, and this is the last term that was paid any of it`;
    },
  }),
} satisfies rule.Rules<
  Pick<Working, 'changed'> & Pick<Loan, 'change' | 'adjustments' | 'excess' | 'heldBack' | 'isOveraward'>,
  'source' | 'lastPaid' | 'isOverdisbursed'
>;

/** Section 7.5: the loan that may pay less because this one was paid beyond its limit; null if none can. */
export function heldBackBy(loanType: LoanType, { degree_level }: Student): LoanType | null {
  if (loanType === 'unsub') return degree_level === 'undergraduate' ? 'sub' : 'grad_plus';
  return loanType === 'sub' ? 'unsub' : null;
}

/** Section 7.5: whether a term carries the over-disbursement of a loan type. */
export function isOverdisbursed({ excess, settled }: Loan, termIndex: number): boolean {
  return excess > 0 && CHANGE_RULES.lastPaid.of(settled) === termIndex;
}

function lastPaidTerm(terms: readonly ResolvedTerm[], { settled }: Loan): ResolvedTerm | undefined {
  return terms[CHANGE_RULES.lastPaid.of(settled)];
}

function nothingToAdjust(loanType: LoanType): string {
  return `No ${LOAN_TYPE_NAMES[loanType]} loan was disbursed, so there is nothing to adjust.`;
}
