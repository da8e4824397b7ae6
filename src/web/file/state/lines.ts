import { columnLines } from '../../../recipe/column-lines.js';
import type { CodeCount, ColumnFacts, FieldLine, Question, UnreadLine } from '../../../recipe/examination.js';
import { LEVELS, type Level } from '../../../recipe/our-fields.js';
import { openPlaces } from '../../../recipe/places.js';
import { columnsOf, type OpenPlace, type Path, type Recipe, valueAt } from '../../../recipe/recipe.js';
import type { Draft } from './file-state.js';

/**
 * The lines of *Your columns* by what a person has said: a choice is seen at once, even while the worker looks at a million
 * rows again. What only the rows tell, rivals and questions, is that of the latest look.
 */
export interface ShownLines {
  readonly fields: readonly FieldLine[];
  readonly unread: readonly UnreadLine[];
  readonly harmless: readonly ColumnFacts[];
  readonly questions: readonly Question[];
  /** What is open of the columns. */
  readonly open: readonly OpenPlace[];
}

const shown = new WeakMap<Draft, ShownLines>();

/** The lines of a draft. */
export function shownLines(draft: Draft): ShownLines {
  const known = shown.get(draft);
  if (known !== undefined) return known;
  const lines = linesOf(draft);
  shown.set(draft, lines);
  return lines;
}

function linesOf({ recipe, seen, examination }: Draft): ShownLines {
  const { lines, unread, harmless, questions, facts } = examination;
  // The rows ask once nothing is open of the columns.
  if (recipe === seen && questions.length === 0)
    return { fields: lines, unread, harmless, questions, open: examination.open };
  const labels = labelsIn(recipe, examination.lines, facts.columns);
  const open = openPlaces(recipe, facts, [], labels);
  const now = columnLines(recipe, facts, [], open, labels);
  const rivalsOf = ({ path, columns }: FieldLine): FieldLine['rivals'] =>
    lines.find((each) => String(each.path) === String(path) && namesOf(each.columns) === namesOf(columns))
      ?.rivals ?? [];
  const rivalOf = new Map(unread.map((line) => [line.column.name, line.rivalOf]));
  return {
    fields: now.lines.map((line) => ({ ...line, rivals: rivalsOf(line) })),
    unread: now.unread.map((line) => ({ ...line, rivalOf: rivalOf.get(line.column.name) ?? [] })),
    harmless: now.harmless,
    questions: questions.map((question) => ({ ...question, answer: answerIn(recipe, question) })),
    open,
  };
}

/** The texts of the terms, as far as they are known: where several columns make them, the worker has to look. */
function labelsIn(
  recipe: Recipe,
  lines: readonly FieldLine[],
  columns: readonly ColumnFacts[],
): readonly CodeCount[] {
  const names = columnsOf(recipe.fields.term_label);
  if (recipe.rows === 'student') return [];
  if (names.length === 1) return columns.find(({ name }) => name === names[0])?.codes ?? [];
  const line = lines.find(({ field }) => field === 'term_label');
  return line !== undefined && namesOf(line.columns) === String(names) ? line.codes : [];
}

function namesOf(columns: readonly ColumnFacts[]): string {
  return String(columns.map(({ name }) => name));
}

function answerIn(recipe: Recipe, { path, choices }: Question): string | null {
  const answer = valueAt(recipe, path);
  return choices.find(({ value }) => value === answer)?.value ?? null;
}

/** The id of the line of a field on the page. Full-time credits that differ by term are in one grid. */
export function fieldId(line: Pick<FieldLine, 'field' | 'term' | 'rule'>): string {
  const isOfTerm = line.term !== null && !isInGrid(line);
  return `line-${line.field}${isOfTerm ? `-${idText(line.term ?? '')}` : ''}`;
}

/** Whether a line of one term is a part of the grid of full-time credits. */
export function isInGrid({ field, term, rule }: Pick<FieldLine, 'field' | 'term' | 'rule'>): boolean {
  return field === 'term_ft_credits' && term !== null && columnsOf(rule).length === 0;
}

/** The id of the line of a column that is on no field. */
export function unreadId({ column }: { readonly column: Pick<ColumnFacts, 'name'> }): string {
  return `column-${idText(column.name)}`;
}

/** The id of a question. */
export function questionId({ path }: Pick<Question, 'path'>): string {
  return `question-${idText(path.join('.'))}`;
}

/** A text as a part of an id: different texts stay different. */
export function idText(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, (sign) => `-${(sign.codePointAt(0) ?? 0).toString(36)}-`);
}

/** The places on the page that are no line of a field or a column. */
export const ROWS_LINE = 'rows-line';
export const FUND_LINE = 'fund-line';
export const TERMS_LINE = 'terms-line';
export const CONFIRM = 'my-columns';

/** The ids of all lines, in the order of the page, and whether anything is open on them. */
export function allLines(draft: Draft): ReadonlyMap<string, boolean> {
  const { fields, unread, open } = shownLines(draft);
  const { rows } = draft.recipe;
  const isOpen = (...parts: readonly string[]): boolean =>
    open.some(({ path: [first, , third] }) => parts.includes(String(first)) && !isOfLine(third));
  const lines = new Map<string, boolean>([[ROWS_LINE, rows === null]]);
  if (rows === 'fund') lines.set(FUND_LINE, isOpen('fund'));
  const termsAt = fields.findIndex(({ field, term }) => term !== null || field === 'term_required');
  const add = (line: FieldLine) =>
    lines.set(fieldId(line), lines.get(fieldId(line)) === true || line.open.length > 0);
  fields.slice(0, termsAt).forEach(add);
  lines.set(TERMS_LINE, isOpen('terms', 'not_terms'));
  fields.slice(termsAt).forEach(add);
  for (const line of unread) lines.set(unreadId(line), line.placed === null || line.open.length > 0);
  return lines;
}

/** Whether a place of a term is on the line of a field or a column. */
function isOfLine(part: Path[number] | undefined): boolean {
  return part === 'fields' || part === 'status';
}

/** The ids of the lines with something open, in the order of the page. */
export function openLines(draft: Draft): readonly string[] {
  return [...allLines(draft)].flatMap(([id, isOpen]) => (isOpen ? [id] : []));
}

/** Where on the page a place of a recipe is said. */
export function lineOf(draft: Draft, path: Path): string {
  const { fields, unread, questions } = shownLines(draft);
  const [first, second] = path;
  const question = questions.find((each) => String(each.path) === String(path));
  if (question !== undefined) return questionId(question);
  if (first === 'rows') return ROWS_LINE;
  if (first === 'fund') return FUND_LINE;
  const line = fields.find((each) => each.path.every((key, at) => path[at] === key));
  if (line !== undefined) return fieldId(line);
  if (first === 'terms' || first === 'not_terms') return TERMS_LINE;
  const name = first === 'status' ? draft.recipe.status[Number(second)]?.column : String(second);
  const column = unread.find((each) => each.column.name === name);
  return column === undefined ? UNREAD_PART : unreadId(column);
}

/** The heading of the columns that are not read. */
export const UNREAD_PART = 'unread';

/** The levels that a file has, as far as that is said. */
export function levelsIn({ fields: { degree_level: rule } }: Recipe): readonly Level[] {
  if (rule === 'none') return ['undergraduate'];
  const isSaid = typeof rule === 'object' && rule !== null;
  const values = isSaid && 'values' in rule ? Object.values(rule.values ?? {}) : [];
  const said = isSaid && 'value' in rule ? [rule.value] : values;
  const levels = LEVELS.filter((level) => said.includes(level));
  return levels.length === 0 ? LEVELS : levels;
}
