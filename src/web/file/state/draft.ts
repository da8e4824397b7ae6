import { withHeld } from '../../../recipe/columns/column-changes.js';
import { columnLines } from '../../../recipe/columns/column-lines.js';
import { OF_TERMS } from '../../../recipe/columns/place-columns.js';
import { columnsOf, ruleOf } from '../../../recipe/format/column-rules.js';
import type { Examination, FieldLine, Question, UnreadLine } from '../../../recipe/format/examination.js';
import { type Field, hasOwnNames, helpOf, STATUS_HELP } from '../../../recipe/format/our-fields.js';
import { areReadTogether, placesOf, readAs } from '../../../recipe/format/places.js';
import {
  isOwnRecipe,
  type OpenPlace,
  type Path,
  type Recipe,
  valueAt,
} from '../../../recipe/format/recipe.js';
import type { ColumnFacts, TableFacts } from '../../../table/column-facts.js';
import type { Understood } from '../worker/worker-protocol.js';

/** What a person has said of the open file, and what the worker has found of the whole file. */
export interface Draft extends Understood {
  /** Whether a person has said that these are the columns; the recipe itself tells whether it was said of an earlier file. */
  readonly isConfirmed: boolean;
  readonly awardYear: string;
  /** The recipes before each edit, with the line that it was made on, the newest last. */
  readonly before: readonly { readonly recipe: Recipe; readonly line: string }[];
  /** The recipe by which the rest was found: `recipe`, once the worker has answered. */
  readonly seen: Recipe;
  readonly lines: PageLines;
  /**
   * The ids of the lines that were ever open, where the others were confirmed, or said already by an earlier recipe or by our
   * own names: those are folded. Null where every line is to be read.
   */
  readonly fresh: ReadonlySet<string> | null;
  readonly isRecalled: boolean;
  /** Why the file cannot be read by this recipe; null if it can. */
  readonly refused: string | null;
}

/** The draft that a file begins with. By an earlier recipe or our own names most is said: only what is open is shown. */
export function firstDraft(understood: Understood, awardYear: string, isRecalled: boolean): Draft {
  const { recipe } = understood;
  const isKnown = isRecalled || hasOwnNames(understood.info.header);
  return withLines({
    ...understood,
    isConfirmed: isKnown && (recipe.confirmed || !isRecalled),
    awardYear,
    before: [],
    seen: recipe,
    fresh: isKnown ? new Set() : null,
    isRecalled,
    refused: null,
  });
}

/** The draft with the lines of its recipe, which may be another one than they were of. */
export function withLines(draft: Omit<Draft, 'lines'>): Draft {
  const lines = pageLines(draft.recipe, draft.examination);
  const open = openLines(lines);
  return {
    ...draft,
    lines,
    // What a person changes among confirmed columns is confirmed with them, unless it leaves something open.
    isConfirmed: draft.isConfirmed && open.length === 0,
    // What was answered must not vanish.
    fresh: draft.fresh && new Set([...draft.fresh, ...open]),
  };
}

/** The draft after an edit on a line. */
export function edited(draft: Draft, said: Recipe, line: string): Draft {
  const recipe = withHeld(said, draft.examination.facts);
  return withLines({ ...draft, recipe, before: [...draft.before, { recipe: draft.recipe, line }] });
}

/** Whether it is said of some terms that they count, or do not, and of others not yet. */
export function isPartlyCounted(recipe: Recipe): boolean {
  return new Set(recipe.terms.map((term) => ruleOf(recipe, 'term_required', term) === null)).size > 1;
}

/** The recipe of a draft as it is saved and calculated with. */
export function recipeOf({ recipe, isConfirmed }: Draft): Recipe {
  return { ...recipe, confirmed: isConfirmed };
}

/** The ids of the lines with something open, in the order of the page. */
export function openLines({ all }: PageLines): readonly string[] {
  return all.flatMap(({ id, isOpen }) => (isOpen ? [id] : []));
}

/**
 * What is open behind a line or a question, or at all where nothing is behind it; the button below them if nothing is
 * open. A line that has gone, as one that is now a line for each term, was where it was `earlier`.
 */
export function nextOpen(draft: Draft, after: string | null, earlier = draft.lines): string {
  const { all, questions } = draft.lines;
  const isQuestion = questions.some(({ id }) => id === after);
  const isAsked = questions.some(({ answer }) => answer === null);
  if (isQuestion && (isAsked || all.every(({ isOpen }) => !isOpen))) return nextQuestion(draft);
  const passed = earlier.all.slice(0, earlier.all.findIndex(({ id }) => id === after) + 1);
  const last = all.findLastIndex(({ id }) => passed.some((line) => line.id === id));
  const next = [...all.slice(last + 1), ...all].find(({ isOpen }) => isOpen);
  return next === undefined ? CONFIRM : startOf(draft.lines, next.id);
}

/** The heading of what will be done. */
export const AFTER_QUESTIONS = 'before-heading';

/** The first question that is open, or what will be done, which is shown once the columns are confirmed. */
export function nextQuestion({ lines, isConfirmed }: Draft): string {
  const open = lines.questions.find(({ answer }) => answer === null);
  return open?.id ?? (isConfirmed ? AFTER_QUESTIONS : CONFIRM);
}

/**
 * The lines of *Your columns* by what a person has said: a choice is seen at once, even while the worker looks at a million
 * rows again. What only the rows tell, rivals and questions, is that of the latest look.
 */
export interface PageLines {
  /** In the order of the page. */
  readonly all: readonly PageLine[];
  readonly harmless: readonly ColumnFacts[];
  readonly questions: readonly (Question & { readonly id: string })[];
}

/** Something to say of a file, and what of it. */
export type PageLine = {
  readonly id: string;
  readonly name: string;
  readonly isOpen: boolean;
  /** The file's columns that are placed there, where it is for some. */
  readonly columns?: readonly string[];
  /** The places of the recipe that it says. */
  readonly paths: readonly Path[];
} & (
  | { readonly kind: 'rows' | 'terms' | 'status' | 'gone' }
  | { readonly kind: 'field'; readonly line: FieldLine }
  | { readonly kind: 'unread'; readonly line: UnreadLine }
);

/** What is on no line: the rows that were set aside, and the button below the lines. */
export const SET_ASIDE = 'set-aside';
export const CONFIRM = 'my-columns';

/** The lines of a table by a recipe; `examination` may be by an earlier one. */
function pageLines(recipe: Recipe, examination: Examination): PageLines {
  const { facts } = examination;
  const rivals = examination.lines.flatMap((line) => line.rivals);
  const { lines, unread, harmless, open } = columnLines(recipe, facts, rivals);
  const plain = (kind: 'rows' | 'terms' | 'status', name: string): PageLine => {
    const parts = kind === 'terms' ? ['terms', 'not_terms'] : [kind];
    // What is within them is on the line of a field or a column.
    const isPart = ({ path }: OpenPlace): boolean => parts.includes(String(path[0])) && path.length < 3;
    const isOpen = open.some(isPart) || (kind === 'terms' && isPartlyCounted(recipe));
    return { kind, id: `${kind}-line`, name, paths: parts.map((part) => [part]), isOpen };
  };
  // In our own names cells mean what is documented, and the rows have the order of the terms.
  const isOwn = isOwnRecipe(recipe);
  const ofFields = fieldLines(isOwn ? lines.map((line) => ({ ...line, codes: [] })) : lines, facts);
  const termsAt = ofFields.findIndex(({ line }) => line.term !== null || line.field === 'term_required');
  return {
    all: [
      plain('rows', 'A row is'),
      ...ofFields.slice(0, termsAt),
      ...(isOwn ? [] : [plain('terms', 'Terms, in the order of the year')]),
      ...ofFields.slice(termsAt),
      ...unread.map((line): PageLine => {
        const { column, placed: said, path } = line;
        const isOpen = said === null || line.open.length > 0;
        const { name } = column;
        const id = `column-${idText(name)}`;
        return { kind: 'unread', id, name, isOpen, columns: [name], paths: [path], line };
      }),
      ...placesOf(recipe).flatMap(({ field, rule, path }) => {
        const gone = columnsOf(rule).filter((name) => facts.columns.every((column) => column.name !== name));
        return field === null ? gone.map((name) => goneLine(name, path)) : [];
      }),
      // A column is said to be one on its own line. Behind all of them it is asked whether there is none.
      ...(isOwn ? [] : [plain('status', STATUS_HELP.label)]),
    ],
    harmless,
    questions: examination.questions.map((question) => {
      const said = valueAt(recipe, question.path);
      const answer = question.choices.find(({ value }) => value === said)?.value ?? null;
      return { ...question, id: `question-${idText(question.path.join('.'))}`, answer };
    }),
  };
}

/** A column that a person said something of, and that is no longer in the file. */
function goneLine(name: string, path: Path): PageLine {
  return { kind: 'gone', id: `gone-${idText(name)}`, name, isOpen: true, paths: [path] };
}

/**
 * A line for each field, and for each term that has a rule of its own, but for what is said of single terms on one. One whose
 * columns are read together is open until it is known what they say together.
 */
function fieldLines(
  lines: readonly FieldLine[],
  facts: TableFacts,
): readonly Extract<PageLine, { kind: 'field' }>[] {
  const hasColumns = (field: Field): boolean =>
    lines.some((each) => each.field === field && each.columns.length > 0);
  const idOf = ({ field, term }: FieldLine): string => {
    const isOfTerm = term !== null && (!OF_TERMS.includes(field) || hasColumns(field));
    return `line-${field}${isOfTerm ? `-${idText(term)}` : ''}`;
  };
  return lines.flatMap((line) => {
    const id = idOf(line);
    const own = lines.filter((each) => idOf(each) === id);
    if (own[0] !== line) return [];
    const { field } = line;
    const { label } = helpOf(field);
    const open = own.flatMap((each) => each.open);
    const isUnknown = own.some(
      (each) => areReadTogether(each.field, each.rule) && readAs(facts, each).length === 0,
    );
    const isOfAll = id === `line-${field}`;
    const name = isOfAll ? label : `${label}, ${line.term}`;
    const paths = own.map(({ path }) => path);
    const columns = columnsOf(line.rule);
    // As long as one of its terms is open, so is what it says.
    const rule = own.some((each) => each.rule === null) ? null : line.rule;
    const said = { ...line, open, rule, ...(isOfAll && { term: null, path: ['fields', field] }) };
    return [{ kind: 'field', id, name, isOpen: isUnknown || open.length > 0, columns, paths, line: said }];
  });
}

/** The id of the list of what a code of a line means. */
export function codeId(line: string, path: Path): string {
  return `draft-${line}.${idText(path.join('.'))}`;
}

/** Where a line is gone on with: at its first code without a meaning. */
export function startOf({ all }: PageLines, id: string): string {
  const line = all.find((each) => each.id === id);
  // What labels of terms mean is on the line of the terms.
  const isOfCodes = line?.kind === 'unread' || (line?.kind === 'field' && line.line.field !== 'term_label');
  const codes = isOfCodes ? line.line.codes : [];
  const first = codes.find(({ meaning }) => meaning === null);
  return first === undefined ? id : codeId(id, first.path);
}

/** A text as a part of an id: different texts stay different. */
export function idText(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, (sign) => `-${(sign.codePointAt(0) ?? 0).toString(36)}-`);
}

/** Where on the page a place of a recipe is said. */
export function lineOf({ all, questions }: PageLines, path: Path): string {
  if (path[0] === 'read') return SET_ASIDE;
  const question = questions.find((each) => String(each.path) === String(path));
  const isWithin = (of: Path): boolean => of.every((key, at) => path[at] === key);
  // The lines of single terms are behind the one of all terms. What is of no line is said of the columns that are not read.
  const line = all.findLast(({ paths }) => paths.some(isWithin)) ?? all.find(({ kind }) => kind === 'unread');
  return question?.id ?? line?.id ?? 'columns-heading';
}
