import { type FieldName, GRADE_LEVELS } from '../engine/student.js';
import { wholeDollars } from '../engine/texts.js';

/** What an aid office calls the fields of a request, by JSON name, and columns. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  dependency_status: 'Dependency status',
  degree_level: 'Degree level',
  grade_level: 'Grade level',
  subsidized_amount: 'Subsidized need',
  plus_denied: 'Parent cannot borrow a PLUS loan',
  is_legacy_borrower: 'Legacy borrower (loan before July 1, 2026)',
  cost_of_attendance: 'Cost of attendance less other aid',
  total_limit: "Program's own annual limit",
  academic_year_terms: 'Terms of the academic year',
  label: 'Term',
  required: 'Part of the academic year even if not enrolled',
  full_time_credits: 'Full-time credits',
  credits_enrolled: 'Credits enrolled',
  actual_final_credits: 'Final credits',
  prior_disbursement_sub: 'Subsidized paid for the term',
  prior_disbursement_unsub: 'Unsubsidized paid for the term',
  prior_disbursement_grad_plus: 'Grad PLUS paid for the term',
  // Columns that are not called as a field is, with or without `term_`.
  student_id: 'Student ID',
  term_ft_credits: 'Full-time credits',
  terms: 'Terms',
} satisfies Record<FieldName, string> & Record<string, string>;

/** What an aid office calls one of our columns. */
export function columnLabel(column: string): string {
  return FIELD_LABELS[column] ?? FIELD_LABELS[column.replace(/^term_/, '')] ?? column;
}

/** The label of a path in the request, such as `terms.1.credits_enrolled`; `terms` are the labels of the terms. */
export function pathLabel(path: string, terms: readonly string[]): string {
  const [first = '', place = '', name = ''] = path.split('.');
  if (first !== 'terms') return FIELD_LABELS[first] ?? first;
  const term = terms[Number(place)] ?? `Term ${Number(place) + 1}`;
  return name === '' ? term : `${term}: ${FIELD_LABELS[name] ?? name}`;
}

/** A value of the request, as {@link wordLabel} if it is one of our identifiers. */
export function valueLabel(name: string, value: string): string {
  return name !== 'label' && /^[a-z]+(_[a-z]+)*$/.test(value) ? wordLabel(value) : value;
}

const DOLLARS = /(?:sub|grad_plus)$/;

/** A cell for reading: `2250` as `$2,250` in a column of dollars, sentences with labels. */
export function cellText(column: string, cell: string): string {
  if (column === 'error' || column === 'warnings') return inWords(cell);
  return DOLLARS.test(column) && /^\d+$/.test(cell) ? wholeDollars(Number(cell)) : cell;
}

/** One of our identifiers in words: `first_year` as `First year`, a flag as yes or no. */
export function wordLabel(word: string): string {
  if (word === 'true' || word === 'yes') return 'yes';
  if (word === 'false' || word === 'no') return 'no';
  return word.slice(0, 1).toUpperCase() + word.slice(1).replaceAll('_', ' ');
}

const CHOICES: ReadonlySet<string> = new Set(GRADE_LEVELS);

/** A sentence of the service with labels for field names, and choices in words; a file's own names stay. */
export function inWords(sentence: string): string {
  return sentence.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) =>
    CHOICES.has(name) ? name.replaceAll('_', ' ') : columnLabel(name),
  );
}

/** What whoever is asked for a degree level has to know: no list of ours decides which programs are professional. */
export const PROFESSIONAL_HELP =
  "Professional is what the U.S. Department of Education's interim list names (updated July 10, 2026): 29 programs, among them nursing (MSN, DNP), physical therapy and physician assistant, whatever the school calls the level. A court stayed the definition on June 24, 2026.";
