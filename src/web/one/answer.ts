import type { FieldErrors } from '../../contract/errors.js';
import { Refused } from '../../contract/field-kinds.js';
import { inWords } from '../../contract/field-words.js';
import { fieldErrors, type JsonObject, readJsonStudent } from '../../contract/json-student.js';
import { requestTrace } from '../../contract/request-trace.js';
import type { CalculationResult } from '../../engine/answer-format.js';
import { resultOf, workOut } from '../../engine/calculate.js';
import { compare, type Exact, exact, isExact, parseExact, toText } from '../../engine/exact.js';
import { limitsFor, subsidizedMaximum } from '../../engine/limits.js';
import { DEGREE_LEVELS, GRADE_LEVELS, type Student } from '../../engine/student.js';
import { listed } from '../../engine/texts.js';
import type { Trace } from '../../engine/trace/trace-format.js';
import type { Working } from '../../engine/working.js';
import { type Case, entriesOf, givenEntries, requestOf, requestValue, termNames } from './case.js';

/** What may be paid, or what is missing, unreadable or impossible. */
export type Answer =
  | Answered
  | { readonly ok: false; readonly questions: readonly AboutPath[]; readonly errors: FieldErrors };

/** The answer to a case that is complete and readable. */
export interface Answered {
  readonly ok: true;
  readonly student: Student;
  readonly working: Working;
  readonly result: CalculationResult;
  readonly trace: Trace;
  /** The need as typed, if it is above the amount used, which is in `student`; otherwise null. */
  readonly cappedNeed: Exact | null;
}

export interface AboutPath {
  readonly path: string;
  readonly text: string;
}

const answers = new WeakMap<Case, Answer>();

/** Reads and calculates a case as the service does. Each case is calculated only once. */
export function answerTo(typed: Case): Answer {
  const answer = answers.get(typed) ?? calculated(typed);
  answers.set(typed, answer);
  return answer;
}

function calculated(typed: Case): Answer {
  const { awardYear } = typed;
  const errors = unreadable(typed);
  const questions = questionsOf(typed);
  if (questions.length > 0 || Object.keys(errors).length > 0) return { ok: false, questions, errors };
  const asTyped = requestOf(typed);
  const used = usedOfNeed(asTyped, awardYear);
  const request = used === null ? asTyped : { ...asTyped, subsidized_amount: toText(used) };
  const reading = readJsonStudent(request, awardYear);
  if (!reading.ok) {
    const failures = reading.failures.map((failure) => ({
      ...failure,
      message: failure.code === 'over_limit' ? `${failure.message} ${AFTER_OVERPAYMENT}` : failure.message,
    }));
    return { ok: false, questions: [], errors: fieldErrors(failures) };
  }
  const { student } = reading;
  const working = workOut(student, awardYear);
  const trace = requestTrace(request, student, awardYear);
  const cappedNeed = used === null ? null : amountOf(asTyped['subsidized_amount']);
  return { ok: true, student, working, result: resultOf(student, working), trace, cappedNeed };
}

function unreadable(typed: Case): FieldErrors {
  return Object.fromEntries(
    givenEntries(typed).flatMap((entry) => {
      const read = entry.field.read(requestValue(entry));
      return read instanceof Refused ? [[entry.path, inWords(read.mistake.message)]] : [];
    }),
  );
}

/** Open questions that decide dollars, in form order. Others wait until the degree level is known. */
function questionsOf(typed: Case): AboutPath[] {
  const names = termNames(typed);
  const open = entriesOf(typed).filter(({ isAsked, isBlank }) => isAsked && isBlank);
  const isLevelOpen = open.some(({ path }) => path === 'degree_level');
  return open.flatMap(({ path, field: { question, assumption }, term }) => {
    const waits = isLevelOpen && term === null && path !== 'degree_level';
    if (assumption !== undefined || waits) return [];
    return [{ path, text: term === null ? question : `${names[term]}: ${question}` }];
  });
}

/** The amount used of a need above the subsidized maximum, else null. All entries must be readable. */
function usedOfNeed(request: JsonObject, awardYear: string): Exact | null {
  const { subsidized_amount, total_limit, degree_level, grade_level } = request;
  const need = amountOf(subsidized_amount);
  const level = DEGREE_LEVELS.find((each) => each === degree_level);
  const grade = GRADE_LEVELS.find((each) => each === grade_level) ?? null;
  const maximum = subsidizedMaximum({ degree_level: level, grade_level: grade }, limitsFor(awardYear));
  if (need === null || maximum === null) return null;
  const limit = amountOf(total_limit);
  const used = limit !== null && compare(limit, exact(maximum)) < 0 ? limit : exact(maximum);
  return compare(need, used) > 0 ? used : null;
}

function amountOf(value: unknown): Exact | null {
  const amount = typeof value === 'string' ? parseExact(value) : null;
  return amount !== null && isExact(amount) ? amount : null;
}

/** What to do about payments above a loan's limit; the message itself only reports them. */
const AFTER_OVERPAYMENT =
  'Check what was paid, and what is entered about the student. If need or limit dropped after the payment, resolve the overaward first, then enter what remains paid.';

/** Assumptions for blank fields, each with the first field that can correct it, in the order of the form. */
export function assumptionsOf(typed: Case): AboutPath[] {
  const names = termNames(typed);
  const found = new Map<string, { readonly path: string; readonly terms: string[] }>();
  for (const { field, term, path, isAsked, isBlank } of entriesOf(typed)) {
    const { assumption: text, decides } = field;
    const isUsed = isAsked && decides?.(typed.terms[term ?? -1] ?? {}) !== false;
    if (!isUsed || !isBlank || text === undefined) continue;
    const { terms } = found.get(text) ?? { terms: [] as string[] };
    if (terms.length === 0) found.set(text, { path, terms });
    const name = term === null ? '' : (names[term] ?? '');
    if (!terms.includes(name)) terms.push(name);
  }
  return [...found].map(([text, { path, terms }]) => {
    const where = listed(terms);
    return { path, text: where === '' ? text : `${where}: ${text}` };
  });
}

/** Which students an item concerns; items not listed concern all. */
const CONCERNS: Readonly<Record<string, (student: Student) => boolean>> = {
  grounds_of_plus_denial: ({ plus_denied }) => plus_denied,
  end_of_legacy_status: ({ is_legacy_borrower }) => is_legacy_borrower,
  health_professions: ({ is_legacy_borrower }) => is_legacy_borrower,
  professional_programs: ({ degree_level }) => degree_level !== 'undergraduate',
  preparatory_coursework: ({ degree_level }) => degree_level === 'undergraduate',
  parent_plus: ({ dependency_status }) => dependency_status === 'dependent',
};

/** What the calculation ignores and may concern this student, as list items. */
export function notConsidered({ trace, student }: Answered): readonly string[] {
  return trace.not_considered
    .filter(({ id }) => CONCERNS[id]?.(student) !== false)
    .map(({ text }) => text.charAt(0).toUpperCase() + text.slice(1));
}
