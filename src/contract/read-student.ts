import { CURRENT_AWARD_YEAR } from '../engine/limits.js';
import { refusals } from '../engine/refusals.js';
import { MAX_TERMS, type PartlyReadStudent, type Student } from '../engine/student.js';
import { type Field, STUDENT_FIELDS, TERM_FIELDS } from './field-list.js';

/** What a source answers for a field that cannot be read. */
export const UNREADABLE: unique symbol = Symbol('unreadable');

/**
 * Where a student is read from: a JSON object, or rows of a table. `term` is the index of a term from 0, or null for the
 * student's own fields.
 */
export interface StudentSource {
  /** How many terms there are, or the sentence that says why that cannot be told. */
  readonly terms: number | string;
  /** The value of a field, its default where nothing is given; {@link UNREADABLE} where it is refused. */
  read(field: Field, term: number | null): unknown;
  /** The sentence that refuses a field that is {@link UNREADABLE}; null where {@link failures} says it. Asked only for a student who fails. */
  refusal(field: Field, term: number | null): string | null;
  /** Failures that only this kind of source has; they stand for whatever else is wrong with their field. */
  failures(): readonly Failure[];
  /** Sentences for the warnings: what was done with something that is in no field. Asked only for a student who does not fail. */
  notes(term: number | null): readonly string[];
}

/** One reason why there is no student. */
export interface Failure {
  /** Name of the field in JSON; `terms` for the list, empty for a term as a whole. */
  readonly field: string;
  /** Index of the term, null for the student. */
  readonly term: number | null;
  readonly message: string;
}

/** A student read, or every reason why there is none. */
export type StudentReading =
  | { readonly ok: true; readonly student: Student }
  | { readonly ok: false; readonly failures: readonly Failure[] };

/** How many terms of an over-long list are still looked at, so that a huge one costs nothing. */
export const MOST_TERMS_LOOKED_AT = 20;

/** Reads one student: types, defaults, and the rules between fields; every failing field at once. */
export function readStudent(source: StudentSource): StudentReading {
  const student = { ...BLANK_STUDENT };
  const isRead = readFields(STUDENT_FIELDS, source, null, student);
  const areTermsRead = readTerms(source, student);
  // Every field was read by its own schema, which the type of a loop over fields cannot tell.
  const partly = student as PartlyReadStudent;
  const broken = refusals(partly, CURRENT_AWARD_YEAR);
  const failures = source.failures();
  if (isRead && areTermsRead && broken.length === 0 && failures.length === 0) {
    return { ok: true, student: partly as Student };
  }
  const others = [...unreadable(STUDENT_FIELDS, source, null), ...termFailures(source), ...broken];
  const isSaid = (other: Failure): boolean =>
    failures.some(({ field, term }) => field === other.field && term === other.term);
  return { ok: false, failures: [...failures, ...others.filter((other) => !isSaid(other))] };
}

/** All students, and all terms, have one shape from the start, which everything that reads them is faster for. */
const BLANK_STUDENT = blank(STUDENT_FIELDS, { terms: undefined, notes: undefined });
const BLANK_TERM = blank(TERM_FIELDS, { notes: undefined });

function blank(fields: readonly Field[], more: object): Readonly<Record<string, unknown>> {
  return { ...Object.fromEntries(fields.map(({ name }) => [name, undefined])), ...more };
}

/** Reads fields into an object; one that cannot be read stays undefined. */
function readFields(
  fields: readonly Field[],
  source: StudentSource,
  term: number | null,
  into: Record<string, unknown>,
): boolean {
  let isRead = true;
  for (const field of fields) {
    const value = source.read(field, term);
    if (value === UNREADABLE) isRead = false;
    else into[field.name] = value;
  }
  into['notes'] = source.notes(term);
  return isRead;
}

function readTerms(source: StudentSource, student: Record<string, unknown>): boolean {
  const { terms } = source;
  if (typeof terms === 'string' || terms > MOST_TERMS_LOOKED_AT) return false;
  const isCounted = terms >= 1 && terms <= MAX_TERMS;
  let isRead = isCounted;
  const read: Record<string, unknown>[] = [];
  for (let index = 0; index < terms; index++) {
    const own = { ...BLANK_TERM };
    isRead = readFields(TERM_FIELDS, source, index, own) && isRead;
    read.push(own);
  }
  if (isCounted) student['terms'] = read;
  return isRead;
}

function termFailures(source: StudentSource): Failure[] {
  const { terms } = source;
  if (typeof terms === 'string') return [{ field: 'terms', term: null, message: terms }];
  const found: Failure[] = [];
  if (terms < 1 || terms > MAX_TERMS) {
    const message = `Expected 1 to ${MAX_TERMS} terms. Given: ${terms}.`;
    found.push({ field: 'terms', term: null, message });
  }
  if (terms > MOST_TERMS_LOOKED_AT) return found;
  for (let index = 0; index < terms; index++) found.push(...unreadable(TERM_FIELDS, source, index));
  return found;
}

function unreadable(fields: readonly Field[], source: StudentSource, term: number | null): Failure[] {
  const found: Failure[] = [];
  for (const field of fields) {
    if (source.read(field, term) !== UNREADABLE) continue;
    const message = source.refusal(field, term);
    if (message !== null) found.push({ field: field.name, term, message });
  }
  return found;
}
