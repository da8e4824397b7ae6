import { type Choice, type Decision, UNDECIDED } from './decisions.js';
import { type Recipe, readRecipe } from './recipe.js';
import { writtenAt } from './recipe-path.js';

/** The recipe with a choice written into it. @throws TableError if the result is not a recipe. */
export function settle(recipe: Recipe, { path, value }: Pick<Choice, 'path' | 'value'>): Recipe {
  return readRecipe(writtenAt(recipe, path, value));
}

/** The line of a recipe that makes a choice, as a person would write it. */
export function recipeLine({ path, value }: Pick<Choice, 'path' | 'value'>): string {
  return `${path.map((key) => (/^[a-z_]\w*$/i.test(key) ? key : JSON.stringify(key))).join('.')}: ${JSON.stringify(value)}`;
}

/** The recipe with each open decision marked where it belongs, and listed in `open`: a file to be completed by hand. */
export function markOpen(recipe: Recipe, decisions: readonly Decision[]): Recipe {
  const open = decisions.filter((each) => each.open);
  const marked = open.reduce<unknown>((target, { name, choices }) => {
    const [first] = choices;
    const column = /^column:(.+)$/.exec(name)?.[1];
    if (column !== undefined) return writtenAt(target, ['decisions', 'columns', column], null);
    if (first === undefined) return target;
    const decision = DECIDED_BY_COLUMN.has(name)
      ? ['decisions', name]
      : (choices.find(({ path }) => path[0] === 'decisions') ?? first).path;
    return writtenAt(target, decision, decision[0] === 'decisions' ? null : UNDECIDED);
  }, recipe);
  return readRecipe(writtenAt(marked, ['open'], open.map(sentenceOf)));
}

/** Decisions whose first choice may be a column, which is written elsewhere. */
const DECIDED_BY_COLUMN: ReadonlySet<string> = new Set(['student', 'need']);

function sentenceOf({ question, choices }: Decision): string {
  return `${question} ${choices.map((choice) => `${recipeLine(choice)} (${choice.label})`).join('; ')}`;
}
