import { CREDIT_COLUMNS } from '../contract/field-list.js';
import { wordsOf } from '../contract/name-forms.js';
import { isStepDue, type Steps } from '../table/steps.js';
import { tableError } from '../table/table-error.js';
import { firstOf, quoted } from './assumption.js';
import { isOlder } from './cell-dates.js';
import { cellAt, type FileColumn, placesOf, placesWhere } from './cells.js';
import type { Facts } from './facts.js';
import { placesNamed } from './guess-shape.js';
import { labelKey } from './labels.js';
import { FUND_COLUMNS } from './other-names.js';
import type { RawRow, RawRows } from './raw-rows.js';
import { PAID_COLUMNS } from './recipe.js';

type GivenRow = Pick<RawRow, 'row' | 'given'>;

const MOST_DIFFERENCES = 3;

/**
 * Looks again at the rows of students who have repeated ones, and adds to the facts what these are.
 *
 * @throws TableError for a course of which one row counts and another does not, or that has other credits on another row, and
 * for rows of funds.
 */
export function* compareRepeated(facts: Facts): Steps<void> {
  const { raw, read, header, students, repeated } = facts;
  const ofFunds = facts.recipe.shape.rows === 'fund';
  const named = raw.unread.filter(({ words }) => ONLY_COURSE.test(words) && !NO_COURSE.test(words));
  const courseOf = courseIn(header, raw);
  const registrationOf = registrationIn(header);
  const registrations = new Map<string, RawRow>();
  const credits = placesOf(raw.columns, CREDIT_COLUMNS);
  const isPayment = paymentOf(facts);
  const fundPlaces = placesNamed(header, FUND_COLUMNS);
  const funds = raw.unread.filter(({ place }) => fundPlaces.includes(place));
  const courses = new Map<string, RawRow>();
  const earlier = new Map<string, RawRow>();
  const firsts = new Map<string, RawRow>();
  // Numbers instead of rows, which would take the memory of the whole file.
  const seen = new Set<number>();
  const amounts = new Set<string>();
  let areAlike = true;
  let areCourses = true;
  for (const row of raw.rows()) {
    if (isStepDue(row.row)) yield;
    const student = students.get(read.studentOf(row)) ?? -1;
    if (!repeated.has(student)) continue;
    const at = { row: row.row };
    // Terms of one row are not copies of each other.
    const number = numberOf([`${row.term}`, ...row.given]);
    if (seen.has(number)) facts.copies.add(student, row.row);
    seen.add(number);
    const key = JSON.stringify([student, labelKey(read.labelOf(row.cells)), labelKey(row.part)]);
    const course = courseOf(row);
    if (course !== '') {
      const other = courses.get(key + course);
      if (other === undefined) courses.set(key + course, row);
      else if (other.isOut !== row.isOut) throw tableError(`${these(other)} ${OF_LOG}`, at);
    }
    const registration = registrationOf(row);
    if (registration !== '') {
      const other = registrations.get(key + registration);
      if (other === undefined) registrations.set(key + registration, row);
      else if (credits.some((place) => areTwoCredits(other.cells[place], row.cells[place])))
        throw tableError(`${these(other)} ${OF_TWO_CREDITS}`, at);
      else if (placeOfDifference(other, row) >= 0) facts.sameCourse.add(student, row.row);
    }
    const last = earlier.get(key);
    if (last !== undefined) {
      const dated = raw.unread.find(({ place }) => isOlder(row.given[place] ?? '', last.given[place] ?? ''));
      if (dated !== undefined) facts.older ??= { column: dated.name, earlier: last.row, row: row.row };
    }
    earlier.set(key, row);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, row);
    else if (placeOfDifference(first, row) >= 0) {
      const fund = funds.find(({ place }) => isOther(first.given, row.given, place));
      if (isPayment(first, row)) throw tableError(`${these(first)} ${OF_PAYMENT}`, at);
      if (fund !== undefined) throw tableError(`${these(first)} ${OF_FUND}`, { ...at, column: fund.name });
      const other = named.find(({ place }) => isOther(first.given, row.given, place));
      if (ofFunds && other !== undefined)
        throw tableError(`${these(first)} ${OF_COURSE}`, { ...at, column: other.name });
      areAlike &&= !row.cells.some((_, each) => isOther(first.cells, row.cells, each));
      areCourses &&= other !== undefined;
      amounts.add(keyOf(credits.map((place) => row.cells[place] ?? '')));
      facts.repeatedDiffers.add(student, row.row);
      facts.kinds.add(first, row);
      if (facts.differences.length === MOST_DIFFERENCES) continue;
      const difference = differenceOf(header, first, row);
      // The terms of a row come one after another.
      if (difference !== facts.differences.at(-1)) facts.differences.push(difference);
    }
  }
  // A course of another day corrects nothing.
  if (areAlike && areCourses) facts.older = null;
  // Courses may all have the same credits.
  facts.areTotals = areAlike && facts.older === null && amounts.size > 1;
}

/** Names of columns that tell one course of a term from another. */
const COURSE =
  /_(?:crn|class_(?:n\w+|id)|sect?|section\w*|course\w*|crs\w*|subj\w*|catalog\w*|number|nbr|num|ref|index|offering)_/;
/** Those of them that cannot tell one payment from another. */
const ONLY_COURSE = /_(?:crn|class_n\w+|course|crs|crse|subj|subject|section)_/;
/** Those of them that number a registration. */
const NUMBER = /_(?:crn|class_n\w+|(?:class|section)_id)_/;
const SECTION = /_(?:sect?|section\w*)_/;
const NO_COURSE =
  /_(?:desc\w*|status|stat|action|date|dt|credits?|hours|hrs|units|level|type|grade|seq\w*|line|row)_/;
/** Names of what may differ between the rows of one registration. */
const MEETING =
  /_(?:days?|meeting|meets|times?|room|bldg|building|instr\w*|faculty|prof\w*|teacher|lecturer)_/;

type KeyOf = (row: Pick<RawRow, 'given'>) => string;

/** The course of a row in a log of registrations; blank if nothing says it for sure. */
function courseIn(header: readonly string[], { statuses }: RawRows): KeyOf {
  const taken = new Set(
    statuses.filter(({ by }) => by === 'name' || by === 'flag' || by === 'date').map(({ place }) => place),
  );
  const places = namedIn(header, COURSE, NO_COURSE).filter((place) => !taken.has(place));
  const sections = namedIn(header, SECTION, NO_COURSE);
  const isSure =
    namedIn(header, NUMBER).length > 0 || (sections.length > 0 && sections.length < places.length);
  // Of a log without registrations, only its words tell that it is one.
  return ({ given }) =>
    isSure || given.some((cell) => LOGGED.test(cell)) ? keyOf(places.map((place) => given[place] ?? '')) : '';
}

/** What rows of one registration have in common, such as one for each meeting; blank if nothing tells. */
export function registrationIn(header: readonly string[]): KeyOf {
  const numbers = namedIn(header, NUMBER);
  const meetings = new Set(namedIn(header, MEETING));
  if (numbers.length > 0) return ({ given }) => keyOf(numbers.map((place) => given[place] ?? ''));
  if (meetings.size === 0 || namedIn(header, SECTION).length === 0) return () => '';
  return ({ given }) => keyOf(given.filter((_, place) => !meetings.has(place)));
}

function namedIn(header: readonly string[], words: RegExp, without?: RegExp): readonly number[] {
  return placesWhere(header.map(wordsOf), (name) => words.test(name) && without?.test(name) !== true);
}

function keyOf(cells: readonly string[]): string {
  return cells.every((cell) => cell.trim() === '') ? '' : JSON.stringify(cells.map((cell) => cell.trim()));
}

const LOGGED = /^\s*(?:add|drop)(?:ped|ed)?\s*$/i;

/** Begins a refusal of two rows, which names the second. */
function these({ row }: GivenRow): string {
  return `this row and row ${row} are`;
}

const OF_LOG =
  'the same course, and only one of them counts. Export the courses as they are today instead of a log, or keep only the last row of each course.';
const OF_TWO_CREDITS = 'the same course with different credits. Keep the row with those that count.';
const OF_PAYMENT =
  'two disbursements of the same student and term, whose credits must not be added up. Export one row for each student and term, with the sum of what was disbursed of each loan.';
const OF_FUND =
  'the same student and term with another fund. Their credits must not be added up, and it is not clear what was paid of each fund. Export a row for each term and fund, with what was paid in a column "Disbursed Amount", or a row for each term with a column for each loan, such as "Sub Paid" and "Unsub Paid".';
const OF_COURSE =
  'the same student, term and fund with another course, so that the payments are repeated. Export a row for each student, term and fund, without courses and with the credits of the whole term.';

/** Whether two cells have credits, and not the same ones. */
function areTwoCredits(one = '', other = ''): boolean {
  const isNothing = (cell: string): boolean => /^\s*(?:0+(?:\.0*)?)?\s*$/.test(cell);
  return !isNothing(one) && !isNothing(other) && one.trim() !== other.trim();
}

/**
 * Detects a row of another disbursement of the same term: with the same credits, other dollars paid, and a date or a
 * number of the disbursement.
 */
function paymentOf({ raw, recipe }: Facts): (one: RawRow, other: RawRow) => boolean {
  const [credits, paid] = [CREDIT_COLUMNS, PAID_COLUMNS].map((ours) => placesOf(raw.columns, ours));
  const disbursed = raw.unread.filter(({ words }) => /_(?:disb\w*|payment)_/.test(words));
  return (one, other) =>
    recipe.shape.rows === 'term' &&
    !credits?.some((place) => isOther(one.cells, other.cells, place)) &&
    (paid?.length ?? 0) > 0 &&
    disbursed.some(({ place }) => isOther(one.given, other.given, place));
}

function isOther(one: readonly string[], other: readonly string[], place: number): boolean {
  return cellAt(one, place) !== cellAt(other, place);
}

/** A 53-bit hash of cells; two of a million rows collide once in ten thousand files. */
function numberOf(cells: readonly string[]): number {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (const cell of cells) {
    const text = `${cell.trim()}\n`;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, 0x9e3779b1);
      other = Math.imul(other ^ code, 0x5f356495);
    }
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  other = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return 0x100000000 * (other & 0x1fffff) + (one >>> 0);
}

/** The index of the first cell in which two rows differ; -1 if they are equal in every cell. */
function placeOfDifference(one: GivenRow, other: GivenRow): number {
  return one.given.findIndex((cell, place) => cell.trim() !== cellAt(other.given, place));
}

/** More kinds of rows than this are courses. */
const MOST_KINDS = 3;
/** Fewer rows may differ in a column by chance. */
const LEAST_ROWS = 3;

/** Finds columns that tell the rows of a term apart in the same way for everybody, such as a rule of enrollment. */
export class RowKinds {
  #rows = 0;
  readonly #columns: Map<number, Set<string>>;

  /** @param columns those that may tell them apart, unless they say the course. */
  constructor(columns: readonly FileColumn[]) {
    const others = columns.filter(({ words }) => !COURSE.test(words) && !words.includes('_title_'));
    this.#columns = new Map(others.map(({ place }) => [place, new Set<string>()]));
  }

  /** Adds a row that differs from the first of its term. */
  add(first: GivenRow, row: GivenRow): void {
    this.#rows += 1;
    for (const [place, kinds] of this.#columns) {
      const [one, other] = [first, row].map(({ given }) => cellAt(given, place));
      if (one === undefined || other === undefined || one === '' || other === '' || one === other)
        this.#columns.delete(place);
      // The row with a later date may correct the other.
      else if (isOlder(one, other) || isOlder(other, one)) this.#columns.delete(place);
      else if (kinds.add(one).add(other).size > MOST_KINDS) this.#columns.delete(place);
    }
  }

  /** The columns by index, with their kinds. */
  get found(): ReadonlyMap<number, ReadonlySet<string>> {
    return this.#rows < LEAST_ROWS ? new Map() : this.#columns;
  }
}

const SHOWN_LENGTH = 40;

/** Two cells that differ: `("D" and blank)`. */
export function shownPair(one: readonly string[], other: readonly string[], place: number): string {
  const [first, second] = [one, other].map((cells) => {
    const cell = cellAt(cells, place);
    return cell === '' ? 'blank' : JSON.stringify(cell.slice(0, SHOWN_LENGTH));
  });
  return `(${first} and ${second})`;
}

/** How two rows differ, in words. */
export function differenceOf(header: readonly string[], one: GivenRow, other: GivenRow): string {
  const columns = header.flatMap((name, place) => {
    if (!isOther(one.given, other.given, place)) return [];
    return [`${quoted(name)} ${shownPair(one.given, other.given, place)}`];
  });
  return `rows ${one.row} and ${other.row} differ in ${firstOf(columns)}`;
}
