import type { CalculationResult } from '../answer-format.js';
import type { FieldName, LoanType, PerLoanType, Student } from '../student.js';
import type { TraceStep, TraceUnit, TraceValue } from '../trace/trace-format.js';
import type { Loan, ResolvedTerm, Working } from '../working.js';
import type { Source } from './sources.js';

/** What a step is written from. In steps of the year as planned (section 7.1), `year` is that year. */
export interface YearPlace extends Working {
  readonly student: Student;
  readonly result: CalculationResult;
  /** The loan types that the student may borrow. */
  readonly borrowed: readonly LoanType[];
}

/** What a rule is explained for: the year, each term, each loan type, or each loan type in each term. */
export interface Places {
  readonly year: YearPlace;
  readonly term: YearPlace & { readonly term: ResolvedTerm };
  readonly loan: YearPlace & { readonly loanType: LoanType; readonly loan: Loan };
  readonly payment: Places['term'] & Places['loan'];
}

export type Rule = { [Per in keyof Places]: Recorded<Per> }[keyof Places];

/**
 * The rules of a section: one for each of `Figures`, and one for each of `Others`, whose figures are not
 * kept. A missing rule, a rule not named here, or a function with another result does not compile.
 */
export type Rules<Figures, Others extends string = never> = {
  readonly [Name in keyof Figures]: Rule & { readonly of: (...figures: never[]) => One<Figures[Name]> };
} & { readonly [Name in Others]: Rule };

/** A rule gives its figure for one loan type at a time. */
type One<Figure> = Figure extends PerLoanType<infer Each> ? Each : Figure;

/** One rule: its description, the function that works out its figure, and how a trace explains the figure. */
export interface Recorded<Per extends keyof Places> {
  readonly per: Per;
  readonly id: string;
  readonly unit: TraceUnit;
  /** The rule's number in docs/rules.md. */
  readonly section: string;
  readonly title: string;
  /** The title in the year as planned; `<title>, as planned` if left out. */
  readonly titleAsPlanned?: string;
  /** The loan type, if a yearly rule concerns only one. */
  readonly loanType?: LoanType;
  readonly formula: string;
  /** Works out the figure; undefined if the rule only says why there is none. Traces reuse its result. */
  readonly of: ((...figures: never[]) => unknown) | undefined;
  /** The rounding in words, taken together with `of` from a value of rounding.ts. */
  readonly rounding?: string;
  /** Whether the rule has steps for this student; always if left out. */
  readonly when?: (year: YearPlace) => boolean;
  /** Defaults for the steps: a step may name other sources and inputs. */
  readonly sources: readonly Source[];
  readonly inputs: readonly StepInput[] | ((place: Places[Per]) => readonly StepInput[]);
  /** Path of the figure in the answer; in a step of one term, relative to the term. */
  readonly field?: string | ((place: Places[Per]) => string);
  /** The figure as a trace shows it; the one at `field` of the answer if left out. */
  readonly value?: (place: Places[Per]) => TraceValue;
  /** The explanation for one student; a text is short for {@link Step.worked}. */
  readonly step: (place: Places[Per]) => Step | string;
}

type Facts<Per extends keyof Places> = Omit<Recorded<Per>, 'per' | 'id' | 'unit' | 'section' | 'title'>;

function recorder<Per extends keyof Places>(per: Per) {
  return <Of>(id: string, unit: TraceUnit, heading: string, facts: Facts<Per> & { readonly of: Of }) => {
    const [section = '', ...title] = heading.split(' ');
    return { ...facts, per, id, unit, section, title: title.join(' ') };
  };
}

export const perYear = recorder('year');
export const perTerm = recorder('term');
export const perLoan = recorder('loan');
export const perPayment = recorder('payment');

/** The explanation of a rule for one student. */
export interface Step extends Partial<Pick<TraceStep, 'applies' | 'parameters' | 'decided_by' | 'table'>> {
  /** The arithmetic with figures, or why the rule does not apply. */
  readonly worked: string;
  readonly inputs?: readonly StepInput[] | undefined;
  readonly sources?: readonly Source[] | undefined;
}

/** A step with sources of its own instead of the rule's. */
export function because(worked: string, ...sources: readonly Source[]): Step {
  return { worked, sources };
}

/** A step of a rule that does not apply to the student. */
export function whyNot(text: string, inputs?: readonly StepInput[]): Step {
  return { worked: text, applies: false, inputs };
}

/**
 * Inputs that steps of several rules share, and where each comes from: a field of the request (of the term,
 * in a term's step) with its unit, or a rule. For a rule, its step for the same term and loan type is used,
 * unless a loan type or an index follows the rule's name.
 */
export const INPUTS = {
  'final credits': ['input:actual_final_credits', 'credits'],
  'terms of the academic year': ['input:academic_year_terms', 'terms'],
  'degree level': ['input:degree_level', 'word'],
  'grade level': ['input:grade_level', 'word'],
  dependency: ['input:dependency_status', 'word'],
  'PLUS denied': ['input:plus_denied', 'yes or no'],
  'legacy borrower': ['input:is_legacy_borrower', 'yes or no'],
  "program's own limit": ['input:total_limit', 'dollars'],
  'full-time credits': ['full_time_credits'],
  'planned credits': ['planned_credits'],
  'credits that count now': ['effective_credits'],
  credits: ['effective_credits'],
  changed: ['credits_changed'],
  required: ['required'],
  counts: ['counts'],
  'full-time credits of the year': ['annual_full_time_credits'],
  'share of a full-time year': ['annual_percent'],
  'annual limit of the law': ['statutory_limit'],
  'limit before the reduction': ['limit_before_reduction'],
  'subsidized amount': ['subsidized_base.sub'],
  'Grad PLUS amount': ['grad_plus_base'],
  'both together': ['combined_eligibility'],
  'a loan may be paid': ['payable'],
  'disbursed and kept': ['settled'],
  'takes a disbursement': ['open'],
  'disbursed so far': ['disbursed'],
  'disbursed so far, subsidized': ['disbursed.sub'],
  'disbursed so far, unsubsidized': ['disbursed.unsub'],
  'what remains': ['remaining'],
  'what would remain as planned': ['planned_remaining'],
  'open terms': ['open_terms'],
  'unequal installments are permitted': ['unequal_installments'],
  'latest changed term': ['latest_change'],
  'change in what remains': ['change_in_remaining'],
  'beyond the eligibility': ['excess'],
} as const satisfies Readonly<Record<string, From>>;

type From = readonly [from: `input:${FieldName}`, unit: TraceUnit] | readonly [rule: string];
export type InputName = keyof typeof INPUTS;
/** An input of a step: a name in {@link INPUTS}, or a name and where it comes from in the same form. */
export type StepInput = InputName | readonly [name: string, ...From];

/** One input for each term: the result of a rule for that term. */
export function eachTerm(name: InputName, terms: readonly ResolvedTerm[]): StepInput[] {
  const [rule] = INPUTS[name];
  return terms.map((term) => [`${name}, ${term.name}`, `${rule}.${term.index}`]);
}

/** {@link eachTerm} for the terms up to and including the term of the step. */
export function termsSoFar(name: InputName, { terms, term }: Places['term']): StepInput[] {
  return eachTerm(name, terms.slice(0, term.index + 1));
}
