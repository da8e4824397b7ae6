import { type Exact, toText } from '../exact.js';
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
  /** Path of the figure in the answer. */
  readonly field?: string;
  readonly decidedBy?: string | null;
  readonly applies?: boolean;
}

/**
 * An input with its value; or a name, and the rule whose result is taken: that of the same term and loan type, where the
 * rule has steps of its own for them, or of the term whose index follows the rule.
 */
export type StepInput = TraceInput | readonly [name: string, rule: string];

type Found = Pick<TraceInput, 'value' | 'unit' | 'from'>;

/** Whose step it is: neither's where it is that of the year as a whole. */
interface At {
  readonly term: number | undefined;
  readonly loanType: LoanType | undefined;
}

/** Gathers steps. It decides nothing: every figure comes from the functions of the engine. */
export class StepList {
  readonly steps: TraceStep[] = [];
  readonly #found = new Map<string, Found>();
  /** Why a loan type is not borrowed, and the amount of 0 that is left of it. */
  readonly #notBorrowed = new Map<LoanType, { readonly reason: string; readonly amount: Found }>();

  /** Adds the step of each rule for each place, rule by rule. */
  addAll<Place extends YearPlace>(rules: readonly Rule<Place>[], places: readonly Place[]): void {
    for (const rule of rules) for (const place of places) this.add(rule, place);
  }

  /**
   * Adds a step. The first one of a loan type that is not borrowed says why. Its later figures are steps that take nothing
   * but the amount of 0 that is left of it; what would lead to them is no step at all.
   */
  add<Place extends YearPlace>(rule: Rule<Place>, place: Place): void {
    const { borrowed, term, loanType = rule.loanType } = place;
    const at = { term: term?.index, loanType };
    const step = rule.step(place);
    if (loanType === undefined || borrowed.includes(loanType)) {
      this.#push(rule, at, step);
      return;
    }
    const first = this.#notBorrowed.get(loanType);
    if (first === undefined) {
      const amount = this.#push(rule, at, { ...step, applies: false });
      this.#notBorrowed.set(loanType, { reason: step.worked, amount });
    } else if (step.field === undefined) {
      this.#found.set(idOf(rule.id, at.term, loanType), first.amount);
    } else {
      const inputs = [{ name: 'amount before the reduction', ...first.amount }];
      this.#push(rule, at, { ...step, inputs, worked: first.reason, decidedBy: null, applies: false });
    }
  }

  #push(rule: Omit<Rule<never>, 'step'>, at: At, step: Step): Found {
    const { section, title, formula, rounding, unit, sources } = rule;
    const { value } = step;
    const id = idOf(rule.id, at.term, at.loanType);
    this.steps.push({
      id,
      section,
      title,
      for: { loan: at.loanType ?? null, term: at.term ?? null },
      applies: step.applies ?? true,
      inputs: step.inputs.map((input) => this.#inputOf(input, at)),
      parameters: step.parameters ?? [],
      formula,
      worked: step.worked,
      rounding: rounding ?? null,
      decided_by: step.decidedBy ?? null,
      result: { field: step.field ?? null, value, unit },
      sources,
    });
    const found = { value, unit, from: `step:${id}` };
    this.#found.set(id, found);
    return found;
  }

  #inputOf(input: StepInput, { term, loanType }: At): TraceInput {
    if ('from' in input) return input;
    const [name, rule] = input;
    for (const id of [idOf(rule, term, loanType), idOf(rule, loanType), idOf(rule, term), rule]) {
      const found = this.#found.get(id);
      if (found !== undefined) return { name, ...found };
    }
    throw new RangeError(`No step of the rule ${rule} comes before the one that takes it.`);
  }
}

function idOf(...parts: readonly (string | number | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('.');
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

/** For each term an input of its own: the result of a rule for it. */
export function ofTerms(name: string, rule: string, terms: readonly ResolvedTerm[]): StepInput[] {
  return terms.map((term) => [`${name}, ${term.name}`, `${rule}.${term.index}`]);
}
