import { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { columnName } from '../contract/header.js';
import { wordsOf } from '../contract/name-forms.js';
import { CURRENT_AWARD_YEAR } from '../engine/current-award-year.js';
import { valueKey } from './cell-rules.js';
import type { FileColumn, TermColumn } from './cells.js';
import { type Decisions, type RowStatus, saidOfColumn } from './decisions.js';
import { isOfChanges } from './guess-columns.js';
import { termOfName } from './guess-shape.js';
import * as status from './status-words.js';
import { isManyCredits, isWithdrawnCredits, mayBeWithdrawn } from './withdrawn-credits.js';

/**
 * An unread column which may say that a row no longer counts: a grade of W, a dropped registration. The meaning of its
 * codes is asked, since adding up withdrawn credits pays too much.
 */
export interface StatusColumn extends TermColumn {
  /** The apparent meaning of a code. */
  readonly seems: (code: string) => Seeming;
  /**
   * How it was found: by name alone, by name and cells of that kind, or by cells alone. `course`: whatever its name, by
   * a yes and a no on rows of the same student and term.
   */
  readonly by: 'name' | 'flag' | 'date' | 'values' | 'sum' | 'course';
}

/** `out`: the row may not count; `in`: it clearly counts; `unknown`: neither is known, and it is asked beside others. */
type Seeming = 'in' | 'out' | 'unknown';

/** The code of a cell, in the form used for comparison and in a recipe. */
export function statusCode(cell: string): string {
  const text = valueKey(cell);
  if (!status.DATE.test(text)) return text;
  const [year = ''] = /\d{4}/.exec(text) ?? /(?<=\D)\d\d(?!.*[-/.]\d)/.exec(text) ?? [];
  return year !== '' && `20${year}`.slice(-4) < FIRST_YEAR ? OLD_DATE : status.ANY_DATE;
}

/** The calendar year in which the award year begins. Who withdrew before it may have come back. */
const FIRST_YEAR = CURRENT_AWARD_YEAR.slice(0, 4);
const OLD_DATE = `${status.ANY_DATE} before ${FIRST_YEAR}`;

/** Whether a code stands for dates, and not for a text of the file. */
export function isDateCode(code: string): boolean {
  return code === status.ANY_DATE || code === OLD_DATE;
}

/** The column of term labels, of which some may say that a student left: `Spring 2027 - Withdrawn`. */
export function labelStatus(place: number, name: string): StatusColumn {
  return { place, name, term: null, by: 'name', seems: outIf((code) => status.LEFT.test(code)) };
}

/** Columns of an answer, which say nothing of who may borrow: failed rows come back with them. */
export const OF_AN_ANSWER: ReadonlySet<string> = new Set(RESPONSE_COLUMNS);

/** Those of some columns that may say which rows count. */
export function statusColumns(columns: readonly FileColumn[], labels: readonly string[]): StatusColumn[] {
  const found = columns.flatMap(({ place, name }): readonly StatusColumn[] => {
    if (isWithdrawnCredits(name) || isOfChanges(name) || OF_AN_ANSWER.has(columnName(name))) return [];
    const kind = kindOf(name);
    const isOwn = kind !== null && kind.by !== 'values' && kind.by !== 'sum';
    const kinds = isOwn ? [kind] : [kind, courseKind(name)];
    const term = termOfName(name, labels);
    return kinds.flatMap((each) => (each === null ? [] : [{ place, name, ...each, term }]));
  });
  return found.toSorted((one, other) => turnOf(one) - turnOf(other));
}

/** Codes are asked about before dates, wherever their columns are, and columns whose names say nothing come last. */
function turnOf({ by, name }: StatusColumn): number {
  if (by === 'values') return 2;
  return by === 'date' || status.OF_DATES.test(wordsOf(name)) ? 1 : 0;
}

type Kind = Pick<StatusColumn, 'seems' | 'by'>;

function outIf(isOut: (code: string) => boolean): Kind['seems'] {
  return (code) => (isOut(code) ? 'out' : 'in');
}

function kindOf(name: string): Kind | null {
  const words = wordsOf(name);
  const has = (these: RegExp, without?: RegExp): boolean => these.test(words) && !without?.test(words);
  const byName = (seems: Kind['seems']): Kind => ({ by: 'name', seems });
  const isNo = (code: string): boolean => status.NO_WORDS.test(code);
  const outUnlessNo = byName(outIf((code) => !isNo(code)));
  const seemsStatus = (code: string): Seeming => seemingOfCode(code, status.OUT_STATUS, status.IN_STATUS);
  if (has(status.FLAG_WORD, status.NO_FLAG)) {
    if (has(status.NEGATION)) return outUnlessNo;
    return { by: 'flag', seems: (code) => (code === '' || isNo(code) ? 'out' : seemsStatus(code)) };
  }
  if (has(status.OTHER_THINGS)) return null;
  if (has(status.LEAVE_WORD, status.NO_LEAVE)) return outUnlessNo;
  if (has(status.DATE_WORD)) return { by: 'date', seems: outIf(isDateCode) };
  if (has(status.OUT_WORD)) {
    const isCredits = (code: string): boolean => mayBeWithdrawn(name) && isManyCredits(code);
    return byName(outIf((code) => !isNo(code) && !status.STAYED.test(code) && !isCredits(code)));
  }
  if (has(status.BASIS_WORD))
    return byName(outIf((code) => /^(?:a|au|aud)$/.test(code) || status.LEFT.test(code)));
  if (has(status.GRADE_WORD)) return byName((code) => seemingOfCode(code, status.OUT_GRADE, status.IN_GRADE));
  if (has(status.STATUS_WORD, status.NO_STATUS)) {
    const saysStatus = has(status.SAYS_STATUS);
    const isStanding = !saysStatus && words.includes('_standing_');
    // An attendance of 95 is no code.
    const isNumber = saysStatus ? status.ANY_DATE_ONLY : status.NUMBER_OR_DATE;
    const isIn = (code: string): boolean =>
      isNumber.test(code) || (isStanding && status.STANDING_LETTERS.test(code));
    return byName((code) => (isIn(code) ? 'in' : seemsStatus(code)));
  }
  if (has(status.INNOCENT))
    return has(status.COURSE_WORD) ? { by: 'sum', seems: outIf((code) => status.SUM.test(code)) } : null;
  return {
    by: 'values',
    // Codes such as X have many other meanings in a column whose name does not say that it is a status.
    seems: (code) => {
      if (status.SHORT_OUT.test(code) || status.LEFT_WORDS.test(code)) return 'out';
      return seemsStatus(code) === 'in' ? 'in' : 'unknown';
    },
  };
}

/** A column of which only a few codes that differ within the courses of one term are of interest. */
function courseKind(name: string): Kind | null {
  const words = wordsOf(name);
  if (status.OF_COURSES.test(words)) return null;
  const out = status.OF_OTHERS.test(words) ? status.YES_OF_COURSE : status.NO_OF_COURSE;
  return { by: 'course', seems: outIf((code) => out.test(code)) };
}

/** The apparent meaning of a code, by those that say that a row does not count and those that say it does. */
export function seemingOfCode(code: string, out: RegExp, isIn: RegExp): Seeming {
  const plain = code.replace(/^[^a-z0-9]+|[^a-z0-9+]+$/g, '');
  if (status.LEFT.test(plain) || out.test(plain)) return 'out';
  if (status.TAKEN_BACK.test(plain)) return 'unknown';
  return isIn.test(code) || isIn.test(plain) ? 'in' : 'unknown';
}

/** The decided meanings of a column's codes, by code; null for a column without decisions. */
export function decidedStatuses(
  { row_status }: Decisions,
  name: string,
): ReadonlyMap<string, RowStatus | null> | null {
  const found = saidOfColumn(row_status, name);
  return found === undefined
    ? null
    : new Map(Object.entries(found).map(([code, status]) => [statusCode(code), status]));
}
