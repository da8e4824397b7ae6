import type { ColumnFacts, TableFacts } from '../../table/column-facts.js';
import { dateCode, hasDate } from '../../table/dates.js';
import { columnsOf } from '../format/column-rules.js';
import { helpOf, isAdded, YEARLY } from '../format/our-fields.js';
import { columnsIn, placedColumns, placesWith } from '../format/places.js';
import { ERROR_COLUMN, type Held, type Recipe } from '../format/recipe.js';
import { alarmsIn } from './usual-names.js';

/**
 * What a recipe keeps of what columns hold, to compare it next month. Nothing about students is kept: of ids
 * and names, only whether they were numbers or texts.
 */

/** Codes beyond these bounds may be names of people: many, long, or most of them of one student alone. */
const MOST_KEPT = 12;
const CODES_OF_STUDENTS = 3 / 4;
const MOST_NUMBERS = 5;
const SHORT_CODE = 3;
/** Codes this short are no names. */
const ANY_CODE = 2;
/** Whole numbers are codes if at least this many students share each, on average. */
const STUDENTS_OF_NUMBER = 4;
/** Below `FEW_ROWS`, anything may be missing. Below `MANY_ROWS`, one value on all rows may be chance. */
export const FEW_ROWS = 5;
export const MANY_ROWS = 20;

/** In a file of so few rows, one value on all may be what matters of its only student. */
const FEW_OF_ONE = 3;

/** Whether the data shows that a column cannot matter, as the reasons in a file of failed rows do not. */
export function isHarmless({ name, kind, rows, samples }: ColumnFacts, facts: TableFacts): boolean {
  if (hasFailedRows(facts) && facts.columns.at(-1)?.name === name) return true;
  if (kind === 'one value') return rows > FEW_OF_ONE && samples.flatMap(alarmsIn).length === 0;
  return kind === 'blank' || kind === 'copy' || kind === 'own text';
}

/** As it is printed: no area 000, 666 or above 899, no group 00, no serial 0000. */
const SOCIAL_SECURITY = /^(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/;

/** Whether most of the first cells look like social security numbers. */
export function looksLikeSsn({ samples }: ColumnFacts): boolean {
  return samples.filter((text) => SOCIAL_SECURITY.test(text)).length * 2 > samples.length;
}

/** A reason why a row failed: a column, and what is wrong with it. */
const REASON = /^\S.*: \S/s;

/** Whether a table holds failed rows: its last column has the reason of each. */
export function hasFailedRows({ columns }: Pick<TableFacts, 'columns'>): boolean {
  const last = columns.at(-1);
  if (last === undefined || last.name.toLowerCase() !== ERROR_COLUMN) return false;
  return last.blanks === 0 && last.samples.every((text) => REASON.test(text));
}

/**
 * A column's facts on the rows that count, if known, for unread columns, credits and payments. A status, or
 * what is printed once with the id, may be on a row that does not count.
 */
export function countedFacts(recipe: Recipe, { counting }: TableFacts, column: ColumnFacts): ColumnFacts {
  const isOfRows = placesWith(recipe, column.name).every(({ field }) => isAdded(field) && !YEARLY.has(field));
  return (isOfRows && counting?.[column.index]) || column;
}

/** What a recipe keeps of a column that is not used. */
export function heldUnused(recipe: Recipe, facts: TableFacts, wholeColumn: ColumnFacts): Held {
  const column = countedFacts(recipe, facts, wholeColumn);
  const { kind, codes, distinct, rows, blanks } = column;
  if (isEmpty(column)) return 'blank';
  // Such as final credits before most are known.
  const mostlyBlank = rows >= MANY_ROWS && blanks * 4 >= rows * 3 ? { mostly: '' } : null;
  const twin = twinOf(recipe, facts, column);
  if (twin !== undefined) return { same_as: twin };
  // Dates and numbers of a run differ each month, and so may a column's only text if it contains a date.
  const isDated = (code: string): boolean =>
    /^(?:20\d\d|\d{8,})?$/.test(code) || dateCode(code) !== code || (kind === 'one value' && hasDate(code));
  if (codes === null || looksLikeSsn(wholeColumn) || codes.every(({ code }) => isDated(code)))
    return mostlyBlank ?? (kind === 'codes' ? 'texts' : kind);
  // 0 while nobody has placed the ids.
  const counted = { columns: facts.counting ?? facts.columns };
  const students = columnsIn(counted, columnsOf(recipe.fields.student_id))[0]?.distinct ?? 0;
  const longest = Math.max(...codes.map(({ code }) => code.length));
  // A code on no more rows than an average student has may identify a student. An @ marks an address.
  const ofOneStudent = codes.filter((each) => each.rows * students <= rows).length;
  const areShared =
    distinct <= students * CODES_OF_STUDENTS &&
    ofOneStudent * 2 <= distinct &&
    !codes.some(({ code }) => code.includes('@'));
  const areCodes = {
    // A value that several students share identifies nobody.
    'one value': students > 1 || (students === 0 && rows >= MANY_ROWS),
    codes: longest <= ANY_CODE || (areShared && (longest <= SHORT_CODE || distinct <= MOST_KEPT)),
    numbers: mayBeCodes(column) && distinct * STUDENTS_OF_NUMBER <= students,
  }[String(kind)];
  if (areCodes === true) return { codes: codes.map(({ code }) => code).toSorted(), ...mostlyBlank };
  return mostlyBlank ?? (kind === 'codes' ? 'texts' : kind);
}

/** The placed column that is equal on every row, as final credits are before a term is over. */
function twinOf(recipe: Recipe, facts: TableFacts, column: ColumnFacts): string | undefined {
  const { kind, rows, digest, index } = column;
  if (rows < FEW_ROWS || kind === 'one value' || kind === 'copy' || kind === 'own text') return undefined;
  const { columns, counting = columns } = facts;
  const isTwin = (other: ColumnFacts): boolean => other.index !== index && other.digest === digest;
  const placed = placedColumns(recipe);
  return counting.filter(isTwin).find(({ name }) => placed.has(name))?.name;
}

/** Whether a column may hold codes. Numbers do not if they are many, long, or not whole. */
export function mayBeCodes({ kind, codes, distinct }: ColumnFacts): boolean {
  const areWhole = codes?.every(({ code }) => /^\d{0,3}$/.test(code)) === true;
  return kind === 'codes' || (kind === 'numbers' && areWhole && distinct <= MOST_NUMBERS);
}

/** What a recipe keeps of a placed column: the usual code or size, and all codes of levels, funds and terms. */
export function heldPlaced(recipe: Recipe, facts: TableFacts, wholeColumn: ColumnFacts): Held {
  const column = countedFacts(recipe, facts, wholeColumn);
  const { name, kind, codes, min } = column;
  if (isEmpty(column)) return 'blank';
  // Full-time credits are few different numbers, and decide every student's percent.
  const isOfCodes = placesWith(recipe, name).some(
    ({ field }) => field === 'term_ft_credits' || helpOf(field).words.length > 0,
  );
  const usual = isOfCodes ? usualCode(column) : undefined;
  const { degree_level, fund, term_label } = recipe.fields;
  if (codes !== null && [degree_level, fund, term_label].some((rule) => columnsOf(rule).includes(name)))
    return { codes: codes.map(({ code }) => code).toSorted(), ...(usual !== undefined && { mostly: usual }) };
  if (usual !== undefined) return kind === 'one value' ? { codes: [usual] } : { mostly: usual };
  if (kind === 'numbers' && Number(min) < 0) return 'signed numbers';
  const around = kind === 'one value' ? null : averageOf(column);
  if (around !== null && placesWith(recipe, name).some(({ field }) => helpOf(field).kind === 'number'))
    return { around };
  return kind === 'codes' ? 'texts' : kind;
}

/** The average of numbers above 0, to three digits; null if there are few. */
export function averageOf({ above0: { cells, sum } }: ColumnFacts): number | null {
  return cells < MANY_ROWS || !Number.isFinite(sum) ? null : Number((sum / cells).toPrecision(3));
}

/** The code on at least two rows of three; undefined if there is none, or few rows. */
export function usualCode({ codes, rows }: ColumnFacts): string | undefined {
  const [first] = codes ?? [];
  return first !== undefined && rows >= MANY_ROWS && first.rows * 3 >= rows * 2 ? first.code : undefined;
}

/** Whether a column is blank, or has amounts that are all still 0. */
export function isEmpty({ kind, numbers, blanks, rows, min, max }: ColumnFacts): boolean {
  return kind === 'blank' || (numbers + blanks === rows && min === 0 && max === 0);
}
