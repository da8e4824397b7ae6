import { type Assumption, list, quoted, said, studentsHave } from './assumption.js';
import type { Facts } from './facts.js';
import { isAddedUp } from './grouped-rows.js';
import { orderOf } from './term-order.js';

/** Assumptions about the rows of terms: what their labels mean, several rows for one term, and the order of the terms. */
export function termAssumptions(facts: Facts): readonly Assumption[] {
  const { repeated, repeatedDiffers, differences, sameCourse, recipe, isContract } = facts;
  const { repeated_terms, term_order, terms } = recipe.decisions;
  const found: Assumption[] = [];
  const labels = Object.entries(terms ?? {}).filter(([label]) => facts.raw.labels.has(label));
  if (labels.length > 0 && !isContract) {
    found.push(said(labelText(labels), 'terms'));
  }
  if (recipe.shape.rows === 'course')
    found.push(said('Each row is a course; credits of the same student and term are added up.', null));
  if (repeated.students > 0 && !isContract && repeated_terms != null) {
    const who = studentsHave(repeated.students);
    const how = {
      add_up: 'they are added up',
      add_up_once: 'they are added up, and those that are equal in every cell count once',
      last: 'the last one counts',
      true_copies: 'they are copies and count once',
    }[repeated_terms];
    const failing =
      repeated_terms === 'true_copies' && repeatedDiffers.students > 0
        ? ` ${studentsHave(repeatedDiffers.students)} rows that differ, and ${repeatedDiffers.students === 1 ? 'fails' : 'fail'}: ${differences.join('; ')}. If these are courses or corrections, choose another answer to the question about several rows.`
        : '';
    found.push(said(`${who} several rows for the same term: ${how}.${failing}`, 'repeated_terms'));
  }
  if (sameCourse.count > 0 && isAddedUp(recipe.decisions))
    found.push(
      said(
        `${studentsHave(sameCourse.students)} a course on several rows, such as row ${sameCourse.rows[0]}: its credits count once.`,
        null,
      ),
    );
  if (recipe.shape.rows === 'course' || (repeated.students > 0 && isAddedUp(recipe.decisions)))
    found.push(...unread(facts));
  const order = orderOf(facts);
  if (order !== null) {
    const why =
      term_order == null ? ', as their labels say, though the file has them the other way around' : '';
    found.push(
      said(`The order of the terms is ${order.join(', ')}${why}.`, term_order == null ? null : 'term_order'),
    );
  }
  return found;
}

/** What labels mean that do not look like the terms of one year: terms, parts of terms, or rows that are left out. */
function labelText(labels: readonly (readonly [label: string, term: string])[]): string {
  const kept = labels.flatMap(([label, term]) => (term === label ? [label] : []));
  const sentences =
    kept.length === 0 ? [] : [`${list(kept)} ${kept.length === 1 ? 'is a term' : 'are terms'}.`];
  for (const term of new Set(labels.map(([, each]) => each))) {
    const own = labels.flatMap(([label, each]) => (each === term && label !== term ? [label] : []));
    if (own.length === 0) continue;
    const names = list(own);
    const are = own.length === 1 ? 'is' : 'are';
    sentences.push(term === '' ? `Rows of ${names} are left out.` : `${names} ${are} part of ${term}.`);
  }
  return sentences.join(' ');
}

/** Unread columns, if rows that do not count would be added up with others. */
function unread({ raw, header, others }: Facts): readonly Assumption[] {
  const asked = others.statuses.filter((codes) => codes.asked().length > 0);
  const names = raw.unread
    .filter((place) => !asked.some(({ column }) => column.place === place))
    .map((place) => quoted(header[place] ?? ''));
  if (names.length === 0) return [];
  const text = `Nothing was read from ${list(names)}. If ${names.length === 1 ? 'it' : 'one of them'} says which rows do not count, take those rows out.`;
  return [said(text, null)];
}
