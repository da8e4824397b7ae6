import type { TraceStep } from '../../src/engine/trace/trace-format.js';
import { alreadyDisbursed, isOpen, whatRemains } from '../reference/distribute.js';
import { annualEligibility } from '../reference/eligibility.js';
import { compare, larger, type Rational, subtract, toDecimalString, ZERO } from '../reference/rational.js';
import {
  effectiveCredits,
  enrollmentStatus,
  isChanged,
  plannedCredits,
  reducedAnnualPercent,
} from '../reference/terms.js';
import type { LoanType, StudentInput, TermInput } from '../reference/types.js';

/** What a sentence may speak of, read from the request by the reference implementation. */
export class Facts {
  readonly student: StudentInput;
  readonly #step: TraceStep;

  constructor(student: StudentInput, step: TraceStep) {
    this.student = student;
    this.#step = step;
  }

  get rule(): string {
    return this.#step.id.split('.', 1)[0] ?? '';
  }

  /** Whether the step is one of the year as planned. */
  get isPlan(): boolean {
    return this.rule.startsWith('planned_') && this.rule !== 'planned_credits';
  }

  get value(): unknown {
    return this.#step.result.value;
  }

  get loan(): LoanType {
    if (this.#step.for.loan === null) throw new RangeError(`${this.#step.id} is of no loan type.`);
    return this.#step.for.loan;
  }

  get isOfTerm(): boolean {
    return this.#step.for.term !== null;
  }

  get term(): TermInput {
    const term = this.student.terms[this.#step.for.term ?? -1];
    if (term === undefined) throw new RangeError(`${this.#step.id} is of no term.`);
    return term;
  }

  get paid(): Rational | null {
    return this.term.prior[this.loan];
  }

  get isPaid(): boolean {
    return this.paid !== null && compare(this.paid, ZERO) > 0;
  }

  get isZero(): boolean {
    return this.paid !== null && !this.isPaid;
  }

  get isFinal(): boolean {
    return this.term.actual_final_credits !== null;
  }

  get status(): string {
    return enrollmentStatus(this.term);
  }

  get credits(): Rational {
    return this.creditsOf(this.term);
  }

  get disbursed(): Rational {
    return alreadyDisbursed(this.student, this.loan);
  }

  get eligible(): Rational {
    return annualEligibility(this.student, effectiveCredits)[this.loan];
  }

  /** What remains to be paid of the loan type. */
  get remains(): Rational {
    return this.remainsOf(effectiveCredits);
  }

  remainsOf(creditsOf: typeof effectiveCredits): Rational {
    return whatRemains(this.student, annualEligibility(this.student, creditsOf))[this.loan];
  }

  get excess(): Rational {
    return larger(ZERO, subtract(this.disbursed, this.eligible));
  }

  get percent(): number {
    return Number(toDecimalString(reducedAnnualPercent(this.student, effectiveCredits)));
  }

  get isUndergraduate(): boolean {
    return this.student.degree_level === 'undergraduate';
  }

  get isAnyChanged(): boolean {
    return this.student.terms.some(isChanged);
  }

  get openTerms(): TermInput[] {
    return this.student.terms.filter((term) => isOpen(term, this.loan));
  }

  creditsOf(term: TermInput): Rational {
    return this.isPlan ? plannedCredits(term) : effectiveCredits(term);
  }

  lastTerm(isMeant: (term: TermInput) => boolean): string | undefined {
    return this.student.terms.findLast(isMeant)?.label.trim();
  }
}

export const isAbove0 = (amount: Rational) => compare(amount, ZERO) > 0;

export const NAMES: Readonly<Record<LoanType, string>> = {
  sub: 'subsidized',
  unsub: 'unsubsidized',
  grad_plus: 'Grad PLUS',
};

/** The excess of each loan type of which too much was disbursed, and which the term of the step was the last to be paid. */
export function excesses({ student, term }: Facts): string {
  const eligible = annualEligibility(student, effectiveCredits);
  const found = (['sub', 'unsub', 'grad_plus'] as const).flatMap((loan) => {
    const excess = subtract(alreadyDisbursed(student, loan), eligible[loan]);
    const last = student.terms.findLast(({ prior }) => isAbove0(prior[loan] ?? ZERO));
    if (!isAbove0(excess) || last !== term) return [];
    return [`$${Number(toDecimalString(excess)).toLocaleString('en-US')} ${NAMES[loan]}`];
  });
  return found.length < 2 ? found.join('') : `${found.slice(0, -1).join(', ')} and ${found.at(-1)}`;
}
