import { isStepDue } from '../table/steps.js';
import { lookOf } from './alike-ids.js';
import type { Steps, TableRow, TableToRead } from './examination.js';
import { columnsOf, type Recipe } from './recipe.js';

/**
 * Which rows are a student's. The rows of a table are read twice: once for the ids alone, and then student by student, of
 * which only those are held whose rows are not together.
 */

/** A row of a student. */
export interface OwnRow extends TableRow {
  /** Whether its id is that of a row above. */
  readonly lacksId: boolean;
}

/** All rows of a student, in the order of the file. */
export interface StudentGroup {
  /** By the order of first rows, from 0. */
  readonly student: number;
  readonly id: string;
  readonly rows: readonly OwnRow[];
}

/** Some rows of a kind: how many, of how many students, and the first few. */
export interface Found {
  rows: number;
  students: number;
  readonly examples: TableRow[];
}

/** The ids of a table. */
export interface StudentIndex {
  readonly students: ReadonlyMap<string, number>;
  /** The last row of each student. */
  readonly lastRows: readonly number[];
  readonly rows: number;
  /** Whether each student's rows are together. */
  readonly areTogether: boolean;
  readonly withoutId: Found;
  readonly hidden: Found;
  /** Pairs of ids that look alike, the first few. */
  readonly alike: readonly (readonly [one: string, other: string])[];
  readonly alikeStudents: number;
}

const MOST_EXAMPLES = 5;

/** Adds a row to what was found; `isNew` says that its student was not counted yet. */
export function addTo(found: Found, row: TableRow, isNew: boolean): void {
  found.rows += 1;
  if (!isNew) return;
  found.students += 1;
  if (found.examples.length < MOST_EXAMPLES) found.examples.push(row);
}

/** Nothing found yet. */
export function nothingFound(): Found {
  return { rows: 0, students: 0, examples: [] };
}

/** The id of a row that is a student of its own: what the service calls a row without one. */
function ownId(row: number): string {
  return `row:${row}`;
}

interface NumberedRow extends OwnRow {
  /** The id of its student. */
  readonly id: string;
}

/** The rows that are read, each with the id of its student. */
function* numberedRows(
  table: TableToRead,
  recipe: Recipe,
  index: Pick<StudentIndex, 'withoutId' | 'hidden'> | null,
  joined: (id: string) => string,
): Generator<NumberedRow, void, undefined> {
  const rule = recipe.fields.student_id;
  const [column] = columnsOf(rule);
  const place = column === undefined ? -1 : table.header.indexOf(column);
  const { hidden_rows, rows_without_id } = recipe.decisions;
  let above = '';
  let lastHidden = '';
  for (const each of table.rows()) {
    const given = place < 0 ? '' : (each.cells[place] ?? '').trim();
    if (each.isHidden === true) {
      if (index !== null) addTo(index.hidden, each, given === '' || given !== lastHidden);
      lastHidden = given;
      if (hidden_rows === 'leave_out') continue;
    }
    if (given !== '') {
      above = joined(given);
      yield numbered(each, above, false);
      continue;
    }
    if (place < 0) {
      yield numbered(each, ownId(each.row), false);
      continue;
    }
    if (index !== null) addTo(index.withoutId, each, true);
    if (rows_without_id === 'leave_out') continue;
    const isOwn = rows_without_id === 'each_row' || above === '';
    yield isOwn ? numbered(each, ownId(each.row), false) : numbered(each, above, true);
  }
}

function numbered(row: TableRow, id: string, lacksId: boolean): NumberedRow {
  return isPlain(row) ? { row: row.row, cells: row.cells, id, lacksId } : { ...row, id, lacksId };
}

/** Whether a row has nothing but its cells, as nearly all have. */
function isPlain({ isHidden, unsaved, shared }: TableRow): boolean {
  return isHidden === undefined && unsaved === undefined && shared === undefined;
}

/** Ids as they are, or, where ids that look alike were said to be one student, as the first of them is written. */
function joinerFor({ decisions }: Recipe): (id: string) => string {
  if (decisions['alike_ids'] !== 'same') return (id) => id;
  const firsts = new Map<string, string>();
  return (id) => {
    const look = lookOf(id);
    const first = firsts.get(look);
    if (first === undefined) firsts.set(look, id);
    return first ?? id;
  };
}

/** Finds the students of a table by their ids. */
export function* indexStudents(table: TableToRead, recipe: Recipe): Steps<StudentIndex> {
  const students = new Map<string, number>();
  const looks = new Map<string, string>();
  const lastRows: number[] = [];
  const found = { withoutId: nothingFound(), hidden: nothingFound() };
  const alike: (readonly [string, string])[] = [];
  let alikeStudents = 0;
  let areTogether = true;
  let rows = 0;
  let current = -1;
  for (const { row, id, lacksId } of numberedRows(table, recipe, found, joinerFor(recipe))) {
    rows += 1;
    if (isStepDue(rows)) yield;
    const known = students.get(id);
    if (known === undefined) {
      students.set(id, lastRows.length);
      current = lastRows.push(row) - 1;
      if (lacksId || id.startsWith('row:')) continue;
      const look = lookOf(id);
      // Most ids look as they are written, and need no place of their own.
      const other = looks.get(look) ?? (look === id ? undefined : students.has(look) ? look : undefined);
      if (look !== id && other === undefined) looks.set(look, id);
      if (other === undefined) continue;
      alikeStudents += 1;
      if (alike.length < MOST_EXAMPLES) alike.push([other, id]);
      continue;
    }
    if (known !== current) areTogether = false;
    current = known;
    lastRows[known] = row;
  }
  return { ...found, students, lastRows, rows, areTogether, alike, alikeStudents };
}

/** Between the cells of a row that is held: one flat text takes a quarter of the memory of its cells. */
const CELL_END = '\u0000';

/**
 * The students of a table, each as soon as its last row was read: in the order of the file where the rows of each are
 * together.
 */
export function* studentGroups(
  table: TableToRead,
  recipe: Recipe,
  { students, lastRows }: StudentIndex,
): Generator<StudentGroup, void, undefined> {
  const held = new Map<number, (string | OwnRow)[]>();
  let current = -1;
  let id = '';
  let rows: OwnRow[] = [];
  for (const each of numberedRows(table, recipe, null, joinerFor(recipe))) {
    const { row } = each;
    if (current < 0 || each.id !== id) {
      if (current >= 0) held.set(current, rows.map(packed));
      id = each.id;
      current = students.get(id) ?? -1;
      rows = (held.get(current) ?? []).map(unpacked);
      held.delete(current);
    }
    rows.push(each);
    if (lastRows[current] !== row) continue;
    yield { student: current, id, rows };
    current = -1;
  }
}

function packed(own: OwnRow): string | OwnRow {
  const { row, cells, lacksId } = own;
  if (!isPlain(own) || cells.some((cell) => cell.includes(CELL_END))) return own;
  return [row, lacksId ? '1' : '', ...cells].join(CELL_END);
}

function unpacked(held: string | OwnRow): OwnRow {
  if (typeof held !== 'string') return held;
  const [row, lacksId, ...cells] = held.split(CELL_END);
  return { row: Number(row), cells, lacksId: lacksId === '1' };
}
