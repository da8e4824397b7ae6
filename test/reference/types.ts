import type { Rational } from './rational.js';

export type DependencyStatus = 'dependent' | 'independent';
export type DegreeLevel = 'undergraduate' | 'graduate' | 'professional';
export type GradeLevel = 'first_year' | 'second_year' | 'third_year_and_beyond';

/** In reporting order. */
export const LOAN_TYPES = ['sub', 'unsub', 'grad_plus'] as const;
export type LoanType = (typeof LOAN_TYPES)[number];
export type PerLoanType<T> = { readonly [L in LoanType]: T };

export function perLoanType<T>(make: (loanType: LoanType) => T): PerLoanType<T> {
  return { sub: make('sub'), unsub: make('unsub'), grad_plus: make('grad_plus') };
}

/** A term as sent: null means null or absent, and only `required` has a default. */
export interface TermInput {
  readonly label: string;
  readonly required: boolean;
  readonly full_time_credits: Rational | null;
  readonly credits_enrolled: Rational | null;
  readonly actual_final_credits: Rational | null;
  readonly prior: PerLoanType<Rational | null>;
}

export interface StudentInput {
  readonly dependency_status: DependencyStatus;
  readonly degree_level: DegreeLevel;
  readonly grade_level: GradeLevel | null;
  readonly is_legacy_borrower: boolean;
  readonly plus_denied: boolean;
  readonly subsidized_amount: Rational;
  readonly cost_of_attendance: Rational | null;
  readonly total_limit: Rational | null;
  readonly academic_year_terms: number | null;
  readonly terms: readonly TermInput[];
  readonly unknown_fields: readonly string[];
}

export interface ReferenceOption {
  readonly subsidized: number;
  readonly unsubsidized: number;
  readonly grad_plus: number;
}

export interface ReferenceTerm {
  readonly label: string;
  readonly required: boolean;
  /** Exact decimal string of the planned credits, after defaults. */
  readonly credits_enrolled: string;
  /** Exact decimal string. */
  readonly full_time_credits: string;
  readonly enrollment_status: 'Not Enrolled' | 'Less Than Half-Time' | 'Part-Time' | 'Full-Time';
  readonly enrollment_intensity_pct: number;
  readonly disbursement_pct: number;
  readonly equal: ReferenceOption;
  readonly proportional: ReferenceOption | null;
  readonly adjustment_sub: number;
  readonly adjustment_unsub: number;
  readonly adjustment_grad_plus: number;
  readonly adjustment_source_index: number | null;
  readonly final_term_overdisbursement: boolean;
  /** Whether `adjustment_explanation` is non-empty. */
  readonly has_adjustment_explanation: boolean;
  /** Whether `warning` is non-empty; null if the rules leave it open. */
  readonly has_warning: boolean | null;
}

export interface ReferenceResult {
  /** Exact decimal string. */
  readonly annual_ft_credits: string;
  readonly reduced_annual_pct: number;
  readonly annual_basic_eligibility_sub: number;
  readonly annual_basic_eligibility_unsub: number;
  readonly annual_basic_eligibility_grad_plus: number;
  readonly terms: readonly ReferenceTerm[];
  readonly total_equal: ReferenceOption;
  readonly total_proportional: ReferenceOption;
  readonly show_both_options: boolean;
  /** One word per expected warning, such as `no_effect:grade_level` or `terms.1:below_half_time`. */
  readonly warning_kinds: readonly string[];
}

export interface ReferenceRefusal {
  /** Every failing field path, sorted and unique. The empty path is the body itself. */
  readonly refused: readonly string[];
}
