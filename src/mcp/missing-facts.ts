import { PROFESSIONAL_HELP } from '../contract/field-labels.js';
import { isJsonObject, type JsonObject } from '../contract/json-student.js';
import { isExact, isPositive, parseExact } from '../engine/exact.js';
import { MAX_TERMS } from '../engine/student.js';

/** A fact that decides dollars and was not given. */
export interface Question {
  /** The path of the field, such as `terms.1.credits_enrolled`. */
  readonly field: string;
  /** What to ask the person, in their words. */
  readonly question: string;
}

/**
 * What has to be asked before a student can be calculated for an assistant. The API has defaults for most of these, which a program
 * chooses knowingly; an assistant would only be guessing. Null is an answer where the question says so.
 */
export function questionsAbout(request: JsonObject): readonly Question[] {
  const level = request['degree_level'];
  const isUndergraduate = level === 'undergraduate';
  const isBeyond = level === 'graduate' || level === 'professional';
  const isLegacy = isBeyond && request['is_legacy_borrower'] === true;
  const asked: Question[] = [];
  const ask = (field: string, question: string): void => {
    const isGiven = request[field] !== undefined && (request[field] !== null || MAY_BE_NULL.has(field));
    if (!isGiven) asked.push({ field, question });
  };
  ask('degree_level', `Is the program undergraduate, graduate or professional? ${PROFESSIONAL_HELP}`);
  ask('dependency_status', 'Is the student dependent or independent for federal student aid?');
  if (isUndergraduate) {
    ask('grade_level', 'Which grade level: first_year, second_year, or third_year_and_beyond?');
    ask(
      'subsidized_amount',
      "How many dollars of the annual limit does the student's need let them borrow subsidized? 0 if none.",
    );
    if (request['dependency_status'] === 'dependent') {
      ask(
        'plus_denied',
        'Can a parent of this dependent student not borrow a PLUS loan: denied, or other exceptional circumstances that the school documents? true or false.',
      );
    }
  }
  if (isBeyond) {
    ask(
      'is_legacy_borrower',
      'Does the interim exception apply: a federal loan for this program before July 1, 2026, enrolled in it on June 30, 2026, and still within three academic years or the length of the program, without having withdrawn? true or false.',
    );
    if (isLegacy)
      ask(
        'cost_of_attendance',
        'What is the cost of attendance less all other financial assistance for the academic year, in dollars?',
      );
  }
  ask(
    'total_limit',
    'Does the school limit loans in this program below the federal limit? The limit in dollars, or null if there is none.',
  );
  ask(
    'academic_year_terms',
    'How many terms does the academic year have? 2 to 4, or null if the terms that are given are the whole year.',
  );
  const { terms } = request;
  if (!Array.isArray(terms) || terms.length === 0) {
    const question =
      'Which terms, in order, and for each of them: its name, planned credits, full-time credits, final credits if they are known, and what has been paid?';
    return [...asked, { field: 'terms', question }];
  }
  const loans = [
    ...(isBeyond ? [] : [['sub', 'subsidized'] as const]),
    ['unsub', 'unsubsidized'] as const,
    ...(isLegacy ? [['grad_plus', 'Grad PLUS'] as const] : []),
  ];
  // Where there are too many, all that can be said is that.
  for (const [index, term] of terms.length > MAX_TERMS ? [] : terms.entries()) {
    if (isJsonObject(term)) asked.push(...questionsAboutTerm(term, index, loans));
  }
  return asked;
}

/** Fields of which null says something that a person can know: there is none, or it is not known yet. */
export const MAY_BE_NULL: ReadonlySet<string> = new Set([
  'total_limit',
  'academic_year_terms',
  'actual_final_credits',
  'prior_disbursement_sub',
  'prior_disbursement_unsub',
  'prior_disbursement_grad_plus',
]);

function questionsAboutTerm(
  term: JsonObject,
  index: number,
  loans: readonly (readonly [name: string, text: string])[],
): Question[] {
  const label = typeof term['label'] === 'string' ? term['label'] : `term ${index + 1}`;
  const asked = (name: string, question: string): Question[] => {
    const isGiven = term[name] !== undefined && (term[name] !== null || MAY_BE_NULL.has(name));
    return isGiven ? [] : [{ field: `terms.${index}.${name}`, question }];
  };
  const isSkipped = ['credits_enrolled', 'actual_final_credits'].some((name) => isZero(term[name]));
  return [
    ...asked('label', `What is term ${index + 1} called, such as Fall 2026?`),
    ...asked('credits_enrolled', `How many credits were planned for ${label}? 0 if not enrolled.`),
    ...asked('full_time_credits', `How many credits are full time in ${label} for this program?`),
    ...asked(
      'actual_final_credits',
      `Are the final credits of ${label} known? Their number, or null if the credits may still change.`,
    ),
    // With credits it counts either way.
    ...(isSkipped
      ? asked(
          'required',
          `Does ${label} belong to the academic year of this program even without enrollment, as a fall or spring does? true or false.`,
        )
      : []),
    ...loans.flatMap(([name, text]) =>
      asked(
        `prior_disbursement_${name}`,
        `How many dollars of ${text} loan have been paid for ${label} so far? null if nothing was paid yet.`,
      ),
    ),
  ];
}

function isZero(credits: unknown): boolean {
  if (typeof credits !== 'number' && typeof credits !== 'string') return false;
  const reading = parseExact(credits);
  return isExact(reading) && !isPositive(reading);
}
