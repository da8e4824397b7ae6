import { STUDENT_FIELDS, TERM_FIELDS } from '../contract/field-list.js';
import { fieldErrors, isJsonObject, type JsonObject, readJsonStudent } from '../contract/json-student.js';
import { unknownAwardYear } from '../contract/request-errors.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../engine/limits.js';
import { MAX_TERMS, type Student } from '../engine/student.js';
import { questionsAbout, type Wanted } from './missing-facts.js';
import { personalPaths } from './personal-data.js';
import {
  type Question,
  refusal,
  refusedFields,
  type ToolAnswer,
  toAsk,
  unknownMembers,
} from './tool-answer.js';

/** What a part of a call says: facts that are missing, and fields that cannot be used, by their paths. */
export interface Reading {
  readonly questions: readonly Question[];
  readonly errors: Readonly<Record<string, string>>;
}

/** A student of a call. */
export interface StudentReading extends Reading {
  readonly request: JsonObject;
  /** Null where it cannot be read. With questions it is made of defaults, and not to be used. */
  readonly student: Student | null;
}

const STUDENT_NAMES = [...STUDENT_FIELDS.map(({ name }) => name), 'terms'];
const TERM_NAMES = TERM_FIELDS.map(({ name }) => name);

/**
 * Reads a student for an assistant: no field that is not known, and nothing that decides dollars left to a default.
 *
 * @param prefix the path of the student in the call, such as `first.`.
 */
export function readStudentOfTool(
  request: JsonObject,
  awardYear: string,
  wanted: Wanted,
  prefix = '',
): StudentReading {
  const reading = readJsonStudent(request, awardYear);
  const questions = questionsAbout(request, wanted).map(({ field, question }) => ({
    field: `${prefix}${field}`,
    question,
  }));
  const asked = new Set(questions.map(({ field }) => field));
  const wrong = Object.entries(reading.ok ? {} : fieldErrors(reading.failures))
    .map(([field, message]) => [`${prefix}${field}`, message] as const)
    .filter(([field]) => !asked.has(field));
  const errors = { ...unknownFields(request, prefix), ...Object.fromEntries(wrong) };
  return { questions, errors, request, student: reading.ok ? reading.student : null };
}

function unknownFields(request: JsonObject, prefix: string): Readonly<Record<string, string>> {
  const terms = Array.isArray(request['terms']) ? request['terms'].slice(0, MAX_TERMS) : [];
  const ofTerms = terms.flatMap((term, index) =>
    isJsonObject(term) ? Object.entries(unknownMembers(term, TERM_NAMES, `${prefix}terms.${index}.`)) : [],
  );
  return { ...unknownMembers(request, STUDENT_NAMES, prefix), ...Object.fromEntries(ofTerms) };
}

/** The award year that a call names. Another one may have other limits, so it is asked for. */
export function readAwardYear(given: unknown): Reading & { readonly year: string } {
  const year = AWARD_YEARS.find((each) => each === given);
  if (year !== undefined) return { questions: [], errors: {}, year };
  const question = `Which award year? ${AWARD_YEARS.join(', ')} can be calculated.`;
  const isMissing = given === undefined || given === null;
  return {
    questions: isMissing ? [{ field: 'award_year', question }] : [],
    errors: isMissing ? {} : { award_year: unknownAwardYear('The award year', String(given)) },
    year: CURRENT_AWARD_YEAR,
  };
}

/** What the assistant is told instead of an answer; null where nothing is missing and nothing wrong. */
export function problemOf(...readings: readonly Reading[]): ToolAnswer | null {
  const questions = readings.flatMap((reading) => reading.questions);
  const errors = Object.fromEntries(readings.flatMap((reading) => Object.entries(reading.errors)));
  if (questions.length > 0) return toAsk(questions, errors);
  return Object.keys(errors).length > 0 ? refusedFields(errors) : null;
}

const MOST_PATHS = 20;

/** A refusal of a call that says who a student is; null where nothing does. */
export function personalRefusal(args: JsonObject): ToolAnswer | null {
  const paths = personalPaths(args).slice(0, MOST_PATHS);
  if (paths.length === 0) return null;
  return refusal(
    `No tool takes a name, a student number or a social security number. Leave out: ${paths.join(', ')}.`,
    Object.fromEntries(paths.map((path) => [path, 'Says who a student is. Leave it out.'])),
  );
}
