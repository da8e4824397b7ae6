import { RESPONSE_COLUMNS } from '../csv-response.js';
import { exampleResult } from './examples.js';

/** An example file, and the answer to it in both forms. */

/** Two students with two terms each; the second one fails for want of a grade level. */
export const FILE_EXAMPLE = `student_id,dependency_status,grade_level,subsidized_amount,term_label,term_ft_credits,term_credits_enrolled
0017,dependent,first_year,"$3,500.00",Fall 2026,12,6
0017,dependent,first_year,"$3,500.00",Spring 2027,12,9
0018,independent,,0,Fall 2026,12,12
0018,independent,,0,Spring 2027,12,7.5
`;

const PROBLEM = 'An undergraduate needs first_year, second_year or third_year_and_beyond. Nothing was given.';
const ERROR = `grade_level: ${PROBLEM} (rows 4-5)`;
const EMPTY_CELLS = ','.repeat(RESPONSE_COLUMNS.length - 2);

/** {@link FILE_EXAMPLE} answered as CSV. */
export const CSV_ANSWER_EXAMPLE = [
  RESPONSE_COLUMNS.join(','),
  '0017,Fall 2026,Part-Time,50,50,1102,630,0,882,504,0,0,0,0,,,false,,24,63,2205,1260,0,2205,1260,0,2205,1260,0,true,,',
  '0017,Spring 2027,Part-Time,75,75,1103,630,0,1323,756,0,0,0,0,,,false,,24,63,2205,1260,0,2205,1260,0,2205,1260,0,true,,',
  `0018,Fall 2026${EMPTY_CELLS}"${ERROR}"`,
  `0018,Spring 2027${EMPTY_CELLS}"${ERROR}"`,
  '',
].join('\r\n');

/** {@link FILE_EXAMPLE} answered as NDJSON: one BulkResult a line. */
export function ndjsonAnswerExample(): string {
  const error = {
    code: 'validation_error',
    message: ERROR,
    details: [{ path: 'grade_level', message: PROBLEM }],
  };
  const students = [
    { student_id: '0017', result: exampleResult('reduced'), error: null },
    { student_id: '0018', result: null, error },
  ];
  return students.map((student) => `${JSON.stringify(student)}\n`).join('');
}
