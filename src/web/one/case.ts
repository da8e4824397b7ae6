import { fieldNamed, STUDENT_FIELDS, TERM_FIELDS } from '../../contract/field-list.js';
import type { JsonObject } from '../../contract/json-student.js';
import { requestValue } from './typed-text.js';

/** What a person typed, by the name of the field; a field that is not there, or empty, was not given. */
export type Entries = Readonly<Record<string, string>>;

/** One student as it stands in the form: nothing of it is read yet. */
export interface Case {
  readonly student: Entries;
  readonly terms: readonly Entries[];
}

/** A full-time fall and three quarters in spring: something to see before anything is typed. */
export const FIRST_CASE: Case = {
  student: {
    dependency_status: 'dependent',
    degree_level: 'undergraduate',
    grade_level: 'first_year',
    subsidized_amount: '3500',
  },
  terms: [
    { label: 'Fall', full_time_credits: '12', credits_enrolled: '12' },
    { label: 'Spring', full_time_credits: '12', credits_enrolled: '9' },
  ],
};

/** What a student is where no level is given. */
const UNDERGRADUATE = fieldNamed('degree_level').whenAbsent;

/** What a further term is called, in the order of the year. */
const TERM_LABELS = ['Fall', 'Spring', 'Summer', 'Winter'];

/**
 * Whether a field is asked for. One that is without effect on this student, which the service would warn of, is neither
 * shown nor part of the request; what was typed into it stays for when it is asked for again.
 */
export function isAsked(name: string, { student }: Case): boolean {
  const isUndergraduate = (student['degree_level'] || UNDERGRADUATE) === UNDERGRADUATE;
  const isLegacy = student['is_legacy_borrower'] === 'true';
  switch (name) {
    case 'grade_level':
    case 'subsidized_amount':
      return isUndergraduate;
    case 'plus_denied':
      return isUndergraduate && student['dependency_status'] === 'dependent';
    case 'is_legacy_borrower':
      return !isUndergraduate;
    case 'cost_of_attendance':
    case 'prior_disbursement_grad_plus':
      return !isUndergraduate && isLegacy;
    default:
      return true;
  }
}

/** The body that `POST /v1/calculate` would get for a case. */
export function requestOf(typed: Case): JsonObject {
  const body = (fields: typeof STUDENT_FIELDS, entries: Entries) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const text = (entries[field.name] ?? '').trim();
        return text === '' || !isAsked(field.name, typed) ? [] : [[field.name, requestValue(field, text)]];
      }),
    );
  return {
    ...body(STUDENT_FIELDS, typed.student),
    terms: typed.terms.map((entries) => body(TERM_FIELDS, entries)),
  };
}

/** What is typed into the fields that are asked for, by the path of the field and in the order of the list of fields. */
export function entriesByPath(typed: Case): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const keep = (fields: typeof STUDENT_FIELDS, entries: Entries, path: string) => {
    for (const { name } of fields) {
      const text = (entries[name] ?? '').trim();
      if (text !== '' && isAsked(name, typed)) found.set(`${path}${name}`, text);
    }
  };
  keep(STUDENT_FIELDS, typed.student, '');
  for (const [index, term] of typed.terms.entries()) keep(TERM_FIELDS, term, `terms.${index}.`);
  return found;
}

/** The case with one more term, like the last one, under a name that is free. */
export function withTerm(typed: Case): Case {
  const used = new Set(typed.terms.map((term) => term['label']));
  const label = TERM_LABELS.find((each) => !used.has(each)) ?? `Term ${typed.terms.length + 1}`;
  const standard = typed.terms.at(-1)?.['full_time_credits'] ?? '';
  const added = { label, full_time_credits: standard, credits_enrolled: standard };
  return { ...typed, terms: [...typed.terms, added] };
}

/** The case without one of its terms. */
export function withoutTerm(typed: Case, index: number): Case {
  return { ...typed, terms: typed.terms.filter((_, each) => each !== index) };
}

/** The case with one field changed; `term` is null for the student's own. */
export function withEntry(typed: Case, name: string, term: number | null, text: string): Case {
  if (term === null) return { ...typed, student: { ...typed.student, [name]: text } };
  const terms = typed.terms.map((entries, index) =>
    index === term ? { ...entries, [name]: text } : entries,
  );
  return { ...typed, terms };
}
