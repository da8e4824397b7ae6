import { z } from 'zod';
import { CURRENT_AWARD_YEAR } from '../engine/limits.js';
import { type PartlyReadStudent, refusals } from '../engine/refusals.js';
import { MAX_TERMS, type Student, type Term } from '../engine/student.js';
import { describeIssue, shown } from './fields.js';
import { calculationRequestSchema, termSchema } from './request.js';

/** Why a request is not calculated: field path (`terms.1.credits_enrolled`) to sentence, every failing field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** A request read: the student, or every reason why there is none. */
export type StudentReading =
  | { readonly ok: true; readonly student: Student }
  | { readonly ok: false; readonly fieldErrors: FieldErrors };

/** A JSON object before its fields are looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** How many terms of an over-long list are still looked at, so that a huge one costs nothing. */
const MOST_TERMS_LOOKED_AT = 20;

const PARSE_OPTIONS = { error: describeIssue };

/** Whether a parsed JSON value is an object, as opposed to an array, a scalar or null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads one student: types, defaults and the refusals of the rules, all failing fields at once. */
export function readStudent(body: JsonObject): StudentReading {
  const reading = readKnownFields(body);
  return reading.ok ? { ok: true, student: withIgnoredFields(reading.student, body) } : reading;
}

/** {@link readStudent} for a body that was made from known fields only: nothing in it can be unknown. */
export function readKnownFields(body: JsonObject): StudentReading {
  const { terms } = body;
  if (!Array.isArray(terms) || terms.length <= MAX_TERMS) {
    const parsed = calculationRequestSchema.safeParse(body);
    if (parsed.success && refusals(parsed.data, CURRENT_AWARD_YEAR).length === 0) {
      return { ok: true, student: parsed.data };
    }
  }
  return { ok: false, fieldErrors: allFieldErrors(body) };
}

/** Field by field, so that the rules still judge the fields that could be read. */
function allFieldErrors(body: JsonObject): FieldErrors {
  const errors = new Map<string, string>();
  const { terms: termsSchema, ...ownSchemas } = calculationRequestSchema.shape;
  const student: PartlyReadStudent = readFields(ownSchemas, body, '', errors);
  const { terms } = body;
  const readTerms = Array.isArray(terms) ? readTermList(terms, errors) : undefined;
  if (!Array.isArray(terms)) readFields({ terms: termsSchema }, body, '', errors);
  for (const { path, message } of refusals({ ...student, terms: readTerms }, CURRENT_AWARD_YEAR)) {
    note(errors, path.join('.'), message);
  }
  return Object.fromEntries(errors);
}

function readTermList(terms: readonly unknown[], errors: Map<string, string>): PartlyReadStudent['terms'] {
  if (terms.length > MOST_TERMS_LOOKED_AT) {
    note(errors, 'terms', `Expected 1 to ${MAX_TERMS} terms. Given: ${terms.length}.`);
    return undefined;
  }
  return terms.map((term, index) => {
    if (isJsonObject(term)) return readFields(termSchema.shape, term, `terms.${index}.`, errors);
    note(errors, `terms.${index}`, `Expected an object. ${shown(term)}`);
    return {};
  });
}

type Shape = Readonly<Record<string, z.ZodType>>;
type Read<S extends Shape> = { [K in keyof S]?: z.output<S[K]> };

function readFields<S extends Shape>(
  shape: S,
  values: JsonObject,
  prefix: string,
  errors: Map<string, string>,
): Read<S> {
  const read: Read<S> = {};
  for (const name in shape) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const parsed = z.safeParse<S[typeof name]>(shape[name], value, PARSE_OPTIONS);
    if (parsed.success) read[name] = parsed.data;
    else
      for (const issue of parsed.error.issues)
        note(errors, prefix + [name, ...issue.path].join('.'), issue.message);
  }
  return read;
}

function note(errors: Map<string, string>, path: string, message: string): void {
  const earlier = errors.get(path);
  errors.set(path, earlier === undefined ? message : `${earlier} ${message}`);
}

const STUDENT_FIELDS: ReadonlySet<string> = new Set(Object.keys(calculationRequestSchema.shape));
const TERM_FIELDS: ReadonlySet<string> = new Set(Object.keys(termSchema.shape));

function withIgnoredFields(student: Student, body: JsonObject): Student {
  const ownIgnored = unknownNames(body, STUDENT_FIELDS);
  const rawTerms: unknown = body['terms'];
  if (!Array.isArray(rawTerms)) return student;
  let terms: readonly Term[] = student.terms;
  rawTerms.forEach((raw: unknown, index) => {
    const ignored = isJsonObject(raw) ? unknownNames(raw, TERM_FIELDS) : NO_NAMES;
    if (ignored.length === 0) return;
    terms = terms.map((term, i) => (i === index ? { ...term, ignored_fields: ignored } : term));
  });
  if (ownIgnored.length === 0 && terms === student.terms) return student;
  return { ...student, terms, ignored_fields: ownIgnored };
}

const NO_NAMES: readonly string[] = [];

function unknownNames(values: JsonObject, known: ReadonlySet<string>): readonly string[] {
  let names: string[] | null = null;
  for (const name in values) {
    if (known.has(name)) continue;
    names ??= [];
    names.push(name);
  }
  return names ?? NO_NAMES;
}
