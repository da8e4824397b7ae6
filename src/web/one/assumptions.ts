import type { Student } from '../../engine/student.js';
import { listed } from '../../engine/texts.js';
import { type Answered, traceOfAnswer } from './answer.js';
import { type Case, entryAt, isAsked, isBlankAt, pathOf } from './case.js';
import { termNames } from './case-terms.js';

/** A default used because nothing was given, and the field where it can be corrected. */
export interface Assumption {
  readonly text: string;
  /** The path of the first field that it is about. */
  readonly path: string;
}

/** Every default that replaces a blank field, in the order of the form. */
export function assumptionsOf(typed: Case): Assumption[] {
  return [...studentAssumptions(typed), ...termAssumptions(typed)];
}

function studentAssumptions(typed: Case): Assumption[] {
  const count = typed.terms.length;
  const texts: Readonly<Record<string, string>> = {
    plus_denied: 'No parent was denied a PLUS loan, and no other exceptional circumstances are documented.',
    total_limit: 'The program has no annual limit of its own.',
    academic_year_terms:
      count === 1 ? 'The academic year has this one term.' : `The academic year has these ${count} terms.`,
  };
  return Object.entries(texts)
    .filter(([name]) => isAsked(name, typed) && isBlankAt(typed, { name, term: null }))
    .map(([path, text]) => ({ path, text }));
}

const PAYMENTS: Readonly<Record<string, string>> = {
  prior_disbursement_sub: 'subsidized',
  prior_disbursement_unsub: 'unsubsidized',
  prior_disbursement_grad_plus: 'Grad PLUS',
};

function termAssumptions(typed: Case): Assumption[] {
  const names = termNames(typed);
  const found: Assumption[] = [];
  const assume = (
    name: string,
    textOf: (terms: string) => string,
    concerns: (term: number) => boolean = () => true,
  ) => {
    const blank = names.flatMap((_, term) =>
      isAsked(name, typed) && isBlankAt(typed, { name, term }) && concerns(term) ? [term] : [],
    );
    const [first] = blank;
    if (first === undefined) return;
    const terms = listed(blank.map((term) => names[term] ?? ''));
    found.push({ text: textOf(terms), path: pathOf({ name, term: first }) });
  };
  const payments = Object.keys(PAYMENTS).filter((name) => isAsked(name, typed));
  const isUnpaid = (term: number) => payments.every((name) => isBlankAt(typed, { name, term }));
  assume('actual_final_credits', (terms) => `${terms}: final credits are not known yet.`);
  assume(payments[0] ?? '', (terms) => `${terms}: nothing was paid so far.`, isUnpaid);
  for (const name of payments) {
    const loan = PAYMENTS[name] ?? '';
    assume(
      name,
      (terms) => `${terms}: no ${loan} loan was paid so far.`,
      (term) => !isUnpaid(term),
    );
  }
  assume(
    'required',
    (terms) =>
      `${terms}: counted in the year even without enrollment. Change it if the term is not part of the student's academic year.`,
    (term) => hasNoCredits(typed, term),
  );
  return found;
}

/** Whether nobody is enrolled in a term, by its final credits or else the planned ones. */
function hasNoCredits(typed: Case, term: number): boolean {
  const at = (name: string) => entryAt(typed, { name, term }).trim();
  const final = at('actual_final_credits');
  return /^(?=.)0*(?:\.0*)?$/.test(final === '' ? at('credits_enrolled') : final);
}

/** What to do about {@link notConsidered}. */
export const CHECK_BEFORE_AWARD =
  'The answer ignores these and may be too high. Check each of them before you award.';

/** What the calculation does not consider and may concern this student, as the items of a list. */
export function notConsidered(answer: Answered): readonly string[] {
  return traceOfAnswer(answer)
    .not_considered.filter(({ id }) => CONCERNS[id]?.(answer.student) !== false)
    .map(({ text }) => text.charAt(0).toUpperCase() + text.slice(1));
}

/** Which students an item concerns, where it does not concern all. */
const CONCERNS: Readonly<Record<string, (student: Student) => boolean>> = {
  grounds_of_plus_denial: ({ plus_denied }) => plus_denied,
  end_of_legacy_status: ({ is_legacy_borrower }) => is_legacy_borrower,
  health_professions: ({ is_legacy_borrower }) => is_legacy_borrower,
  preparatory_coursework: ({ degree_level }) => degree_level === 'undergraduate',
  parent_plus: ({ dependency_status }) => dependency_status === 'dependent',
};
