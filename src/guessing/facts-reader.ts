import { STUDENT_ID_COLUMN } from '../contract/field-list.js';
import type { DegreeLevel } from '../engine/limits.js';
import { MAX_TERMS } from '../engine/student.js';
import { tableError } from '../table/table-error.js';
import { isMoney } from './cell-rules.js';
import { cellIn } from './cells.js';
import { DOLLAR_COLUMNS, DoubtfulAmounts } from './doubtful-amounts.js';
import type { Facts } from './facts.js';
import { blankMeaning, decidedFullTime, labelKey, tooManyTerms } from './labels.js';
import { unpaidAmounts } from './payment-status.js';
import type { RawRow } from './raw-rows.js';
import { columnRead, PAID_COLUMNS, type Recipe, termsIn } from './recipe.js';
import { madeOnce, Tally, tallyOf } from './tally.js';
import { isOfOtherYear } from './term-order.js';
import { doubtfulLimits, yearReader } from './year-amounts.js';

/** Adds rows to facts, one at a time. @throws TableError for what no decision can settle. */
export function factReader(facts: Facts): (raw: RawRow) => void {
  const { recipe, raw, read, isContract } = facts;
  const { columns, filled } = raw;
  const needOf = cellIn(columns, 'subsidized_amount');
  const isDoubtfulLimit = doubtfulLimits(facts);
  const addYear = isContract ? () => undefined : yearReader(facts);
  const yearTermsOf = cellIn(columns, 'academic_year_terms');
  const gradeOf = cellIn(columns, 'grade_level');
  const requiredOf = cellIn(columns, 'term_required');
  const paidOfYear = paidForAllTerms(recipe).map((each) => ({ ...each, cellOf: cellIn(columns, each.ours) }));
  const doubtful = DOLLAR_COLUMNS.filter((column) => filled.has(column));
  const dollars = doubtful.map((column) => {
    const amounts = new DoubtfulAmounts();
    facts.doubtful.set(column, amounts);
    return { amounts, cellOf: cellIn(columns, column) };
  });
  const termLabels = termsIn(recipe.shape).map((term) => term.label);
  const seenParts = new Set<string>();
  const refuseUnpaid = isContract ? () => undefined : unpaidAmounts(raw, recipe);

  return (row) => {
    const { cells } = row;
    const label = read.labelOf(cells);
    refuseUnpaid(row, label);
    const twice = paidOfYear.find(({ cellOf }) => isMoney(cellOf(cells)));
    if (twice !== undefined) throw tableError(PAID_IN_EACH, { row: row.row, column: twice.theirs });
    if (row.lacksId && recipe.decisions.rows_without_id === 'leave_out') {
      facts.withoutId.addRow(row.row);
      facts.studentOfRow[row.row] = facts.students.get(read.studentOf(row)) ?? -1;
      return;
    }
    const id = read.studentOf(row);
    if (!isContract && ROUNDED.test(id)) throw tableError(ROUNDED_IDS, row);
    const student = studentOf(facts, id);
    facts.studentOfRow[row.row] = student;
    const count = (tally: Tally): void => tally.add(student, row.row);
    for (const { amounts, cellOf } of dollars) amounts.add(cellOf(cells), student, row.row);
    if (row.lacksId) count(facts.withoutId);
    else facts.saysId ||= filled.has(STUDENT_ID_COLUMN);
    for (const amounts of facts.yearAmounts) amounts.add(cells, student, row.row);
    const standing = read.standingOf(cells);
    facts.others.add(row, label, student, standing);
    if (yearTermsOf(cells) !== '') {
      facts.saysYearTerms = true;
      const said = Number(yearTermsOf(cells)) || 0;
      // An impossible number fails its own student and says nothing about others.
      if (said <= MAX_TERMS) facts.mostYearTerms = Math.max(facts.mostYearTerms, said);
      facts.withYearTerms.add(student);
    }
    facts.saysRequired ||= requiredOf(cells) !== '';
    const place = facts.labels.placeOf(label);
    if (place < 0 && !isContract) throw tooManyTerms();
    const isRefused = !isContract && recipe.decisions.other_award_year === 'refuse';
    if (isRefused && isOfOtherYear(label, facts.awardYear))
      throw tableError(otherYear(label, facts.awardYear), row);
    for (const [nth, cellOf] of read.paid.entries()) {
      if (isMoney(cellOf(cells)))
        facts.paid.add(paidKey(PAID_COLUMNS[nth] ?? '', termLabels[row.term ?? -1]));
    }
    if (row.final === 'alone') {
      if (!isContract && !row.isOut) count(tallyOf(facts.unplanned, place));
    } else if (row.final !== null && !isContract) {
      addCredits(facts.finals, place, row.final === 'zero', count);
    }
    const blank = read.isBlank(cells);
    if (blank && !isContract) {
      count(tallyOf(facts.blank, place));
      if (!read.saysPaid(cells) && blankMeaning(recipe.decisions, label) === 'no_term') {
        count(facts.dropped);
        return;
      }
    }
    if (read.isWhole) {
      const isZero = read.isZero(row);
      addCredits(facts.credits, place, isZero, count);
      if (isZero && read.isNotOfYear(row, label)) {
        facts.notOfYear[student] = (facts.notOfYear[student] ?? 0) | (1 << Math.max(place, 0));
        count(facts.dropped);
        return;
      }
    }
    const isFirst = addTerm(facts, student, place, row, seenParts, count);
    if (isDoubtfulLimit(cells, standing)) {
      count(facts.doubtfulLimit);
      if (recipe.decisions.limit_period === 'term')
        throw tableError(LIMIT_OF_TERM, { row: row.row, column: columnRead(recipe.columns, 'total_limit') });
    }
    const { level, most } = standing;
    if (level !== null) count(tallyOf(facts.levels, level));
    if (standing.mayNeedCost) count(facts.mayNeedCost);
    if (gradeOf(cells) === '') count(facts.withoutGrade);
    if (read.isIndependent(cells, level)) count(facts.independent);
    if (read.isParentsPlus(row, level)) count(facts.parentPlus);
    addFullTime(facts, level ?? 'undergraduate', place, label, read.fullTimeOf(cells), count);
    facts.need.add(needOf(cells), most, isFirst && !row.repeatsNeed, student, row.row);
    if (row.final === 'some' && read.isWhole && read.isZeroPaid(cells, level))
      count(tallyOf(facts.zeroPaid, place));
    if (read.isMany(cells, level)) count(facts.manyCredits);
    facts.words.add(row, standing, student);
    addYear(row, level, isFirst, student);
  };
}

/** Counts a row in those that it belongs to. */
type Count = (tally: Tally) => void;

function addCredits(tallies: Facts['credits'], place: number, isZero: boolean, count: Count): void {
  const seen = madeOnce(tallies, place, () => ({ all: new Tally(), zero: new Tally() }));
  count(seen.all);
  if (isZero) count(seen.zero);
}

const LIMIT_OF_TERM =
  'This limit was said to be of a term, and that of the year is read. Write the limit of the year into the column, or take the column out, and take the file again.';

function otherYear(label: string, awardYear: string): string {
  return `${label} was said to be of another year, and the limits of ${awardYear} are used. Take the export of the terms of ${awardYear}.`;
}

/** The number of a row's student, a new one for a new student. */
function studentOf({ students, terms }: Facts, id: string): number {
  return madeOnce(students, id, () => terms.push(0) - 1);
}

/** Whether the row is the first of its student's term. */
function addTerm(
  facts: Facts,
  student: number,
  place: number,
  { part, paid }: RawRow,
  seenParts: Set<string>,
  count: Count,
): boolean {
  const { shape } = facts.recipe;
  const bits = facts.terms[student] ?? 0;
  // A term beyond those that are tracked counts as one more term of the student.
  const bit = place < 0 ? ~bits & (bits + 1) : 1 << place;
  const isNew = (bits & bit) === 0;
  if (isNew && place >= 0) {
    for (let other = 0; other < facts.labels.texts.length; other++) {
      if ((bits & (1 << other)) === 0) continue;
      const later = madeOnce(facts.before, other, () => new Map<number, Tally>());
      count(tallyOf(later, place));
    }
    count(tallyOf(facts.withLabel, place));
  }
  facts.terms[student] = bits | bit;
  if (shape.rows === 'fund') {
    if (part !== '') count(tallyOf(facts.funds, part));
    const isKnown = facts.raw.fundOf(part) !== undefined;
    if (!isKnown && (part !== '' || isMoney(paid))) count(tallyOf(facts.unknownFunds, part));
  }
  if (part !== '') {
    const key = `${student} ${place} ${labelKey(part)}`;
    if (seenParts.has(key)) count(facts.repeated);
    seenParts.add(key);
  } else if (!isNew && (shape.rows === 'term' ? place >= 0 : shape.rows === 'student')) {
    count(facts.repeated);
  }
  return isNew;
}

function addFullTime(
  facts: Facts,
  level: DegreeLevel,
  place: number,
  label: string,
  given: string,
  count: Count,
): void {
  const { decisions } = facts.recipe;
  const key = fullTimeKey(level, place);
  if (given === '') {
    count(tallyOf(facts.withoutFullTime, level));
    count(tallyOf(facts.withoutFullTimeIn, key));
    if (decisions.full_time_in_term?.[level] == null) return;
  }
  const cell = given === '' ? decidedFullTime(decisions, level, label) : given;
  const known = facts.fullTime.get(key);
  if (known === undefined) facts.fullTime.set(key, cell);
  else if (known !== cell) facts.fullTime.set(key, null);
}

/** An id rounded by a spreadsheet that took it for a number: `9.01E+08`. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+\d+$/i;
const ROUNDED_IDS =
  'this id was rounded by a spreadsheet that took it for a number, so that students cannot be told apart. Export the file again, and format the column of ids as text before you save it.';

/** Paid columns that each of several terms of a row would claim. */
function paidForAllTerms({
  shape,
  columns,
  decisions,
}: Recipe): readonly { readonly ours: string; readonly theirs: string }[] {
  return PAID_COLUMNS.flatMap((ours) => {
    const theirs = columnRead(columns, ours);
    if (theirs === null) return [];
    const isOfSeveral =
      shape.rows === 'student'
        ? shape.terms.filter((term) => term.columns[ours] === undefined).length > 1
        : decisions.paid?.[theirs] === 'of_year';
    return isOfSeveral ? [{ ours, theirs }] : [];
  });
}

const PAID_IN_EACH =
  'This amount does not say in which term it was paid. Write into each row what was paid in its term, or, where a row has several terms, give each a column of its own, such as "Fall Sub Paid" and "Spring Sub Paid".';

/** The key of a paid column, for one term if each has its own columns. */
export function paidKey(ours: string, term?: string | null): string {
  return term == null ? ours : `${ours} ${term}`;
}

/** The key of the full-time credits of a term, for students of a level. */
export function fullTimeKey(level: DegreeLevel, place: number): string {
  return `${level} ${place}`;
}
