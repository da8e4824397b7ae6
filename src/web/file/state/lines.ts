import type { CodeLine, ColumnFacts, FieldLine, Question, UnreadLine } from '../../../recipe/examination.js';
import {
  columnsOf,
  type FieldRule,
  LEVELS,
  type Level,
  type OpenPlace,
  type Path,
  type Recipe,
} from '../../../recipe/recipe.js';
import { valueAt } from '../../../recipe/recipe-path.js';
import { placedColumns } from '../../../recipe/suggest.js';
import type { Draft } from './file-state.js';

/**
 * The lines of *Your columns* as they are shown: what the worker found, with what a person has said since. So a choice is seen
 * at once, even while the worker looks at a million rows again.
 */
export interface ShownLines {
  readonly fields: readonly FieldLine[];
  readonly unread: readonly UnreadLine[];
  readonly harmless: readonly ColumnFacts[];
  readonly questions: readonly Question[];
}

/** The lines of a draft. */
export function shownLines({ recipe, seen, examination }: Draft): ShownLines {
  const { lines, unread, harmless, questions, facts } = examination;
  if (recipe === seen) return { fields: lines, unread, harmless, questions };
  const placed = placedColumns(recipe);
  const states = new Set(recipe.status.map(({ column }) => column));
  const isFree = ({ name }: ColumnFacts): boolean => !placed.has(name) || states.has(name);
  return {
    fields: lines.map((line) => fieldNow(line, recipe, facts.columns)),
    unread: unread.filter(({ column }) => isFree(column)).map((line) => unreadNow(line, recipe)),
    harmless: harmless.filter(isFree),
    questions: questions.map((question) => ({ ...question, answer: answerNow(question, recipe) })),
  };
}

/** The rule of a line in a recipe; undefined where none is written. */
function ruleIn(recipe: Recipe, { field, term }: FieldLine): FieldRule | undefined {
  if (term === null) return recipe.fields[field];
  return recipe.terms.find(({ label }) => label === term)?.fields?.[field];
}

function fieldNow(line: FieldLine, recipe: Recipe, columns: readonly ColumnFacts[]): FieldLine {
  const rule = ruleIn(recipe, line) ?? null;
  // What the worker sent is a copy.
  if (JSON.stringify(rule) === JSON.stringify(line.rule)) return line;
  const names = columnsOf(rule);
  const isSame = names.length > 0 && String(names) === String(columnsOf(line.rule));
  const placed = columns.filter(({ name }) => names.includes(name));
  const codes = isSame ? line.codes.map((code) => codeNow(code, recipe)) : codesOf(rule, line, placed);
  return {
    ...line,
    rule,
    columns: names.flatMap((name) => placed.filter((column) => column.name === name)),
    codes,
    rivals: isSame ? line.rivals : [],
    alarms: isSame ? line.alarms : [],
    warnings: isSame ? line.warnings : [],
    open: rule === null || lacksLevel(rule, recipe) ? line.open : openCodes(codes, line.open),
  };
}

/** The codes of a column that was placed just now, with their meanings. */
function codesOf(rule: FieldRule, { path }: FieldLine, columns: readonly ColumnFacts[]): readonly CodeLine[] {
  const values = rule !== null && typeof rule === 'object' && 'values' in rule ? (rule.values ?? {}) : {};
  const rowsOf = (code: string): number =>
    columns.reduce((sum, { codes, words, blanks }) => {
      if (code === '') return sum + blanks;
      return sum + ((codes ?? words)?.find((each) => each.code === code)?.rows ?? 0);
    }, 0);
  return Object.entries(values).map(([code, meaning]) => ({
    ...{ code, rows: rowsOf(code), meaning, suggestion: null },
    path: [...path, 'values', code],
  }));
}

/** Whether full-time credits are not said for a level that the file has. */
function lacksLevel(rule: FieldRule, recipe: Recipe): boolean {
  if (rule === null || rule === 'none' || !('by_level' in rule)) return false;
  return levelsIn(recipe).some((level) => (rule.by_level[level] ?? null) === null);
}

function unreadNow(line: UnreadLine, recipe: Recipe): UnreadLine {
  const { name, codes: held } = line.column;
  if (Object.hasOwn(recipe.not_used, name)) return { ...line, placed: 'not used', codes: [], open: [] };
  const at = recipe.status.findIndex(({ column }) => column === name);
  if (at < 0) return { ...line, placed: null, codes: [] };
  const codes = (held ?? []).map(({ code, rows }): CodeLine => {
    const path = ['status', at, 'values', code];
    const known = line.codes.find((each) => each.code === code);
    return { code, rows, path, suggestion: known?.suggestion ?? null, meaning: textAt(recipe, path) };
  });
  return { ...line, placed: 'status', codes, open: openCodes(codes, line.open) };
}

function codeNow(code: CodeLine, recipe: Recipe): CodeLine {
  return { ...code, meaning: textAt(recipe, code.path) };
}

function answerNow({ path, choices }: Question, recipe: Recipe): string | null {
  const answer = textAt(recipe, path);
  return choices.some(({ value }) => value === answer) ? answer : null;
}

function textAt(recipe: Recipe, path: Path): string | null {
  const value = valueAt(recipe, path);
  return typeof value === 'string' ? value : null;
}

function openCodes(codes: readonly CodeLine[], known: readonly OpenPlace[]): readonly OpenPlace[] {
  return codes
    .filter(({ meaning }) => meaning === null)
    .map(({ path }) => known.find((each) => String(each.path) === String(path)) ?? { path, message: CHOOSE });
}

const CHOOSE = 'Choose what it means.';

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
  const { fields, unread } = shownLines(draft);
  const { recipe, seen, examination } = draft;
  const asked = new Set(examination.questions.map(({ path }) => String(path)));
  const isOpen = (first: string): boolean =>
    recipe === seen &&
    examination.open.some(({ path }) => path[0] === first && !isOfLine(path) && !asked.has(String(path)));
  const hasOpen = ({ open }: Pick<FieldLine, 'open'>): boolean =>
    open.some(({ path }) => !asked.has(String(path)));
  const lines = new Map<string, boolean>([[ROWS_LINE, recipe.rows === null]]);
  if (recipe.rows === 'fund') lines.set(FUND_LINE, isOpen('fund'));
  const termsAt = fields.findIndex(({ field, term }) => term !== null || field === 'term_required');
  const [before, behind] = [fields.slice(0, termsAt), fields.slice(termsAt)];
  const add = (line: FieldLine) =>
    lines.set(fieldId(line), lines.get(fieldId(line)) === true || hasOpen(line));
  before.forEach(add);
  lines.set(TERMS_LINE, isOpen('terms') || isOpen('not_terms'));
  behind.forEach(add);
  for (const line of unread) lines.set(unreadId(line), line.placed === null || hasOpen(line));
  return lines;
}

/** Whether a place of the terms is on the line of a field or a column. */
function isOfLine(path: Path): boolean {
  return path[2] === 'fields' || path[2] === 'status';
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
  const line = fields.find((each) => isAt(path, each.path));
  if (line !== undefined) return fieldId(line);
  if (first === 'terms' || first === 'not_terms') return TERMS_LINE;
  const name = first === 'status' ? draft.recipe.status[Number(second)]?.column : String(second);
  const column = unread.find((each) => each.column.name === name);
  return column === undefined ? UNREAD_PART : unreadId(column);
}

/** The heading of the columns that are not read. */
export const UNREAD_PART = 'unread';

function isAt(path: Path, place: Path): boolean {
  return place.every((key, at) => path[at] === key);
}

/** The levels that a file has, as far as that is said. */
export function levelsIn({ fields: { degree_level: rule } }: Recipe): readonly Level[] {
  if (rule === 'none') return ['undergraduate'];
  if (rule === null || rule === undefined) return LEVELS;
  const said = 'value' in rule ? [rule.value] : 'values' in rule ? Object.values(rule.values ?? {}) : LEVELS;
  // A blank level is an undergraduate's.
  const found = said.map((level) => (level === '' ? 'undergraduate' : level));
  const levels = LEVELS.filter((level) => found.includes(level));
  return levels.length === 0 ? LEVELS : levels;
}
