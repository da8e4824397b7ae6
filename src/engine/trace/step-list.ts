import { type Exact, toText } from '../exact.js';
import type { AnnualLimits } from '../limits.js';
import type { Loan } from '../loan.js';
import type { ResolvedTerm } from '../resolved-term.js';
import type { CalculationResult, LoanType, Student, Term } from '../student.js';
import type { Working } from '../working.js';
import type {
  TraceInput,
  TraceParameter,
  TraceSource,
  TraceStep,
  TraceUnit,
  TraceValue,
} from './trace-format.js';

/** What a step of the whole year is written from: the student, the figures of the calculation, and its answer. */
export interface YearPlace extends Working {
  readonly student: Student;
  readonly result: CalculationResult;
  /** The loan types that the student may borrow. */
  readonly borrowed: readonly LoanType[];
  readonly term?: ResolvedTerm;
  readonly loanType?: LoanType;
}

/** The same for a step of one term. */
export interface TermPlace extends YearPlace {
  readonly term: ResolvedTerm;
  readonly input: Term;
}

/** The same for a step of one loan type. */
export interface LoanPlace extends YearPlace {
  readonly loanType: LoanType;
  readonly loan: Loan;
}

/** The same for a step of one term's part of a loan type. */
export type TermLoanPlace = TermPlace & LoanPlace;

/** A rule, and how its step is written for one student. */
export interface Rule<Place> {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly formula: string;
  readonly rounding?: string;
  readonly unit: TraceUnit;
  readonly sources: readonly TraceSource[];
  /** Where the rule is that of one loan type. */
  readonly loanType?: LoanType;
  readonly step: (place: Place) => Step;
}

/** What a step says of this student. */
export interface Step {
  readonly inputs: readonly StepInput[];
  readonly parameters?: readonly TraceParameter[];
  /** The arithmetic with figures, or why the rule does not apply. */
  readonly worked: string;
  readonly value: TraceValue;
  /** Path of the figure in the answer, from the term on in a step of one term. */
  readonly field?: string;
  readonly decidedBy?: string | null;
  readonly applies?: boolean;
}

/**
 * An input: a field of the request, of the term in a step of one term; or the result of a rule, for the same term and loan
 * type where the rule has steps of its own for them, else for those whose index and name follow the rule.
 */
export type StepInput =
  | { readonly name: string; readonly field: string; readonly value: TraceValue; readonly unit: TraceUnit }
  | { readonly name: string; readonly rule: string };

type AnyRule = Omit<Rule<never>, 'step'>;

/** Whose step it is: neither's where it is that of the year as a whole. */
interface At {
  readonly term: number | undefined;
  readonly loanType: LoanType | undefined;
}

/** Gathers steps. It decides nothing: every figure comes from the functions of the engine. */
export class StepList {
  readonly steps: TraceStep[] = [];
  readonly #results = new Map<string, Omit<TraceInput, 'name'>>();
  /** Why a loan type is not borrowed, and the step that says so: its result is the amount of 0 that is left. */
  readonly #notBorrowed = new Map<LoanType, { readonly reason: string; readonly id: string }>();

  /**
   * Adds the step of each rule for each place, rule by rule. The first step of a loan type that is not borrowed says why. Its
   * later figures are steps that take nothing but the amount of 0 that is left of it; what would lead to them is no step at
   * all.
   */
  add<Place extends YearPlace>(rules: readonly Rule<Place>[], ...places: readonly Place[]): void {
    for (const rule of rules) {
      for (const place of places) {
        const { borrowed, term, loanType = rule.loanType } = place;
        const isBorrowed = loanType === undefined || borrowed.includes(loanType);
        const at = { term: term?.index, loanType };
        if (isBorrowed) this.#push(rule, at, rule.step(place));
        else this.#addNotBorrowed(rule, at, loanType, rule.step(place));
      }
    }
  }

  #addNotBorrowed(rule: AnyRule, at: At, loanType: LoanType, step: Step): void {
    const first = this.#notBorrowed.get(loanType);
    if (first === undefined) {
      this.#notBorrowed.set(loanType, { reason: step.worked, id: idOf(rule.id, at.term, loanType) });
      this.#push(rule, at, { ...step, applies: false });
    } else if (step.field === undefined) {
      this.#results.set(idOf(rule.id, at.term, loanType), this.#result(first.id, at));
    } else {
      const inputs = taken({ 'amount before the reduction': first.id });
      this.#push(rule, at, { ...step, inputs, worked: first.reason, decidedBy: null, applies: false });
    }
  }

  #push(rule: AnyRule, at: At, { value, field, ...step }: Step): void {
    const { section, title, formula, rounding, unit, sources } = rule;
    const id = idOf(rule.id, at.term, at.loanType);
    this.steps.push({
      id,
      section,
      title,
      for: { loan: at.loanType ?? null, term: at.term ?? null },
      applies: step.applies ?? true,
      inputs: step.inputs.map((input) => this.#input(input, at)),
      parameters: step.parameters ?? [],
      formula,
      worked: step.worked,
      rounding: rounding ?? null,
      decided_by: step.decidedBy ?? null,
      result: { field: field === undefined ? null : pathOf(field, at), value, unit },
      sources,
    });
    this.#results.set(id, { value, unit, from: `step:${id}` });
  }

  #input(input: StepInput, at: At): TraceInput {
    const { name } = input;
    if ('rule' in input) return { name, ...this.#result(input.rule, at) };
    return { name, value: input.value, unit: input.unit, from: `input:${pathOf(input.field, at)}` };
  }

  #result(rule: string, { term, loanType }: At): Omit<TraceInput, 'name'> {
    for (const id of [idOf(rule, term, loanType), idOf(rule, loanType), idOf(rule, term), rule]) {
      const result = this.#results.get(id);
      if (result !== undefined) return result;
    }
    throw new RangeError(`The trace has no step ${rule} before the one that takes its result.`);
  }
}

function pathOf(field: string, { term }: At): string {
  return term === undefined ? field : `terms.${term}.${field}`;
}

function idOf(...parts: readonly (string | number | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('.');
}

/** A field of the request as an input. */
export function given(
  name: string,
  field: string,
  value: Exact | string | boolean | null,
  unit: TraceUnit,
): StepInput {
  const isPlain = value === null || typeof value === 'string' || typeof value === 'boolean';
  return { name, field, value: isPlain ? value : toText(value), unit };
}

/** Results as inputs: names of inputs, and the rules that give them. */
export function taken(rules: Readonly<Record<string, string>>): StepInput[] {
  return Object.entries(rules).map(([name, rule]) => ({ name, rule }));
}

/** For each term an input of its own: the result of a rule for it. */
export function ofTerms(name: string, rule: string, terms: readonly ResolvedTerm[]): StepInput[] {
  return terms.map((term) => ({ name: `${name}, ${term.name}`, rule: `${rule}.${term.index}` }));
}

/** A dated amount of the rules: credits, or whole dollars. */
export function dated(
  name: string,
  value: string,
  unit: TraceUnit,
  source: string,
  { effective }: AnnualLimits,
): TraceParameter {
  return { name, value, unit, effective, source };
}
