import { type Field, STUDENT_FIELDS, TERM_FIELDS } from './field-list.js';
import {
  type Failure,
  MOST_TERMS_LOOKED_AT,
  readStudent,
  type StudentReading,
  type StudentSource,
  UNREADABLE,
} from './read-student.js';
import { describeRefusal, REQUIRED } from './refusal-sentence.js';
import { shown } from './shown.js';

/** A JSON object before its fields are looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Why a request is not calculated: field path (`terms.1.credits_enrolled`) to sentence, every failing field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Whether a parsed JSON value is an object, as opposed to an array, a scalar or null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the body of a request for one student. */
export function readJsonStudent(body: JsonObject): StudentReading {
  return readStudent(new JsonSource(body));
}

/** Failures by the path of their field; what is wrong with one field is put into one text. */
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
const NONE: readonly never[] = [];

class JsonSource implements StudentSource {
  readonly terms: number | string;
  readonly #student: JsonObject;
  readonly #terms: readonly unknown[];

  constructor(body: JsonObject) {
    this.#student = body;
    const terms = own(body, 'terms');
    this.#terms = Array.isArray(terms) ? terms : NONE;
    if (Array.isArray(terms)) this.terms = terms.length;
    else
      this.terms = terms === undefined ? `${REQUIRED} ${shown(terms)}` : `Expected an array. ${shown(terms)}`;
  }

  read(field: Field, term: number | null): unknown {
    const object = this.#object(term);
    if (object === null) return UNREADABLE;
    const value = own(object, field.name);
    if (value === undefined) return field.whenAbsent === undefined ? UNREADABLE : field.whenAbsent;
    const parsed = field.schema.safeParse(value);
    return parsed.success ? parsed.data : UNREADABLE;
  }

  refusal(field: Field, term: number | null): string | null {
    const object = this.#object(term);
    return object === null ? null : describeRefusal(field, own(object, field.name));
  }

  failures(): readonly Failure[] {
    if (this.#terms.length > MOST_TERMS_LOOKED_AT) return NONE;
    const found: Failure[] = [];
    for (const [index, term] of this.#terms.entries()) {
      if (isJsonObject(term)) continue;
      found.push({ field: '', term: index, message: `Expected an object. ${shown(term)}` });
    }
    return found;
  }

  notes(term: number | null): readonly string[] {
    const object = this.#object(term);
    return object === null ? NONE : ignoredFields(object, term === null ? STUDENT_NAMES : TERM_NAMES);
  }

  #object(term: number | null): JsonObject | null {
    if (term === null) return this.#student;
    const object = this.#terms[term];
    return isJsonObject(object) ? object : null;
  }
}

function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** How many unknown field names are spelled out before the rest is only counted. */
const NAMED_FIELDS = 20;
const NAME_LENGTH = 100;

function ignoredFields(object: JsonObject, known: ReadonlySet<string>): readonly string[] {
  let names: string[] | null = null;
  for (const name in object) {
    if (known.has(name)) continue;
    names ??= [];
    names.push(name);
  }
  if (names === null) return NONE;
  const sentences = names
    .slice(0, NAMED_FIELDS)
    .map((name) => `Unknown field "${name.slice(0, NAME_LENGTH)}" was ignored.`);
  const more = names.length - sentences.length;
  return more > 0 ? [...sentences, `${more} more unknown fields were ignored.`] : sentences;
}
