import { CREDIT_COLUMNS, STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { compare, isNegative, isPositive, toText } from '../engine/exact.js';
import { exactCell, valueKey } from './cell-rules.js';
import { cellAt, placesOf } from './cells.js';
import type { Facts } from './facts.js';
import { type GroupedRow, grouped, type OurRow } from './grouped-rows.js';
import { blankMeaning, decidedFullTime, joinedTerms, saidOf } from './labels.js';
import type { Standing } from './own-values.js';
import { isWhole, PAID_COLUMNS } from './recipe.js';
import { remarkCell } from './remarks.js';
import { orderOf } from './term-order.js';
import { bitCount, hasUsualFullTime, missingTerms } from './term-year.js';

/** A file converted to our format, with all decisions applied. */
export interface OurTable {
  /** The columns of ours that are filled. */
  readonly columns: readonly string[];
  /** Whether each row is made from one row, and can keep its number. */
  readonly keepsNumbers: boolean;
  rows(): Iterable<OurRow>;
}

/**
 * Converts the rows of a file to ours. If several rows become one, or rows are sorted, all of them are held in memory.
 */
export function ourTable(facts: Facts): OurTable {
  const { raw, recipe } = facts;
  const { shape, decisions } = recipe;
  const filled = new Set(raw.filled);
  if (shape.rows === 'student') filled.add(STUDENT_ID_COLUMN);
  if (decisions.need === 'none' || decisions.need === 'maximum') filled.add('subsidized_amount');
  if (facts.independent.students > 0) filled.add('dependency_status');
  if (decisions.full_time_credits) filled.add('term_ft_credits');
  if (decisions.year_terms?.missing === 'not_enrolled') filled.add('academic_year_terms');
  const columns = raw.columns.filter((column) => filled.has(column));
  const places = columns.map((column) => raw.columns.indexOf(column));
  const paidPlaces = placesOf(raw.columns, PAID_COLUMNS);
  const project = (cells: readonly string[]): readonly string[] => places.map((place) => cells[place] ?? '');
  const isOrdered = orderOf(facts) !== null;
  const isGrouped =
    shape.rows === 'fund' ||
    shape.rows === 'course' ||
    (decisions.repeated_terms != null && facts.repeated.students > 0) ||
    (isWhole(shape) && joinedTerms(decisions).size > 0) ||
    isOrdered ||
    addsTerms(facts);
  return {
    columns,
    keepsNumbers: shape.rows === 'term' && !isGrouped,
    *rows(): Generator<OurRow, void, undefined> {
      const rows = isGrouped ? grouped(decidedRows(facts), facts, isOrdered) : decidedRows(facts);
      for (const { cells, originals, term } of rows) {
        if (!facts.isContract) for (const place of paidPlaces) cells[place] = paidCell(cells[place] ?? '');
        yield { cells: project(cells), originals, term };
      }
    },
  };
}

/** What was paid; an amount below 0, such as `(1,500)`, fails with what to do about it. */
function paidCell(cell: string): string {
  if (!/^\s*[-(]/.test(cell)) return cell;
  const amount = exactCell({ kind: 'dollars' }, cell);
  if (amount === null || !isNegative(amount)) return cell;
  return remarkCell('below 0', cell.trim());
}

/**
 * Whether some student lacks a term whose full-time credits differ from those of the listed ones, so that it needs a
 * row.
 */
function addsTerms(facts: Facts): boolean {
  const { decisions } = facts.recipe;
  if (facts.isContract || decisions.year_terms == null || facts.fullTime.size === 0) return false;
  return new Set(facts.fullTime.values()).size > 1;
}

/** Rows of the file with blank credits, full-time credits, need and the year as they were decided. */
function* decidedRows(facts: Facts): Generator<GroupedRow, void, undefined> {
  const { raw, read, recipe, isContract, students, terms, labels, blank } = facts;
  const { decisions } = recipe;
  const { columns, filled } = raw;
  const idPlace = columns.indexOf(STUDENT_ID_COLUMN);
  const labelPlace = columns.indexOf('term_label');
  const dependencyPlace = columns.indexOf('dependency_status');
  const gradPlusPlace = columns.indexOf('term_prior_disbursement_grad_plus');
  const paidPlaces = placesOf(columns, PAID_COLUMNS);
  const creditPlaces = placesOf(columns, CREDIT_COLUMNS);
  const creditsPlace = columns.indexOf(CREDIT_COLUMNS.find((column) => filled.has(column)) ?? '');
  const fullTimePlace = columns.indexOf('term_ft_credits');
  const needPlace = columns.indexOf('subsidized_amount');
  const costPlace = columns.indexOf('cost_of_attendance');
  const gradePlace = columns.indexOf('grade_level');
  const yearPlace = columns.indexOf('academic_year_terms');
  const yearRule = recipe.columns['grade_level'];
  const decidedYears = new Set(
    Object.keys((yearRule && 'values' in yearRule && yearRule.values) || {}).map(valueKey),
  );
  const saysYear = facts.saysYearTerms || facts.saysRequired;
  const leftOut = [...blank].flatMap(([place, tally]) =>
    blankMeaning(decisions, labels.at(place)) === 'leave_out' ? [tally] : [],
  );
  const nothingLeft = new Set<number>();
  for (const row of raw.rows()) {
    const { cells } = row;
    if (row.lacksId && decisions.rows_without_id === 'leave_out') continue;
    const student = students.get(read.studentOf(row)) ?? -1;
    if (leftOut.some((tally) => tally.has(student))) continue;
    const label = read.labelOf(cells);
    const bits = terms[student] ?? 0;
    // No student precedes the first id, so the row has no owner: without a label it comes back as failed.
    if (row.lacksId && decisions.rows_without_id === 'above' && cellAt(cells, idPlace) === '')
      cells[labelPlace] = '';
    if (!isContract && cellAt(cells, idPlace) === '') {
      // Terms of one row belong together. A fund or a course without an id may belong to any student: without a label
      // it comes back as failed.
      if (row.term !== null) cells[idPlace] = `row:${row.row}`;
      else if (recipe.shape.rows !== 'term' && decisions.student !== 'each_row') cells[labelPlace] = '';
    }
    if (bits !== 0 && read.isNotOfYear(row, label)) continue;
    const finished: GroupedRow = { student, raw: row, cells, originals: [row.row], term: row.term };
    if (!isContract && read.isBlank(cells)) {
      const meaning = blankMeaning(decisions, label);
      if (meaning === 'no_term' && !read.saysPaid(cells)) {
        // A student without any term must not disappear: without a label the row comes back as failed.
        if (bits !== 0 || nothingLeft.has(student)) continue;
        nothingLeft.add(student);
        cells[labelPlace] = '';
        yield { ...finished, term: null };
        continue;
      }
      if (meaning === 'not_enrolled' || meaning === 'no_term') cells[creditsPlace] = '0';
    }
    if (read.isNotKnownYet(row, label)) for (const place of creditPlaces) cells[place] = '';
    const standing = read.standingOf(cells);
    const level = standing.level ?? 'undergraduate';
    if (read.isIndependent(cells, standing.level)) cells[dependencyPlace] = 'independent';
    if (read.isParentsPlus(row, standing.level)) cells[gradPlusPlace] = '';
    // The service warns of a cost without an effect, and nearly every report has it for everybody.
    if (costPlace >= 0 && !isContract && !facts.mayNeedCost.has(student)) cells[costPlace] = '';
    // A year of graduate study is not a grade level.
    const isOpenYear = !isContract && !decidedYears.has(valueKey(cells[gradePlace] ?? ''));
    if (level !== 'undergraduate' && standing.grade === null && isOpenYear) cells[gradePlace] = '';
    if (cellAt(cells, fullTimePlace) === '') {
      cells[fullTimePlace] = decidedFullTime(decisions, level, label);
    }
    cells[needPlace] = needCell(cells[needPlace] ?? '', standing, facts, student);
    if (
      read.isWhole &&
      row.final === 'some' &&
      read.isZeroPaid(cells, level) &&
      saidOf(decisions.zero_paid, label) === 'not_yet'
    )
      for (const place of paidPlaces) cells[place] = '';
    if (!isContract && decisions.many_credits === 'other' && read.isMany(cells, level))
      cells[creditsPlace] = remarkCell('not of a term', cellAt(cells, creditsPlace));
    if (decisions.year_terms != null && !saysYear) {
      const { count, places } = missingTerms(decisions.year_terms, labels, bits);
      if (count > 0 && decisions.year_terms.missing === 'fail')
        cells[creditsPlace] = remarkCell('no row', `no row for ${namesOf(labels, places)}`);
      else if (count > 0 && (isContract || hasUsualFullTime(facts, level, bits, places))) {
        cells[yearPlace] = String(bitCount(bits) + count);
      }
    }
    yield finished;
  }
}

function namesOf(labels: Facts['labels'], places: readonly number[]): string {
  return places.map((place) => labels.at(place)).join(', ') || 'another term';
}

function needCell(
  cell: string,
  { most }: Standing,
  { recipe: { decisions }, isContract, raw: { filled }, need }: Facts,
  student: number,
): string {
  // A column takes precedence.
  const everybody = filled.has('subsidized_amount') ? null : decisions.need;
  if (everybody === 'none') return '0';
  // Who has no need by a column of yes and no has a 0 here.
  if (everybody === 'maximum' && cell === '') return most === null ? '' : toText(most);
  if (isContract || everybody === 'maximum' || cell.trim() === '') return cell;
  const read = exactCell({ kind: 'dollars' }, cell);
  // That blank need is not known concerns nobody without a subsidized loan.
  if (cell === 'unknown' && most !== null && !isPositive(most)) return '0';
  if (read !== null && isNegative(read)) return decisions.need_below_zero === 'none' ? '0' : cell;
  const amount = need.isOfTerms ? need.sumOf(student) : read;
  if (amount === null || read === null) return cell;
  const isAbove = most !== null && compare(amount, most) > 0;
  if (isAbove && decisions.need_above_maximum === 'maximum') return toText(most);
  return need.isOfTerms ? toText(amount) : cell;
}
