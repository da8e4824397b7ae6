import type { Student } from '../../engine/student.js';
import { listed } from '../../engine/texts.js';
import { type AboutPath, type Answered, traceOfAnswer } from './answer.js';
import { type Case, entriesOf, givenEntries, termNames } from './case.js';

/** What is assumed for blank fields, each with the first field where it can be corrected, in the order of the form. */
export function assumptionsOf(typed: Case): AboutPath[] {
  const names = termNames(typed);
  const found = new Map<string, { readonly path: string; readonly terms: Set<number> }>();
  const given = givenEntries(typed);
  for (const { field, term, path, isAsked, isBlank } of entriesOf(typed)) {
    const { assumption = null } = field;
    const own = given.filter((each) => each.term === term).map((each) => [each.field.name, each.text]);
    const text = typeof assumption === 'function' ? assumption(Object.fromEntries(own)) : assumption;
    if (!isAsked || !isBlank || text === null) continue;
    const { terms } = found.get(text) ?? { terms: new Set() };
    if (terms.size === 0) found.set(text, { path, terms });
    if (term !== null) terms.add(term);
  }
  return [...found].map(([text, { path, terms }]) => {
    const where = listed([...terms].map((term) => names[term] ?? ''));
    return { path, text: where === '' ? text : `${where}: ${text}` };
  });
}

/** What to do about {@link notConsidered}. */
export const CHECK_BEFORE_AWARD =
  'The answer ignores these and may be too high. Check each of them before you award.';

/** Which students an item concerns, where it does not concern all. */
const CONCERNS: Readonly<Record<string, (student: Student) => boolean>> = {
  grounds_of_plus_denial: ({ plus_denied }) => plus_denied,
  end_of_legacy_status: ({ is_legacy_borrower }) => is_legacy_borrower,
  health_professions: ({ is_legacy_borrower }) => is_legacy_borrower,
  preparatory_coursework: ({ degree_level }) => degree_level === 'undergraduate',
  parent_plus: ({ dependency_status }) => dependency_status === 'dependent',
};

/** What the calculation does not consider and may concern this student, as the items of a list. */
export function notConsidered(answer: Answered): readonly string[] {
  return traceOfAnswer(answer)
    .not_considered.filter(({ id }) => CONCERNS[id]?.(answer.student) !== false)
    .map(({ text }) => text.charAt(0).toUpperCase() + text.slice(1));
}
