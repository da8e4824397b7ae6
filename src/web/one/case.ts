import { type Field, fieldNamed, STUDENT_FIELDS, TERM_FIELDS } from '../../contract/field-list.js';
import type { JsonObject } from '../../contract/json-student.js';
import { CURRENT_AWARD_YEAR } from '../../engine/limits.js';
import { MAX_TERMS } from '../../engine/student.js';
import { requestValue } from './typed-text.js';

/** What a person typed, by field name; a field that is missing or empty was not given. */
export type Entries = Readonly<Record<string, string>>;

/** One student as typed into the form, before it is read. */
export interface Case {
  /** The award year whose limits apply: one of those that have a table. */
  readonly awardYear: string;
  readonly student: Entries;
  readonly terms: readonly Entries[];
}

/** Only assumes what most years have: a fall and a spring. */
export const BLANK_CASE: Case = {
  awardYear: CURRENT_AWARD_YEAR,
  student: {},
  terms: [{ label: 'Fall' }, { label: 'Spring' }],
};

/** An example: a fall that was paid, and half as many spring credits as were planned. */
export const EXAMPLE_CASE: Case = {
  awardYear: CURRENT_AWARD_YEAR,
  student: {
    degree_level: 'undergraduate',
    grade_level: 'second_year',
    dependency_status: 'dependent',
    subsidized_amount: '3,000',
  },
  terms: [
    {
      label: 'Fall',
      full_time_credits: '12',
      credits_enrolled: '12',
      actual_final_credits: '9',
      prior_disbursement_sub: '1,500',
      prior_disbursement_unsub: '1,750',
    },
    { label: 'Spring', full_time_credits: '12', credits_enrolled: '6' },
  ],
};

/** Whether the student is beyond the bachelor's degree; false while the level is not known. */
export function isBeyondBachelor({ student }: Case): boolean {
  return student['degree_level'] === 'graduate' || student['degree_level'] === 'professional';
}

/**
 * Whether a field is asked for. A field that has no effect on this student, which the service would warn about, is neither
 * shown nor sent; what was typed into it is kept for when it is asked for again.
 */
export function isAsked(name: string, typed: Case): boolean {
  const isGraduate = isBeyondBachelor(typed);
  const isLegacy = typed.student['is_legacy_borrower'] === 'true';
  switch (name) {
    case 'grade_level':
    case 'subsidized_amount':
    case 'dependency_status':
      return !isGraduate;
    case 'plus_denied':
      return !isGraduate && typed.student['dependency_status'] === 'dependent';
    case 'is_legacy_borrower':
      return isGraduate;
    case 'cost_of_attendance':
    case 'prior_disbursement_grad_plus':
      return isGraduate && isLegacy;
    default:
      return true;
  }
}

/** The location of a field: its name and the index of its term, null for the student's own fields. */
export interface FieldPlace {
  readonly name: string;
  readonly term: number | null;
}

/** The path of a field as errors and links write it: `terms.1.credits_enrolled`. */
export function pathOf({ name, term }: FieldPlace): string {
  return term === null ? name : `terms.${term}.${name}`;
}

/** The field with a path; null if there is none. */
export function placeAt(path: string): FieldPlace | null {
  const [, index, name = path] = /^terms\.(\d)\.(\w+)$/.exec(path) ?? [];
  const term = index === undefined ? null : Number(index);
  const isField = (term === null ? STUDENT_FIELDS : TERM_FIELDS).some((field) => field.name === name);
  return isField && (term ?? 0) < MAX_TERMS ? { name, term } : null;
}

/** The text of a field; empty if nothing was given. */
export function entryAt({ student, terms }: Case, { name, term }: FieldPlace): string {
  return (term === null ? student : terms[term])?.[name] ?? '';
}

/** Whether a field was left blank. */
export function isBlankAt(typed: Case, place: FieldPlace): boolean {
  return entryAt(typed, place).trim() === '';
}

/** The case with one field changed. */
export function withEntry(typed: Case, { name, term }: FieldPlace, text: string): Case {
  fieldNamed(name);
  if (term === null) return { ...typed, student: { ...typed.student, [name]: text } };
  const terms = typed.terms.map((entries, index) =>
    index === term ? { ...entries, [name]: text } : entries,
  );
  return { ...typed, terms };
}

/** A field of a case with its text. */
export interface Entry {
  readonly field: Field;
  readonly term: number | null;
  readonly path: string;
  readonly text: string;
}

/** Every field of a case, blank ones too, in the order of the list of fields: the student's, then each term's. */
export function entriesOf(typed: Case): Entry[] {
  const entries = (fields: readonly Field[], term: number | null) =>
    fields.map((field): Entry => {
      const place = { name: field.name, term };
      return { field, term, path: pathOf(place), text: entryAt(typed, place) };
    });
  return [...entries(STUDENT_FIELDS, null), ...typed.terms.flatMap((_, term) => entries(TERM_FIELDS, term))];
}

/** What is filled in and asked for: {@link entriesOf} without blanks, and without spaces around the texts. */
export function givenEntries(typed: Case): Entry[] {
  return entriesOf(typed)
    .map((entry) => ({ ...entry, text: entry.text.trim() }))
    .filter(({ field, text }) => text !== '' && isAsked(field.name, typed));
}

/** The body of the `POST /v1/calculate` request for a case. */
export function requestOf(typed: Case): JsonObject {
  const given = givenEntries(typed);
  const body = (term: number | null) =>
    Object.fromEntries(
      given
        .filter((entry) => entry.term === term)
        .map(({ field, text }) => [field.name, requestValue(field, text)]),
    );
  return {
    // Graduate students are not asked: by law all of them are independent, and the limit is the same.
    ...(isBeyondBachelor(typed) ? { dependency_status: INDEPENDENT } : {}),
    ...body(null),
    terms: typed.terms.map((_, term) => body(term)),
  };
}

const INDEPENDENT = 'independent';
