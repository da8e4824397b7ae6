import { folded, isSpreadsheetError } from '../../contract/name-forms.js';
import { addedUp, type CodeCount, type ColumnFacts } from '../../table/column-facts.js';
import { dateCode } from '../../table/dates.js';
import {
  blankOf,
  type Codes,
  type ColumnRoles,
  codeKey,
  meaningOf,
  roleOf,
  ruleOfColumns,
  valuesOf,
  zeroOf,
} from '../format/column-rules.js';
import type { CodeLine } from '../format/examination.js';
import { type Field, helpOf, YEARLY } from '../format/our-fields.js';
import { areReadTogether, type Place } from '../format/places.js';
import type { FieldRule } from '../format/recipe.js';
import { suggestedField } from './usual-names.js';

/** Which texts of a column need a meaning, and which meanings are usual. */

/**
 * Usual codes by field and meaning. The empty last code of `false` is a blank cell, and the meaning `''` is a
 * blank. They are only suggested, in columns whose name suggests the field. The list does not grow.
 */
const USUAL_CODES: Readonly<Partial<Record<Field, Readonly<Record<string, string>>>>> = {
  dependency_status: {
    dependent: 'D, Dep, Dependent, Dependent Student, DEPEND',
    independent: 'I, Ind, Indep, Independent, Independent Student, INDEPEND',
  },
  degree_level: {
    undergraduate: `U, UG, UGRD, UGRAD, Undergrad, Undergraduate, Bachelor, Bachelors, Associate`,
    graduate: `G, GR, GRAD, GRD, Graduate, Master, Masters, Doctoral, Doctorate, PhD`,
    // A school's word for professional does not tell which programs are on the Department's list.
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

/** Usual meanings, by field and code. */
const USUAL_MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(USUAL_CODES).flatMap(([field, meanings]) =>
    Object.entries(meanings).flatMap(([meaning, codes]) =>
      codes.split(',').map((code) => [`${field} ${folded(code)}`, meaning] as const),
    ),
  ),
);

/** From this year on, each date in a flag is its own code, as July 1 decides award year and legacy. */
const YEAR_OF_DAYS = 2026;

/** The codes of a status or flag. Dates of a year share one, unless the day matters or a recipe lists it. */
export function datedCodes(
  { codes }: ColumnFacts,
  field: Field | null,
  listed: Codes = {},
): readonly CodeCount[] {
  const found = (codes ?? []).map((each) => {
    const dates = dateCode(each.code);
    const isOfDay = field !== null && Number(dates.slice(-4)) >= YEAR_OF_DAYS;
    return isOfDay || Object.hasOwn(listed, each.code) ? each : { ...each, code: dates };
  });
  return addedUp(found);
}

/** The usual meaning of a code in one of our columns; null if there is none. */
export function usualMeaning(field: Field, code: string): string | null {
  const key = folded(code);
  // A code of punctuation alone is not a blank.
  return key === '' && code !== '' ? null : (USUAL_MEANINGS.get(`${field} ${key}`) ?? null);
}

/** The texts that need a meaning at a place; none if too many. `isOne`: no other column is added there. */
function codesToMap(
  { field, rule }: Pick<Place, 'field' | 'rule'>,
  column: ColumnFacts,
  isOne: boolean,
): readonly CodeCount[] {
  if (field === null) return datedCodes(column, field, valuesOf(rule));
  const { name, codes, nonNumbers, blanks, zeros } = column;
  const { kind } = helpOf(field);
  if (kind === 'text') return [];
  const texts =
    kind === 'number' ? nonNumbers : kind === 'flag' ? datedCodes(column, field, valuesOf(rule)) : codes;
  // A formula error fails its student until it is corrected, except in `fund`, which the service never sees.
  const isError = (code: string): boolean => field !== 'fund' && isSpreadsheetError(code);
  const filled = (texts ?? []).filter(({ code }) => code !== '' && !isError(code));
  // A 0 in a column that replaces others may be a correction or not; a blank is not.
  if (roleOf(rule).instead.includes(name))
    return zeros > 0 ? [...filled, { code: zeroOf(name), rows: zeros, firstRow: null }] : filled;
  // Where several columns make a yearly amount, a blank part may be 0, or leave the whole unknown.
  const isPart = !isOne && YEARLY.has(field);
  // Other blanks of numbers are asked about by row questions, or have only one meaning.
  if (blanks === 0 || (kind === 'number' && !isPart)) return filled;
  const firstRow = codes?.find(({ code }) => code === '')?.firstRow ?? null;
  return [...filled, { code: isPart ? blankOf(name) : '', rows: blanks, firstRow }];
}

/** The usual meaning of a code in a column whose name suggests the field; null if it must be said. */
function suggestedMeaning(field: Field, column: string, code: string): string | null {
  if (code === '' && (field === 'dependency_status' || field === 'grade_level')) return '';
  const named = suggestedField(column);
  if (named?.field !== field) return null;
  const own = helpOf(field).words.find((word) => folded(word) === folded(code));
  // A level called Professional means the Department's list only in a column with our name.
  if (own === 'professional' && named.rank > 0) return null;
  return own ?? usualMeaning(field, code);
}

/** The texts of a place's columns that need a meaning, with the meanings that the recipe gives them. */
export function codesOf(place: Place, columns: readonly ColumnFacts[]): readonly CodeLine[] {
  const { rule, path } = place;
  const values = valuesOf(rule) ?? {};
  const { instead } = roleOf(rule);
  const isOne = columns.filter(({ name }) => !instead.includes(name)).length < 2;
  const counts = addedUp(columns.flatMap((column) => codesToMap(place, column, isOne)));
  const keys = counts.map(({ code }) => codeKey(code));
  // Where "S" and "s" are in one file, they may be two things.
  const isKnown = (code: string): boolean =>
    Object.hasOwn(values, code) || keys.filter((key) => key === codeKey(code)).length === 1;
  return counts.map((count) => ({
    ...count,
    meaning: (isKnown(count.code) ? meaningOf(values, count.code) : null) ?? null,
    path: [...path, 'values', count.code],
  }));
}

/**
 * The rule of a field for columns. Codes keep the meanings that they have in `before`; a single column also
 * gets usual ones. Columns are read as in `before`, and those of `more` as it says.
 */
export function ruleFor(
  field: Field,
  columns: readonly ColumnFacts[],
  before: FieldRule = null,
  more: ColumnRoles = {},
): FieldRule {
  const names = columns.map(({ name }) => name);
  const { less, instead } = roleOf(before);
  const ways = { less: [...less, ...(more.less ?? [])], instead: [...instead, ...(more.instead ?? [])] };
  const rule = ruleOfColumns(names, { ...ways, values: valuesOf(before) });
  // The joined texts of several columns are not known yet.
  const codes = areReadTogether(field, rule) ? [] : codesOf({ field, rule, path: [] }, columns);
  const [only = null] = columns.length === 1 ? names : [];
  const values = codes.map(({ code, meaning }) => [
    code,
    meaning ?? (only && suggestedMeaning(field, only, code)),
  ]);
  return ruleOfColumns(names, { ...ways, values: Object.fromEntries(values) });
}
