import { listed } from '../../engine/texts.js';
import { orderByLabels } from '../columns/term-labels.js';
import { isFundShape, ruleOf, statusRules } from '../format/column-rules.js';
import { helpOf } from '../format/our-fields.js';
import type { Recipe, TermRule } from '../format/recipe.js';
import type { RowQuestion } from './question.js';

/** Questions about the terms of a student's year: which they are, and in which order. */

/** The questions, in the order in which their answers are applied. */
export function yearQuestions(recipe: Recipe): readonly RowQuestion[] {
  const labels = recipe.terms.map(({ label }) => label);
  const inOrder = orderByLabels(labels)?.join();
  return [
    ...(inOrder === labels.join() ? [] : [orderQuestion(labels)]),
    ...recipe.terms.map((term, termIndex) => noRowQuestion(recipe, term, termIndex)),
  ];
}

/** Asks whether terms are listed in order, if labels do not show it and a student has several terms. */
function orderQuestion(labels: readonly string[]): RowQuestion {
  return {
    path: ['decisions', 'term_order'],
    find: ({ terms }) => terms.length > 1,
    share: () => null,
    text: () =>
      `Do the terms ${listed(labels)} follow each other in this order? If not, put them in their order in the list of terms. If some are parts of one term, such as sessions, say so there: credits of parts are added up.`,
    choices: { [labels.join(' > ')]: `Yes: ${labels.join(', then ')}` },
  };
}

/** What to do if no answer fits all students. */
export const NOT_FOR_ALL = `If it is not the same for all of them, place a column on "${helpOf('academic_year_terms').label}" or "${helpOf('term_required').label}".`;
const PAID_ALONE =
  'If a status is about payments and not about credits, let it say that the payments were not made. ';

/** Kinds of rows of the term: those that a column says are of an optional term, and others. */
const OPTIONAL = 'optional';
const COUNTS = 'counts';

/** Asks about students without a row of a required term, unless the file gives their number of terms. */
function noRowQuestion(recipe: Recipe, term: TermRule, termIndex: number): RowQuestion {
  const { label } = term;
  const rule = ruleOf(recipe, 'term_required', term);
  const isOptional = rule !== null && rule !== 'none' && 'value' in rule && rule.value === 'false';
  const leavesOut = statusRules(recipe).some(({ values }) => Object.values(values).includes('leave_out'));
  const statusAdvice = leavesOut && isFundShape(recipe.rows) ? PAID_ALONE : '';
  return {
    path: ['terms', termIndex, 'no_row'],
    find: ({ terms, facts: { academic_year_terms: termCount } }) => {
      // Optional terms do not count toward the number of terms in the year.
      const listed = terms.filter(({ cells }) => cells.term_required !== 'false').length;
      const isGiven = termCount !== '' && (terms.length < Number(termCount) || listed >= Number(termCount));
      const own = terms.find((each) => each.termIndex === termIndex);
      if (own !== undefined) return [{ kind: own.cells.term_required === 'false' ? OPTIONAL : COUNTS }];
      return !isOptional && !isGiven;
    },
    share: ({ students, total, kinds }) => ({
      count: students,
      total: kinds.has(OPTIONAL) && !kinds.has(COUNTS) ? 0 : total,
    }),
    text: (whom) =>
      `${label} has no row${leavesOut ? ' that counts' : ''} for ${whom}. What does this mean? ${statusAdvice}${NOT_FOR_ALL}`,
    choices: {
      not_enrolled: `${label} belongs to their year, and they are not enrolled: the year counts as a whole`,
      not_in_year: `${label} is not part of their year: only the listed terms count`,
      not_calculated: 'Neither, or not the same for all of them: these students are not calculated',
    },
    onAnswer: {
      not_enrolled: ({ notEnrolled }) => notEnrolled.push(termIndex),
      not_calculated: (student) => student.fail('no row', `there is no row for ${label}`),
    },
  };
}
