import { counted, numberText } from '../../engine/texts.js';
import { numberIn, type TableToRead } from '../../table/column-facts.js';
import { isStepDue, type ResultOf } from '../../table/steps.js';
import { areTermsBeside, columnsOf } from '../format/column-rules.js';
import { decisionOf, leftOutByMark, type Recipe } from '../format/recipe.js';
import type { FileRow, StudentGroup } from './file-student.js';
import { Findings } from './findings.js';

/**
 * Which rows belong to which student. The table is read twice: first for the ids alone, then student by
 * student. Only students whose rows are not together are held in memory.
 */

/** The ids of a table: the last row of each, and those that raise a question. */
export type StudentIndex = ResultOf<typeof indexStudents>;

/** The id of a student whose only row has none. */
export function ownId(row: number): string {
  return `row:${row}`;
}

/** Fields by which a row says who its student is. */
const FACTS = ['dependency_status', 'degree_level', 'grade_level'] as const;

/** An id as most systems have them: one word with a digit in it. */
const HAS_DIGITS = /^\S*\d\S*$/;

/** Makes a reader of ids and of what the recipe says about them. A row left out belongs to no student. */
export function idReader(header: readonly string[], recipe: Recipe) {
  const placesOf = (columns: readonly string[]) => columns.map((name) => header.indexOf(name));
  const [place = -1] = placesOf(columnsOf(recipe.fields.student_id));
  const factPlaces = placesOf(FACTS.flatMap((field) => columnsOf(recipe.fields[field])));
  const ofWords = decisionOf(recipe, 'word_ids');
  return (cells: readonly string[]) => {
    const given = (cells[place] ?? '').trim();
    const facts = factPlaces.filter((at) => (cells[at] ?? '').trim() !== '').length;
    const saysFacts = facts > 0;
    const ofNoId = decisionOf(recipe, ofRowWithoutId(saysFacts));
    const isWordId = ofWords === 'leave_out' && isWord(given);
    // A subtotal may name the one fact it is grouped by, but not two, nor the only fact that the file has.
    const isTotal = isWordId && (!saysFacts || facts < Math.min(2, factPlaces.length));
    const isLeftOut = given === '' ? ofNoId === 'leave_out' && place >= 0 : isTotal;
    return { given, saysFacts, ofNoId, isWordId, isLeftOut };
  };
}

/**
 * The rows with their students, as the recipe decides. An id or a term that is printed once also applies to
 * the rows below, whether its own row counts or not.
 */
function* numberedRows(table: TableToRead, recipe: Recipe): Generator<FileRow, void, undefined> {
  const placesOf = (columns: readonly string[]) => columns.map((name) => table.header.indexOf(name));
  const readId = idReader(table.header, recipe);
  const termPlaces = areTermsBeside(recipe.rows) ? [] : placesOf(columnsOf(recipe.fields.term_label));
  const partPlaces = placesOf([recipe.fields.course, recipe.fields.fund].flatMap(columnsOf));
  const isHidden = leftOutByMark(recipe);
  const areSame = decisionOf(recipe, 'alike_ids') === 'same';
  const firsts = new Map<string, string>();
  let above = '';
  let isOtherAbove = false;
  let termAbove: readonly string[] = [];
  for (const each of table.rows()) {
    const { row, cells: written, mark } = each;
    const { given, saysFacts, ofNoId, isWordId, isLeftOut } = readId(written);
    const isWordRow = isLeftOut && given !== '';
    if (given !== '') isOtherAbove = isWordRow;
    if (given !== '' && !isWordRow) {
      // Ids that look alike are read as the first of them.
      above = areSame ? (firsts.get(lookOf(given)) ?? given) : given;
      if (areSame) firsts.set(lookOf(given), above);
    }
    const lacksId = given === '' && above !== '' && ofNoId !== 'each_row';
    const isTermBlank = given === '' && termPlaces.every((at) => (written[at] ?? '').trim() === '');
    if (!isWordRow && !isTermBlank) termAbove = written;
    const cellOf = (cell: string, at: number) => (termPlaces.includes(at) ? (termAbove[at] ?? cell) : cell);
    const cells = lacksId && isTermBlank ? written.map(cellOf) : written;
    const id = isLeftOut ? null : given !== '' || lacksId ? above : ownId(row);
    const isPart = partPlaces.some((at) => (written[at] ?? '').trim() !== '');
    const mayBeTotal =
      isTermBlank && !isPart && written.every((cell) => cell.trim() === '' || numberIn(cell.trim()) !== null);
    const isUnclear = isWordId || (lacksId && (isOtherAbove || mayBeTotal));
    // Properties are listed, because spreading the row takes as long as reading it.
    yield {
      row,
      cells,
      ...(mark && { mark }),
      isHidden: isHidden?.(each) ?? false,
      given,
      id,
      lacksId,
      saysFacts,
      isUnclear,
    };
    // Rows below one that says who its student is, but has no id, may be of that student.
    if (given === '' && saysFacts && ofNoId !== 'above') isOtherAbove = true;
  }
}

/** The key of the decision on rows without an id. Rows that say who the student is have another key. */
export function ofRowWithoutId(saysFacts: boolean): string {
  return saysFacts ? 'rows_without_id_said' : 'rows_without_id';
}

/** Whether an id is words, as that of a total in any language: not one word with a digit in it. */
export function isWord(id: string): boolean {
  return id !== '' && !HAS_DIGITS.test(id);
}

/** Whether words are few among the ids: where most ids are words, none of them is a total. */
export function areFew(words: number, ids: number): boolean {
  return words * 2 < ids;
}

/** Finds the students of a table by their ids. */
export function* indexStudents(table: TableToRead, recipe: Recipe) {
  const hasIds = columnsOf(recipe.fields.student_id).some((column) => table.header.includes(column));
  const lastRows = new Map<string, number>();
  const looks = new Map<string, string>();
  /** Rows without an id, by the key of their decision. */
  const withoutId = new Map([false, true].map((saysFacts) => [ofRowWithoutId(saysFacts), new Findings()]));
  /** Rows whose id is a word, and these words. */
  const wordIds = new Findings();
  const words = new Set<string>();
  /** Ids that look like an earlier one, each with the earlier one. */
  const alike = new Map<string, string>();
  let read = 0;
  for (const each of numberedRows(table, recipe)) {
    const { row, given, id, saysFacts } = each;
    read += 1;
    if (isStepDue(read)) yield;
    if (given === '' && hasIds) withoutId.get(ofRowWithoutId(saysFacts))?.add(each, true);
    if (isWord(given)) wordIds.add(each, words.size < words.add(given).size, [each]);
    if (id === null) continue;
    const isKnown = lastRows.has(id);
    lastRows.set(id, row);
    if (given !== '' && id !== given) alike.set(given, id);
    if (isKnown || given === '') continue;
    const look = lookOf(id);
    // Most ids are equal to their look, and are in `lastRows` already.
    const other = looks.get(look) ?? (look !== id && lastRows.has(look) ? look : undefined);
    if (other !== undefined) alike.set(id, other);
    else if (look !== id) looks.set(look, id);
  }
  return { lastRows, withoutId, wordIds, words: [...words], alike };
}

/** The students of a table, each once its last row was read: in file order if rows are together. */
export function* studentGroups(
  table: TableToRead,
  recipe: Recipe,
  { lastRows }: StudentIndex,
): Generator<StudentGroup, void, undefined> {
  // As JSON, which takes a quarter of the memory of cells.
  const held = new Map<string, string>();
  let id: string | null = null;
  let rows: FileRow[] = [];
  for (const each of numberedRows(table, recipe)) {
    if (each.id === null) continue;
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

/** Whatever is not a letter or digit of an id, and the zero decimals of a number. */
const MARKS = /\.0+$|[^\p{L}\p{Nd}]+/gu;
/** Lowercase letters and digits of ASCII without leading zeros are equal to their look. */
const PLAIN = /^[1-9a-z][0-9a-z]*$/;

/** How an id looks, ignoring case, leading zeros, blanks and marks. */
function lookOf(id: string): string {
  if (PLAIN.test(id)) return id;
  // Marks go before NFKC, which would turn the raised digit of a footnote into one of the id.
  const look = id.normalize('NFC').replace(MARKS, '').normalize('NFKC').toLowerCase();
  return look.replace(/^0+(?=.)/, '') || id;
}

const MOST_NAMED = 5;

/** An id in quotes, with invisible characters written out. */
function shown(id: string): string {
  const code = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;
  return JSON.stringify(id).replace(/[\p{Cf}\p{Mn}]/gu, code);
}

/** The sentence that names the first pairs of ids that look alike. */
export function alikePairs(alike: StudentIndex['alike']): string {
  const pairs = [...alike].slice(0, MOST_NAMED).map(([id, first]) => [first, id].map(shown).join(' and '));
  const more = alike.size > pairs.length ? `, and ${numberText(alike.size - pairs.length)} more` : '';
  const subject = counted(alike.size, 'student ID looks', 'student IDs look');
  return `${subject} like another one: ${pairs.join(', ')}${more}.`;
}
