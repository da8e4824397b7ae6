import type { CalculationResult } from '../answer-format.js';
import type { CreditsKind, Loan, ResolvedTerm, Working } from '../figures.js';
import type { FieldName, LoanType, PerLoanType, Student, Term } from '../student.js';
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

/**
 * The rules of a section by the figures that they give. A figure without a rule, a rule without a figure, or one whose
 * function gives something else, does not compile.
 */
export type Rules<Figures> = {
  readonly [Name in keyof Figures]: Rule & { readonly of: (...figures: never[]) => One<Figures[Name]> };
};

/** A rule gives its figure for one loan type at a time. */
type One<Figure> = Figure extends PerLoanType<infer Each> ? Each : Figure;

/** One rule: what it is, the function that works its figure out, and how a trace explains the figure of one student. */
export type Rule =
  | Recorded<'year', YearPlace>
  | Recorded<'term', TermPlace>
  | Recorded<'loan', LoanPlace>
  | Recorded<'loan and term', LoanPlace & TermPlace>;

/** A rule that is explained `Per` year, term, loan type, or loan type and term. */
export interface Recorded<Per extends string, Place> extends Facts<Place, (...figures: never[]) => unknown> {
  readonly per: Per;
  readonly section: string;
  readonly id: string;
  readonly title: string;
}

interface Facts<Place, Of> {
  /** The loan type, if a yearly rule concerns only one. */
  readonly loanType?: LoanType;
  /** The title in the year as planned; `title, as planned` where there is none. */
  readonly titleAsPlanned?: string;
  readonly formula: string;
  readonly rounding?: string;
  readonly unit: TraceUnit;
  /** Works the figure out. The calculation calls it, and a trace keeps what it gave. */
  readonly of: Of;
  /** Whether the rule has steps for this student; everybody by default. */
  readonly when?: (year: YearPlace) => boolean;
  /** A step may have other sources and inputs for a student. */
  readonly sources: readonly TraceSource[];
  readonly inputs?: readonly StepInput[] | ((place: Place) => readonly StepInput[]);
  /** Path of the figure in the answer; in a step of one term, relative to the term. */
  readonly field?: string | ((place: Place) => string);
  /** The figure of a student, as a trace shows it. */
  readonly value: (place: Place) => TraceValue;
  /** What a step says about a student; a text is what was worked. */
  readonly step: (place: Place) => Step | string;
}

function recorder<Per extends string, Place>(per: Per) {
  return <Of>(section: string, id: string, title: string, facts: Facts<Place, Of>) => ({
    per,
    section,
    id,
    title,
    ...facts,
  });
}

export const ofYear = recorder<'year', YearPlace>('year');
export const ofTerm = recorder<'term', TermPlace>('term');
export const ofLoan = recorder<'loan', LoanPlace>('loan');
export const ofLoanAndTerm = recorder<'loan and term', LoanPlace & TermPlace>('loan and term');

/** What a step says about this student: the arithmetic with figures, or why the rule does not apply. */
export type Step = About & ({ readonly worked: string } | { readonly whyNot: string });

interface About {
  readonly inputs?: readonly StepInput[] | undefined;
  readonly sources?: readonly TraceSource[] | undefined;
  readonly parameters?: readonly TraceParameter[];
  readonly decidedBy?: string | null;
  readonly table?: readonly TraceTableRow[];
}

/** A step of a rule that does not apply to the student. */
export function whyNot(text: string, inputs?: readonly StepInput[]): Step {
  return { whyNot: text, inputs };
}

/**
 * An input of a step, and where it comes from. Either a field of the request (of the term, in a step of one term) with
 * its unit, or the id of a rule: the step for the same term and loan type if the rule has such steps, otherwise the one
 * whose index and name follow the rule.
 */
export type StepInput =
  | readonly [name: string, from: `input:${FieldName}`, unit: TraceUnit]
  | readonly [name: string, rule: string];

/** One input for each term: the result of a rule for that term. */
export function ofTerms(name: string, rule: string, terms: readonly ResolvedTerm[]): StepInput[] {
  return terms.map((term) => [`${name}, ${term.name}`, `${rule}.${term.index}`]);
}

/** {@link ofTerms} for the terms up to and with that of the step. */
export function ofTermsSoFar(name: string, rule: string, { terms, term }: TermPlace): StepInput[] {
  return ofTerms(name, rule, terms.slice(0, term.index + 1));
}
