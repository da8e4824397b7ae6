import { counted } from '../engine/texts.js';
import { are, list, MOST_NAMED, quoted } from './assumption.js';
import type { Facts } from './facts.js';
import { labelKey } from './labels.js';
import { ask, concerned, decision, everybody, isSame, of, type Raised } from './question.js';
import { isWhole } from './recipe.js';
import { oddTerms, type TermLabels } from './term-labels.js';
import { isOfOtherYear, orderByLabels, orderOf, orderProblem, outOfOrder, termTime } from './term-order.js';

/** Asks whether terms of another year are calculated with the limits of the award year. */
export function otherYearQuestion(facts: Facts): readonly Raised[] {
  const { awardYear, isContract, labels, withLabel } = facts;
  const others = isContract ? [] : labels.texts.filter((label) => isOfOtherYear(label, awardYear));
  const [first] = others;
  const tally = first === undefined ? undefined : withLabel.get(labels.texts.indexOf(first));
  if (tally === undefined) return [];
  return ask(facts, concerned(facts, tally), {
    name: 'other_award_year',
    question: `Are ${list(others)} of award year ${awardYear}?`,
    why: `${of(facts, tally, 'has', 'have')} ${first}. Another year has other limits and may have other rules, and those of ${awardYear} are used.`,
    answers: {
      refuse: `No: the file is refused until it has the terms of ${awardYear}`,
      calculate: `Yes: they are calculated by the rules of ${awardYear}`,
    },
  });
}

/** Asks what labels mean that do not look like the terms of one academic year. */
export function labelQuestion(facts: Facts): readonly Raised[] {
  const { recipe, isContract, raw } = facts;
  const byKey = new Map([...raw.labels].map((label) => [labelKey(label), label]));
  const labels = [...byKey.values()].filter((label) => label !== '');
  const odd = isContract ? null : oddTerms(labels);
  if (odd === null) return [];
  const { noTerms, parts } = odd;
  const isOfAwardYear = (year: readonly string[]): boolean =>
    year.some((label) => termTime(label)?.academicYear === Number(facts.awardYear.slice(2, 4)));
  const years = odd.years.toSorted((one, other) => Number(isOfAwardYear(other)) - Number(isOfAwardYear(one)));
  const without = Object.fromEntries(noTerms.map((label) => [label, '']));
  const asked = [...new Set([...noTerms, ...Object.keys(parts), ...years.flat()])].filter((label) =>
    labels.includes(label),
  );
  const said = new Set(Object.keys(recipe.decisions.terms ?? {}).map(labelKey));
  const itself = Object.fromEntries(asked.map((label) => [label, label]));
  const only = (year: readonly string[]): TermLabels =>
    Object.fromEntries(
      asked.map((label) => {
        const term = parts[label] ?? label;
        return [label, noTerms.includes(label) || !year.includes(term) ? '' : term];
      }),
    );
  const hasParts = Object.keys(parts).length > 0;
  const leaving = noTerms.length === 0 ? '' : `, and the rows of ${list(noTerms)} are left out`;
  const joined = `They are parts of ${list([...new Set(Object.values(parts))])}, each one term${leaving}`;
  const choices = [
    ...years.map((year) =>
      decision('terms', only(year), `Only ${list(year)} ${are(year)} calculated${leaving}`),
    ),
    ...(years.length > 0
      ? []
      : hasParts
        ? [decision('terms', { ...itself, ...parts, ...without }, joined)]
        : [decision('terms', without, `The rows of ${list(noTerms)} are left out`)]),
    decision('terms', itself, 'Each is a separate term, and all are of one academic year'),
  ];
  const reasons = [
    ...(noTerms.length > 0 ? [`${list(noTerms)} may be the sum of other terms.`] : []),
    ...(hasParts ? ['Some may be parts of the same term.'] : []),
    ...(years.length > 0 ? ['They are of more than one academic year.'] : []),
  ];
  return ask(facts, everybody(facts), {
    name: 'terms',
    open: recipe.decisions.terms == null || !asked.every((label) => said.has(labelKey(label))),
    question: 'Which of these are the terms of the academic year?',
    why: `The file has ${list(labels.slice(0, MOST_NAMED))}${labels.length > MOST_NAMED ? ' and more' : ''}. ${reasons.join(' ')} Each term that counts changes the share of full time, and how the loan is divided.`,
    choices,
  });
}

/** Asks what several rows of the same student and term are. */
export function repeatedQuestion(facts: Facts): readonly Raised[] {
  const { repeated, recipe, isContract, repeatedDiffers, copies, sameCourse, older, areTotals } = facts;
  if (isContract || repeated.students === 0) return [];
  const { shape } = recipe;
  const what =
    shape.rows === 'fund' ? ', term and fund' : shape.rows === 'course' ? ', term and course' : ' and term';
  const added = shape.rows === 'fund' ? 'several payments: add them up' : 'courses: add their credits up';
  const isMixed = repeatedDiffers.count > 0 && copies.count > 0;
  const copied = isMixed
    ? ` ${counted(copies.rowCount, 'row is', 'rows are')} equal to another in every cell, such as row ${copies.rows[0]}.`
    : '';
  const differing =
    repeatedDiffers.count === 0
      ? 'All are equal in every cell'
      : `${counted(repeatedDiffers.rowCount, 'row differs', 'rows differ')} from the first: ${facts.differences.join('; ')}`;
  const twice =
    sameCourse.count === 0
      ? ''
      : ` ${counted(sameCourse.rowCount, 'row is', 'rows are')} of a course that stands on another row already, such as row ${sameCourse.rows[0]}; it counts once.`;
  // A student who has only rows of one kind would be left out.
  const isEverybody = repeated.students === facts.students.size;
  const kinds = [...(isEverybody ? facts.kinds.found : [])].map(([place, values]) => ({
    column: facts.header[place] ?? '',
    values: [...values].sort(),
  }));
  const told = kinds.map(
    ({ column, values }) =>
      ` In each term "${column}" tells them apart (${list(values.map(quoted))}): if both count the same enrollment, only the rows of one are right.`,
  );
  const ofKinds = kinds.flatMap(({ column, values }) =>
    values.map((value) => ({
      path: ['decisions', 'aid_year', column],
      value,
      label: `only the rows with "${value}" in "${column}" count; the others are left out`,
    })),
  );
  const corrected =
    older === null
      ? 'a correction: the last row counts'
      : `a correction: refused until rows are sorted by "${older.column}" (row ${older.row} is older than row ${older.earlier})`;
  const isOfTerm = areTotals && isWhole(shape);
  // A student with copies best shows the effect of each choice.
  const { rows, first } = isMixed ? copies : repeated;
  const who = { students: repeated.students, rows, first };
  const decided = recipe.decisions.repeated_terms;
  return ask(facts, who, {
    name: 'repeated_terms',
    open: decided == null || (decided === 'last' && kinds.length > 0),
    question: `What do several rows for the same student${what} mean?`,
    why: `${of(facts, repeated, 'has', 'have')} several rows for the same${what.replace(/^ and|^,/, '')}: ${counted(repeated.rowCount, 'extra row')} in all. ${differing}.${told.join('')}${copied}${twice}`,
    choices: [
      ...(isOfTerm ? [decision('repeated_terms', 'last', OF_TERM)] : []),
      decision('repeated_terms', 'add_up', added),
      ...ofKinds,
    ],
    answers: {
      ...(isMixed || decided === 'add_up_once'
        ? { add_up_once: `${added}, and rows that are equal in every cell count once` }
        : {}),
      // The last row is then of another kind, and corrects nothing.
      ...(isOfTerm || kinds.length > 0 ? {} : { last: corrected }),
      true_copies:
        'copies: rows that are equal in every cell count once; students whose rows differ are not calculated',
    },
  });
}

const OF_TERM = 'each row has the credits of the whole term: they count once';

/** Asks for the order of the terms, if the rows do not show it. */
export function orderQuestion(facts: Facts): readonly Raised[] {
  const { recipe, isContract, labels } = facts;
  const problem = isContract ? null : orderProblem(facts);
  if (problem === null || (recipe.decisions.term_order == null && orderOf(facts) !== null)) return [];
  const said = new Set((recipe.decisions.term_order ?? []).map(labelKey));
  const natural = orderByLabels(labels.texts);
  const last = labels.texts.at(-1) ?? '';
  const turned =
    problem === 'alphabetical' ? [last, ...labels.texts.slice(0, -1)] : labels.texts.toReversed();
  const orders = [natural ?? labels.texts, labels.texts, turned];
  const distinct = orders.filter((order, at) => orders.findIndex((each) => isSame(each, order)) === at);
  const wrong = outOfOrder(facts, orders[0] ?? []);
  const listed = labels.texts.join(', ');
  return ask(facts, wrong.students > 0 ? wrong : everybody(facts), {
    name: 'term_order',
    open: !labels.texts.every((label) => said.has(labelKey(label))),
    question: 'In which order do the terms follow each other?',
    why: {
      mixed: `The terms (${listed}) are in different orders for different students.`,
      alphabetical: `The rows are sorted by the names of the terms (${listed}), which does not say whether summer comes first or last. An odd dollar goes to the later term.`,
      backwards: `The terms seem to run backwards: ${listed}. An odd dollar goes to the later term.`,
    }[problem],
    choices: distinct.map((order) => decision('term_order', [...order], order.join(', then '))),
  });
}
