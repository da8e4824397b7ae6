import { type FieldName, GRADE_LEVELS } from '../engine/student.js';

/** Fields of a student or a term as parsed, as sent or as typed. */
type Given = Readonly<Partial<Record<FieldName, unknown>>>;

/** A field's words for people, in the form for one student and in an assistant's questions. */
export interface FieldWords {
  /** The question while no value is given. For a field of a term, the name of the term comes first. */
  readonly question: string;
  /** Help beyond the label and the question. */
  readonly hint?: string;
  /** What the form says it assumes while the field is blank. Without one, a value must be given. */
  readonly assumption?: string;
  /** Which students are asked. For others the field has no effect, and the service would warn. */
  readonly concerns?: (student: Given) => boolean;
  /** Whether the field can affect the result, given the other fields of its term. */
  readonly decides?: (term: Given) => boolean;
}

/** Whether the student is beyond the bachelor's degree; false while the level is not known. */
export function isBeyondBachelor({ degree_level }: Given): boolean {
  return degree_level === 'graduate' || degree_level === 'professional';
}

const isUndergraduate = (student: Given) => !isBeyondBachelor(student);
const mayHaveGradPlus = (student: Given) =>
  isBeyondBachelor(student) && String(student.is_legacy_borrower) === 'true';
const isZero = (credits: unknown) => Number(String(credits).trim() || Number.NaN) === 0;

/** Help for the degree level: the service has no list of professional programs. */
export const PROFESSIONAL_HELP =
  "For now, professional is what the U.S. Department of Education's interim list names (of June 29, updated July 10, 2026): 29 programs, among them nursing (MSN, DNP), physical therapy and physician assistant, whatever the school calls the level. A court stayed the definition on June 24, 2026.";

/** Labels by JSON field name, and by columns whose names, with or without `term_`, are not a field's. */
const LABELS: Readonly<Record<string, string>> = {
  student_id: 'Student ID',
  term_ft_credits: 'Full-time credits',
  terms: 'Terms',
  degree_level: 'Degree level',
  grade_level: 'Grade level',
  dependency_status: 'Dependency status',
  is_legacy_borrower: 'Legacy borrower (loan before July 1, 2026)',
  cost_of_attendance: 'Cost of attendance less other aid',
  subsidized_amount: 'Subsidized need',
  plus_denied: 'Parent cannot borrow a PLUS loan',
  total_limit: "Program's own annual limit",
  academic_year_terms: 'Terms of the academic year',
  label: 'Term',
  credits_enrolled: 'Credits enrolled',
  full_time_credits: 'Full-time credits',
  actual_final_credits: 'Final credits',
  prior_disbursement_sub: 'Subsidized paid for the term',
  prior_disbursement_unsub: 'Unsubsidized paid for the term',
  prior_disbursement_grad_plus: 'Grad PLUS paid for the term',
  required: 'Part of the academic year even if not enrolled',
} satisfies Record<FieldName | 'student_id' | 'term_ft_credits' | 'terms', string>;

/** The words of each field, in the order of the form. They need no schema, so any page may import them. */
export const FIELD_WORDS: Readonly<Record<string, FieldWords>> = {
  degree_level: {
    question: 'Degree level: undergraduate, graduate or professional?',
    hint: PROFESSIONAL_HELP,
  },
  grade_level: {
    question: 'Grade level: which year of study, first, second, or third and beyond?',
    concerns: isUndergraduate,
  },
  dependency_status: {
    question: 'Dependency status: dependent or independent for federal student aid?',
    concerns: isUndergraduate,
  },
  is_legacy_borrower: {
    question: 'Legacy borrower: yes or no?',
    hint: 'Had a loan for this program before July 1, 2026, and was enrolled in it on June 30, 2026. The exception ends after three academic years or the length of the program, and when the student withdraws or ceases to be enrolled.',
    concerns: isBeyondBachelor,
  },
  cost_of_attendance: {
    question: 'Cost of attendance less other aid: how many dollars for the academic year?',
    hint: 'Less all other financial assistance, for the academic year. It decides the Grad PLUS limit.',
    concerns: mayHaveGradPlus,
  },
  subsidized_amount: {
    question:
      "Subsidized need: how many dollars of the annual limit does the student's need allow as subsidized?",
    hint: 'Enter 0 if there is none.',
    concerns: isUndergraduate,
  },
  plus_denied: {
    question: 'Is a parent unable to borrow a PLUS loan, and no other parent approved?',
    assumption: 'No parent was denied a PLUS loan, and no other exceptional circumstances are documented.',
    hint: 'Denied, or other exceptional circumstances that the school documents, and no other parent was approved. A parent who chose not to borrow, or who reached the PLUS limit, does not count.',
    concerns: (student) => isUndergraduate(student) && student.dependency_status === 'dependent',
  },
  total_limit: {
    question: 'Does the school limit loans in this program below the federal limit, and to how many dollars?',
    assumption: 'The program has no annual limit of its own.',
    hint: 'Only if the school set a lower limit for the program. It also covers Parent PLUS, which is not calculated here.',
  },
  academic_year_terms: {
    question: 'How many terms does the academic year have?',
    assumption: 'The academic year has only the terms listed here.',
    hint: 'Only if it has more terms than are listed here.',
  },
  label: { question: 'what is it called, such as Fall 2026?' },
  credits_enrolled: {
    question: 'how many credits, enrolled or planned? Enter 0 if the student is not enrolled.',
  },
  full_time_credits: {
    question: 'how many credits are full time in this program, such as 12, or 9 for graduate students?',
  },
  actual_final_credits: {
    question: 'how many final credits, if the credits can no longer change?',
    assumption: 'final credits are not known yet.',
    hint: 'They replace the credits enrolled once they are known.',
  },
  prior_disbursement_sub: {
    question: 'how many dollars of subsidized loan were paid so far?',
    assumption: 'no subsidized loan was paid so far.',
    concerns: isUndergraduate,
  },
  prior_disbursement_unsub: {
    question: 'how many dollars of unsubsidized loan were paid so far?',
    assumption: 'no unsubsidized loan was paid so far.',
  },
  prior_disbursement_grad_plus: {
    question: 'how many dollars of Grad PLUS loan were paid so far?',
    assumption: 'no Grad PLUS loan was paid so far.',
    concerns: mayHaveGradPlus,
  },
  required: {
    question: 'does it belong to the academic year even without enrollment, as a fall or spring does?',
    assumption:
      "counted in the year even without enrollment. Change it if the term is not part of the student's academic year.",
    hint: 'No for a summer or another term that counts only if the student enrolls.',
    // A term with credits counts either way.
    decides: (term) => isZero(term.credits_enrolled) || isZero(term.actual_final_credits),
  },
} satisfies Record<FieldName, FieldWords>;

/** An aid office's name for a column of the service; any other column is returned unchanged. */
export function columnLabel(column: string): string {
  return LABELS[column] ?? LABELS[column.replace(/^term_/, '')] ?? column;
}

const CHOICES: ReadonlySet<string> = new Set(GRADE_LEVELS);

/** Replaces field names by labels and grade levels by words; a file's own names stay. */
export function inWords(sentence: string): string {
  return sentence.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) =>
    CHOICES.has(name) ? name.replaceAll('_', ' ') : columnLabel(name),
  );
}
