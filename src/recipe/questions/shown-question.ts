import type { TableFacts } from '../../table/column-facts.js';
import { areFailedRows } from '../columns/column-changes.js';
import { beginningFor, beginningOf } from '../format/answers.js';
import type { Choice, Question } from '../format/examination.js';
import { answered, type Recipe, valueAt } from '../format/recipe.js';
import { different, type EffectOf } from './example-dollars.js';
import type { Asked } from './question.js';

/**
 * A question as it is shown, with the effects of its choices on one student: the first for whom most choices
 * differ. Open questions of the same group, among `all`, are assumed to have the same answer.
 */
export function shownQuestion(
  asked: Asked,
  recipe: Recipe,
  effectOf: EffectOf,
  facts: Pick<TableFacts, 'columns'>,
  all: readonly Asked[] = [],
): Question {
  const { path, text, choices: plain, share, together, rows, students, examples, groups } = asked;
  const said = valueAt(recipe, path);
  // Among failed rows, most may be what few were in the whole file: the earlier answer stays.
  const isOfPart = areFailedRows(facts) && said != null;
  const choices = Object.entries(plain).map(([plainValue, label]) => {
    const beginning = isOfPart ? beginningOf(said) : share && beginningFor(share, said, plainValue);
    return { value: `${share ? beginning : ''}${plainValue}`, label };
  });
  const others = all.filter(
    (each) => together && each.together === together && valueAt(recipe, each.path) == null,
  );
  const recipeBy = (value: string): Recipe =>
    others.reduce((so, each) => answered(so, each.path, value), answered(recipe, path, value));
  let effects: Choice['effect'][] = [];
  for (const own of groups) {
    const found = choices.map(({ value }) => effectOf(own, recipeBy(value)));
    if (different(found) > different(effects)) effects = found;
    if (different(effects) === choices.length) break;
  }
  return {
    path,
    text,
    rows,
    students,
    examples,
    choices: choices.map((choice, at) => ({ ...choice, effect: effects[at] ?? null })),
    answer: choices.find(({ value }) => value === said)?.value ?? null,
  };
}
