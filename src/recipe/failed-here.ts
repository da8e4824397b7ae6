import { NOT_CALCULATED } from '../contract/field-kinds.js';
import type { Mistake } from '../engine/failure.js';

/** Students who are not calculated for a reason that the rows of the person's file have, and ours cannot show. */

/** Why one student of a file fails, in the person's own words. */
export interface Remark extends Mistake {
  /** Whether it is about rows as a whole; otherwise about the value of its cell. */
  readonly isOfRows: boolean;
  /** The value that it is about; null where it is about rows. */
  readonly given: string | null;
}

const CORRECT_ROWS = 'If these are two students, correct the id. If it is one, correct the rows.';

/** The code of rows of one student that contradict each other. */
export const ROWS_DIFFER = 'rows differ';

const ADVICE = {
  [ROWS_DIFFER]: { problem: 'Rows of one student contradict each other.', advice: CORRECT_ROWS },
  'by status': {
    problem: 'Is not calculated, by its status.',
    advice: 'Work it out by hand, or say in the recipe that this value counts.',
  },
  'no credits': {
    problem: 'Credits are blank.',
    advice: 'Write the credits, or 0 for a student who is not enrolled.',
  },
  'no full time': {
    problem: 'Full-time credits are blank.',
    advice: 'Write them, or say in the recipe what a blank cell means.',
  },
  'no need': { problem: 'Need is blank.', advice: 'Write the need, or 0 for none.' },
  'no id': {
    problem: 'A row has no student id, and no row above has one.',
    advice: 'Write the id.',
  },
  'unknown term': {
    problem: 'A term is not in the recipe.',
    advice: 'Place it among the terms, or among the labels that are no term.',
  },
  'terms apart': {
    problem: 'Terms are of more than one academic year.',
    advice: 'Say in the recipe that the labels of the other year are of no term.',
  },
  'no term left': {
    problem: 'No term is left to calculate.',
    advice: 'Write the credits of the terms, or leave the student out.',
  },
} as const satisfies Readonly<Record<string, { readonly problem: string; readonly advice: string }>>;

export type RemarkKind = keyof typeof ADVICE;

const REMARK = new RegExp(`^${NOT_CALCULATED}(${Object.keys(ADVICE).join('|')}): (.*)$`, 's');

/**
 * A cell of ours that fails its student, because it is no number. `text` says what is the matter, in words that may begin a
 * sentence, without its stop.
 */
export function remarkCell(kind: RemarkKind, text: string): string {
  return `${NOT_CALCULATED}${kind}: ${text.charAt(0).toUpperCase()}${text.slice(1)}. ${ADVICE[kind].advice}`;
}

/** What a cell of ours says if it is a {@link remarkCell}; otherwise null. */
export function remarkIn(cell: string): Remark | null {
  const [, code = '', message = ''] = REMARK.exec(cell.trim()) ?? [];
  if (!isKind(code)) return null;
  const { problem, advice } = ADVICE[code];
  const detail = message.slice(0, -advice.length).trim();
  return { code, problem: `${problem} ${advice}`, message, isOfRows: true, detail, given: null };
}

function isKind(code: string): code is RemarkKind {
  return Object.hasOwn(ADVICE, code);
}
