import type { Exact } from './exact.js';

export const DEPENDENCY_STATUSES = ['dependent', 'independent'] as const;
export type DependencyStatus = (typeof DEPENDENCY_STATUSES)[number];

export const DEGREE_LEVELS = ['undergraduate', 'graduate', 'professional'] as const;
export type DegreeLevel = (typeof DEGREE_LEVELS)[number];

export const GRADE_LEVELS = ['first_year', 'second_year', 'third_year_and_beyond'] as const;
export type GradeLevel = (typeof GRADE_LEVELS)[number];

/** The three loan types with a limit of their own, in the order of every result. */
export const LOAN_TYPES = ['sub', 'unsub', 'grad_plus'] as const;
export type LoanType = (typeof LOAN_TYPES)[number];

/** One value for each loan type. Dollars unless the name says otherwise. */
export type PerLoanType<T = number> = Readonly<Record<LoanType, T>>;

/** Runs the same step for each loan type. */
export function perLoanType<T>(step: (loanType: LoanType) => T): PerLoanType<T> {
  return { sub: step('sub'), unsub: step('unsub'), grad_plus: step('grad_plus') };
}

/** How many terms one academic year may list. */
export const MAX_TERMS = 4;

/** One term as the caller gave it, in chronological order among its siblings. Null means "not given". */
export interface Term {
  readonly label: string;
  /** Whether the term belongs to the academic year even if the student does not enroll. */
  readonly required: boolean;
  readonly credits_enrolled: Exact | null;
  readonly full_time_credits: Exact | null;
  readonly actual_final_credits: Exact | null;
  /** Whole dollars already paid, per loan type. */
  readonly prior_disbursement_sub: number | null;
  readonly prior_disbursement_unsub: number | null;
  readonly prior_disbursement_grad_plus: number | null;
  /** Sentences from the reader of the term, such as that a field is not known; each becomes a warning. */
  readonly notes?: readonly string[];
}

/** One student, with every default applied. */
export interface Student {
  readonly dependency_status: DependencyStatus;
  readonly degree_level: DegreeLevel;
  readonly grade_level: GradeLevel | null;
  readonly is_legacy_borrower: boolean;
  readonly plus_denied: boolean;
  /** Dollars of the annual limit that the student's need allows as subsidized. */
  readonly subsidized_amount: Exact;
  /** In dollars. */
  readonly cost_of_attendance: Exact | null;
  /** A program's own limit, dollars. */
  readonly total_limit: Exact | null;
  /** Number of terms in the academic year, 2 to 4, if it has more than are listed. */
  readonly academic_year_terms: number | null;
  readonly terms: readonly Term[];
  /** Sentences from the reader of the student; each becomes a warning. */
  readonly notes?: readonly string[];
}

/**
 * A record in which fields that were refused by themselves are undefined. A rule that needs such a field stays silent,
 * so that every refusal is one the caller must act on.
 */
export type Partly<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** A student some of whose fields were refused by themselves. */
export type PartlyReadStudent = Omit<Partly<Student>, 'terms'> & {
  readonly terms?: readonly Partly<Term>[] | undefined;
};

/** Whole dollars of one disbursement or one total. */
export interface DisbursementOption {
  readonly subsidized: number;
  readonly unsubsidized: number;
  readonly grad_plus: number;
}

/** Dollars of all loan types together. */
export function totalDollars({ subsidized, unsubsidized, grad_plus }: DisbursementOption): number {
  return subsidized + unsubsidized + grad_plus;
}

export type EnrollmentStatus = 'Full-Time' | 'Part-Time' | 'Less Than Half-Time' | 'Not Enrolled';

/** What one term gets. Percents are whole, amounts whole dollars. */
export interface TermResult {
  readonly label: string;
  readonly required: boolean;
  readonly credits_enrolled: number | string;
  readonly full_time_credits: number | string;
  readonly enrollment_status: EnrollmentStatus;
  readonly enrollment_intensity_pct: number;
  readonly disbursement_pct: number;
  readonly equal: DisbursementOption;
  /** Null if no reduction applies: unequal installments are then not permitted. */
  readonly proportional: DisbursementOption | null;
  /** Already included in `equal` and `proportional`; negative for a deduction. */
  readonly adjustment_sub: number;
  readonly adjustment_unsub: number;
  readonly adjustment_grad_plus: number;
  /** 0-based index of the term whose change of credits caused the adjustment. */
  readonly adjustment_source_index: number | null;
  readonly adjustment_explanation: string;
  readonly final_term_overdisbursement: boolean;
  readonly warning: string;
}

/** The whole answer for one student, with its keys in the order that callers see. */
export interface CalculationResult {
  /** A number, or the exact decimal text where a double cannot carry the sum. */
  readonly annual_ft_credits: number | string;
  readonly reduced_annual_pct: number;
  readonly annual_basic_eligibility_sub: number;
  readonly annual_basic_eligibility_unsub: number;
  readonly annual_basic_eligibility_grad_plus: number;
  readonly terms: readonly TermResult[];
  readonly total_equal: DisbursementOption;
  readonly total_proportional: DisbursementOption;
  readonly show_both_options: boolean;
  /** The student's own warnings first, then those of each term as `label: text`. */
  readonly warnings: readonly string[];
}
