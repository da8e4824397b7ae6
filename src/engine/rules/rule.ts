import { type Exact, toText } from '../exact.js';
import type { CreditsKind, Loan, ResolvedTerm, Working } from '../figures.js';
import type { CalculationResult, LoanType, Student, Term } from '../student.js';
import type {
  TraceParameter,
  TraceSource,
  TraceTableRow,
  TraceUnit,
  TraceValue,
} from '../trace/trace-format.js';

/** What a step of a yearly rule is written from: the student, the figures of the calculation, and the answer. */
export interface YearPlace extends Working {
  readonly student: Student;
  readonly result: CalculationResult;
  /** The loan types that the student may borrow. */
  readonly borrowed: readonly LoanType[];
  /** The credits that `eligibility` is based on. */
  readonly kind: CreditsKind;
}

/** The same for a rule that applies to each term. */
export interface TermPlace extends YearPlace {
  readonly term: ResolvedTerm;
  readonly input: Term;
}

/** The same for a rule that applies to each loan type. */
export interface LoanPlace extends YearPlace {
  readonly loanType: LoanType;
  readonly loan: Loan;
}

/** The rules of a section by the figure that each gives. A figure without a rule, or a rule without a figure, does not compile. */
export type Rules<Figure extends string> = Readonly<Record<Figure, Rule>>;

/** One rule: what it is, the function that works its figure out, and how a trace explains the figure of one student. */
export type Rule = Facts &
  (
    | { readonly per: 'year'; readonly step: (place: YearPlace) => Step }
    | { readonly per: 'term'; readonly step: (place: TermPlace) => Step }
    | { readonly per: 'loan'; readonly step: (place: LoanPlace) => Step }
    | { readonly per: 'loan and term'; readonly step: (place: LoanPlace & TermPlace) => Step }
  );

/** The parts of a rule that are the same for every student. */
export interface Facts {
  readonly id: string;
  /** The loan type, if a yearly rule concerns only one. */
  readonly loanType?: LoanType;
  readonly section: string;
  readonly title: string;
  readonly formula: string;
  readonly rounding?: string;
  readonly unit: TraceUnit;
  /** Works the figure out. The calculation calls it, and a trace keeps what it gave. */
  readonly of: (...figures: never[]) => unknown;
  /** The sources of the rule, unless a step gives its own for the student. */
  readonly sources: readonly TraceSource[];
  /** Whether the rule has steps for this student; everybody by default. */
  readonly when?: (year: YearPlace) => boolean;
}

/** What a step says about this student. */
export interface Step {
  readonly inputs: readonly StepInput[];
  readonly parameters?: readonly TraceParameter[];
  /** The arithmetic with figures, or why the rule does not apply. */
  readonly worked: string;
  readonly value: TraceValue;
  /** Path of the figure in the answer; in a step of one term, relative to the term. */
  readonly field?: string;
  readonly decidedBy?: string | null;
  readonly applies?: boolean;
  readonly table?: readonly TraceTableRow[];
  /** The sources of the step, if they are not the same for every student. */
  readonly sources?: readonly TraceSource[];
}

/**
 * An input of a step. Either a field of the request (of the term, in a step of one term), or the result of a rule: the
 * one for the same term and loan type if the rule has such steps, otherwise those whose index and name follow the rule.
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

/** Results as inputs: input names, each with the rule that gives it. */
export function taken(rules: Readonly<Record<string, string>>): StepInput[] {
  return Object.entries(rules).map(([name, rule]) => ({ name, rule }));
}

/** One input for each term: the result of a rule for that term. */
export function ofTerms(name: string, rule: string, terms: readonly ResolvedTerm[]): StepInput[] {
  return terms.map((term) => ({ name: `${name}, ${term.name}`, rule: `${rule}.${term.index}` }));
}

/** A statutory amount in whole dollars with its effective date. Neither was read in the official text. */
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
    source: `${source}; date and provisions restated from third parties' descriptions`,
  };
}
