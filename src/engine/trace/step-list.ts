import { type Exact, toText } from '../exact.js';
import type { AnnualLimits } from '../limits.js';
import type { Loan } from '../loan.js';
import type { CreditsKind, ResolvedTerm } from '../resolved-term.js';
import { type CalculationResult, LOAN_TYPES, type LoanType, type Student, type Term } from '../student.js';
import type { Working } from '../working.js';
import type {
  TraceInput,
  TraceParameter,
  TraceSource,
  TraceStep,
  TraceUnit,
  TraceValue,
} from './trace-format.js';

/** What the step of a rule for the year is written from: the student, the figures of the calculation, and its answer. */
export interface YearPlace extends Working {
  readonly student: Student;
  readonly result: CalculationResult;
  /** The loan types that the student may borrow. */
  readonly borrowed: readonly LoanType[];
  /** The credits that `eligibility` goes by. */
  readonly kind: CreditsKind;
}

/** The same for a rule for each term. */
export interface TermPlace extends YearPlace {
  readonly term: ResolvedTerm;
  readonly input: Term;
}

/** The same for a rule for each loan type. */
export interface LoanPlace extends YearPlace {
  readonly loanType: LoanType;
  readonly loan: Loan;
}

/** A rule, and how its step is written for one student. */
export type Rule = Facts &
  (
    | { readonly per: 'year'; readonly step: (place: YearPlace) => Step }
    | { readonly per: 'term'; readonly step: (place: TermPlace) => Step }
    | { readonly per: 'loan'; readonly step: (place: LoanPlace) => Step }
    | { readonly per: 'loan and term'; readonly step: (place: LoanPlace & TermPlace) => Step }
  );

interface Facts {
  readonly id: string;
  /** Where the rule for the year is that of one loan type. */
  readonly loanType?: LoanType;
  readonly section: string;
  readonly title: string;
  readonly formula: string;
  readonly rounding?: string;
  readonly unit: TraceUnit;
  readonly sources: readonly TraceSource[];
  /** For whom the rule has steps: everybody, unless it says so. */
  readonly when?: (year: YearPlace) => boolean;
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

  readonly #year: YearPlace;
  readonly #loans: readonly LoanPlace[];

  constructor(year: YearPlace) {
    this.#year = year;
    this.#loans = LOAN_TYPES.map((loanType) => ({ ...year, loanType, loan: year.loans[loanType] }));
  }

  /** Adds the steps of rules, rule by rule, loan type by loan type and term by term. */
  add(rules: readonly Rule[], terms: readonly TermPlace[]): void {
    for (const rule of rules) {
      if (rule.when?.(this.#year) === false) continue;
      switch (rule.per) {
        case 'year':
          this.#add(rule, undefined, rule.loanType, rule.step(this.#year));
          break;
        case 'term':
          for (const place of terms) this.#add(rule, place.term.index, undefined, rule.step(place));
          break;
        case 'loan':
          for (const place of this.#loans) this.#add(rule, undefined, place.loanType, rule.step(place));
          break;
        case 'loan and term':
          for (const loan of this.#loans) {
            for (const place of terms) {
              this.#add(rule, place.term.index, loan.loanType, rule.step({ ...place, ...loan }));
            }
          }
      }
    }
  }

  /**
   * The first step of a loan type that is not borrowed says why. Its later figures are steps that take nothing but the amount
   * of 0 that is left of it; what would lead to them is no step at all.
   */
  #add(rule: Facts, term: number | undefined, loanType: LoanType | undefined, step: Step): void {
    const at = { term, loanType };
    if (loanType === undefined || this.#year.borrowed.includes(loanType)) {
      this.#push(rule, at, step);
      return;
    }
    const first = this.#notBorrowed.get(loanType);
    const id = idOf(rule.id, term, loanType);
    if (first === undefined) {
      this.#notBorrowed.set(loanType, { reason: step.worked, id });
      this.#push(rule, at, { ...step, applies: false });
    } else if (step.field === undefined) {
      this.#results.set(id, this.#result(first.id, at));
    } else {
      const inputs = taken({ 'amount before the reduction': first.id });
      this.#push(rule, at, { ...step, inputs, worked: first.reason, decidedBy: null, applies: false });
    }
  }

  #push(rule: Facts, at: At, { value, field, ...step }: Step): void {
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
