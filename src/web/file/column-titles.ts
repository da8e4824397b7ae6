const TITLES: Readonly<Record<string, string>> = {
  student_id: 'Student ID',
  dependency_status: 'Dependency status',
  degree_level: 'Degree level',
  grade_level: 'Grade level',
  subsidized_amount: 'Subsidized amount (need)',
  plus_denied: 'Parent was denied PLUS',
  is_legacy_borrower: 'Borrower from before July 2026',
  cost_of_attendance: 'Cost of attendance',
  total_limit: "Program's own annual limit",
  academic_year_terms: 'Terms in the academic year',
  term_label: 'Term',
  term_required: 'Term belongs to the year',
  term_ft_credits: 'Full-time credits',
  term_credits_enrolled: 'Credits enrolled',
  term_actual_final_credits: 'Final credits',
  term_prior_disbursement_sub: 'Subsidized paid so far',
  term_prior_disbursement_unsub: 'Unsubsidized paid so far',
  term_prior_disbursement_grad_plus: 'Grad PLUS paid so far',
};

/** What an aid office calls a column of ours; its name where it has no title. */
export function titleOf(column: string): string {
  return TITLES[column] ?? column;
}
