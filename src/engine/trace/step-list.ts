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

/** Loan types that a student may not borrow, each with the reason as a sentence. */
export type NotBorrowed = Readonly<Partial<Record<LoanType, string>>>;

/** Gathers steps. It decides nothing: every figure comes from the functions of the engine. */
export class StepList {
  readonly #steps: TraceStep[];
  readonly #notBorrowed: NotBorrowed;
  readonly #reason: string | null;

  private constructor(steps: TraceStep[], notBorrowed: NotBorrowed, reason: string | null) {
    this.#steps = steps;
    this.#notBorrowed = notBorrowed;
    this.#reason = reason;
  }

  /** No step yet. Those of a loan type that is not borrowed will not apply. */
  static empty(notBorrowed: NotBorrowed): StepList {
    return new StepList([], notBorrowed, null);
  }

  /** The same list, taking steps that do not apply: they have no inputs, and no result. */
  notApplying(reason: string): StepList {
    return new StepList(this.#steps, this.#notBorrowed, reason);
  }

  get steps(): readonly TraceStep[] {
    return this.#steps;
  }

  add(step: NewStep): Found {
    const { rule, loan, term } = step;
    const { value, field, decidedBy, parameters, applies, inputs, worked } = this.#asItApplies(step);
    const id = [rule.id, term, loan].filter((part) => part !== undefined).join('.');
    this.#steps.push({
      id,
      section: rule.section,
      title: rule.title,
      for: { loan: loan ?? null, term: term ?? null },
      applies: applies ?? true,
      inputs,
      parameters: parameters ?? [],
      formula: rule.formula,
      worked,
      rounding: rule.rounding ?? null,
      decided_by: decidedBy ?? null,
      result: { field: field ?? null, value, unit: rule.unit },
      sources: rule.sources,
    });
    return { value, unit: rule.unit, from: `step:${id}` };
  }

  #asItApplies(step: NewStep): NewStep {
    const { rule, loan } = step;
    if (this.#reason !== null) return { rule, inputs: [], worked: this.#reason, value: null, applies: false };
    const notBorrowed = loan === undefined ? undefined : this.#notBorrowed[loan];
    return notBorrowed === undefined
      ? step
      : { ...step, worked: notBorrowed, decidedBy: null, applies: false };
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
