import type { TableFacts } from '../../table/column-facts.js';
import { hasFailedRows } from '../columns/held-columns.js';
import { prefixFor, prefixOf } from '../format/answers.js';
import type { Choice, Question } from '../format/examination.js';
import { type Recipe, valueAt, withAnswer } from '../format/recipe.js';
import { countDifferent, type EffectOf } from './example-dollars.js';
import type { RaisedQuestion } from './question.js';

/** A question with the effects of its choices on one student: the first for whom most choices differ. */
export function shownQuestion(
  asked: RaisedQuestion,
  recipe: Recipe,
  effectOf: EffectOf,
  facts: Pick<TableFacts, 'columns'>,
): Question {
  const { path, text, choices: plain, share, rows, students, examples, groups } = asked;
  const said = valueAt(recipe, path);
  // Among failed rows, most may be what few were in the whole file: the earlier answer stays.
  const keepsPrefix = hasFailedRows(facts) && said != null;
  const choices = Object.entries(plain).map(([plainValue, label]) => {
    const prefix = keepsPrefix ? prefixOf(said) : share && prefixFor(share, said, plainValue);
    return { value: `${share ? prefix : ''}${plainValue}`, label };
  });
  let effects: Choice['effect'][] = [];
  for (const own of groups) {
    const found = choices.map(({ value }) => effectOf(own, withAnswer(recipe, path, value)));
    if (countDifferent(found) > countDifferent(effects)) effects = found;
    if (countDifferent(effects) === choices.length) break;
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
