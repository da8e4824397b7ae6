/** What the fields of a request are called in an aid office, by their name. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  dependency_status: 'Dependency',
  degree_level: 'Level of study',
  grade_level: 'Year of study',
  subsidized_amount: 'Subsidized need',
  plus_denied: 'A parent was denied a PLUS loan',
  is_legacy_borrower: 'Had a loan before July 2026 (interim exception)',
  cost_of_attendance: 'Cost of attendance',
  total_limit: "Program's own annual limit",
  academic_year_terms: 'Terms of the academic year',
  label: 'Term',
  required: 'Belongs to the academic year even without enrollment',
  full_time_credits: 'Full time is',
  credits_enrolled: 'Credits',
  actual_final_credits: 'Final credits, once known',
  prior_disbursement_sub: 'Subsidized paid so far',
  prior_disbursement_unsub: 'Unsubsidized paid so far',
  prior_disbursement_grad_plus: 'Grad PLUS paid so far',
};

/** Fields that decide the answer of nearly every student; the others stand under "More". */
export const FIRST_STUDENT_FIELDS: readonly string[] = [
  'degree_level',
  'grade_level',
  'dependency_status',
  'subsidized_amount',
];
export const FIRST_TERM_FIELDS: readonly string[] = ['label', 'credits_enrolled', 'full_time_credits'];

/** `first_year` as `First year`. */
export function optionLabel(option: string): string {
  const words = option.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** What a path of the request, such as `terms.1.credits_enrolled`, is called; `terms` are the labels of the terms. */
export function pathLabel(path: string, terms: readonly string[]): string {
  const [first = '', place = '', name = ''] = path.split('.');
  if (first !== 'terms') return FIELD_LABELS[first] ?? first;
  const term = terms[Number(place)] ?? `Term ${Number(place) + 1}`;
  return name === '' ? term : `${term}: ${FIELD_LABELS[name] ?? name}`;
}

/** A value of the request in words: `first_year` as `First year`, dollars with their sign. */
export function valueLabel(name: string, value: string): string {
  if (value === 'true') return 'yes';
  if (value === 'false') return 'no';
  if (/^[a-z]+(_[a-z]+)*$/.test(value) && name !== 'label') return optionLabel(value);
  return value;
}
