import { type Exact, toText } from '../exact.js';
import type { LoanType } from '../student.js';
import type {
  TraceInput,
  TraceParameter,
  TraceSource,
  TraceStep,
  TraceUnit,
  TraceValue,
} from './trace-format.js';

/** Names of the loan types in an option of the answer. */
export const OPTION_FIELDS = { sub: 'subsidized', unsub: 'unsubsidized', grad_plus: 'grad_plus' } as const;

/** What is the same of a step for every student. */
export interface Rule {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly formula: string;
  readonly rounding?: string;
  readonly unit: TraceUnit;
  readonly sources: readonly TraceSource[];
}

/** A step of this student. */
export interface NewStep {
  readonly rule: Rule;
  /** Whose it is: neither for the year as a whole. */
  readonly loan?: LoanType;
  readonly term?: number;
  readonly inputs: readonly TraceInput[];
  readonly parameters?: readonly TraceParameter[];
  /** The arithmetic with figures, or why the rule does not apply. */
  readonly worked: string;
  readonly value: TraceValue;
  readonly field?: string;
  readonly decidedBy?: string | null;
  readonly applies?: boolean;
}

/** A figure that a step found, as later steps take it. */
export interface Found {
  readonly value: TraceValue;
  readonly unit: TraceUnit;
  readonly from: string;
}

/** Gathers steps. It decides nothing: every figure comes from the functions of the engine. */
export class StepList {
  readonly #steps: TraceStep[] = [];
  readonly #notBorrowed = new Map<LoanType, { readonly reason: string; readonly amount: Found }>();

  get steps(): readonly TraceStep[] {
    return this.#steps;
  }

  /**
   * Adds a step that says why the student may not borrow a loan type, as a sentence in `worked`, with the amount of 0 that
   * is left of it. Its later figures are steps that do not apply and take nothing but this amount; what would lead to them
   * is no step at all.
   */
  addNotBorrowed(loan: LoanType, step: Omit<NewStep, 'loan'>): Found {
    const amount = this.#push({ ...step, loan, applies: false });
    this.#notBorrowed.set(loan, { reason: step.worked, amount });
    return amount;
  }

  isBorrowed(loan: LoanType): boolean {
    return !this.#notBorrowed.has(loan);
  }

  add(step: NewStep): Found {
    const notBorrowed = step.loan === undefined ? undefined : this.#notBorrowed.get(step.loan);
    if (notBorrowed === undefined) return this.#push(step);
    const { reason, amount } = notBorrowed;
    if (step.field === undefined) return amount;
    const inputs = [taken('amount before the reduction', amount)];
    return this.#push({ ...step, inputs, worked: reason, decidedBy: null, applies: false });
  }

  #push({ rule, loan, term, ...step }: NewStep): Found {
    const id = [rule.id, term, loan].filter((part) => part !== undefined).join('.');
    const { value } = step;
    this.#steps.push({
      id,
      section: rule.section,
      title: rule.title,
      for: { loan: loan ?? null, term: term ?? null },
      applies: step.applies ?? true,
      inputs: step.inputs,
      parameters: step.parameters ?? [],
      formula: rule.formula,
      worked: step.worked,
      rounding: rule.rounding ?? null,
      decided_by: step.decidedBy ?? null,
      result: { field: step.field ?? null, value, unit: rule.unit },
      sources: rule.sources,
    });
    return { value, unit: rule.unit, from: `step:${id}` };
  }
}

/** A found figure as an input of a step. */
export function taken(name: string, { value, unit, from }: Found): TraceInput {
  return { name, value, unit, from };
}

/** A field of the request as an input of a step; `path` is that of the request. */
export function given(
  name: string,
  path: string,
  value: Exact | string | boolean | null,
  unit: TraceUnit,
): TraceInput {
  const isPlain = value === null || typeof value === 'string' || typeof value === 'boolean';
  return { name, value: isPlain ? value : toText(value), unit, from: `input:${path}` };
}
