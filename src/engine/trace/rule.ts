import { type Exact, toText } from '../exact.js';
import type { Loan } from '../loan.js';
import type { CreditsKind, ResolvedTerm } from '../resolved-term.js';
import type { CalculationResult, LoanType, Student, Term } from '../student.js';
import type { Working } from '../working.js';
import type { TraceParameter, TraceSource, TraceTableRow, TraceUnit, TraceValue } from './trace-format.js';

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

/** What of a rule is the same for every student. */
export interface Facts {
  readonly id: string;
  /** Where the rule for the year is that of one loan type. */
  readonly loanType?: LoanType;
  readonly section: string;
  readonly title: string;
  readonly formula: string;
  readonly rounding?: string;
  readonly unit: TraceUnit;
  /** What the rule rests on, where a step does not say it for its student. */
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
  readonly table?: readonly TraceTableRow[];
  /** What the step rests on, where that is not the same for every student. */
  readonly sources?: readonly TraceSource[];
}

/**
 * An input: a field of the request, of the term in a step of one term; or the result of a rule, for the same term and loan
 * type where the rule has steps of its own for them, else for those whose index and name follow the rule.
 */
export type StepInput =
  | { readonly name: string; readonly field: string; readonly value: TraceValue; readonly unit: TraceUnit }
  | { readonly name: string; readonly rule: string };

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

/** An amount of the law in whole dollars, and the day from which it holds. Neither was read in the official text. */
export function datedDollars(
  name: string,
  amount: number,
  effective: string,
  source: string,
): TraceParameter {
  return {
    name,
    value: String(amount),
    unit: 'dollars',
    effective,
    source: `${source}; date and provisions as restated in our rules`,
  };
}
