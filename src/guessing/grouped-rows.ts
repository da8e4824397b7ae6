import { CREDIT_COLUMNS } from '../contract/field-list.js';
import { add, toText } from '../engine/exact.js';
import { firstOf, quoted } from './assumption.js';
import { exactCell } from './cell-rules.js';
import { cellAt } from './cells.js';
import type { Decisions } from './decisions.js';
import type { Facts } from './facts.js';
import { joinedTerms, labelKey } from './labels.js';
import { words } from './question.js';
import type { RawRow } from './raw-rows.js';
import { columnRead, PAID_COLUMNS, type Recipe, termsIn } from './recipe.js';
import { ROWS_DIFFER, remarkCell } from './remarks.js';
import { differenceOf, registrationIn, shownPair } from './repeated-rows.js';
import { madeOnce } from './tally.js';
import { orderOf } from './term-order.js';
import { hasUsualFullTime, missingTerms } from './term-year.js';

/** A row of ours before it is written. */
export interface OurRow {
  readonly cells: readonly string[];
  /** The rows of the file that it was made from; none for a term added only by the decision about the year. */
  readonly originals: readonly number[];
  /** The index of its term in the recipe; null if terms do not have their own columns. */
  readonly term: number | null;
}

/** A row with decisions applied, and its student. */
export interface GroupedRow extends OurRow {
  readonly student: number;
  readonly raw: RawRow;
  readonly cells: string[];
}

/**
 * One row for each term of a student: funds and courses are added up exactly, repeated rows are treated as decided,
 * terms are put in the decided order, and missing ones get a row if they need one. Rows come in the order of each
 * term's first row; sorted ones in that of each student's first row. Rows of one term that contradict each other fail
 * their student.
 */
export function* grouped(
  rows: Iterable<GroupedRow>,
  facts: Facts,
  isOrdered: boolean,
): Generator<GroupedRow, void, undefined> {
  const { columns } = facts.raw;
  const labelPlace = columns.indexOf('term_label');
  const terms = new Map<string, GroupedRow[]>();
  for (const row of rows) {
    const label = labelKey(row.cells[labelPlace] ?? '');
    // A row without a term belongs to no other row.
    const key = label === '' ? `row ${row.raw.row}` : `${row.student} ${label}`;
    madeOnce(terms, key, (): GroupedRow[] => []).push(row);
  }
  const conflicts = new Conflicts(facts);
  const merged = [...terms.values()].flatMap(mergerOf(facts, conflicts));
  conflicts.write();
  yield* withMissing(isOrdered ? ordered(merged, facts) : merged, facts);
}

/** The columns added up over the rows of a term. Each part of a term has its own credits and payments. */
function addedColumns({ shape, decisions }: Recipe): readonly string[] {
  if (shape.rows === 'fund') return PAID_COLUMNS;
  if (shape.rows === 'course') return CREDIT_COLUMNS;
  if (!isAddedUp(decisions)) return [];
  return joinedTerms(decisions).size > 0 ? [...CREDIT_COLUMNS, ...PAID_COLUMNS] : CREDIT_COLUMNS;
}

/** Whether rows of the same term are added up. */
export function isAddedUp(decisions: Decisions): boolean {
  const { repeated_terms } = decisions;
  return repeated_terms === 'add_up' || repeated_terms === 'add_up_once' || joinedTerms(decisions).size > 0;
}

/** Merges the rows of a term into one, as decided; `conflicts` gets what they contradict each other in. */
function mergerOf(
  { header, recipe, raw }: Facts,
  conflicts: Conflicts,
): (rows: readonly GroupedRow[]) => readonly GroupedRow[] {
  const { columns } = raw;
  const registrationOf = registrationIn(header);
  const repeated = recipe.decisions.repeated_terms;
  const creditsPlace = creditsPlaceOf(raw);
  const names = addedColumns(recipe);
  const added = new Set(names.map((column) => columns.indexOf(column)));

  /** Treats repeated rows (of a fund or a course, if rows are these) as decided. */
  const withoutRepeated = (rows: readonly GroupedRow[]): readonly GroupedRow[] => {
    if (rows.length === 1) return rows;
    if (repeated === 'last') {
      const last = new Map(rows.map((row) => [labelKey(row.raw.part), row]));
      return rows.filter((row) => last.get(labelKey(row.raw.part)) === row);
    }
    const areCopies = repeated === 'true_copies' || repeated === 'add_up_once';
    const kept = areCopies
      ? firstOfEach(rows, ({ given }) => given.map((cell) => cell.trim()).join('\n'))
      : rows;
    // However often it is listed, a registration gives its credits once. A lab of 0 credits has a row of its own.
    const registration = (raw: RawRow): string => {
      const key = registrationOf(raw);
      return key === '' ? '' : `${key} ${cellAt(raw.cells, creditsPlace)}`;
    };
    return repeated === 'true_copies' ? kept : firstOfEach(kept, registration);
  };

  /** Fails the student of repeated rows that are not copies, by writing how they differ into the credits cell. */
  const failRepeated = (rows: readonly GroupedRow[]): void => {
    const seen = new Map<string, RawRow>();
    for (const { raw } of rows) {
      const part = labelKey(raw.part);
      const first = seen.get(part);
      seen.set(part, first ?? raw);
      if (first === undefined) continue;
      const text = remarkCell(ROWS_DIFFER, differenceOf(header, first, raw));
      for (const { cells } of rows) cells[creditsPlace] = text;
      return;
    }
  };

  return (rows) => {
    const kept = withoutRepeated(rows);
    if (repeated === 'true_copies') failRepeated(kept);
    const [first, ...others] = kept;
    if (first === undefined || names.length === 0 || others.length === 0) return kept;
    const cells = [...first.cells];
    const merged = { ...first, cells };
    for (const other of others) {
      for (const [place, cell] of other.cells.entries()) {
        if (added.has(place)) cells[place] = sumCell(cells[place] ?? '', cell);
        else if (cell.trim() !== cellAt(cells, place)) conflicts.add(merged, other, place);
      }
    }
    return [{ ...merged, originals: kept.flatMap(({ originals }) => originals) }];
  };
}

/** Rows of one student and term that contradict each other, each pair with all of its columns and terms. */
class Conflicts {
  readonly #facts: Facts;
  readonly #pairs = new Map<string, { readonly columns: Map<string, string>; readonly rows: GroupedRow[] }>();

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** Adds a cell of a row that says something else than the row that it is merged into. */
  add(into: GroupedRow, other: GroupedRow, place: number): void {
    const key = `rows ${into.raw.row} and ${other.raw.row}`;
    const pair = madeOnce(this.#pairs, key, () => ({ columns: new Map(), rows: [] }));
    const name = this.#nameOf(this.#facts.raw.columns[place] ?? '', into.term);
    pair.columns.set(name, `${name} ${shownPair(into.cells, other.cells, place)}`);
    if (pair.rows.at(-1) !== into) pair.rows.push(into);
  }

  /** Fails their students, by writing into the credits what the rows contradict each other in. */
  write(): void {
    const creditsPlace = creditsPlaceOf(this.#facts.raw);
    for (const [pair, { columns, rows }] of this.#pairs) {
      const text = remarkCell(ROWS_DIFFER, `${pair} differ in ${firstOf([...columns.values()])}`);
      for (const { cells } of rows) cells[creditsPlace] = text;
    }
  }

  #nameOf(ours: string, term: number | null): string {
    const { shape, columns } = this.#facts.recipe;
    const ofTerm = term === null ? undefined : termsIn(shape)[term]?.columns;
    const theirs = columnRead(ofTerm ?? {}, ours) ?? columnRead(columns, ours);
    return theirs === null ? words(ours) : quoted(theirs);
  }
}

/** The index of the credits that a row is read for; -1 if there are none. */
function creditsPlaceOf({ columns, filled }: Facts['raw']): number {
  return columns.indexOf(CREDIT_COLUMNS.find((column) => filled.has(column)) ?? '');
}

/** The rows without those that have the key of an earlier one. A blank key is nobody's. */
function firstOfEach(rows: readonly GroupedRow[], keyOf: (raw: RawRow) => string): readonly GroupedRow[] {
  const seen = new Set<string>();
  return rows.filter(({ raw }) => {
    const key = keyOf(raw);
    return key === '' || (!seen.has(key) && seen.add(key));
  });
}

/**
 * The sum of two numeric cells. An unreadable one is passed on unchanged, so that the student fails with the usual
 * message.
 */
function sumCell(one: string, other: string): string {
  if (one.trim() === '') return other;
  if (other.trim() === '') return one;
  const [first, second] = [one, other].map((cell) => exactCell({ kind: 'dollars' }, cell));
  if (first == null) return one;
  return second == null ? other : toText(add(first, second));
}

function ordered(rows: readonly GroupedRow[], facts: Facts): readonly GroupedRow[] {
  const { columns } = facts.raw;
  const rank = new Map((orderOf(facts) ?? []).map((label, at) => [labelKey(label), at]));
  const labelPlace = columns.indexOf('term_label');
  const rankOf = ({ cells }: GroupedRow): number => rank.get(labelKey(cells[labelPlace] ?? '')) ?? rank.size;
  const students = new Map<number, GroupedRow[]>();
  for (const row of rows) madeOnce(students, row.student, (): GroupedRow[] => []).push(row);
  return [...students.values()].flatMap((own) => own.toSorted((one, other) => rankOf(one) - rankOf(other)));
}

/** The rows, plus one without credits for each missing term whose full-time credits differ from the listed ones. */
function* withMissing(rows: readonly GroupedRow[], facts: Facts): Generator<GroupedRow, void, undefined> {
  const { year_terms } = facts.recipe.decisions;
  const { raw, labels, terms, fullTime } = facts;
  if (
    facts.isContract ||
    year_terms == null ||
    year_terms.missing === 'fail' ||
    facts.saysYearTerms ||
    facts.saysRequired
  )
    return yield* rows;
  const place = (column: string): number => raw.columns.indexOf(column);
  const last = new Map(rows.map((row) => [row.student, row]));
  for (const row of rows) {
    yield row;
    if (last.get(row.student) !== row) continue;
    const level = facts.read.standingOf(row.cells).level ?? 'undergraduate';
    const { places } = missingTerms(year_terms, labels, terms[row.student] ?? 0);
    if (hasUsualFullTime(facts, level, terms[row.student] ?? 0, places)) continue;
    for (const missing of places) {
      const cells = [...row.cells];
      for (const column of [...CREDIT_COLUMNS, ...PAID_COLUMNS]) {
        if (place(column) >= 0) cells[place(column)] = '';
      }
      cells[place('term_label')] = labels.at(missing);
      cells[place(CREDIT_COLUMNS.find((column) => raw.filled.has(column)) ?? '')] = '0';
      cells[place('term_ft_credits')] =
        fullTime.get(`${level} ${missing}`) ?? cells[place('term_ft_credits')] ?? '';
      yield { ...row, cells, originals: [] };
    }
  }
}
