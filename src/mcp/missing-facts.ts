import { PROFESSIONAL_HELP } from '../contract/field-labels.js';
import { isJsonObject, type JsonObject } from '../contract/json-student.js';
import { alteredNumber } from '../contract/json-text.js';
import { isExact, isPositive, parseExact } from '../engine/exact.js';
import { AWARD_YEARS } from '../engine/limits.js';
import { LOAN_TYPES, MAX_TERMS, type Student, type Term } from '../engine/student.js';

/** A fact that decides dollars and was not given. */
export interface Question {
  /** The path of the field, such as `terms.1.credits_enrolled`. */
  readonly field: string;
  /** What to ask the person, in their words. */
  readonly question: string;
}

/** Fields of which null says something that a person can know: there is none, or it is not known yet. */
export const MAY_BE_NULL: ReadonlySet<string> = new Set([
  'total_limit',
  'academic_year_terms',
  'actual_final_credits',
  ...LOAN_TYPES.map((loanType) => `prior_disbursement_${loanType}`),
]);

/**
 * What has to be asked before a student can be calculated for an assistant. The API has defaults for most of these, which a program
 * chooses knowingly; an assistant would only be guessing. Null is an answer where the question says so.
 */
export function questionsAbout(request: JsonObject): readonly Question[] {
  const level = request['degree_level'];
  const isUndergraduate = level === 'undergraduate';
  const isDependent = isUndergraduate && request['dependency_status'] === 'dependent';
  const isBeyond = level === 'graduate' || level === 'professional';
  const isLegacy = isBeyond && request['is_legacy_borrower'] === true;
  const asked = missing<Exclude<keyof Student, 'terms' | 'notes'> | 'award_year'>(request, '', {
    award_year: `Which award year? ${AWARD_YEARS.join(', ')} can be calculated.`,
    degree_level: `Is the program undergraduate, graduate or professional? ${PROFESSIONAL_HELP}`,
    dependency_status: 'Is the student dependent or independent for federal student aid?',
    grade_level: isUndergraduate && 'Which grade level: first_year, second_year, or third_year_and_beyond?',
    subsidized_amount:
      isUndergraduate &&
      "How many dollars of the annual limit does the student's need let them borrow subsidized? 0 if none.",
    plus_denied:
      isDependent &&
      'Can a parent of this dependent student not borrow a PLUS loan: denied, or other exceptional circumstances that the school documents? true or false.',
    is_legacy_borrower:
      isBeyond &&
      'Does the interim exception apply: a federal loan for this program before July 1, 2026, enrolled in it on June 30, 2026, and still within three academic years or the length of the program, without having withdrawn? true or false.',
    cost_of_attendance:
      isLegacy &&
      'What is the cost of attendance less all other financial assistance for the academic year, in dollars?',
    total_limit:
      'Does the school limit loans in this program below the federal limit? The limit in dollars, or null if there is none.',
    academic_year_terms:
      'How many terms does the academic year have? 2 to 4, or null if the terms that are given are the whole year.',
  });
  const { terms } = request;
  if (!Array.isArray(terms) || terms.length === 0) {
    const question =
      'Which terms, in order, and for each of them: its name, planned credits, full-time credits, final credits if they are known, and what has been paid?';
    return [...asked, { field: 'terms', question }];
  }
  // Where there are too many, all that can be said is that.
  if (terms.length > MAX_TERMS) return asked;
  const ofTerms = terms.flatMap((term, index) => {
    if (!isJsonObject(term)) return [];
    const { label: given } = term;
    const label = typeof given === 'string' && alteredNumber(given) === null ? given : `term ${index + 1}`;
    const isSkipped = ['credits_enrolled', 'actual_final_credits'].some((name) => isZero(term[name]));
    const paid = (loan: string): string =>
      `How many dollars of ${loan} loan have been paid for ${label} so far? null if nothing was paid yet.`;
    return missing<Exclude<keyof Term, 'notes'>>(term, `terms.${index}.`, {
      label: `What is term ${index + 1} called, such as Fall 2026?`,
      credits_enrolled: `How many credits were planned for ${label}? 0 if not enrolled.`,
      full_time_credits: `How many credits are full time in ${label} for this program?`,
      actual_final_credits: `Are the final credits of ${label} known? Their number, or null if the credits may still change.`,
      // With credits it counts either way.
      required:
        isSkipped &&
        `Does ${label} belong to the academic year of this program even without enrollment, as a fall or spring does? true or false.`,
      prior_disbursement_sub: !isBeyond && paid('subsidized'),
      prior_disbursement_unsub: paid('unsubsidized'),
      prior_disbursement_grad_plus: isLegacy && paid('Grad PLUS'),
    });
  });
  return [...asked, ...ofTerms];
}

/** The questions whose field was not given; false for one that need not be asked. */
function missing<Name extends string>(
  given: JsonObject,
  prefix: string,
  questions: Readonly<Record<Name, string | false>>,
): readonly Question[] {
  return Object.entries<string | false>(questions).flatMap(([name, question]) => {
    const isGiven = given[name] !== undefined && (given[name] !== null || MAY_BE_NULL.has(name));
    return question === false || isGiven ? [] : [{ field: prefix + name, question }];
  });
}

function isZero(credits: unknown): boolean {
  if (typeof credits !== 'number' && typeof credits !== 'string') return false;
  const reading = parseExact(credits);
  return isExact(reading) && !isPositive(reading);
}
