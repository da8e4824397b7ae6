import type { Mistake } from '../engine/failure.js';

/** Why one student of a file fails, in the person's own words. */
export interface Remark extends Mistake {
  /** Whether it is about rows as a whole; otherwise about the value of its cell. */
  readonly isOfRows: boolean;
  /** The value that it is about; null where it is about rows. */
  readonly given: string | null;
}

interface Kind {
  readonly isOfRows: boolean;
  readonly problem: string;
  readonly message: (text: string) => string;
}

const CORRECT_ROWS = 'If these are two students, correct the id. If it is one, correct the rows.';
const TOO_MUCH_BACK = 'below 0, and no more can come back than was paid in the term. Correct the amount.';
const NOT_OF_TERM =
  'more than twice full time, and was said not to be the credits of one term. Write the credits of the term.';
const ADD_ROW = 'Add a row with the credits, and with nothing paid.';

/** The code of rows of one id and term that differ. */
export const ROWS_DIFFER = 'rows differ';

const KINDS = {
  [ROWS_DIFFER]: {
    isOfRows: true,
    problem: `Rows have the same id and term, but differ. ${CORRECT_ROWS}`,
    message: (text) => `${capitalized(text)}, but have the same id and term. ${CORRECT_ROWS}`,
  },
  'no row': {
    isOfRows: true,
    problem: `A term of the year has no row. ${ADD_ROW}`,
    message: (text) => `There is ${text}, which belongs to the year. ${ADD_ROW}`,
  },
  'below 0': {
    isOfRows: false,
    problem: `Is ${TOO_MUCH_BACK}`,
    message: (text) => `"${text}" is ${TOO_MUCH_BACK}`,
  },
  'not of a term': {
    isOfRows: false,
    problem: `Is ${NOT_OF_TERM}`,
    message: (text) => `"${text}" is ${NOT_OF_TERM}`,
  },
} satisfies Readonly<Record<string, Kind>>;

export type RemarkKind = keyof typeof KINDS;

const REMARK = new RegExp(`^Not calculated, (${Object.keys(KINDS).join('|')}): (.*)$`, 's');

/**
 * A cell of ours that fails its student, because it is no number. `text` is the value that it is about, or what is the matter with the
 * rows, in words that may begin a sentence.
 */
export function remarkCell(kind: RemarkKind, text: string): string {
  return `Not calculated, ${kind}: ${text}`;
}

/** What a cell of ours says if it is a {@link remarkCell}; otherwise null. */
export function remarkIn(cell: string): Remark | null {
  const [, code = '', text = ''] = REMARK.exec(cell.trim()) ?? [];
  const kind: Kind | undefined = isKind(code) ? KINDS[code] : undefined;
  if (kind === undefined) return null;
  const { isOfRows, problem, message } = kind;
  const own = isOfRows ? { detail: text, given: null } : { detail: null, given: text };
  return { code, problem, message: message(text), isOfRows, ...own };
}

function isKind(code: string): code is RemarkKind {
  return Object.hasOwn(KINDS, code);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
