import type { Facts } from './facts.js';
import { labelKey } from './labels.js';
import { counted, decision, everybody, isSame, of, type Question, type Raised, raised } from './question.js';
import { orderByLabels, orderProblem, outOfOrder } from './term-order.js';

/** What several rows of the same student and term are. */
export function repeatedQuestion(facts: Facts): readonly Raised[] {
  const { repeated, recipe, isContract, repeatedDiffers } = facts;
  if (isContract || repeated.students === 0) return [];
  const said = recipe.decisions.repeated_terms ?? null;
  const { shape } = recipe;
  const what = shape.rows === 'fund' ? 'of a fund' : shape.rows === 'course' ? 'of a course' : 'of a term';
  const added = shape.rows === 'fund' ? 'several payments: add them up' : 'courses: add their credits up';
  const differing = repeatedDiffers.count;
  const question: Question = {
    name: 'repeated_terms',
    open: said === null,
    question: `What do several rows ${what} for the same student mean?`,
    why: `${of(facts, repeated, 'has', 'have')} more than one row ${what}, ${counted(repeated.count, 'row')} more in all; ${
      differing === 0
        ? 'all are equal in every cell'
        : `${counted(differing, 'row differs', 'rows differ')} from the first: ${facts.differences.join('; ')}`
    }.`,
    choices: [
      decision('repeated_terms', 'add_up', added),
      decision('repeated_terms', 'last', 'a correction: the last row counts'),
      decision(
        'repeated_terms',
        'true_copies',
        'copies: rows that are equal in every cell count once; students whose rows differ fail',
      ),
    ],
  };
  return [raised(facts, question, repeated)];
}

/** How terms follow each other, where the rows do not say it. */
export function orderQuestion(facts: Facts): readonly Raised[] {
  const { recipe, isContract, labels } = facts;
  const problem = isContract ? null : orderProblem(facts);
  if (problem === null) return [];
  const said = new Set((recipe.decisions.term_order ?? []).map(labelKey));
  const natural = orderByLabels(labels.texts);
  const orders = [natural ?? labels.texts, labels.texts, labels.texts.toReversed()];
  const distinct = orders.filter((order, at) => orders.findIndex((each) => isSame(each, order)) === at);
  const wrong = outOfOrder(facts, orders[0] ?? []);
  const question: Question = {
    name: 'term_order',
    open: !labels.texts.every((label) => said.has(labelKey(label))),
    question: 'In which order do the terms follow each other?',
    why:
      problem === 'mixed'
        ? `The rows of students are not in one order of terms (${labels.texts.join(', ')}).`
        : `The terms seem to run backwards: ${labels.texts.join(', ')}. The odd dollar belongs to the later term.`,
    choices: distinct.map((order) => decision('term_order', [...order], order.join(', then '))),
  };
  return [raised(facts, question, wrong.students > 0 ? wrong : everybody(facts))];
}
