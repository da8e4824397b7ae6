import { counted } from '../engine/texts.js';
import { aboutCredits, aboutNeed, aboutPeriods, aboutZeros, whichCounts } from './amount-questions.js';
import { isOfMost, plainAnswer } from './answers.js';
import { named } from './column-texts.js';
import { CREDIT_FIELDS, type Ours, STUDENT_FACTS } from './our-fields.js';
import { aboutPayments } from './payment-questions.js';
import {
  type Asked,
  type Choices,
  Found,
  isPartOf,
  keyOfKind,
  NEARLY_ALL,
  NOT_CALCULATED,
  noted,
  type RowQuestion,
  type Step,
} from './question.js';
import { isRead } from './read-cells.js';
import {
  columnsOf,
  meaningOf,
  type Path,
  type Recipe,
  ruleOf,
  type StatusRule,
  statusRules,
  valueAt,
  valuesOf,
} from './recipe.js';
import { type Student, takeAmounts } from './student-facts.js';
import { sumRows } from './sum-rows.js';
import { aboutTerm } from './term-questions.js';
import { aboutYear } from './year-questions.js';

/** What students ask of their rows and terms. */

const NOT_FOR_ALL = 'Not the same for all of them: these students are not calculated';

/**
 * The questions that students may raise by a recipe, as they are asked, and what their answers do, one after the other: those of
 * the amounts of the year are asked once it is known which terms it has.
 */
export function rowQuestions(recipe: Recipe) {
  const labels = recipe.terms.map(({ label }) => label);
  const isPlaced = (field: Ours): boolean => columnsOf(recipe.fields[field]).length > 0;
  const ofPayments = recipe.rows === 'fund' ? CREDIT_FIELDS : [];
  const ofTerms: readonly (RowQuestion | Step)[] = [
    ...repeatedRows(recipe),
    takenBack,
    ...leftOutPayments(recipe),
    sumRows(recipe),
    ...statusRules(recipe).map(datesOfPayments),
    statusOfSeveral,
    ...(recipe.status ?? []).map(statusOfStudent),
    ...STUDENT_FACTS.filter(isPlaced).map((field) => whichCounts(field, 'term')),
    // Credits that payments of a term repeat may differ from one payment to the next.
    ...ofPayments.filter(isPlaced).map((field) => whichCounts(field, 'payment of a term')),
    ...aboutYear(recipe),
    aboutCredits(),
    ...aboutPayments(recipe),
    ...labels.flatMap((label, place) => [requireFullTime(recipe, place), ...aboutTerm(recipe, label, place)]),
    takeAmounts(recipe),
  ];
  const ofYear = [...(isRead(recipe, 'subsidized_amount') ? aboutNeed(recipe) : []), ...aboutZeros(recipe)];
  return [ofTerms, aboutPeriods(recipe), ofYear].map((inOrder) => ({
    asked: inOrder.flatMap((each) => (typeof each === 'function' ? [] : each)),
    steps: inOrder.flatMap((each) => (typeof each === 'function' ? each : (stepBy(recipe, each) ?? []))),
  }));
}

/** The place of the answer to a question of one kind of finding. */
function pathOf({ path, isOfKinds }: RowQuestion, kind = ''): Path {
  return isOfKinds === true ? [...path.slice(0, -1), keyOfKind(String(path.at(-1)), kind)] : path;
}

/** What was said of a question, as it is done to a student; null for nothing. */
function stepBy(recipe: Recipe, question: RowQuestion): Step | null {
  const { choices, whileOpen = '', find, does, isOfAll, isOfKinds } = question;
  if (does === undefined) return null;
  const stepOf = (kind?: string): Step | undefined => {
    const said = plainAnswer(String(valueAt(recipe, pathOf(question, kind)) ?? ''));
    return does[Object.hasOwn(choices, said) ? said : whileOpen];
  };
  if (isOfKinds !== true) {
    const step = stepOf();
    if (step === undefined || isOfAll === true) return step ?? null;
    return (student) => {
      const found = find(student);
      if (found === true || (found && found.length > 0)) step(student);
    };
  }
  return (student) => {
    const found = find(student);
    const kinds = typeof found === 'object' ? (found ?? []).map(({ kind }) => kind) : [];
    for (const kind of new Set(kinds)) stepOf(kind)?.(student);
  };
}

/** Full-time credits that are blank are none of ours to fill, unless it was said what that means. */
function requireFullTime(recipe: Recipe, at: number): Step {
  const rule = ruleOf(recipe, 'term_ft_credits', recipe.terms[at]);
  const isSaid = rule === null || rule === 'none' || typeof meaningOf(valuesOf(rule), '') === 'string';
  return (student) => {
    const term = student.terms.find(({ place }) => place === at);
    if (term !== undefined && !isSaid && term.cells.term_ft_credits === '')
      student.fail('no full time', `${term.label}, row ${term.rows[0]} has no full-time credits`);
  };
}

/** A question, the students of whom it can be said, and what it has found: by kind where it is asked of each. */
interface Raised {
  readonly question: RowQuestion;
  of: number;
  readonly founds: Map<string, Found>;
}

/** Collects what students raise, and asks it. */
export class RaisedQuestions {
  readonly #recipe: Recipe;
  readonly #raised: readonly { readonly asked: readonly Raised[]; readonly steps: readonly Step[] }[];

  constructor(recipe: Recipe) {
    this.#recipe = recipe;
    this.#raised = rowQuestions(recipe).map(({ asked, steps }) => ({
      asked: asked.map((question) => ({ question, of: 0, founds: new Map() })),
      steps,
    }));
  }

  /** Adds what a student raises, and does to it what was said. */
  add(student: Student): void {
    for (const { asked, steps } of this.#raised) {
      for (const raised of asked) this.#add(raised, student);
      for (const step of steps) step(student);
    }
  }

  #add(raised: Raised, student: Student): void {
    const { question, founds } = raised;
    const { rows } = student.group;
    const own = question.find(student);
    if (own === null) return;
    raised.of += 1;
    if (own === false) return;
    const counted = new Set<Found>();
    for (const { row, kind } of own === true ? [{ row: rows[0]?.row }] : own) {
      const key = (question.isOfKinds === true && kind) || '';
      const found = founds.get(key) ?? new Found();
      founds.set(key, found);
      if (kind !== undefined) found.kinds.set(kind, found.count(kind) + 1);
      const example = rows.find((each) => each.row === row);
      if (example === undefined) continue;
      found.add(example, !counted.has(found), rows);
      counted.add(found);
    }
  }

  /** The questions of a table with so many students. */
  asked(students: number): readonly Asked[] {
    const all = this.#raised.flatMap(({ asked }) => asked);
    return all.flatMap(({ question, of, founds }) =>
      [...founds].flatMap(([kind, found]) => {
        found.of = of;
        return this.#isLater(question, kind, founds) ? [] : this.#asked(question, kind, found, students);
      }),
    );
  }

  /**
   * Whether a kind is asked about after others: the one with the most names first, of which the answer may be that of all; where
   * it was not, that with the fewest.
   */
  #isLater(question: RowQuestion, kind: string, founds: ReadonlyMap<string, Found>): boolean {
    const answerTo = (each: string): string =>
      plainAnswer(String(valueAt(this.#recipe, pathOf(question, each)) ?? ''));
    const others = [...founds.keys()].filter((each) => each !== '');
    const isPart = others.some((other) => isPartOf(kind, other) && answerTo(other) !== '');
    const before = others.filter((other) => (isPart ? isPartOf(other, kind) : isPartOf(kind, other)));
    return kind !== '' && answerTo(kind) === '' && before.some((other) => answerTo(other) === '');
  }

  #asked(question: RowQuestion, kind: string, found: Found, students: number): Asked | [] {
    const { choices, itself, most, forAsMany } = question;
    const path = pathOf(question, kind);
    const answer = valueAt(this.#recipe, path) ?? null;
    const said = plainAnswer(String(answer ?? ''));
    const isOfSize = forAsMany !== undefined && said === forAsMany;
    const counts =
      question.share === undefined ? { found: found.students, of: found.of } : question.share(found);
    const share = counts && {
      ...counts,
      ...(most !== undefined && { most }),
      ...(isOfSize && { isOfSize }),
    };
    const isMost = share !== null && isOfMost(share);
    const isAsItIs = answer === null || said === itself;
    if (found.rows === 0 || (isAsItIs && (share?.of === 0 || (itself !== undefined && !isMost)))) return [];
    const of = `${found.students.toLocaleString('en-US')} of ${counted(students, 'student')}`;
    return { path, text: question.text(of, found, isMost), choices, found, share };
  }
}

/** What to do where one row corrects another, which nothing in the rows tells. */
const CORRECTIONS =
  'Corrections, or not known: these students are not calculated. Export only rows that hold';

/**
 * Rows of the same student and term: some may be there twice, and others be parts of the term. What is said of them is done where
 * rows are read.
 */
function repeatedRows({ rows, fields }: Recipe): readonly RowQuestion[] {
  const what = { course: 'course', fund: 'payment', term: 'row', student: 'row' }[rows ?? 'term'];
  const adding = what === 'row' ? ': their credits and payments are added up' : '';
  const of = (key: string, are: string, choices: Choices): RowQuestion => ({
    ...noted(key),
    isOfKinds: true,
    text: (students, { kinds }) =>
      `${are}${[...kinds.keys()].map((columns) => columns && `, which differ in ${columns}`)}, for ${students}. What are they?`,
    choices,
  });
  const equal = of('equal_rows', 'Rows of a term are equal in every cell', {
    once: `The same ${what} is listed twice: it counts once`,
    each: `Each counts${adding}`,
    not_calculated: NOT_FOR_ALL,
  });
  if (rows === 'course')
    return [
      equal,
      of('alike_rows', 'A term has several rows of one course', {
        once: 'One course, as with a row for each meeting: its credits count once. Where they differ, students are not calculated',
        each: 'Several courses, or parts of one: the credits of each row count',
        not_calculated: NOT_FOR_ALL,
      }),
    ];
  if (rows === 'fund') {
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
function leftOutPayments({ not_terms }: Recipe): readonly RowQuestion[] {
  const does = (key: string) => ({
    not_calculated: (student: Student): void => {
      const [{ row } = {}] = student.noted.get(key) ?? [];
      student.fail('left out', `row ${row}, which is left out, has a payment`);
    },
  });
  return [
    {
      ...noted('left_out_payments'),
      isOfKinds: true,
      text: (of, { kinds }) =>
        `Rows that are left out, as ${[...kinds.keys()][0]}, have payments, for ${of}. Were these paid for a term of this year?`,
      choices: {
        left_out: 'No: they are left out with all of their row',
        not_calculated:
          'Yes: these students are not calculated. Let the status say that such rows have no credits, and their payments count',
      },
      does: does('left_out_payments'),
    },
    {
      ...noted('payments_of_no_term'),
      // What is said of some labels is not said of others.
      path: ['decisions', ['payments_of_no_term', ...not_terms].join(':')],
      text: (of, { kinds }) =>
        `Rows of no term (${named([...kinds.keys()])}) have payments, for ${of}. Are these of another year, or totals?`,
      choices: {
        left_out: 'Yes, all of them: they say nothing of these terms',
        not_calculated: 'No, or only some: these students are not calculated',
      },
      does: does('payments_of_no_term'),
    },
  ];
}

/** Asks of dates by which payments count, or do not: a day on which one is due comes, and the recipe stays. */
function datesOfPayments({ column }: StatusRule): RowQuestion {
  return {
    ...noted(`dates_of_payments:${column}`),
    text: (of) =>
      `By dates in "${column}" payments were made or not, for ${of}. May one of these days be to come, as where a payment is due?`,
    choices: {
      past: 'No: on each of them a payment was made, or was cancelled',
      not_calculated:
        'Yes, or not known: these students are not calculated. Place a column of what was paid, or export only payments that were made',
    },
    does: { not_calculated: (student) => student.fail('by status', 'a payment may be due on a day to come') },
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
