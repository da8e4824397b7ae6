import { NOT_CALCULATED } from '../../contract/field-kinds.js';
import type { Mistake } from '../../engine/refusals.js';

/** Refusals for reasons that are in the rows of the person's file and that our rows cannot show. */

export const ROWS_DIFFER = 'rows differ';
/** A person has said that a value of a column fails its student. */
export const BY_STATUS = 'by status';

/** What is wrong for all such students, and what to do. */
const REFUSALS = {
  [ROWS_DIFFER]: [
    'Rows of one student contradict each other.',
    'If these are two students, correct the id. If it is one, correct the rows, or export only the right ones.',
  ],
  [BY_STATUS]: [
    'A value in a column says that the student is not calculated.',
    'Work it out by hand, or give this value another meaning.',
  ],
  'left out': ['Only a row left out says something of the student.', 'Write it on a row that counts.'],
  'no credits': ['Credits are blank.', 'Write the credits, or 0 for a student who is not enrolled.'],
  'no final credits': [
    'Final credits are blank.',
    'Write them, or leave all of the term blank while it is not over.',
  ],
  'final credits': [
    'A row has final credits, and a status that takes credits away.',
    'Write 0 for them, or let the status leave the row out.',
  ],
  zero: ['By your answer, a 0 means not known yet.', 'Write the number, or answer that the 0 is right.'],
  'credits so far': [
    'Credits are for more than one term, or full-time credits for a part of one.',
    'Write the credits for the term alone, and the full-time credits for all of it.',
  ],
  'paid so far': ['What was paid is not of one term.', 'Write what was paid for each term.'],
  'no row': [
    'A term has no row.',
    'Write a row with 0 credits for a student who is not enrolled, or say that the term is not part of the year.',
  ],
  'no full time': ['Full-time credits are blank.', 'Write them, or say what a blank cell means.'],
  'no level': ['The degree level is blank.', 'Write it on a row of the student.'],
  'no amount': ['An amount for the year is blank.', 'Write it, or 0 for none.'],
  'no id': ['A row has no student id, and it is not known whose it is.', 'Write the id.'],
  'unknown term': [
    'A term is not among those that were listed.',
    'Add it to the terms, or say that it is no term, such as the blank label of a heading row.',
  ],
  'many terms': [
    'The student has more than the 4 terms of a year.',
    'Say which labels are parts of one term, such as sessions, or are no term.',
  ],
  'no term left': ['No term is left to calculate.', 'Write credits of the terms, or leave the student out.'],
} as const;

export type RefusalKind = keyof typeof REFUSALS;

const REFUSAL = new RegExp(`^${NOT_CALCULATED}(${Object.keys(REFUSALS).join('|')}): (.*)$`, 's');

/** A cell that fails its student, as it is not a number. `text` is a sentence without its period. */
export function refusalCell(kind: RefusalKind, text: string): string {
  return `${NOT_CALCULATED}${kind}: ${text.charAt(0).toUpperCase()}${text.slice(1)}. ${REFUSALS[kind][1]}`;
}

/** Why one student of a file fails, if a cell of ours is a {@link refusalCell}; otherwise null. */
export function refusalIn(cell: string): Mistake | null {
  const [, code = '', message = ''] = REFUSAL.exec(cell.trim()) ?? [];
  const [, [problem, advice] = ['', '']] = Object.entries(REFUSALS).find(([kind]) => kind === code) ?? [];
  if (problem === '') return null;
  return { code, problem: `${problem} ${advice}`, message, detail: message.slice(0, -advice.length).trim() };
}
