import type { SetAsideRow } from '../table/set-aside.js';
import { isStepDue } from '../table/steps.js';
import { plainAnswer } from './answers.js';
import type { Steps, TableRow, TableToRead } from './examination.js';
import { columnsOf, decisionOf, type Recipe } from './recipe.js';

/**
 * Which rows are a student's. The rows of a table are read twice: once for the ids alone, and then student by student, of
 * which only those are held whose rows are not together.
 */

/** A row of a student: its number and its cells. */
export interface OwnRow extends Pick<TableRow, 'row' | 'cells'> {
  readonly id: string;
  /** Whether its id is that of a row above. */
  readonly lacksId: boolean;
}

/** All rows of a student, in the order of the file. */
export interface StudentGroup {
  readonly id: string;
  readonly rows: readonly OwnRow[];
}

/** Some rows of a kind: how many, of how many students, and the first few. */
export interface Found {
  rows: number;
  students: number;
  examples: readonly TableRow[];
}

/** The ids of a table. */
export interface StudentIndex {
  /** The last row of each student. */
  readonly lastRows: ReadonlyMap<string, number>;
  /** Whether each student's rows are together. */
  readonly areTogether: boolean;
  readonly withoutId: Found;
  /** Rows whose id is a word, as those of totals in any language. */
  readonly wordIds: Found & { readonly ids: readonly string[] };
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
  if (found.examples.length < MOST_EXAMPLES) found.examples = [...found.examples, row];
}

/** Nothing found yet. */
export function nothingFound(): Found {
  return { rows: 0, students: 0, examples: [] };
}

/** The id of a student whose rows have none. */
export function ownId(row: number): string {
  return `row:${row}`;
}

/** An id as most systems have them: one word with a digit in it. */
const HAS_DIGITS = /^\S*\d\S*$/;

/** Told of what the ids of rows are like. */
interface IdListener {
  noId(row: TableRow): void;
  /** A row whose id is a word, or several. */
  wordId(row: TableRow, id: string): void;
  /** An id that was taken for the first one that looks like it. */
  taken(id: string, first: string): void;
}

/** What a remark says that may be of the rows below it; null for another row that is set aside. */
export function remarkIn({ isStatement, cells }: SetAsideRow): string | null {
  return isStatement === true ? cells.join('').trim() : null;
}

/** The rows of a table without those that were said to be passed over: hidden ones, and those below a remark. */
export function* rowsThatCount(table: TableToRead, recipe: Recipe): Generator<TableRow, void, undefined> {
  const isHiddenRead = decisionOf(recipe, 'hidden_rows') !== 'leave_out';
  let isPassedOver = false;
  const onSetAside = (row: SetAsideRow): void => {
    const said = remarkIn(row);
    if (said !== null) isPassedOver = decisionOf(recipe, `below:${said}`) === 'leave_out';
  };
  for (const row of table.rows(onSetAside))
    if (!isPassedOver && (row.isHidden !== true || isHiddenRead)) yield row;
}

/** The rows that count, with their students as the recipe decides them. */
function* numberedRows(
  table: TableToRead,
  recipe: Recipe,
  listener?: IdListener,
): Generator<OwnRow, void, undefined> {
  const [column = ''] = columnsOf(recipe.fields.student_id);
  const place = table.header.indexOf(column);
  const isSumRead = plainAnswer(recipe.read?.sums) === 'read';
  const ofNoId = decisionOf(recipe, 'rows_without_id');
  const ofWords = decisionOf(recipe, 'word_ids');
  const areSame = decisionOf(recipe, 'alike_ids') === 'same';
  const firsts = new Map<string, string>();
  let above = '';
  for (const each of rowsThatCount(table, recipe)) {
    if (each.isSum === true && !isSumRead) continue;
    const { row, cells } = each;
    const given = (cells[place] ?? '').trim();
    if (given === '' && place >= 0) {
      listener?.noId(each);
      if (ofNoId === 'leave_out') continue;
    }
    if (given !== '' && !HAS_DIGITS.test(given)) {
      listener?.wordId(each, given);
      if (ofWords === 'leave_out') continue;
    }
    if (given !== '') above = given;
    if (given !== '' && areSame) {
      // The first of ids that look alike stands for all of them.
      above = firsts.get(lookOf(given)) ?? given;
      firsts.set(lookOf(given), above);
      if (above !== given) listener?.taken(given, above);
    }
    const lacksId = given === '' && above !== '' && ofNoId !== 'each_row';
    yield { row, cells, id: given !== '' || lacksId ? above : ownId(row), lacksId };
  }
}

/** Finds the students of a table by their ids. */
export function* indexStudents(table: TableToRead, recipe: Recipe): Steps<StudentIndex> {
  const lastRows = new Map<string, number>();
  const looks = new Map<string, string>();
  const withoutId = nothingFound();
  const wordIds = nothingFound();
  const words = new Set<string>();
  const alike = new Map<string, string>();
  let areTogether = true;
  const listener: IdListener = {
    noId: (row) => addTo(withoutId, row, true),
    wordId: (row, id) => addTo(wordIds, row, words.size < words.add(id).size),
    taken: (id, first) => alike.set(id, first),
  };
  let read = 0;
  let current = '';
  for (const { row, id, lacksId } of numberedRows(table, recipe, listener)) {
    read += 1;
    if (isStepDue(read)) yield;
    const isKnown = lastRows.has(id);
    if (isKnown && id !== current) areTogether = false;
    lastRows.set(id, row);
    current = id;
    if (isKnown || lacksId || id === ownId(row)) continue;
    const look = lookOf(id);
    // Most ids look as they are written, and need no place of their own.
    const other = looks.get(look) ?? (look !== id && lastRows.has(look) ? look : undefined);
    if (other !== undefined) alike.set(id, other);
    else if (look !== id) looks.set(look, id);
  }
  const pairs = [...alike].slice(0, MOST_EXAMPLES).map(([id, first]) => [first, id] as const);
  return {
    lastRows,
    areTogether,
    withoutId,
    wordIds: { ...wordIds, ids: [...words].slice(0, MOST_EXAMPLES) },
    alike: pairs,
    alikeStudents: alike.size,
  };
}

/**
 * The students of a table, each as soon as its last row was read: in the order of the file where the rows of each are
 * together.
 */
export function* studentGroups(
  table: TableToRead,
  recipe: Recipe,
  { lastRows }: StudentIndex,
): Generator<StudentGroup, void, undefined> {
  // As texts, which take a quarter of the memory of cells.
  const held = new Map<string, string>();
  let id: string | null = null;
  let rows: OwnRow[] = [];
  for (const each of numberedRows(table, recipe)) {
    if (each.id !== id) {
      if (id !== null) held.set(id, JSON.stringify(rows));
      id = each.id;
      rows = JSON.parse(held.get(id) ?? '[]');
      held.delete(id);
    }
    rows.push(each);
    if (lastRows.get(each.id) !== each.row) continue;
    yield { id: each.id, rows };
    id = null;
  }
}

/** Marks of footnotes. */
const MARKS = /(?<=.)[*#+†‡]+$/;
/** Printable ASCII without capitals, leading zeros and marks at its end is its own visible form. */
const PLAIN = /^(?!0)[!-@[-~]*[!-"$-),-@[-~]$/;

/** The visible form of an id: without the differences of capitals, leading zeros, blanks and marks of footnotes. */
function lookOf(id: string): string {
  if (PLAIN.test(id)) return id;
  return id
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}\s]+/gu, '')
    .toLowerCase()
    .replace(/^0+(?=.)/, '')
    .replace(MARKS, '');
}

/** An id in quotes, with invisible characters written out. */
function shown(id: string): string {
  const code = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;
  return JSON.stringify(id).replace(/[\p{Cf}\p{Mn}]/gu, code);
}

/** The sentence that names the first pairs of ids that look alike, of so many students. */
export function alikePairs(students: number, pairs: readonly (readonly [string, string])[]): string {
  const more =
    students > pairs.length ? `, and ${(students - pairs.length).toLocaleString('en-US')} more` : '';
  const subject =
    students === 1 ? '1 student ID looks' : `${students.toLocaleString('en-US')} student IDs look`;
  return `${subject} like another one: ${pairs.map((pair) => pair.map(shown).join(' and ')).join(', ')}${more}.`;
}
