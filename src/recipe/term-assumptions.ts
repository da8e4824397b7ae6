import { are, list, quoted, type Said, said, studentsHave } from './assumption.js';
import type { Facts } from './facts.js';
import { isAddedUp } from './grouped-rows.js';
import { orderOf } from './term-order.js';

/** Assumptions about the rows of terms: what their labels mean, several rows for one term, and the order of the terms. */
export function* termAssumptions(facts: Facts): Said {
  const { repeated, repeatedDiffers, sameCourse, recipe, isContract } = facts;
  const { repeated_terms, term_order, terms } = recipe.decisions;
  const labels = Object.entries(terms ?? {}).filter(([label]) => facts.raw.labels.has(label));
  if (labels.length > 0 && !isContract) yield said(labelText(labels), 'terms');
  if (recipe.shape.rows === 'course')
    yield said('Each row is a course; credits of the same student and term are added up.');
  if (repeated.students > 0 && !isContract && repeated_terms != null) {
    const isFailing = repeated_terms === 'true_copies' && repeatedDiffers.students > 0;
    const text = `${studentsHave(repeated.students)} several rows for the same term: ${REPEATED[repeated_terms]}.`;
    yield said(isFailing ? `${text} ${failing(facts)}` : text, 'repeated_terms');
  }
  if (sameCourse.count > 0 && isAddedUp(recipe.decisions)) {
    const who = studentsHave(sameCourse.students);
    yield said(`${who} a course on several rows, such as row ${sameCourse.rows[0]}: its credits count once.`);
  }
  if (recipe.shape.rows === 'course' || (repeated.students > 0 && isAddedUp(recipe.decisions)))
    yield* unread(facts);
  const order = orderOf(facts)?.join(', ');
  if (order === undefined) return;
  yield term_order == null
    ? said(
        `The order of the terms is ${order}, as their labels say, though the file has them the other way around.`,
      )
    : said(`The order of the terms is ${order}.`, 'term_order');
}

const REPEATED = {
  add_up: 'they are added up',
  add_up_once: 'they are added up, and those that are equal in every cell count once',
  last: 'the last one counts',
  true_copies: 'they are copies and count once',
} as const;

function failing({ repeatedDiffers: { students }, differences }: Facts): string {
  const fail = students === 1 ? 'fails' : 'fail';
  return `${studentsHave(students)} rows that differ, and ${fail}: ${differences.join('; ')}. If these are courses or corrections, choose another answer to the question about several rows.`;
}

/** What labels mean that do not look like the terms of one year: terms, parts of terms, or rows that are left out. */
function labelText(labels: readonly (readonly [label: string, term: string])[]): string {
  const kept = labels.flatMap(([label, term]) => (term === label ? [label] : []));
  const terms = kept.length === 1 ? 'is a term' : 'are terms';
  const sentences = kept.length === 0 ? [] : [`${list(kept)} ${terms}.`];
  for (const term of new Set(labels.map(([, each]) => each))) {
    const own = labels.flatMap(([label, each]) => (each === term && label !== term ? [label] : []));
    if (own.length === 0) continue;
    const names = list(own);
    sentences.push(term === '' ? `Rows of ${names} are left out.` : `${names} ${are(own)} part of ${term}.`);
  }
  return sentences.join(' ');
}

/** Unread columns, if rows that do not count would be added up with others. */
function* unread({ raw, others }: Facts): Said {
  const asked = others.statuses.filter((codes) => codes.asked().length > 0);
  const names = raw.unread
    .filter(({ place }) => !asked.some(({ column }) => column.place === place))
    .map(({ name }) => quoted(name));
  if (names.length === 0) return;
  const it = names.length === 1 ? 'it' : 'one of them';
  yield said(
    `Nothing was read from ${list(names)}. If ${it} says which rows do not count, take those rows out.`,
  );
}
