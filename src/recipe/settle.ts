import { type Choice, type Decision, type Json, UNDECIDED } from './decisions.js';
import { type Recipe, readRecipe } from './recipe.js';

/** The recipe with a choice written into it. @throws RecipeError where that gives no recipe. */
export function settle(recipe: Recipe, { path, value }: Pick<Choice, 'path' | 'value'>): Recipe {
  return readRecipe(written(recipe, path, value));
}

function written(target: unknown, [key, ...rest]: readonly string[], value: Json): unknown {
  if (key === undefined) return value;
  if (Array.isArray(target)) {
    return target.map((each: unknown, at) => (String(at) === key ? written(each, rest, value) : each));
  }
  const own = typeof target === 'object' && target !== null ? Object.entries(target) : [];
  const before = own.find(([each]) => each === key)?.[1];
  return Object.fromEntries([...own.filter(([each]) => each !== key), [key, written(before, rest, value)]]);
}

/** What a recipe has at a place; undefined for nothing. */
export function valueAt(recipe: Recipe, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([each]) => each === key)?.[1]
        : undefined,
    recipe,
  );
}

/** The line of a recipe that makes a choice, as a person would write it. */
export function recipeLine({ path, value }: Pick<Choice, 'path' | 'value'>): string {
  return `${path.map((key) => (/^[a-z_]\w*$/i.test(key) ? key : JSON.stringify(key))).join('.')}: ${JSON.stringify(value)}`;
}

/** The recipe with each open decision marked where it is to be written, and said in `open`: as a file to be completed by hand. */
export function markOpen(recipe: Recipe, decisions: readonly Decision[]): Recipe {
  const open = decisions.filter((each) => each.open);
  const marked = open.reduce<unknown>((target, { name, choices }) => {
    const [first] = choices;
    const column = /^column:(.+)$/.exec(name)?.[1];
    if (column !== undefined) return written(target, ['decisions', 'columns', column], null);
    if (first === undefined) return target;
    const decision = DECIDED_BY_COLUMN.has(name)
      ? ['decisions', name]
      : (choices.find(({ path }) => path[0] === 'decisions') ?? first).path;
    return written(target, decision, decision[0] === 'decisions' ? null : UNDECIDED);
  }, recipe);
  return readRecipe(written(marked, ['open'], open.map(sentenceOf)));
}

/** Decisions whose first choice may be a column, which is written elsewhere. */
const DECIDED_BY_COLUMN: ReadonlySet<string> = new Set(['student', 'need']);

function sentenceOf({ question, choices }: Decision): string {
  return `${question} ${choices.map((choice) => `${recipeLine(choice)} (${choice.label})`).join('; ')}`;
}
