import { counted, numberText } from '../../engine/texts.js';
import { numberIn, type TableToRead } from '../../table/column-facts.js';
import { isStepDue, type ResultOf } from '../../table/steps.js';
import { columnsOf, hasTermColumns } from '../format/column-rules.js';
import { decisionOf, isLeftOutByMark, type Recipe } from '../format/recipe.js';
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
  const indexesOf = (columns: readonly string[]) => columns.map((name) => header.indexOf(name));
  const [idIndex = -1] = indexesOf(columnsOf(recipe.fields.student_id));
  const factIndexes = indexesOf(FACTS.flatMap((field) => columnsOf(recipe.fields[field])));
  const wordIdsAnswer = decisionOf(recipe, 'word_ids');
  return (cells: readonly string[]) => {
    const idText = (cells[idIndex] ?? '').trim();
    const facts = factIndexes.filter((at) => (cells[at] ?? '').trim() !== '').length;
    const saysFacts = facts > 0;
    const withoutIdAnswer = decisionOf(recipe, withoutIdKey(saysFacts));
    const isWordId = wordIdsAnswer === 'leave_out' && isWord(idText);
    // A subtotal may name the one fact it is grouped by, but not two, nor the only fact that the file has.
    const isTotal = isWordId && (!saysFacts || facts < Math.min(2, factIndexes.length));
    const isLeftOut = idText === '' ? withoutIdAnswer === 'leave_out' && idIndex >= 0 : isTotal;
    return { idText, saysFacts, withoutIdAnswer, isWordId, isLeftOut };
  };
}

/**
 * The rows with their students, as the recipe decides. An id or a term that is printed once also applies to
 * the rows below, whether its own row counts or not.
 */
function* numberedRows(table: TableToRead, recipe: Recipe): Generator<FileRow, void, undefined> {
  const indexesOf = (columns: readonly string[]) => columns.map((name) => table.header.indexOf(name));
  const readId = idReader(table.header, recipe);
  const termIndexes = hasTermColumns(recipe.rows) ? [] : indexesOf(columnsOf(recipe.fields.term_label));
  const partIndexes = indexesOf([recipe.fields.course, recipe.fields.fund].flatMap(columnsOf));
  const areSame = decisionOf(recipe, 'alike_ids') === 'same';
  const firsts = new Map<string, string>();
  let idAbove = '';
  let isOwnerUnclear = false;
  let termAbove: readonly string[] = [];
  for (const each of table.rows()) {
    const { row, cells: written, mark } = each;
    const { idText, saysFacts, withoutIdAnswer, isWordId, isLeftOut } = readId(written);
    const isWordRow = isLeftOut && idText !== '';
    if (idText !== '') isOwnerUnclear = isWordRow;
    if (idText !== '' && !isWordRow) {
      // Ids that look alike are read as the first of them.
      idAbove = areSame ? (firsts.get(lookOf(idText)) ?? idText) : idText;
      if (areSame) firsts.set(lookOf(idText), idAbove);
    }
    const lacksId = idText === '' && idAbove !== '' && withoutIdAnswer !== 'each_row';
    const isTermBlank = idText === '' && termIndexes.every((at) => (written[at] ?? '').trim() === '');
    if (!isWordRow && !isTermBlank) termAbove = written;
    const cellOf = (cell: string, at: number) => (termIndexes.includes(at) ? (termAbove[at] ?? cell) : cell);
    const cells = lacksId && isTermBlank ? written.map(cellOf) : written;
    const id = isLeftOut ? null : idText !== '' || lacksId ? idAbove : ownId(row);
    const isPart = partIndexes.some((at) => (written[at] ?? '').trim() !== '');
    const mayBeTotal =
      isTermBlank && !isPart && written.every((cell) => cell.trim() === '' || numberIn(cell.trim()) !== null);
    const isUnclear = isWordId || (lacksId && (isOwnerUnclear || mayBeTotal));
    // Properties are listed, because spreading the row takes as long as reading it.
    yield {
      row,
      cells,
      ...(mark && { mark }),
      isHidden: isLeftOutByMark(recipe, each),
      idText,
      id,
      lacksId,
      saysFacts,
      isUnclear,
    };
    // Rows below one that says who its student is, but has no id, may be of that student.
    if (idText === '' && saysFacts && withoutIdAnswer !== 'above') isOwnerUnclear = true;
  }
}

/** The key of the decision on rows without an id. Rows that say who the student is have another key. */
export function withoutIdKey(saysFacts: boolean): string {
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
  const withoutId = new Map([false, true].map((saysFacts) => [withoutIdKey(saysFacts), new Findings()]));
  /** Rows whose id is a word, and these words. */
  const wordIds = new Findings();
  const words = new Set<string>();
  /** Ids that look like an earlier one, each with the earlier one. */
  const lookalikes = new Map<string, string>();
  let read = 0;
  for (const each of numberedRows(table, recipe)) {
    const { row, idText, id, saysFacts } = each;
    read += 1;
    if (isStepDue(read)) yield;
    if (idText === '' && hasIds) withoutId.get(withoutIdKey(saysFacts))?.add(each, true);
    if (isWord(idText)) wordIds.add(each, words.size < words.add(idText).size, [each]);
    if (id === null) continue;
    const isKnown = lastRows.has(id);
    lastRows.set(id, row);
    if (idText !== '' && id !== idText) lookalikes.set(idText, id);
    if (isKnown || idText === '') continue;
    const look = lookOf(id);
    // Most ids are equal to their look, and are in `lastRows` already.
    const other = looks.get(look) ?? (look !== id && lastRows.has(look) ? look : undefined);
    if (other !== undefined) lookalikes.set(id, other);
    else if (look !== id) looks.set(look, id);
  }
  return { lastRows, withoutId, wordIds, words: [...words], lookalikes };
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
export function lookalikePairs(alike: StudentIndex['lookalikes']): string {
  const pairs = [...alike].slice(0, MOST_NAMED).map(([id, first]) => [first, id].map(shown).join(' and '));
  const more = alike.size > pairs.length ? `, and ${numberText(alike.size - pairs.length)} more` : '';
  const subject = counted(alike.size, 'student ID looks', 'student IDs look');
  return `${subject} like another one: ${pairs.join(', ')}${more}.`;
}
