import { REQUEST_COLUMNS } from '../contract/field-list.js';
import type { RowOrigins } from '../recipe/row-origins.js';

/** One mistake of a failed student, as the answer says it. */
export interface Mistake {
  /** The column of ours; `terms` where it is about their number. */
  readonly column: string;
  /** What the file calls that column. */
  readonly theirColumn: string;
  /** What is wrong, in words that are the same for all students who have it: without the value given, rows and amounts. */
  readonly problem: string;
  /** The value that was given as the message shows it; null where the message shows none. */
  readonly given: string | null;
  /** What only this student's message says: the rows that contradict each other, the row that is copied, the most there may be. */
  readonly detail: string | null;
  /** All of it as the message says it, without a row in front; rows within are those of the file. */
  readonly sentence: string;
  /** The one row of ours that it is about; null for all of them. */
  readonly row: number | null;
}

/** The error cell of an answer, taken apart. */
export interface AnswerError {
  readonly mistakes: readonly Mistake[];
  /** The student's rows of ours, as the message names them. */
  readonly rows: readonly number[];
}

/** The problem of rows of a student that contradict each other. */
export const DISAGREEMENT = 'Must be the same on all rows of a student.';
/** The problem of a row that is there twice. */
export const COPY = 'Says the same as another row in every column of the term, so one of the two is a copy.';

/** The problem of a row with columns for each term that are all empty. */
const NO_TERM = 'No term has credits or payments.';

const PATHS = [...REQUEST_COLUMNS, 'terms'];
/** Between two mistakes. What people wrote is quoted after a blank, so it does not look like this. */
const NEXT_MISTAKE = new RegExp(`; (?=(?:${PATHS.join('|')})?: )`);
const ROWS = / \(rows? ([0-9, -]+)(?: and [0-9]+ more)?\)$/;
const OWN_ROW = /^Row ([0-9]+): /;
const GIVEN = / ?Given(?: up to this term)?: (.*)\.$/s;

/** Rows that a sentence names: of a copy, and of rows that say different things. */
const NAMED_ROW = /(?<=Says the same as row |but row |" and row |nothing and row )[0-9]+/g;
const DISAGREES = /^Must be the same on all rows of a student, but (.*)\.$/s;
const COPIES = /^Says the same as (row [0-9]+) /;
const MOST = /^Cannot exceed (\$[0-9,.]+)(?:,(?= the )|(?= in total))/;

/** Takes the text of an error cell apart. */
export function readError(error: string, origins: RowOrigins): AnswerError {
  const rows = rowNumbers(ROWS.exec(error)?.[1] ?? '');
  const mistakes = error
    .replace(ROWS, '')
    .split(NEXT_MISTAKE)
    .map((text) => readMistake(text, origins, rows[0] ?? null));
  return { mistakes, rows };
}

function readMistake(text: string, origins: RowOrigins, firstRow: number | null): Mistake {
  const colon = text.indexOf(': ');
  const message = text.slice(colon + 2);
  const row = numberOrNull(OWN_ROW.exec(message)?.[1]);
  const sentence = message
    .replace(OWN_ROW, '')
    .replace(NAMED_ROW, (named) => String(origins.of(Number(named))[0] ?? named));
  const given = GIVEN.exec(sentence)?.[1];
  const column = text.slice(0, Math.max(colon, 0));
  if (column === 'term_label' && origins.lacksTerm(row ?? firstRow)) {
    const own = { column: 'terms', theirColumn: 'terms', problem: NO_TERM, sentence: NO_TERM };
    return { ...own, given: null, detail: null, row };
  }
  return {
    column,
    theirColumn: origins.columnOf(column, row ?? firstRow),
    ...problemOf(sentence),
    given: given === undefined ? null : unquoted(given),
    sentence,
    row,
  };
}

function problemOf(sentence: string): Pick<Mistake, 'problem' | 'detail'> {
  const differing = DISAGREES.exec(sentence)?.[1];
  if (differing !== undefined) return { problem: DISAGREEMENT, detail: differing };
  const copied = COPIES.exec(sentence)?.[1];
  if (copied !== undefined) return { problem: COPY, detail: `the same as ${copied}` };
  const problem = sentence.replace(GIVEN, '');
  const most = MOST.exec(problem)?.[1];
  if (most === undefined) return { problem, detail: null };
  const isOfAll = problem.startsWith(`Cannot exceed ${most} in total`);
  return {
    problem: problem.replace(MOST, isOfAll ? "Cannot exceed the student's limit" : 'Cannot exceed'),
    detail: `at most ${most}`,
  };
}

function numberOrNull(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}

function unquoted(given: string): string {
  return given.length > 1 && given.startsWith('"') && given.endsWith('"') ? given.slice(1, -1) : given;
}

/** `3, 14-15` as 3, 14 and 15. */
function rowNumbers(text: string): number[] {
  return text
    .split(', ')
    .filter((run) => run !== '')
    .flatMap((run) => {
      const [first = 0, last = first] = run.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });
}
