import { columnsOf, isFundShape, statusRules } from '../format/column-rules.js';
import { namesText } from '../format/column-texts.js';
import type { Recipe } from '../format/recipe.js';
import { fromNotes, NOT_ALIKE, NOT_KNOWN, type RowQuestion } from './question.js';

/** Which rows and payments count: questions about repeated rows, statuses, and rows left out. */

/** The questions, in the order in which their answers are applied. */
export function countingQuestions(recipe: Recipe): readonly RowQuestion[] {
  return [
    ...repeatedRowsQuestions(recipe),
    takenBack,
    leftOutPayments,
    // Several terms may have a status in one column.
    ...[...new Set(statusRules(recipe).map(({ column }) => column))].map(statusDatesQuestion),
  ];
}

/** The answer if one row corrects another, which nothing in the rows tells. */
const CORRECTIONS =
  'Only the latest counts, or not known: these students are not calculated. Export only rows that count';

const CHOOSE_ROWS = ' If a row is a course or a payment, change what a row is first ("rows" in a recipe).';

/** Asks about several rows of a student and term. The answers are applied where rows are read. */
function repeatedRowsQuestions({ rows, fields }: Recipe): readonly RowQuestion[] {
  const unit = rows === 'course' ? 'course' : isFundShape(rows) ? 'payment' : 'row';
  const adding =
    unit === 'row'
      ? ': credits are added up, and so are payments unless you say next that rows repeat them'
      : '';
  const question = (key: string, problem: string, choices: RowQuestion['choices']): RowQuestion => ({
    ...fromNotes(key),
    namesInKey: true,
    text: (whom, { names, common }, isMost) => {
      const isSame = names.length === common.length;
      const how = names.length === 0 ? '' : `; ${isSame ? 'they' : 'some'} differ in ${namesText(names)}`;
      // If most students have several, a row is hardly a term.
      const other = unit === 'row' && isMost ? CHOOSE_ROWS : '';
      return `${problem}, for ${whom}${how}. What are they?${other}`;
    },
    choices,
  });
  const equal = question('equal_rows', 'A term has rows that are equal in every cell', {
    once: `The same ${unit} is listed twice: it counts once`,
    each: `Each counts${adding}`,
    not_calculated: NOT_ALIKE,
  });
  const several =
    columnsOf(fields.payment_number).length > 0 ? 'rows of one payment' : 'payments of one fund';
  const sameCourse = question('alike_rows', 'A term has several rows of one course', {
    once: 'One course, as with a row for each meeting: it counts once. Where credits differ, students are not calculated',
    each: 'Several courses, or parts of one: the credits of each row count',
    not_calculated: NOT_ALIKE,
  });
  const samePayment = question('alike_rows', `A term has several ${several}`, {
    each: 'Several payments: each counts. If one takes another back, first let its status or its fund say so',
    once: 'The same payment, listed several times: it counts once. Where the amounts differ, students are not calculated',
    not_calculated: CORRECTIONS,
  });
  const sameTerm = [
    question('differing_rows', 'A term has several rows with different credits or payments', {
      each: `Each counts${adding}`,
      not_calculated: CORRECTIONS,
    }),
    question('same_credits', 'A term has several rows with the same credits', {
      once: 'One enrollment, as with a row for each major: its credits and payments count once',
      each: `Each counts${adding}`,
      not_calculated: NOT_KNOWN,
    }),
  ];
  return [equal, ...{ course: [sameCourse], payment: [samePayment], row: sameTerm }[unit]];
}

/** Asks about counting rows beside others, as in a log. The answer is applied where rows are read. */
const takenBack: RowQuestion = {
  ...fromNotes('taken_back'),
  namesInKey: true,
  text: (whom, { names }) =>
    `Some rows of a course, payment or term count, and others do not, because ${namesText(names)}, for ${whom}. Are the rows that count right, or does another row replace or cancel one of them?`,
  choices: {
    each: 'They are right: only rows that count are used, as where they have replaced the others',
    not_calculated: CORRECTIONS,
  },
};

/** Asks about payments on rows left out or not paid by status or term, which would otherwise be paid again. */
const leftOutPayments: RowQuestion = {
  ...fromNotes('left_out_payments'),
  namesInKey: true,
  text: (whom, { names }) =>
    `Payments, or credits without a term, are on rows that do not count (${namesText(names)}), for ${whom}. Was any of this paid for a term of this year, and is on no other row?`,
  choices: {
    left_out: 'No: it was not paid, is of no such term, or a row that counts has it too',
    not_calculated:
      'Yes, for some or all: these students are not calculated. To count them, say of their status that the row counts or the credits are 0, read hidden rows, or place their term',
  },
  onAnswer: {
    not_calculated: (student, row) =>
      student.fail('left out', `row ${row}, which does not count, has credits or a payment`),
  },
};

/** Asks about dates that decide whether rows count: one may be the term's last day, or in the future. */
function statusDatesQuestion(column: string): RowQuestion {
  return {
    ...fromNotes(`dates:${column}`),
    // Next month's rows have other dates, so the answer covers any share of them.
    share: ({ rows }) => ({ count: rows, total: rows }),
    // The latest first, as far as the spelling shows it: only a future date is of interest.
    text: (whom, { names }) =>
      `Dates in "${column}" (${namesText(names.toReversed())}) say which rows or payments count, for ${whom}. Is that so whatever day it is today?`,
    choices: {
      always: 'Yes: each is the day on which it happened, and none is in the future',
      not_calculated:
        'No, or not known, such as the last day of the term or the day a payment is due: these students are not calculated. Add a column that says which rows count',
    },
    onAnswer: {
      not_calculated: (student) =>
        student.fail('by status', `a date in "${column}" may be in the future, or the end of the term`),
    },
  };
}
