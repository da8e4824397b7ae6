import { folded, isSpreadsheetError } from '../contract/name-forms.js';
import type { CodeCount, ColumnFacts } from './examination.js';
import { asksOfBlanks, DOLLAR_FIELDS, type Field, kindOf, OF_YEAR } from './our-fields.js';
import { type Codes, type FieldRule, meaningOf, ruleOfColumns } from './recipe.js';
import { namedFor } from './usual-names.js';

/** Which texts of a column need a meaning, and which meanings are usual. */

/**
 * The usual codes of choices, by our column and what they mean; the last of `false` is a blank cell, and `''` says
 * nothing. They are suggested only in a column whose own name suggests the field, and settle nothing. It does not grow.
 */
const USUAL_CODES: Readonly<Partial<Record<Field, Readonly<Record<string, string>>>>> = {
  dependency_status: {
    dependent: 'D, Dep, Dependent, Dependent Student, DEPEND',
    independent: 'I, Ind, Indep, Independent, Independent Student, INDEPEND',
  },
  degree_level: {
    undergraduate: `U, UG, UGRD, UGRAD, Undergrad, Undergraduate, Bachelor, Bachelors, Associate`,
    graduate: `G, GR, GRAD, GRD, Graduate, Master, Masters, Doctoral, Doctorate, PhD`,
    // A school's own word for professional does not say which programs the Department's list names.
  },
  grade_level: {
    first_year: `FR, FRSH, Freshman, First Year, First, 1st, 1st Year, 1, 01, Year 1`,
    second_year: `SO, SOPH, Sophomore, Second Year, Second, 2nd, 2nd Year, 2, 02, Year 2`,
    third_year_and_beyond: `JR, Junior, SR, Senior, Third Year, Third, 3rd, 3rd Year, Fourth Year, 4th, 4th Year, 3, 4, 03, 04,
      Year 3, Year 4, Third Year and Beyond`,
    '': 'GR, GRAD, Graduate, Grad, Professional',
  },
  fund: {
    sub: 'DSUB, Subsidized, Direct Subsidized, Direct Subsidized Loan, Sub, SUBLOAN',
    unsub: 'DUNSUB, Unsubsidized, Direct Unsubsidized, Direct Unsubsidized Loan, Unsub, UNSUBLOAN',
    grad_plus: 'GPLUS, Grad PLUS, Direct Grad PLUS, Direct Grad PLUS Loan, GRADPLUS',
  },
  plus_denied: { true: 'Y, Yes, True, T, 1, Denied', false: 'N, No, False, F, 0, Approved,' },
  is_legacy_borrower: { true: 'Y, Yes, True, T, 1', false: 'N, No, False, F, 0,' },
  term_required: { true: 'Y, Yes, True, T, 1', false: 'N, No, False, F, 0,' },
};

const MEANINGS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(USUAL_CODES).map(([field, meanings]) => [
    field,
    new Map(
      Object.entries(meanings).flatMap(([meaning, codes]) =>
        codes.split(',').map((code) => [folded(code), meaning] as const),
      ),
    ),
  ]),
);

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const TWO = '(?:0[1-9]|[12]\\d|3[01])';
const YEAR = '(?:20)?\\d\\d';
const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\\.?,? )?';
const TIME = '(?:[ T]\\d{1,2}:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?: ?[ap]m)?(?:Z| ?[+-]\\d\\d:?\\d\\d)?)?';
/**
 * A date of this century and nothing else, as systems write it: `9/14/2026`, `20260914`, `2026-09-14T00:00:00Z`, `14-SEP-26`,
 * `Mon, Sep 14, 2026`, `14 de septiembre de 2026`.
 */
const DATE = new RegExp(
  `^${WEEKDAY}(?:20\\d\\d([-/.]?)${TWO}\\1${TWO}|20\\d\\d([-/.])${DAY}\\2${DAY}|${DAY}([-/.])(?:${DAY}|${MONTH})\\3${YEAR}|${DAY} ?${MONTH} ?${YEAR}|${DAY} (?:de )?\\p{L}{3,10}\\.? (?:de )?20\\d\\d|${MONTH} ${DAY},? 20\\d\\d)${TIME}$`,
  'iu',
);
/** The beginning of the code that the dates of a year have. */
const DATES = 'a date of ';

/**
 * The code of a text of a status column or a flag: the dates of a year are one, as each month has dates of its own. Those of
 * another year may be of an earlier time at the school, or stand for none.
 */
export function statusCode(text: string): string {
  if (!DATE.test(text)) return text;
  const [date = ''] = text.split(/[ T]\d{1,2}:/);
  return `${DATES}${/20\d\d/.exec(date)?.[0] ?? `20${date.slice(-2)}`}`;
}

/** Who is a legacy borrower depends on the day, June 30 or July 1. */
const LEGACY_DATES = `${DATES}2026`;

/**
 * The codes of a status column or a flag, with one for the dates of a year but those that have a meaning of their own, and those
 * of which the day decides.
 */
export function statusCodes(
  { codes }: ColumnFacts,
  said: Codes = {},
  field: Field | null = null,
): readonly CodeCount[] {
  const found = (codes ?? []).map((each) => {
    const dates = statusCode(each.code);
    const isOfDay = field === 'is_legacy_borrower' && dates === LEGACY_DATES;
    return isOfDay || Object.hasOwn(said, each.code) ? each : { ...each, code: dates };
  });
  return addedUp(found);
}

/** Codes with the counts of those that are the same added up; the row is that of the first. */
export function addedUp(codes: readonly CodeCount[]): readonly CodeCount[] {
  const found = new Map<string, CodeCount>();
  for (const each of codes) {
    const { rows, row } = found.get(each.code) ?? { rows: 0, row: null };
    found.set(each.code, { code: each.code, rows: rows + each.rows, row: row ?? each.row });
  }
  return [...found.values()];
}

/** What a code usually means in one of our columns; null where it is not known. */
export function usualMeaning(field: Field, code: string): string | null {
  const key = folded(code);
  // A code of signs alone is not a blank.
  return key === '' && code !== '' ? null : (MEANINGS.get(field)?.get(key) ?? null);
}

/**
 * The texts of a column that need a meaning as cells of a field, all of one whose texts are themselves what is said; for one
 * with too many of them none is listed. `isOne` says that no other column makes the field with it; `said` is what codes mean.
 */
export function codesToMap(
  field: Field | null,
  column: ColumnFacts,
  isOne = true,
  said?: Codes,
): readonly CodeCount[] {
  if (field === null) return statusCodes(column, said);
  const { codes, words, blanks } = column;
  const { kind } = kindOf(field);
  if (kind === 'text') return [];
  // Spreadsheets print $0 as a dash.
  const isDash = (code: string): boolean => DOLLAR_FIELDS.has(field) && /^\$?\s*-$/.test(code);
  // The error of a formula fails its student until the cell is corrected: not in a field that the service never sees.
  const isError = (code: string): boolean => field !== 'fund' && isSpreadsheetError(code);
  const texts = kind === 'number' ? words : kind === 'flag' ? statusCodes(column, said, field) : codes;
  const filled = (texts ?? []).filter(({ code }) => code !== '' && !isError(code) && !isDash(code));
  const blank = codes?.find(({ code }) => code === '') ?? { code: '', rows: blanks, row: null };
  // Of an amount of the year that several columns make, a blank part may be 0, or leave the whole unknown.
  const asks = asksOfBlanks(field) || (!isOne && OF_YEAR.has(field));
  return blanks > 0 && asks ? [...filled, blank] : filled;
}

/** The usual meaning of a code in a column whose name suggests the field; null if it must be said. */
export function suggestedMeaning(field: Field, column: string, code: string): string | null {
  if (code === '' && (field === 'dependency_status' || field === 'grade_level')) return '';
  const named = namedFor(column);
  if (named?.for !== field) return null;
  const own = kindOf(field).words.find((word) => folded(word) === folded(code));
  // A level called Professional is the Department's only where the column is ours.
  if (own === 'professional' && named.rank > 0) return null;
  return own ?? usualMeaning(field, code);
}

/** The rule of a field for columns. Codes have the meaning that is known, or usual for a single column; others are open. */
export function ruleFor(
  field: Field,
  columns: readonly ColumnFacts[],
  known?: Codes,
  less?: readonly string[],
): FieldRule {
  const names = columns.map(({ name }) => name);
  const [column = '', ...others] = names;
  const isOne = others.length === 0;
  const codes = columns.flatMap((each) => codesToMap(field, each, isOne)).map(({ code }) => code);
  const values = [...new Set(codes)].map((code) => [
    code,
    meaningOf(known, code) ?? (isOne ? suggestedMeaning(field, column, code) : null),
  ]);
  return ruleOfColumns(names, { values: Object.fromEntries(values), less });
}
