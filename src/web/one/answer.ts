import { FIELDS, type Field } from '../../contract/field-list.js';
import {
  type FieldErrors,
  fieldErrors,
  type JsonObject,
  readJsonStudent,
} from '../../contract/json-student.js';
import { requestTrace } from '../../contract/request-trace.js';
import { resultOf, workOut } from '../../engine/calculate.js';
import type { CalculationResult, Student } from '../../engine/student.js';
import type { Trace } from '../../engine/trace/trace-format.js';
import type { Working } from '../../engine/working.js';
import { type Case, entriesByPath, requestOf } from './case.js';
import { type CappedNeed, withCappedNeed } from './need.js';
import { type Question, questionsOf } from './questions.js';
import { textProblem } from './typed-text.js';

/** The page's answer to a case. */
export type Answer = Answered | Unanswered;

/** Everything that decides dollars is given and readable. */
export interface Answered {
  readonly ok: true;
  readonly awardYear: string;
  /** The request that the service would get. */
  readonly request: JsonObject;
  readonly student: Student;
  readonly working: Working;
  readonly result: CalculationResult;
  /** Set if the need exceeds what may be subsidized, so that the maximum was used. */
  readonly cappedNeed: CappedNeed | null;
}

/** Something is missing, unreadable or impossible. */
export interface Unanswered {
  readonly ok: false;
  /** What the person has to be asked. */
  readonly questions: readonly Question[];
  /** Errors by the path of the field. */
  readonly errors: FieldErrors;
}

const answers = new WeakMap<Case, Answer>();

/** Reads and calculates a case as the service does. A case is calculated only once, however often it is requested. */
export function answerTo(typed: Case): Answer {
  const known = answers.get(typed);
  if (known !== undefined) return known;
  const answer = answered(typed);
  answers.set(typed, answer);
  return answer;
}

function answered(typed: Case): Answer {
  const { awardYear } = typed;
  const errors = textProblems(typed);
  const questions = questionsOf(typed);
  if (questions.length > 0 || Object.keys(errors).length > 0) return { ok: false, questions, errors };
  const { request, cappedNeed } = withCappedNeed(requestOf(typed), awardYear);
  const reading = readJsonStudent(request, awardYear);
  if (!reading.ok) return { ok: false, questions: [], errors: fieldErrors(reading.failures) };
  const { student } = reading;
  const working = workOut(student, awardYear);
  return { ok: true, awardYear, request, student, working, result: resultOf(student, working), cappedNeed };
}

const FIELDS_BY_NAME: ReadonlyMap<string, Field> = new Map(FIELDS.map((field) => [field.name, field]));

function textProblems(typed: Case): FieldErrors {
  const found: Record<string, string> = {};
  for (const [path, text] of entriesByPath(typed)) {
    const field = FIELDS_BY_NAME.get(path.split('.').at(-1) ?? '');
    const problem = field === undefined ? null : textProblem(field, text);
    if (problem !== null) found[path] = problem;
  }
  return found;
}

const traces = new WeakMap<Answered, Trace>();

/** The reasons for an answer. The first call takes some milliseconds, so it is made only on request. */
export function traceOfAnswer(answer: Answered): Trace {
  const known = traces.get(answer);
  if (known !== undefined) return known;
  const trace = requestTrace(answer.request, answer.student, answer.awardYear);
  traces.set(answer, trace);
  return trace;
}
