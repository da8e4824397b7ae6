import type { Failure } from '../engine/refusals.js';
import { ApiError, type FieldErrors } from './errors.js';
import { shown } from './field-kinds.js';
import { STUDENT_FIELDS, TERM_FIELDS } from './field-list.js';
import { parseJson } from './json-text.js';
import { cutText } from './name-forms.js';
import {
  MOST_TERMS_LOOKED_AT,
  readStudent,
  type StudentReading,
  type StudentSource,
} from './read-student.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a parsed JSON value is an object, as opposed to an array, a scalar or null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object of a student's fields. @throws ApiError `unparsable`; `invalidFields` for another value. */
export function studentObject(bytes: Uint8Array): JsonObject {
  const value = parseJson(bytes);
  if (isJsonObject(value)) return value;
  throw new ApiError('invalidFields', 'The body must be one JSON object with the fields of a student.');
}

/** Failures by field path. Several failures of one field are joined into one text. */
export function fieldErrors(failures: readonly Failure[]): FieldErrors {
  const errors = new Map<string, string>();
  for (const { field, term, message } of failures) {
    const path = term === null ? field : `terms.${term}${field === '' ? '' : `.${field}`}`;
    const earlier = errors.get(path);
    errors.set(path, earlier === undefined ? message : `${earlier} ${message}`);
  }
  return Object.fromEntries(errors);
}

const STUDENT_NAMES: ReadonlySet<string> = new Set([...STUDENT_FIELDS.map(({ name }) => name), 'terms']);
const TERM_NAMES: ReadonlySet<string> = new Set(TERM_FIELDS.map(({ name }) => name));

/** Reads the body of a request for one student; see {@link readStudent}. */
export function readJsonStudent(body: JsonObject, awardYear?: string): StudentReading {
  const given = own(body, 'terms');
  const terms: readonly unknown[] = Array.isArray(given) ? given : [];
  const expected = given === undefined ? 'This field is required.' : 'Expected an array.';
  /** Empty for a term that is not an object: the one failure for the term replaces failures of its fields. */
  const objectOf = (term: number | null): JsonObject => {
    const object = term === null ? body : terms[term];
    return isJsonObject(object) ? object : {};
  };
  const source: StudentSource = {
    terms: Array.isArray(given) ? terms.length : `${expected} ${shown(given)}`,
    read: (field, term) => field.read(own(objectOf(term), field.name)),
    failures: () => (terms.length > MOST_TERMS_LOOKED_AT ? [] : terms.flatMap(noObject)),
    notes: (term) => ignoredFields(objectOf(term), term === null ? STUDENT_NAMES : TERM_NAMES),
  };
  return readStudent(source, awardYear);
}

function noObject(term: unknown, index: number): readonly Failure[] {
  if (isJsonObject(term)) return [];
  const problem = 'Expected an object.';
  const message = `${problem} ${shown(term)}`;
  return [{ field: '', term: index, code: 'no_object', problem, detail: null, message }];
}

function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

const NAMED_FIELDS = 20;
const NAME_LENGTH = 100;

function ignoredFields(object: JsonObject, known: ReadonlySet<string>): readonly string[] {
  const names = Object.keys(object).filter((name) => !known.has(name));
  if (names.length === 0) return [];
  const sentences = names
    .slice(0, NAMED_FIELDS)
    .map((name) => `Unknown field "${cutText(name, NAME_LENGTH)}" was ignored.`);
  const more = names.length - sentences.length;
  return more > 0 ? [...sentences, `${more} more unknown fields were ignored.`] : sentences;
}
