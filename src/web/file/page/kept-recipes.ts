import { separatedName } from '../../../contract/name-forms.js';
import type { Recipe } from '../../../guessing/recipe.js';

/**
 * Recipes kept in this browser, so that next month's file need not be matched again. Only a recipe that a file was calculated
 * with is kept, and it contains no cells of the file except the codes that were decided.
 */

const MOST_KEPT = 20;

/** A kept recipe. */
export interface KeptRecipe {
  /** The file that it was last used for. */
  readonly name: string;
  /** The columns of that file. */
  readonly header: readonly string[];
  /** The columns that the recipe uses: it may fit any file that has all of them. */
  readonly uses: readonly string[];
  /** The text of the recipe file. */
  readonly text: string;
}

/** The recipes in a text, latest first; anything else, such as recipes of another version of the page, is skipped. */
export function keptIn(text: string): readonly KeptRecipe[] {
  const kept = parsed(text);
  return Array.isArray(kept) ? kept.filter(isKeptRecipe) : [];
}

/** The recipes with a new one in front. It replaces any other that uses the same columns, or was kept for a file of the same columns. */
export function withKept(kept: readonly KeptRecipe[], recipe: KeptRecipe): readonly KeptRecipe[] {
  const others = kept.filter(
    ({ header, uses }) => keyOf(header) !== keyOf(recipe.header) && keyOf(uses) !== keyOf(recipe.uses),
  );
  return [recipe, ...others].slice(0, MOST_KEPT);
}

/** The kept recipe that best fits a file with this header: all columns that it uses exist, in any order, capitals and separators. */
export function keptFor(kept: readonly KeptRecipe[], header: readonly string[]): KeptRecipe | null {
  const names = new Set(header.map(separatedName));
  const fitting = kept.filter(({ uses }) => uses.every((column) => names.has(separatedName(column))));
  return fitting.reduce<KeptRecipe | null>(
    (best, each) => (best === null || each.uses.length > best.uses.length ? each : best),
    null,
  );
}

/** The differences from the file that a recipe was kept for: new columns and missing ones. */
export function differences(
  { header }: KeptRecipe,
  today: readonly string[],
): { readonly added: readonly string[]; readonly gone: readonly string[] } {
  const before = new Set(header.map(separatedName));
  const now = new Set(today.map(separatedName));
  return {
    added: today.filter((name) => name !== '' && !before.has(separatedName(name))),
    gone: header.filter((name) => name !== '' && !now.has(separatedName(name))),
  };
}

/** The columns of the person's file that a recipe reads. */
export function columnsOf({ shape, columns }: Recipe): readonly string[] {
  const terms = shape.rows === 'student' ? shape.terms.map((term) => term.columns) : [];
  const rules = [columns, ...terms].flatMap((each) => Object.values(each));
  const own = rules.flatMap((rule) => (rule !== undefined && 'column' in rule ? [rule.column] : []));
  const funds = shape.rows === 'fund' ? [shape.fund, shape.paid] : [];
  const course = shape.rows === 'course' && shape.course !== undefined ? [shape.course] : [];
  return [...new Set([...own, ...funds, ...course])];
}

function keyOf(columns: readonly string[]): string {
  return JSON.stringify(columns.map(separatedName).sort());
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Something else is stored under our key.
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
