import { withHeld } from '../../../recipe/columns/column-changes.js';
import { columnLines } from '../../../recipe/columns/column-lines.js';
import { TERM_VALUES } from '../../../recipe/columns/place-columns.js';
import { columnsOf, ruleOf } from '../../../recipe/format/column-rules.js';
import type { Examination, FieldLine, Question, UnreadLine } from '../../../recipe/format/examination.js';
import { type Field, hasOurNames, helpOf, STATUS_HELP } from '../../../recipe/format/our-fields.js';
import { areReadTogether, placesOf, readAs } from '../../../recipe/format/places.js';
import {
  isOurRecipe,
  type OpenPlace,
  type Path,
  type Recipe,
  valueAt,
} from '../../../recipe/format/recipe.js';
import type { ColumnFacts, TableFacts } from '../../../table/column-facts.js';
import type { Understood } from '../worker/worker-protocol.js';

/** What a person has decided about the open file, and what the worker has found in it. */
export interface Draft extends Understood {
  /** Whether a person confirmed the columns of this file; `recipe.confirmed` is about an earlier file. */
  readonly isConfirmed: boolean;
  readonly awardYear: string;
  /** The recipe before each edit and the edited line, newest last. */
  readonly before: readonly { readonly recipe: Recipe; readonly line: string }[];
  /** The recipe of the latest examination; equal to `recipe` once the worker has answered. */
  readonly seen: Recipe;
  readonly lines: PageLines;
  /**
   * Ids of the lines that were ever open. Other lines are folded: they were confirmed, or settled by an
   * earlier recipe or our own names. Null if every line is to be read.
   */
  readonly fresh: ReadonlySet<string> | null;
  readonly isRecalled: boolean;
  /** Why the file cannot be read by this recipe; null if it can. */
  readonly refused: string | null;
}

/** The first draft of a file. With an earlier recipe or our own names, only open lines are shown. */
export function firstDraft(understood: Understood, awardYear: string, isRecalled: boolean): Draft {
  const { recipe } = understood;
  const isKnown = isRecalled || hasOurNames(understood.info.header);
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

/** The draft with lines that match its recipe and examination. */
export function withLines(draft: Omit<Draft, 'lines'>): Draft {
  const lines = pageLines(draft.recipe, draft.examination);
  const open = openLines(lines);
  return {
    ...draft,
    lines,
    // A change among confirmed columns counts as confirmed, unless it leaves something open.
    isConfirmed: draft.isConfirmed && open.length === 0,
    // A line must not disappear once it is answered.
    fresh: draft.fresh && new Set([...draft.fresh, ...open]),
  };
}

/** The draft after an edit on a line. */
export function edited(draft: Draft, said: Recipe, line: string): Draft {
  const recipe = withHeld(said, draft.examination.facts);
  return withLines({ ...draft, recipe, before: [...draft.before, { recipe: draft.recipe, line }] });
}

/** Whether the recipe says for some terms, but not for all, whether they count. */
export function isPartlyCounted(recipe: Recipe): boolean {
  return new Set(recipe.terms.map((term) => ruleOf(recipe, 'term_required', term) === null)).size > 1;
}

/** The recipe as it is saved and used to calculate. */
export function recipeOf({ recipe, isConfirmed }: Draft): Recipe {
  return { ...recipe, confirmed: isConfirmed };
}

/** Ids of the open lines, in the order of the page. */
export function openLines({ all }: PageLines): readonly string[] {
  return all.flatMap(({ id, isOpen }) => (isOpen ? [id] : []));
}

/**
 * Id of the next open line or question after `after`, else of the first, else of the confirm button. If the
 * line `after` is gone, as when it was split by term, its place among the `earlier` lines counts.
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

/** Id of the heading of *Before calculating*, which follows the questions. */
export const AFTER_QUESTIONS = 'before-heading';

/** Whether the page shows the questions: above the columns while one is open, and below confirmed ones. */
export function areQuestionsShown({ lines, isConfirmed }: Draft): boolean {
  return isConfirmed || openLines(lines).length > 0;
}

/** Id of the first open question; else of what will be done, or of the button to confirm the columns. */
export function nextQuestion(draft: Draft): string {
  const { lines, isConfirmed } = draft;
  const open = areQuestionsShown(draft) ? lines.questions.find(({ answer }) => answer === null) : undefined;
  return open?.id ?? (isConfirmed ? AFTER_QUESTIONS : CONFIRM);
}

/**
 * The lines of *Your columns* for the current recipe: choices show at once, even while the worker reads a
 * million rows. Rivals and questions depend on rows, and come from the latest examination.
 */
export interface PageLines {
  /** In the order of the page. */
  readonly all: readonly PageLine[];
  readonly harmless: readonly ColumnFacts[];
  readonly questions: readonly (Question & { readonly id: string })[];
}

/** One decision about the file. */
export type PageLine = {
  readonly id: string;
  readonly name: string;
  readonly isOpen: boolean;
  /** The file's columns that are placed on this line, if it is about columns. */
  readonly columns?: readonly string[];
  /** The paths of the recipe that this line decides. */
  readonly paths: readonly Path[];
} & (
  | { readonly kind: 'rows' | 'terms' | 'status' | 'gone' }
  | { readonly kind: 'field'; readonly line: FieldLine }
  | { readonly kind: 'unread'; readonly line: UnreadLine }
);

/** Ids of parts of the page without a line: the rows set aside, and the button below the lines. */
export const SET_ASIDE = 'set-aside';
export const CONFIRM = 'my-columns';

/** The lines for a recipe; `examination` may belong to an earlier recipe. */
function pageLines(recipe: Recipe, examination: Examination): PageLines {
  const { facts } = examination;
  const rivals = examination.lines.flatMap((line) => line.rivals);
  const { lines, unread, harmless, open } = columnLines(recipe, facts, rivals);
  const plain = (kind: 'rows' | 'terms' | 'status', name: string): PageLine => {
    const parts = kind === 'terms' ? ['terms', 'not_terms'] : [kind];
    // Longer paths are decided on the line of a field or a column.
    const isPart = ({ path }: OpenPlace): boolean => parts.includes(String(path[0])) && path.length < 3;
    const isOpen = open.some(isPart) || (kind === 'terms' && isPartlyCounted(recipe));
    return { kind, id: `${kind}-line`, name, paths: parts.map((part) => [part]), isOpen };
  };
  // With our own names, cells have their documented meaning, and terms have the order of the rows.
  const isOwn = isOurRecipe(recipe);
  const ofFields = fieldLines(isOwn ? lines.map((line) => ({ ...line, codes: [] })) : lines, facts);
  const termsAt = ofFields.findIndex(({ line }) => line.term !== null || line.field === 'term_required');
  return {
    all: [
      plain('rows', 'A row is'),
      ...ofFields.slice(0, termsAt),
      ...(isOwn ? [] : [plain('terms', 'Terms, in the order of the year')]),
      ...ofFields.slice(termsAt),
      ...unread.map((line): PageLine => {
        const { column, markedAs: said, path } = line;
        const isOpen = said === null || line.open.length > 0;
        const { name } = column;
        const id = `column-${idText(name)}`;
        return { kind: 'unread', id, name, isOpen, columns: [name], paths: [path], line };
      }),
      ...placesOf(recipe).flatMap(({ field, rule, path }) => {
        const gone = columnsOf(rule).filter((name) => facts.columns.every((column) => column.name !== name));
        return (field === null ? gone : []).map((name): PageLine => {
          return { kind: 'gone', id: `gone-${idText(name)}`, name, isOpen: true, paths: [path] };
        });
      }),
      // Each column can be made the status on its own line; this last line asks whether there is none.
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

/**
 * A line for each field, and for each term with its own rule. For a field in `OF_TERMS` without columns, one
 * line has the rules of all terms. Columns read together are open until their combined texts are known.
 */
function fieldLines(
  lines: readonly FieldLine[],
  facts: TableFacts,
): readonly Extract<PageLine, { kind: 'field' }>[] {
  const hasColumns = (field: Field): boolean =>
    lines.some((each) => each.field === field && each.columns.length > 0);
  const idOf = ({ field, term }: FieldLine): string => {
    const isOfTerm = term !== null && (!TERM_VALUES.includes(field) || hasColumns(field));
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
    // The line has no rule while one of its terms has none.
    const rule = own.some((each) => each.rule === null) ? null : line.rule;
    const said = { ...line, open, rule, ...(isOfAll && { term: null, path: ['fields', field] }) };
    return [{ kind: 'field', id, name, isOpen: isUnknown || open.length > 0, columns, paths, line: said }];
  });
}

/** Id of the list with the meanings of a code. */
export function codeId(line: string, path: Path): string {
  return `draft-${line}.${idText(path.join('.'))}`;
}

/** Id where work on a line continues: its first code without a meaning, or the line itself. */
export function startOf({ all }: PageLines, id: string): string {
  const line = all.find((each) => each.id === id);
  // Meanings of term labels are chosen on the line of the terms.
  const isOfCodes = line?.kind === 'unread' || (line?.kind === 'field' && line.line.field !== 'term_label');
  const codes = isOfCodes ? line.line.codes : [];
  const first = codes.find(({ meaning }) => meaning === null);
  return first === undefined ? id : codeId(id, first.path);
}

/** A text as part of an id; different texts give different ids. */
export function idText(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, (sign) => `-${(sign.codePointAt(0) ?? 0).toString(36)}-`);
}

/** Id of the part of the page where a path of the recipe is decided. */
export function lineOf({ all, questions }: PageLines, path: Path): string {
  if (path[0] === 'read') return SET_ASIDE;
  const question = questions.find((each) => String(each.path) === String(path));
  const isWithin = (of: Path): boolean => of.every((key, at) => path[at] === key);
  // Lines of single terms follow the line of all terms. Paths without a line concern unread columns.
  const line = all.findLast(({ paths }) => paths.some(isWithin)) ?? all.find(({ kind }) => kind === 'unread');
  return question?.id ?? line?.id ?? 'columns-heading';
}
