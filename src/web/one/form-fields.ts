import { PROFESSIONAL_HELP } from '../../contract/field-labels.js';
import { type Field, fieldNamed, TERM_FIELDS } from '../../contract/field-list.js';
import type { FieldName } from '../../engine/student.js';

/** What a person typed, by field name; a field that is missing or empty was not given. */
export type Entries = Readonly<Record<string, string>>;

interface AboutField {
  /** What the label does not say. */
  readonly hint?: string;
  /** What is asked while the field is blank. It decides dollars for nearly every student, so nothing is calculated until then. */
  readonly question?: string;
  /**
   * What is assumed, and said, while the field is blank, by what is given for the same term; null where it decides nothing. Such
   * fields are under "More".
   */
  readonly assumption?: string | ((given: Entries) => string | null);
  /** Which students are asked. Others have no effect from the field, and the service would warn of it. */
  readonly concerns?: (student: Entries) => boolean;
}

export interface FormField extends Field, AboutField {
  readonly isOfTerm: boolean;
}

/** Whether the student is beyond the bachelor's degree; false while the level is not known. */
export function isBeyondBachelor({ degree_level }: Entries): boolean {
  return degree_level === 'graduate' || degree_level === 'professional';
}

const isUndergraduate = (student: Entries) => !isBeyondBachelor(student);
const mayHaveGradPlus = (student: Entries) =>
  isBeyondBachelor(student) && student['is_legacy_borrower'] === 'true';

/** What the page says of each field: the order is that of the form. */
const ABOUT: Readonly<Record<FieldName, AboutField>> = {
  degree_level: {
    question: 'Degree level: undergraduate, graduate or professional?',
    hint: PROFESSIONAL_HELP,
  },
  grade_level: { question: 'Grade level: which year of study?', concerns: isUndergraduate },
  dependency_status: {
    question: 'Dependency status: dependent or independent?',
    concerns: isUndergraduate,
  },
  is_legacy_borrower: {
    question: 'Legacy borrower: yes or no?',
    hint: 'Had a loan for this program before July 1, 2026, and was enrolled in it on June 30, 2026. The exception ends after three academic years or the length of the program, and when the student withdraws or ceases to be enrolled.',
    concerns: isBeyondBachelor,
  },
  cost_of_attendance: {
    question: 'Cost of attendance less other aid: how much for the academic year?',
    hint: 'Cost of attendance less all other financial assistance, for the academic year. It decides the Grad PLUS limit.',
    concerns: mayHaveGradPlus,
  },
  subsidized_amount: {
    question: 'Subsidized need: how much? Enter 0 if there is none.',
    hint: 'Enter 0 if there is none.',
    concerns: isUndergraduate,
  },
  plus_denied: {
    assumption: 'No parent was denied a PLUS loan, and no other exceptional circumstances are documented.',
    hint: 'Denied, or other exceptional circumstances that the school documents, and no other parent was approved. A parent who chose not to borrow, or who reached the PLUS limit, does not count.',
    concerns: (student) => isUndergraduate(student) && student['dependency_status'] === 'dependent',
  },
  total_limit: {
    assumption: 'The program has no annual limit of its own.',
    hint: 'Only if the school set a lower limit for the program. It also covers Parent PLUS, which is not calculated here.',
  },
  academic_year_terms: {
    assumption: 'The academic year has only the terms listed here.',
    hint: 'If the academic year has more terms than you list here.',
  },
  label: { question: 'what is it called?' },
  credits_enrolled: { question: 'how many credits? Enter 0 if the student is not enrolled.' },
  full_time_credits: { question: 'how many credits are full time, such as 12, or 9 for graduate students?' },
  actual_final_credits: {
    assumption: 'final credits are not known yet.',
    hint: 'Once they are known. They replace the credits above.',
  },
  prior_disbursement_sub: {
    assumption: 'no subsidized loan was paid so far.',
    concerns: isUndergraduate,
  },
  prior_disbursement_unsub: { assumption: 'no unsubsidized loan was paid so far.' },
  prior_disbursement_grad_plus: {
    assumption: 'no Grad PLUS loan was paid so far.',
    concerns: mayHaveGradPlus,
  },
  required: {
    assumption: ({ credits_enrolled = '', actual_final_credits = credits_enrolled }) =>
      /[1-9]/.test(actual_final_credits)
        ? null
        : "counted in the year even without enrollment. Change it if the term is not part of the student's academic year.",
    hint: 'No for a summer or another term that counts only if the student enrolls.',
  },
};

/** The fields of the form, in its order. */
export const FORM_FIELDS: readonly FormField[] = Object.entries(ABOUT).map(([name, about]) => {
  const field = fieldNamed(name);
  return { ...field, ...about, isOfTerm: TERM_FIELDS.includes(field) };
});
