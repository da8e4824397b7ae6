import * as z from 'zod';
import type { FieldErrors } from '../contract/errors.js';
import { STUDENT_FIELDS, TERM_FIELDS } from '../contract/field-list.js';
import { fieldErrors, isJsonObject, type JsonObject, readJsonStudent } from '../contract/json-student.js';
import { alteredNumber } from '../contract/json-text.js';
import { unknownAwardYear } from '../contract/request-errors.js';
import { requestTrace } from '../contract/request-trace.js';
import { calculationResultSchema } from '../engine/answer-format.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../engine/award-years.js';
import { calculate } from '../engine/calculate.js';
import { MAX_TERMS } from '../engine/student.js';
import { traceSchema } from '../engine/trace/trace-format.js';
import { questionsAbout } from './missing-facts.js';
import { PROBLEM, problemOf, type ToolAnswer, unknownMembers } from './tool-answer.js';

/** The structured answer of `calculate_student`, unless the call is refused. */
export const calculateStudentOutput = z.object({
  status: z
    .enum(['calculated', 'questions'])
    .describe('questions: facts that decide dollars are missing, and nothing was calculated.'),
  ...PROBLEM,
  award_year: z.string().optional(),
  result: calculationResultSchema.optional(),
  warnings: z
    .array(z.string())
    .optional()
    .describe('Those of the student and of the terms. Tell the person every one.'),
  assumed: traceSchema.shape.assumed.optional(),
  not_considered: traceSchema.shape.not_considered.optional(),
  trace: traceSchema.optional().describe('Every step with its sources; only if explain is true.'),
});

const STUDENT_NAMES = [...STUDENT_FIELDS.map(({ name }) => name), 'terms'];
const TERM_NAMES = TERM_FIELDS.map(({ name }) => name);

/** `calculate_student`: the answer of the API with its assumptions, or the questions to ask first. */
export function calculateStudent(args: JsonObject): ToolAnswer {
  const { explain, award_year: given, ...request } = args;
  // Another year may have other limits, so the year has no default.
  const known = AWARD_YEARS.find((each) => each === given);
  const year = known ?? CURRENT_AWARD_YEAR;
  const reading = readJsonStudent(request, year);
  const questions = questionsAbout(args);
  const asked = new Set(questions.map(({ field }) => field));
  const wrong = Object.entries(reading.ok ? {} : fieldErrors(reading.failures)).filter(
    ([field]) => !asked.has(field),
  );
  const isYear = known !== undefined || asked.has('award_year');
  const isFlag = explain === undefined || typeof explain === 'boolean';
  const problem = problemOf(questions, {
    ...(isYear
      ? {}
      : { award_year: unknownAwardYear('The award year', alteredNumber(given)?.text ?? String(given)) }),
    ...unknownFields(request),
    ...Object.fromEntries(wrong),
    ...(isFlag ? {} : { explain: 'Expected true or false.' }),
  });
  if (problem !== null) return problem;
  if (!reading.ok) throw new TypeError('A student without a problem was not read.');
  const result = calculate(reading.student, year);
  const trace = requestTrace(request, reading.student, year);
  const warnings = [...result.warnings, ...result.terms.map(({ warning }) => warning)];
  return {
    isError: false,
    structured: {
      status: 'calculated',
      award_year: year,
      result,
      warnings: warnings.filter((warning) => warning !== ''),
      assumed: trace.assumed,
      not_considered: trace.not_considered,
      ...(explain === true ? { trace } : {}),
    },
  };
}

function unknownFields(request: JsonObject): FieldErrors {
  const terms = Array.isArray(request['terms']) ? request['terms'].slice(0, MAX_TERMS) : [];
  const ofTerms = terms.flatMap((term, index) =>
    isJsonObject(term) ? Object.entries(unknownMembers(term, TERM_NAMES, `terms.${index}.`)) : [],
  );
  return { ...unknownMembers(request, STUDENT_NAMES), ...Object.fromEntries(ofTerms) };
}
