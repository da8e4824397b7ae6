import type { Recipe } from '../../../recipe/recipe.js';
import { folded } from './recipe-edits.js';

/**
 * Recipes that this browser keeps, so that next month's file need not be matched again. Only one by which a file was calculated is kept,
 * and of it no cell of a file but the codes that were decided.
 */

const MOST_KEPT = 20;

/** A recipe that is kept. */
export interface KeptRecipe {
  /** The file that it was last used for. */
  readonly name: string;
  /** The columns of that file. */
  readonly header: readonly string[];
  /** The columns that the recipe uses: a file that has all of them may be one that it is for. */
  readonly uses: readonly string[];
  /** The text of the recipe file. */
  readonly text: string;
}

/** The recipes that a text holds, the latest first; what is none, such as one of another version of the page, is passed over. */
export function keptIn(text: string): readonly KeptRecipe[] {
  const kept = parsed(text);
  return Array.isArray(kept) ? kept.filter(isKeptRecipe) : [];
}

/** The recipes with one more, in front, instead of another that uses the same columns. */
export function withKept(kept: readonly KeptRecipe[], recipe: KeptRecipe): readonly KeptRecipe[] {
  const key = keyOf(recipe.uses);
  return [recipe, ...kept.filter(({ uses }) => keyOf(uses) !== key)].slice(0, MOST_KEPT);
}

/** The kept recipe that fits a file with this header best: all that it uses is there, whatever the order and capitals. */
export function keptFor(kept: readonly KeptRecipe[], header: readonly string[]): KeptRecipe | null {
  const names = new Set(header.map(folded));
  const fitting = kept.filter(({ uses }) => uses.every((column) => names.has(folded(column))));
  return fitting.reduce<KeptRecipe | null>(
    (best, each) => (best === null || each.uses.length > best.uses.length ? each : best),
    null,
  );
}

/** What is different from the file for which a recipe was kept: columns that are new, and that are gone. */
export function differences(
  { header }: KeptRecipe,
  today: readonly string[],
): { readonly added: readonly string[]; readonly gone: readonly string[] } {
  const before = new Set(header.map(folded));
  const now = new Set(today.map(folded));
  return {
    added: today.filter((name) => name !== '' && !before.has(folded(name))),
    gone: header.filter((name) => name !== '' && !now.has(folded(name))),
  };
}

/** The columns of theirs that a recipe reads. */
export function columnsOf({ shape, columns }: Recipe): readonly string[] {
  const terms = shape.rows === 'student' ? shape.terms.map((term) => term.columns) : [];
  const rules = [columns, ...terms].flatMap((each) => Object.values(each));
  const own = rules.flatMap((rule) => (rule !== undefined && 'column' in rule ? [rule.column] : []));
  const funds = shape.rows === 'fund' ? [shape.fund, shape.paid] : [];
  const course = shape.rows === 'course' && shape.course !== undefined ? [shape.course] : [];
  return [...new Set([...own, ...funds, ...course])];
}

function keyOf(uses: readonly string[]): string {
  return JSON.stringify(uses.map(folded).sort());
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Something else is kept under our name.
    return null;
  }
}

function isKeptRecipe(value: unknown): value is KeptRecipe {
  if (typeof value !== 'object' || value === null) return false;
  const { name, header, uses, text } = value as Partial<Record<keyof KeptRecipe, unknown>>;
  return typeof name === 'string' && isTexts(header) && isTexts(uses) && typeof text === 'string';
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
