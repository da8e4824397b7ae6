import { counted } from '../engine/texts.js';
import { are, firstOf, list, MOST_NAMED, quoted, type Said, said, studentsHave } from './assumption.js';
import type { DecisionName } from './decisions.js';
import type { Facts } from './facts.js';
import { isAddedUp } from './grouped-rows.js';
import { holds, words } from './question.js';
import { columnsRead, PAID_COLUMNS, type Recipe } from './recipe.js';
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
  yield said(`Not used: ${list(names)}. If any marks rows that do not count, delete those rows.`);
}

/** Assumptions about loans: what each fund is, who has which limit, and what was paid. */
export function* loanAssumptions(facts: Facts): Said {
  yield* funds(facts);
  yield* flags(facts);
  yield* paid(facts);
}

function* funds({ recipe, funds: seen, raw }: Facts): Said {
  if (recipe.shape.rows !== 'fund') return;
  const loans: string[] = [];
  const none: string[] = [];
  for (const code of seen.keys()) {
    const loan = raw.fundOf(code);
    if (loan === null) none.push(quoted(code));
    else if (loan !== undefined) loans.push(`"${code}" is ${words(loan)}`);
  }
  if (loans.length > 0) yield said(`Of the funds, ${list(loans)}.`, 'funds');
  if (none.length > 0) yield said(`Not one of these loans: ${list(none)}.`, 'funds');
}

/** Of each flag: that nobody has it, who has a blank cell, and how that is taken. */
const FLAGS = {
  plus_denied: [
    'No parent was denied a PLUS loan',
    ['dependent undergraduate has', 'dependent undergraduates have'],
    'taken as no denial, with the limit of a dependent student',
  ],
  is_legacy_borrower: [
    'Nobody is a legacy borrower',
    ['graduate or professional student has', 'graduate or professional students have'],
    'taken as not a legacy borrower',
  ],
} as const;

/** Facts that no student has if the file lacks their column, and blank cells of them. */
function* flags({ raw, others, words: { blankFlags } }: Facts): Said {
  for (const ours of ['plus_denied', 'is_legacy_borrower'] as const) {
    if (raw.filled.has(ours)) continue;
    const isDecided = others.rulesFor(ours).length > 0;
    const why = isDecided ? 'you decided that no column says so' : 'no column is read for it';
    yield said(`${FLAGS[ours][0]}: ${why}.`, `column:${ours}`);
  }
  for (const [column, { tally }] of blankFlags) {
    const [, [one, many], meaning] = FLAGS[column];
    if (tally.students === 0) continue;
    const who = counted(tally.students, one, many);
    yield said(`${who} a blank cell in the column that ${holds(column)}: ${meaning}.`, `values:${column}`);
  }
}

/** Payments that nothing records, and dollars that are not read. */
function* paid({ raw, others, recipe, isContract, paid, parentPlus }: Facts): Said {
  const isOfFunds = recipe.shape.rows === 'fund';
  // What was paid of a fund counts once it is known which loan it is.
  const decision: DecisionName = isOfFunds ? 'funds' : 'column:term_prior_disbursement_sub';
  const isFilled = PAID_COLUMNS.some((column) => raw.filled.has(column)) || isOfFunds;
  if (!isFilled) yield said('Nothing was paid yet: no column is read for it.', decision);
  else if (paid.size === 0) yield said('Nothing was paid yet: the columns for it are blank or 0.', decision);
  else if (!isContract) yield said(`Already paid is read from ${list(paidNames(recipe))}.`, decision);
  if (parentPlus.students > 0) {
    const who = counted(parentPlus.students, 'undergraduate');
    yield said(`The PLUS loan of ${who} is a parent's, and does not count as paid.`);
  }
  const unread = others.amounts.filter(({ tally }) => tally.students > 0);
  if (unread.length === 0) return;
  const names = firstOf(unread.map(({ column: { name } }) => quoted(name)));
  const isDecided = unread.some((each) => each.said === 'none');
  yield said(`Dollars that do not count as paid: ${names}.`, isDecided ? 'paid' : null);
}

/** The file's columns that payments are read from. */
function paidNames(recipe: Recipe): readonly string[] {
  if (recipe.shape.rows === 'fund') {
    const flags = Object.entries(recipe.decisions.paid ?? {}).flatMap(([name, said]) =>
      said === 'if_yes' || said === 'if_no' ? [`, with a ${said.slice(3)} in "${name}"`] : [],
    );
    return [`"${recipe.shape.paid}", by fund${flags.join('')}`];
  }
  const names = columnsRead(recipe, PAID_COLUMNS).map(quoted);
  const more = names.length - MOST_NAMED;
  return more > 1 ? [...names.slice(0, MOST_NAMED), `${more} more columns`] : names;
}
