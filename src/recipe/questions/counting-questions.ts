import { named } from '../format/column-texts.js';
import type { Recipe, StatusRule } from '../format/recipe.js';
import { columnsOf, isOfFunds, statusRules } from '../format/rules.js';
import { SUM_ROWS } from '../rows/sum-rows.js';
import { NEARLY_ALL, NOT_CALCULATED, NOT_THE_SAME, noted, type RowQuestion } from './question.js';

/** What students ask of which rows and payments count: of those that are there twice, of a status, and of those left out. */

/** What is asked of which rows count, in the order in which the answers are done. */
export function aboutCounting(recipe: Recipe): readonly RowQuestion[] {
  return [
    ...repeatedRows(recipe),
    takenBack,
    leftOutPayments,
    sumRows(recipe),
    ...statusRules(recipe).map(datesOfStatus),
    statusOfSeveral,
    ...(recipe.status ?? []).map(statusOfStudent),
  ];
}

/** What to do where one row corrects another, which nothing in the rows tells. */
const CORRECTIONS =
  'Corrections, or not known: these students are not calculated. Export only rows that hold';

/**
 * Rows of the same student and term: some may be there twice, and others be parts of the term. What is said of them is done where
 * rows are read.
 */
function repeatedRows({ rows, fields }: Recipe): readonly RowQuestion[] {
  const what = rows === 'course' ? 'course' : isOfFunds(rows) ? 'payment' : 'row';
  const adding =
    what === 'row'
      ? ': their credits are added up, and payments, unless you say next that rows repeat them'
      : '';
  const of = (key: string, are: string, choices: RowQuestion['choices']): RowQuestion => ({
    ...noted(key),
    isNamed: true,
    text: (students, { names }) =>
      `${are}${names.length === 0 ? '' : `, which differ in ${named(names)}`}, for ${students}. What are they?`,
    choices,
  });
  const equal = of('equal_rows', 'Rows of a term are equal in every cell', {
    once: `The same ${what} is listed twice: it counts once`,
    each: `Each counts${adding}`,
    not_calculated: NOT_THE_SAME,
  });
  if (rows === 'course')
    return [
      equal,
      of('alike_rows', 'A term has several rows of one course', {
        once: 'One course, as with a row for each meeting: its credits count once. Where they differ, students are not calculated',
        each: 'Several courses, or parts of one: the credits of each row count',
        not_calculated: NOT_THE_SAME,
      }),
      of('sections', 'A term has several sections of one course', {
        once: 'One course with its credits on each, as a lecture and its laboratory: they count once. Where they differ, students are not calculated',
        each: 'Courses of their own, or each with its part of the credits: each counts',
        not_calculated: NOT_THE_SAME,
      }),
    ];
  if (isOfFunds(rows)) {
    const several =
      columnsOf(fields.payment_number).length > 0 ? 'rows of one payment' : 'payments of one fund';
    return [
      equal,
      of('alike_rows', `A term has several ${several}`, {
        each: 'Several payments: each counts',
        once: 'The same payment, listed several times: it counts once. Where the amounts differ, students are not calculated',
        not_calculated: CORRECTIONS,
      }),
    ];
  }
  return [
    equal,
    of('differing_rows', 'A term has several rows with other credits or payments', {
      each: `Each counts${adding}`,
      not_calculated: CORRECTIONS,
    }),
    of('same_credits', 'A term has several rows with the same credits', {
      once: 'One enrollment, as with a row for each major: its credits and payments count once',
      each: `Each counts${adding}`,
      not_calculated: NOT_CALCULATED,
    }),
  ];
}

/** Asks whether rows that count do so beside others that do not, as a log has them. It is done where rows are read. */
const takenBack: RowQuestion = {
  ...noted('taken_back'),
  text: (of) =>
    `Some rows of a course, payment or term count and others do not, by their status, for ${of}. Is each of these rows right as it is, or does a later one replace an earlier one?`,
  choices: {
    each: 'Each is right: rows that count are used, the others are not',
    not_calculated:
      'Later ones replace earlier ones, as in a log, or not known: these students are not calculated. Export only rows that hold',
  },
};

/** Asks of payments on rows that do not count, by status or by term: without them, what was paid would be paid again. */
const leftOutPayments: RowQuestion = {
  ...noted('left_out_payments'),
  isNamed: true,
  text: (of, { names }) =>
    `Rows that are left out, as ${named(names)}, have payments, or credits without a term, for ${of}. Were these for a term of this year?`,
  choices: {
    left_out: 'No: they are left out with all of their row',
    not_calculated:
      'Yes, or only some: these students are not calculated. For their payments to count, let the status say that such rows have no credits, read rows that are hidden, or place their term',
  },
  does: {
    not_calculated: (student, { row } = {}) =>
      student.fail('left out', `row ${row}, which is left out, has credits or a payment`),
  },
};

/** Asks what such rows are where many students have one: of a few, it is so by chance. */
function sumRows({ rows }: Recipe): RowQuestion {
  const [one, like] = isOfFunds(rows) ? ['payment', 'payments'] : ['course', 'courses'];
  return {
    ...noted(SUM_ROWS),
    // Of whom nothing was noted it cannot be said.
    find: (student) => student.noted.get(SUM_ROWS) ?? null,
    most: 1 / 2,
    itself: 'each',
    text: (of) => `A row of a term has the sum of its other ${like}, for ${of}. What are such rows?`,
    choices: {
      each: `Each is a ${one} like the other ${like}, and is added up with them`,
      not_calculated:
        'Totals: take them out of the file, or leave them out by a status column. Nobody is calculated before',
    },
    // A total of a single row looks like that row.
    isOfAll: true,
    does: {
      not_calculated: (student, { row } = {}) => {
        const what = row === undefined ? 'a row of the student may be a total' : `row ${row} has the sum`;
        student.fail('sum of rows', `${what} of the other ${like} of its term`);
      },
    },
  };
}

/** Asks of dates by which rows or payments count, or do not: one may be the last day of its term, or be to come. */
function datesOfStatus({ column }: StatusRule): RowQuestion {
  return {
    ...noted(`dates:${column}`),
    // Rows of the next month have days of their own.
    share: ({ rows }) => ({ found: rows, of: rows }),
    notYet: 'today',
    text: (of, { names }) =>
      `Dates in "${column}" (${named(names)}) say which rows or payments count, for ${of}. Do they say so whatever the day?`,
    choices: {
      always: 'Yes: each is the day on which it became so, and none is to come',
      today: 'As of today: some days are to come, and what they mean is asked again when there are more',
      not_calculated:
        'Not known, as where it may be the last day of the term, or the day on which a payment is due: these students are not calculated. Write in a column which rows count, and place that',
    },
    does: {
      not_calculated: (student) =>
        student.fail('by status', `a date in "${column}" may be to come, or the end of the term`),
    },
  };
}

/** Asks whether a status of a row holds for everything that the row has: a session or a loan of it may have one of its own. */
const statusOfSeveral: RowQuestion = {
  ...noted('status_of_several'),
  text: (of) =>
    `A status takes away credits or payments, which several columns hold, for ${of}. Does it hold for all of these columns?`,
  choices: {
    all: 'Yes: for all that the row has',
    not_calculated: 'No, or only for some: these students are not calculated',
  },
  does: {
    not_calculated: (student) => student.fail('by status', 'the status may be of a part of its row'),
  },
};

/**
 * Asks whether a status column is of each term, where it takes away all terms of nearly everybody of whom it takes one: it may
 * be of the student.
 */
function statusOfStudent({ column }: StatusRule): RowQuestion {
  return {
    path: ['decisions', `status_of_student:${column}`],
    find: ({ clearedBy, terms }) => {
      const cleared = clearedBy.get(column);
      if (cleared === undefined || terms.length < 2) return null;
      return terms.every(({ rows }) => rows.every((row) => cleared.has(row)));
    },
    share: ({ students, of }) => ({ found: students, of: students < 2 ? 0 : of }),
    most: NEARLY_ALL,
    itself: 'each',
    text: (of) =>
      `"${column}" takes away credits or payments of all terms, for ${of}. Is it of each term, or of the student, as a date of withdrawal is?`,
    choices: {
      each: 'Of each term: it holds for all of them',
      not_calculated: 'Of the student, or not known: these students are not calculated',
    },
    does: {
      not_calculated: (student) => student.fail('by status', `"${column}" may be of another term`),
    },
  };
}
