import {
  type FieldErrors,
  fieldErrors,
  type JsonObject,
  readJsonStudent,
} from '../../contract/json-student.js';
import { requestTrace } from '../../contract/request-trace.js';
import type { CalculationResult } from '../../engine/answer-format.js';
import { resultOf } from '../../engine/calculate.js';
import type { Failure } from '../../engine/failure.js';
import type { Working } from '../../engine/figures.js';
import type { Student } from '../../engine/student.js';
import type { Trace } from '../../engine/trace/trace-format.js';
import { workOut } from '../../engine/work-out.js';
import { type Case, givenEntries, requestOf } from './case.js';
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

/** Reads and calculates a case as the service does. A case is calculated only once, however often it is requested. */
export const answerTo: (typed: Case) => Answer = oncePerObject((typed: Case): Answer => {
  const { awardYear } = typed;
  const errors = textProblems(typed);
  const questions = questionsOf(typed);
  if (questions.length > 0 || Object.keys(errors).length > 0) return { ok: false, questions, errors };
  const { request, cappedNeed } = withCappedNeed(requestOf(typed), awardYear);
  const reading = readJsonStudent(request, awardYear);
  if (!reading.ok)
    return { ok: false, questions: [], errors: fieldErrors(reading.failures.map(withNextStep)) };
  const { student } = reading;
  const working = workOut(student, awardYear);
  return { ok: true, awardYear, request, student, working, result: resultOf(student, working), cappedNeed };
});

/** The reasons for an answer. The first call takes some milliseconds, so it is made only on request. */
export const traceOfAnswer: (answer: Answered) => Trace = oncePerObject(
  ({ request, student, awardYear }: Answered) => requestTrace(request, student, awardYear),
);

/** What to do about payments above the limit of their loan: the message itself only says that they are. */
const AFTER_OVERPAYMENT: Readonly<Record<string, string>> = {
  prior_disbursement_sub:
    'Check the subsidized need and what was paid. If the need dropped after the payment, resolve the overaward first, then enter what remains paid.',
  prior_disbursement_unsub: 'Check what was paid, and what is entered about the student.',
  prior_disbursement_grad_plus: 'Check what was paid, and the cost of attendance less other aid.',
};

function withNextStep(failure: Failure): Failure {
  const step = failure.code === 'over_limit' ? AFTER_OVERPAYMENT[failure.field] : undefined;
  return step === undefined ? failure : { ...failure, message: `${failure.message} ${step}` };
}

function textProblems(typed: Case): FieldErrors {
  return Object.fromEntries(
    givenEntries(typed).flatMap(({ field, path, text }) => {
      const problem = textProblem(field, text);
      return problem === null ? [] : [[path, problem]];
    }),
  );
}

/** A function that remembers what it made of each object for as long as the object exists. */
function oncePerObject<Input extends object, Output>(make: (input: Input) => Output) {
  const made = new WeakMap<Input, Output>();
  return (input: Input): Output => {
    const known = made.get(input) ?? make(input);
    made.set(input, known);
    return known;
  };
}
