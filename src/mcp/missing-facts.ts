import { ASKED_FIELDS } from '../contract/asked-fields.js';
import { isJsonObject, type JsonObject } from '../contract/json-student.js';
import { alteredNumber } from '../contract/json-text.js';
import { AWARD_YEARS } from '../engine/award-years.js';
import { DEGREE_LEVELS, MAX_TERMS } from '../engine/student.js';

/** A fact that decides dollars and was not given. */
export interface Question {
  /** The path of the field, such as `terms.1.credits_enrolled`. */
  readonly field: string;
  /** What to ask the person, in their words. */
  readonly question: string;
}

/** Fields in which null is a fact: there is none, or it is not known yet. */
export const MAY_BE_NULL: ReadonlySet<string> = new Set(
  ASKED_FIELDS.filter(({ whenNull, assumption }) => whenNull !== undefined && assumption !== undefined).map(
    ({ name }) => name,
  ),
);

/**
 * Questions to ask before an assistant's student can be calculated. The API has defaults for most of them,
 * which a program chooses knowingly; an assistant would guess. Null is an answer if the question says so.
 */
export function questionsAbout(request: JsonObject): readonly Question[] {
  const { award_year, terms } = request;
  const ofYear = {
    field: 'award_year',
    question: `Which award year? ${AWARD_YEARS.join(', ')} can be calculated.`,
  };
  const asked = [...((award_year ?? null) === null ? [ofYear] : []), ...missing(request, request)];
  if (!Array.isArray(terms) || terms.length === 0) {
    const question =
      'Which terms, in order, and for each of them: its name, planned credits, full-time credits, final credits if they are known, and what has been paid?';
    return [...asked, { field: 'terms', question }];
  }
  // Too many terms are refused in any case.
  if (terms.length > MAX_TERMS) return asked;
  const ofTerms = terms.flatMap((term, index) => (isJsonObject(term) ? missing(request, term, index) : []));
  return [...asked, ...ofTerms];
}

/** Missing facts of the student, or of the term with this index; some wait for the degree level. */
function missing(student: JsonObject, given: JsonObject, term?: number): readonly Question[] {
  const isLevelKnown = DEGREE_LEVELS.some((level) => level === student['degree_level']);
  const { label } = given;
  const name =
    typeof label === 'string' && alteredNumber(label) === null ? label : `Term ${Number(term) + 1}`;
  return ASKED_FIELDS.filter(({ isOfTerm }) => isOfTerm === (term !== undefined)).flatMap((field) => {
    const { concerns, decides, whenAbsent } = field;
    const mayBeNull = MAY_BE_NULL.has(field.name);
    const isRequired = whenAbsent === undefined;
    const isAsked = concerns === undefined || isRequired || (isLevelKnown && concerns(student));
    const value = given[field.name] ?? (mayBeNull ? given[field.name] : undefined);
    if (value !== undefined || !isAsked || decides?.(given) === false) return [];
    const words = [field.question, field.hint ?? [], mayBeNull ? `Null: ${field.assumption}` : []].flat();
    const question = words.join(' ');
    return term === undefined
      ? [{ field: field.name, question }]
      : [{ field: `terms.${term}.${field.name}`, question: `${name}: ${question}` }];
  });
}
