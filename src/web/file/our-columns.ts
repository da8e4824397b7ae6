import { FIELDS, REQUIRED_COLUMNS, STUDENT_ID_COLUMN, TERM_FIELDS } from '../../contract/field-list.js';
import { requestColumns } from '../../contract/openapi/csv-columns-text.js';

/** One of our columns, for a person who matches theirs to it. */
export interface OurColumn {
  readonly name: string;
  /** What an aid office calls it. */
  readonly title: string;
  readonly description: string;
  /** What a blank cell means. */
  readonly blank: string;
  readonly isRequired: boolean;
  /** Whether it is about one term of a student. */
  readonly isOfTerm: boolean;
  /** What may stand in a cell, where that is a closed list; else empty. */
  readonly options: readonly string[];
}

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

/** Our columns in the order of the documentation. */
export function ourColumns(): readonly OurColumn[] {
  return requestColumns().map(({ name, blank, description }) => ({
    name,
    title: titleOf(name),
    description,
    blank: blank.replaceAll('`', ''),
    isRequired: REQUIRED_COLUMNS.includes(name) || name === STUDENT_ID_COLUMN,
    isOfTerm: TERM_FIELDS.some(({ column }) => column === name),
    options: optionsOf(name),
  }));
}

function optionsOf(column: string): readonly string[] {
  const field = FIELDS.find((each) => each.column === column);
  if (field?.kind === 'flag') return ['true', 'false'];
  return field?.options ?? [];
}
