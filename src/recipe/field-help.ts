import { columnLabel, PROFESSIONAL_HELP } from '../contract/field-labels.js';
import { kindOf, type Ours, PAID_FIELDS, type RowShape, STUDENT_FIELDS, TERM_FIELDS } from './recipe.js';

interface Help {
  /** What belongs here and what does not, in one sentence. */
  readonly help: string;
  /** What "none" says; absent where every file must say something. */
  readonly none?: string;
}

const paid = (loan: string): Help => ({
  help: `Dollars of ${loan} loans already paid for this term alone: gross, and neither offered, accepted, nor a total of several terms.`,
  none: `No ${loan} loans have been paid yet.`,
});

const HELP: Readonly<Record<Ours, Help>> = {
  student_id: {
    help: "The student's number in your system, the same on all rows of a student: not a social security number.",
    none: 'Each row is a student of its own.',
  },
  dependency_status: {
    help: 'Dependent or independent for federal student aid, after corrections and overrides of your office.',
  },
  degree_level: {
    help: `The level of the student's program. ${PROFESSIONAL_HELP}`,
  },
  grade_level: {
    help: 'The year of study of undergraduates, as your office uses it for loan limits.',
    none: 'The file has no year of study: undergraduates are not calculated.',
  },
  subsidized_amount: {
    help: 'Dollars of subsidized loans that need allows for the year, before the reduction: not the whole need, and not what was offered or paid.',
    none: 'Nobody has need for a subsidized loan.',
  },
  plus_denied: {
    help: 'Whether a parent of a dependent undergraduate cannot borrow a PLUS loan: denied, or other circumstances that your school documents. Not a loan that somebody declined, and not an approval.',
    none: 'No parent was denied a PLUS loan.',
  },
  is_legacy_borrower: {
    help: 'Whether the interim exception applies: a loan for this program before July 1, 2026, and enrolled in it on June 30, 2026. Not any earlier loan.',
    none: 'Nobody is a legacy borrower.',
  },
  cost_of_attendance: {
    help: 'The cost of attendance for the year less other financial assistance. It matters for legacy graduate and professional borrowers alone.',
    none: 'The file has no cost of attendance: legacy graduate and professional borrowers are not calculated.',
  },
  total_limit: {
    help: "The program's own annual limit of the loans of student and parents together, if your school has set one. Not what is left of a limit.",
    none: 'No program has a limit of its own.',
  },
  academic_year_terms: {
    help: "How many terms the student's academic year has, if that is more than the file lists.",
    none: 'The terms of the file are the whole academic year.',
  },
  term_label: { help: 'The term of the row, such as Fall 2026: not the aid year.' },
  term_required: {
    help: 'Whether the term counts toward the academic year of a student who does not enroll in it. No for a summer that is optional.',
    none: 'Every term counts toward the academic year.',
  },
  term_ft_credits: {
    help: "Credits that are full time in the term, by your school's rule: not the student's own credits.",
  },
  term_credits_enrolled: {
    help: 'Credits that count for aid, as of the day you pay: not earned, not cumulative, not billed.',
    none: 'The file has final credits alone.',
  },
  term_actual_final_credits: {
    help: 'Credits at the end of the term, where they are known; they replace those above. Not earned credits.',
    none: 'Final credits are not known yet.',
  },
  term_prior_disbursement_sub: paid('subsidized'),
  term_prior_disbursement_unsub: paid('unsubsidized'),
  term_prior_disbursement_grad_plus: paid('Grad PLUS'),
};

/** What an aid office calls a field, what belongs there, and what "none" says of it. */
export function helpOf(field: Ours): Help & { readonly label: string } {
  return { ...HELP[field], label: columnLabel(field) };
}

/** The fields for which a person says what blank cells mean. Of the others the rows ask, or blank says one thing alone. */
export function asksOfBlanks(field: Ours): boolean {
  const { kind } = kindOf(field);
  return kind === 'choice' || kind === 'flag';
}

const PAID: ReadonlySet<Ours> = new Set(PAID_FIELDS);

/** The fields that a recipe must settle for rows of this shape. `perTerm` are those that a term may have on its own. */
export function neededFields(rows: RowShape | null): {
  readonly all: readonly Ours[];
  readonly perTerm: readonly Ours[];
} {
  const ofTerm = TERM_FIELDS.filter((field) => rows !== 'fund' || !PAID.has(field));
  if (rows !== 'student') return { all: [...STUDENT_FIELDS, ...ofTerm], perTerm: [] };
  return { all: STUDENT_FIELDS, perTerm: ofTerm.filter((field) => field !== 'term_label') };
}
