import { calculate } from '../../engine/calculate.js';
import { readJsonStudent } from '../json-student.js';
import { resultJson } from '../result.js';
import type { JsonPart } from './json.js';

interface StudentExample {
  readonly summary: string;
  readonly request: JsonPart;
}

/** Requests with a name each; the answers are calculated. */
const STUDENTS = {
  reduced: {
    summary: 'Six and nine credits of twelve: 63 percent',
    request: {
      dependency_status: 'dependent',
      grade_level: 'first_year',
      subsidized_amount: 3500,
      terms: [
        { label: 'Fall 2026', full_time_credits: 12, credits_enrolled: 6 },
        { label: 'Spring 2027', full_time_credits: 12, credits_enrolled: 9 },
      ],
    },
  },
  changed_after_payment: {
    summary: 'A fall that was paid for twelve credits and ended with six',
    request: {
      dependency_status: 'dependent',
      grade_level: 'first_year',
      subsidized_amount: '3500',
      terms: [
        {
          label: 'Fall 2026',
          credits_enrolled: 12,
          actual_final_credits: 6,
          prior_disbursement_sub: 1750,
          prior_disbursement_unsub: 1000,
        },
        { label: 'Spring 2027', credits_enrolled: 12 },
      ],
    },
  },
  legacy_graduate: {
    summary: 'A graduate student who may still borrow Grad PLUS, at half time',
    request: {
      dependency_status: 'independent',
      degree_level: 'graduate',
      is_legacy_borrower: true,
      cost_of_attendance: '38000.00',
      terms: [
        { label: 'Fall 2026', full_time_credits: 9, credits_enrolled: 4.5 },
        { label: 'Spring 2027', full_time_credits: 9, credits_enrolled: 4.5 },
      ],
    },
  },
} as const satisfies Readonly<Record<string, StudentExample>>;

/** The example requests, as `examples` of a media type. */
export function requestExamples(): JsonPart {
  return Object.fromEntries(
    Object.entries(STUDENTS).map(([name, { summary, request }]) => [name, { summary, value: request }]),
  );
}

/** What the example requests are answered with, under the same names. */
export function resultExamples(): JsonPart {
  return Object.fromEntries(
    Object.entries(STUDENTS).map(([name, { summary, request }]) => [
      name,
      { summary, value: answerTo(request) },
    ]),
  );
}

/** What one example request is answered with. */
export function exampleResult(name: keyof typeof STUDENTS): unknown {
  return answerTo(STUDENTS[name].request);
}

function answerTo(request: JsonPart): unknown {
  const reading = readJsonStudent(request);
  if (!reading.ok) throw new Error(`An example is refused: ${JSON.stringify(reading.failures)}`);
  return JSON.parse(resultJson(calculate(reading.student)));
}
