import type { CalculationResult } from '../../engine/answer-format.js';
import { calculate } from '../../engine/calculate.js';
import type { Failure } from '../../engine/refusals.js';
import { errorCells, HEADER_ROW, studentCells, termCells } from '../csv-response.js';
import { type JsonObject, readJsonStudent } from '../json-student.js';
import { rowErrors } from '../row-errors.js';

export const REQUEST_EXAMPLES = {
  reduced: {
    summary: 'Six and nine of twelve credits: 63 percent',
    value: {
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
    summary: 'A fall that was paid at twelve credits and ended with six',
    value: {
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
    summary: 'A half-time graduate student who may still borrow Grad PLUS',
    value: {
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
} as const satisfies Record<string, { summary: string; value: JsonObject }>;

/** The answers to {@link REQUEST_EXAMPLES}, calculated, under the same names. */
export function resultExamples(): JsonObject {
  const examples = Object.entries(REQUEST_EXAMPLES);
  return Object.fromEntries(
    examples.map(([name, { summary, value }]) => [name, { summary, value: answerTo(value) }]),
  );
}

function answerTo(request: JsonObject): CalculationResult {
  const reading = readJsonStudent(request);
  if (!reading.ok) throw new Error(`An example is refused: ${JSON.stringify(reading.failures)}`);
  return calculate(reading.student);
}

/** Two students with two terms each; the second fails because its grade level is missing. */
export const FILE_EXAMPLE = `student_id,dependency_status,grade_level,subsidized_amount,term_label,term_ft_credits,term_credits_enrolled
0017,dependent,first_year,"$3,500.00",Fall 2026,12,6
0017,dependent,first_year,"$3,500.00",Spring 2027,12,9
0018,independent,,0,Fall 2026,12,12
0018,independent,,0,Spring 2027,12,7.5
`;

/** Why the second student fails: rows 4 and 5 of the file. */
const FAILURE = rowErrors(
  failuresOf({
    dependency_status: 'independent',
    terms: [
      { label: 'Fall 2026', credits_enrolled: 12 },
      { label: 'Spring 2027', credits_enrolled: 7.5 },
    ],
  }),
  [4, 5],
);

/** {@link FILE_EXAMPLE} answered as CSV. */
export function csvAnswerExample(): string {
  const result = answerTo(REQUEST_EXAMPLES.reduced.value);
  const rows = result.terms.map((term) => ['0017', ...termCells(term), ...studentCells(result)]);
  const failed = result.terms.map(({ label }) => ['0018', ...errorCells(label, `"${FAILURE.message}"`)]);
  return HEADER_ROW + [...rows, ...failed].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** {@link FILE_EXAMPLE} answered as NDJSON: one BulkResult a line. */
export function ndjsonAnswerExample(): string {
  const students = [
    { student_id: '0017', result: answerTo(REQUEST_EXAMPLES.reduced.value), error: null },
    { student_id: '0018', result: null, error: FAILURE },
  ];
  return students.map((student) => `${JSON.stringify(student)}\n`).join('');
}

/** The failures of an example request that is meant to be refused. */
export function failuresOf(request: JsonObject): readonly Failure[] {
  const reading = readJsonStudent(request);
  if (reading.ok) throw new Error('An example that shall be refused is accepted.');
  return reading.failures;
}
