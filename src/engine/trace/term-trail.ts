import type { ResolvedTerm } from '../resolved-term.js';
import { isOpen } from '../settled.js';
import type { LoanType } from '../student.js';
import type { EnrollmentSteps } from './enrollment-steps.js';
import { taken } from './step-list.js';
import type { TermSteps } from './term-steps.js';
import type { TraceInput } from './trace-format.js';

/** One term with what sections 1 and 5 found of it. */
export interface TermTrail extends TermSteps, EnrollmentSteps {
  readonly index: number;
  readonly term: ResolvedTerm;
}

/** The terms alone, in the same order. */
export function termsOf(trail: readonly TermTrail[]): ResolvedTerm[] {
  return trail.map(({ term }) => term);
}

/** The terms that still take a disbursement of the loan type. */
export function openTrail(trail: readonly TermTrail[], loan: LoanType): TermTrail[] {
  return trail.filter(({ term }) => isOpen(term, loan));
}

/** For each term whether it still takes a disbursement, as inputs. */
export function openInputs(trail: readonly TermTrail[], loan: LoanType): TraceInput[] {
  return trail.map(({ label, open }) => taken(`takes a disbursement, ${label}`, open[loan]));
}

/** For each term what was disbursed and is kept, as inputs. */
export function keptInputs(trail: readonly TermTrail[], loan: LoanType): TraceInput[] {
  return trail.map(({ label, settled }) => taken(`disbursed and kept, ${label}`, settled[loan]));
}
