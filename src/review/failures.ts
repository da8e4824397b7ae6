import { REQUEST_COLUMNS } from '../contract/field-list.js';
import type { RowOrigins } from '../recipe/row-origins.js';

/** One mistake of a failed student, as the answer says it. */
export interface Mistake {
  /** The column of ours; `terms` where it is about their number. */
  readonly column: string;
  /** What is wrong, without the value that was given and without a row. */
  readonly problem: string;
  /** The value that was given as the message shows it; null where the message shows none. */
  readonly given: string | null;
  /** All of it as the message says it, without a row. */
  readonly sentence: string;
  /** The one row of the student that it is about; null for all of them. */
  readonly row: number | null;
}

/** The error cell of an answer, taken apart. */
export interface AnswerError {
  readonly mistakes: readonly Mistake[];
  /** The student's rows as the message names them. */
  readonly rows: readonly number[];
}

const PATHS = [...REQUEST_COLUMNS, 'terms'];
/** Between two mistakes. What people wrote stands in quotes behind a blank and a quote, so it does not look like this. */
const NEXT_MISTAKE = new RegExp(`; (?=(?:${PATHS.join('|')})?: )`);
const ROWS = / \(rows? ([0-9, -]+)(?: and [0-9]+ more)?\)$/;
const OWN_ROW = /^Row ([0-9]+): /;
const GIVEN = / ?Given(?: up to this term)?: (.*)\.$/s;

/** Rows that a sentence names: of a copy, and of rows that say different things. */
const NAMED_ROW = /(?<=Says the same as row |but row |" and row )[0-9]+/g;

/** Takes the text of an error cell apart. Rows within sentences are then those of the file, all others still ours. */
export function readError(error: string, origins: RowOrigins): AnswerError {
  const rows = rowNumbers(ROWS.exec(error)?.[1] ?? '');
  const mistakes = error
    .replace(ROWS, '')
    .split(NEXT_MISTAKE)
    .map((text) => readMistake(origins.keepsNumbers ? text : text.replace(NAMED_ROW, originalOf(origins))));
  return { mistakes, rows };
}

function originalOf(origins: RowOrigins): (row: string) => string {
  return (row) => String(origins.of(Number(row))[0] ?? row);
}

function readMistake(text: string): Mistake {
  const colon = text.indexOf(': ');
  const message = text.slice(colon + 2);
  const row = OWN_ROW.exec(message)?.[1];
  const sentence = message.replace(OWN_ROW, '');
  const given = GIVEN.exec(sentence)?.[1];
  return {
    column: text.slice(0, Math.max(colon, 0)),
    problem: sentence.replace(GIVEN, ''),
    given: given === undefined ? null : unquoted(given),
    sentence,
    row: row === undefined ? null : Number(row),
  };
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
