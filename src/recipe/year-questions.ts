import { listed } from '../engine/texts.js';
import { helpOf } from './our-fields.js';
import type { RowQuestion } from './question.js';
import { decisionOf, type Recipe, ruleOf, statusRules } from './recipe.js';
import type { OwnTerm, Student } from './student-facts.js';
import { areOfOneTime, areYearsApart, orderByLabels } from './term-labels.js';

/** What students ask of the terms of their year: which these are, and in which order. */

/** What is asked of the terms of a year, in the order in which the answers are done. */
export function aboutYear(recipe: Recipe): readonly RowQuestion[] {
  const labels = recipe.terms.map(({ label }) => label);
  const pairs = labels.flatMap((label, one) =>
    labels.flatMap((later, other) => (areYearsApart(label, later) ? [[one, other] as const] : [])),
  );
  return [
    ...sessionsIn(labels),
    ...(isToldByLabels(labels) ? [] : [orderOf(labels)]),
    yearsApart(pairs),
    ...labels.map((_, place) => noRowOf(recipe, place, pairs)),
  ];
}

function isToldByLabels(labels: readonly string[]): boolean {
  return orderByLabels(labels)?.every((label, at) => label === labels[at]) === true;
}

/** Asks whether the terms follow each other as they are listed, where no label tells that, and some student has several of them. */
function orderOf(labels: readonly string[]): RowQuestion {
  return {
    path: ['decisions', 'term_order'],
    find: ({ terms }) => terms.length > 1,
    share: () => null,
    text: () =>
      `Do the terms ${listed(labels)} follow each other in this order? If not, put them in their order in the list of terms.`,
    choices: { [labels.join(' > ')]: `Yes: ${labels.join(', then ')}` },
  };
}

/** Asks whether terms of one season and year are parts of one term, where students have several of them. */
function sessionsIn(labels: readonly string[]): readonly RowQuestion[] {
  const areSessions = (one: string, other: string): boolean => one !== other && areOfOneTime(one, other);
  const same = labels.filter((label) => labels.some((other) => areSessions(label, other)));
  if (same.length === 0) return [];
  return [
    {
      path: ['decisions', `sessions:${same.join(', ')}`],
      find: ({ terms }) => terms.filter(({ label }) => same.includes(label)).length > 1,
      share: () => null,
      text: () =>
        `Of the terms ${listed(same)}, some are of the same season and year. If these are parts of one term, as sessions are, say so where the terms are listed: their credits are then added up.`,
      choices: { terms: 'Each is a term of its own' },
    },
  ];
}

/** Pairs of places of terms that are a year apart, or more. */
type Pairs = readonly (readonly [number, number])[];

/** Asks about students with terms of more than a year: those of the year before, say, are in the file, too. */
function yearsApart(pairs: Pairs): RowQuestion {
  const apartIn = ({ terms }: Student): readonly OwnTerm[] => {
    for (const pair of pairs) {
      const found = pair.flatMap((place) => terms.find((own) => own.place === place) ?? []);
      if (found.length === pair.length) return found;
    }
    return [];
  };
  const labelsOf = (terms: readonly OwnTerm[]): string => listed(terms.map(({ label }) => label));
  return {
    path: ['decisions', 'terms_apart'],
    find: (student) => {
      const apart = apartIn(student);
      return apart.map(({ rows: [row] }) => ({ row, kind: labelsOf(apart) }));
    },
    text: (of, { kinds }) =>
      `${[...kinds.keys()][0]} are a year apart, and ${of} have terms so far apart. Are these of one academic year? If they are not, say of the terms of the other year that their rows are of no term.`,
    choices: {
      not_calculated: 'No: these students are not calculated',
      one_year: 'Yes: all of them are one academic year',
    },
    does: {
      not_calculated: (student) =>
        student.fail('terms apart', `${labelsOf(apartIn(student))} are a year apart`),
    },
  };
}

/** What to do where one answer is not that of all students. */
export const NOT_FOR_ALL = `If it is not the same for all of them, place a column on "${helpOf('academic_year_terms').label}".`;
const PAID_ALONE =
  'Where a status is of a payment alone, and not of the credits, let it say that the payment was not made. ';

/**
 * Asks about students without a row of a term: of one that was not said to be optional, and can be of the same year; not where
 * the file says how many terms the student's year has.
 */
function noRowOf(recipe: Recipe, place: number, pairs: Pairs): RowQuestion {
  const term = recipe.terms[place];
  const label = term?.label ?? '';
  const rule = ruleOf(recipe, 'term_required', term);
  const isOptional = rule !== null && rule !== 'none' && 'value' in rule && rule.value === 'false';
  const hasStatus = statusRules(recipe).length > 0;
  const areOneYear = decisionOf(recipe, 'terms_apart') === 'one_year';
  const either = [place, ...(areOneYear ? [] : pairs.filter((pair) => pair.includes(place)).flat())];
  return {
    path: ['terms', place, 'no_row'],
    find: ({ terms, facts: { academic_year_terms: said } }) => {
      // An optional term is none of those that the year has for everybody.
      const listed = terms.filter(({ cells }) => cells.term_required !== 'false').length;
      const isTold = said !== '' && (terms.length < Number(said) || listed >= Number(said));
      return !isOptional && !isTold && !terms.some((own) => either.includes(own.place));
    },
    text: (of) =>
      `${label} has no row${hasStatus ? ' that counts' : ''} for ${of}. What does this mean? ${hasStatus ? PAID_ALONE : ''}${NOT_FOR_ALL}`,
    choices: {
      not_enrolled: `${label} belongs to their year, and they are not enrolled: the year counts as a whole`,
      not_in_year: `${label} is not part of their year: only the listed terms count`,
      not_calculated: 'Neither, or not the same for all of them: these students are not calculated',
    },
    does: {
      not_enrolled: ({ notEnrolled }) => notEnrolled.push(place),
      not_calculated: (student) => student.fail('no row', `there is no row for ${label}`),
    },
  };
}
