import type { Examination } from '../../../recipe/examination.js';
import type { Recipe } from '../../../recipe/recipe.js';
import type { TableView, Understood } from '../worker/worker-protocol.js';
import { CONFIRM, type PageLines, pageLines } from './lines.js';

/** What a person has said of the open file, and what the worker found of the whole file by it. */
export interface Draft {
  readonly recipe: Recipe;
  /** Whether a person has said that these are the columns; the recipe itself does not tell. */
  readonly isConfirmed: boolean;
  readonly awardYear: string;
  /** The recipe that it began with, and those before the latest edits, the newest last. */
  readonly first: Recipe;
  readonly before: readonly Recipe[];
  readonly table: TableView;
  /** What was found by `seen`, which is `recipe` once the worker has answered. */
  readonly examination: Examination;
  readonly seen: Recipe;
  readonly lines: PageLines;
  /**
   * The ids of the lines that were open when most of the file was said already, by an earlier recipe or by our own names,
   * and of those that were changed since: the others are folded. Null where every line is to be read.
   */
  readonly fresh: ReadonlySet<string> | null;
  /** Whether it began with an earlier recipe. */
  readonly isRecalled: boolean;
  /** Why the file cannot be read by this recipe; null if it can. */
  readonly refused: string | null;
}

/** The draft that a file begins with. By an earlier recipe or our own names most is said: only what is open is shown. */
export function firstDraft(understood: Understood, awardYear: string, isRecalled: boolean): Draft {
  const { table, examination, recipe: given } = understood;
  const recipe = { ...given, confirmed: false };
  const lines = pageLines(recipe, recipe, examination);
  const open = openLines(lines);
  const isKnown = isRecalled || table.isOurs;
  return {
    recipe,
    isConfirmed: isKnown && open.length === 0 && (given.confirmed || !isRecalled),
    awardYear,
    first: recipe,
    before: [],
    table,
    examination,
    seen: recipe,
    lines,
    fresh: isKnown ? new Set(open) : null,
    isRecalled,
    refused: null,
  };
}

/** The draft with another recipe or another look at the file. */
export function withLines(draft: Draft, change: Partial<Draft>): Draft {
  const next = { ...draft, ...change };
  return { ...next, lines: pageLines(next.recipe, next.seen, next.examination) };
}

const MOST_UNDONE = 50;

/** The draft after an edit that was made on a line. */
export function edited(draft: Draft, recipe: Recipe, line: string): Draft {
  const before = [...draft.before, draft.recipe].slice(-MOST_UNDONE);
  const next = withLines(draft, { recipe, before });
  const rules = new Map(draft.lines.all.map((each) => [each.id, ruleText(each)]));
  const changed = next.lines.all.filter((each) => rules.get(each.id) !== ruleText(each)).map(({ id }) => id);
  return {
    ...next,
    // What a person changes among confirmed columns is confirmed with them, unless it leaves something open.
    isConfirmed: draft.isConfirmed && openLines(next.lines).length === 0,
    // What was answered must not vanish.
    fresh: draft.fresh && new Set([...draft.fresh, line, ...changed]),
  };
}

function ruleText(line: PageLines['all'][number]): string | undefined {
  return line.kind === 'field' ? JSON.stringify(line.line.rule) : undefined;
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
 * open.
 */
export function nextOpen({ all, questions }: PageLines, after: string | null): string {
  if (questions.some(({ id }) => id === after)) {
    return questions.find(({ answer }) => answer === null)?.id ?? 'calculate';
  }
  const behind = all.slice(all.findIndex(({ id }) => id === after) + 1);
  return [...behind, ...all].find(({ isOpen }) => isOpen)?.id ?? CONFIRM;
}
