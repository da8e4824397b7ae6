import { counted, listed } from '../engine/texts.js';
import { aboutAmounts } from './amount-questions.js';
import { isOfMost, plainAnswer } from './answers.js';
import { type Asking, FIRST, NONE, not_calculated, type Tally } from './asking.js';
import type { RowMaker, Standing } from './decided-rows.js';
import { isBlank, isPartUnknown } from './doubts.js';
import { decisionOf, type Recipe, valueAt } from './recipe.js';
import type { Student } from './student-facts.js';
import { addTo, nothingFound } from './student-groups.js';
import { TERM_BEFORE } from './student-terms.js';
import { type Asked, type Choices, MOST_GROUPS } from './table-questions.js';
import { orderByLabels, possibleOrders } from './term-labels.js';

/** What students ask of their rows and terms: each question with what it finds, and what each answer says. */

/** Collects what students raise, and asks it. */
export class RowQuestions {
  readonly #recipe: Recipe;
  readonly #raised: readonly { readonly asking: Asking; readonly found: Tally }[];

  constructor(recipe: Recipe, maker: RowMaker) {
    this.#recipe = recipe;
    this.#raised = askings(recipe, maker).map((asking) => ({
      asking,
      found: { ...nothingFound(), of: 0, kinds: new Map(), groups: [] },
    }));
  }

  add(student: Student, standing: Standing): void {
    const { rows } = student.group;
    for (const { asking, found } of this.#raised) {
      const own = asking.find(student, standing);
      if (own === null) continue;
      found.of += 1;
      let isNew = true;
      for (const { row, kind } of own) {
        if (kind !== undefined) found.kinds.set(kind, (found.kinds.get(kind) ?? 0) + 1);
        const example = row === undefined ? undefined : (rows.find((each) => each.row === row) ?? rows[0]);
        if (example === undefined) continue;
        addTo(found, example, isNew);
        if (isNew && found.groups.length < MOST_GROUPS) found.groups.push(rows);
        isNew = false;
      }
    }
  }

  /** The questions of a table with so many students. */
  asked(students: number): readonly Asked[] {
    return this.#raised.flatMap(({ asking, found }) => {
      const { path, choices, itself } = asking;
      const share =
        asking.share === undefined ? { found: found.students, of: found.of } : asking.share(found);
      const said = plainAnswer(String(valueAt(this.#recipe, path) ?? itself));
      const isMoot = itself !== undefined && said === itself && share !== null && !isOfMost(share);
      const of = `${found.students.toLocaleString('en-US')} of ${counted(students, 'student')}`;
      const text = found.rows === 0 || isMoot ? null : asking.text(of, found);
      if (text === null) return [];
      const offered = typeof choices === 'function' ? choices(found) : choices;
      return [{ path, text, choices: offered, ...(share && { share }), ...found }];
    });
  }
}

/** The questions that students may raise, in their order. */
function askings(recipe: Recipe, maker: RowMaker): readonly Asking[] {
  const labels = recipe.terms.map(({ label }) => label);
  return [
    repeatedRows(recipe),
    ...(orderByLabels(labels) === null ? [orderOf(labels)] : []),
    yearsApart(maker),
    ...labels.map(
      (label, place): Asking => ({
        path: ['terms', place, 'no_row'],
        find: (student) => (maker.missing(student).includes(place) ? FIRST : NONE),
        text: (of) => `No row for ${label}: ${of}. What does it mean?`,
        choices: {
          not_enrolled: `${label} belongs to their year, and they are not enrolled: the year counts as a whole`,
          not_in_year: `${label} is not part of their year: only the listed terms count`,
        },
      }),
    ),
    ...labels.map(
      (label, place): Asking => ({
        path: ['terms', place, 'blank'],
        find: ({ terms }) => {
          const term = terms.find((own) => own.place === place);
          if (term === undefined) return null;
          return isBlank(term) ? [{ row: term.rows[0] }] : NONE;
        },
        text: (of) => `What do blank credits for ${label} mean, of ${of}?`,
        choices: {
          not_enrolled: 'Not enrolled: 0 credits, and the term counts in the year',
          full_time: 'Enrolled full time',
          not_in_year: `${label} is not part of their year`,
          not_calculated: 'Not known: these students are not calculated',
        },
      }),
    ),
    ...labels.flatMap((label, place) => HALVES.map((half) => halfBlank(half, label, place))),
    ...aboutAmounts(recipe, maker),
  ];
}

/** Credits that may be the sum of several columns. */
const HALVES = [
  {
    field: 'term_credits_enrolled',
    name: 'Credits',
    choices: { none: 'No credits in that part of the term: the others are all', not_calculated },
  },
  {
    field: 'term_actual_final_credits',
    name: 'Final credits',
    choices: {
      not_over: 'The term is not over: the planned credits count',
      none: 'No credits in that part of the term: the others are all',
      not_calculated,
    },
  },
] as const;

/** A sum without what one of its columns leaves blank may be too low. */
function halfBlank({ field, name, choices }: (typeof HALVES)[number], label: string, at: number): Asking {
  return {
    path: ['decisions', `blank_part:${field}:${label}`],
    find: ({ terms }) => {
      const term = terms.find(({ place }) => place === at);
      return term !== undefined && isPartUnknown(term, field) ? [{ row: term.rows[0] }] : NONE;
    },
    text: (of) =>
      `${name} for ${label} are blank in some of the columns that are added up, and filled in others, for ${of}. What does the blank mean?`,
    choices,
  };
}

/** What adding up says of rows of terms depends on what is there: said of rows that differ, it is not said of equal ones. */
function repeatedRows(recipe: Recipe): Asking {
  const { rows } = recipe;
  const path = ['decisions', 'repeated_rows'];
  const find: Asking['find'] = ({ repeated }) =>
    repeated.map(({ row, likeness: kind }, nth) => (nth === 0 ? { row, kind } : { kind }));
  const who = (students: number): string => counted(students, 'student has', 'students have');
  if (rows === 'course' || rows === 'fund')
    return {
      path,
      find,
      text: (_, { students }) => `${who(students)} rows that are equal in every cell. What are they?`,
      choices: {
        once: `The same ${rows === 'fund' ? 'payment' : 'course'} is listed twice: it counts once`,
        add_up: 'Each counts',
      },
    };
  const areEqual = ({ kinds }: Tally): boolean => !kinds.has('different') && !kinds.has('some equal');
  const areDifferent = ({ kinds }: Tally): boolean => !kinds.has('equal') && !kinds.has('some equal');
  const addedUp = rows === 'term' ? 'Their credits and payments are added up' : 'Each counts';
  const said = decisionOf(recipe, 'repeated_rows');
  const saidOfAll = said === 'add_up_all' || said === 'add_up_different' ? said : 'add_up';
  const adding = (found: Tally): Choices => {
    if (areDifferent(found)) return { [saidOfAll]: addedUp };
    if (areEqual(found)) return { add_up_all: addedUp };
    return {
      add_up_different: `${addedUp}, and equal rows count once`,
      add_up_all: `${addedUp}, equal rows, too`,
    };
  };
  return {
    path,
    find,
    text: (_, found) => {
      const some = areDifferent(found) ? 'which differ' : 'of which some are equal in every cell';
      const how = areEqual(found) ? 'equal in every cell' : some;
      return `${who(found.students)} several rows of the same term, ${how}. What are they?`;
    },
    choices: (found) => ({
      once: 'Equal rows count once, and students whose rows differ are not calculated',
      ...adding(found),
      // Said of equal rows it would be no answer to rows that differ.
      ...(!areEqual(found) && { last: 'The last of them counts' }),
    }),
  };
}

/** Asks for the order of terms where no label tells it, and some student has several of them. */
function orderOf(labels: readonly string[]): Asking {
  return {
    path: ['decisions', 'term_order'],
    find: ({ terms }) => (terms.length > 1 ? FIRST : NONE),
    share: () => null,
    text: () => `In which order do the terms ${listed(labels)} follow each other?`,
    choices: Object.fromEntries(
      possibleOrders(labels).map((order) => [order.join(TERM_BEFORE), order.join(', then ')]),
    ),
  };
}

/** Asks about students with terms of more than a year: those of the year before, say, are in the file, too. */
function yearsApart(maker: RowMaker): Asking {
  return {
    path: ['decisions', 'terms_apart'],
    find: (student) => {
      const apart = maker.apartIn(student) ?? [];
      const kind = listed(apart.map(({ label }) => label));
      return apart.map(({ rows: [row] }) => ({ row, kind }));
    },
    text: (of, { kinds }) =>
      `${[...kinds.keys()][0]} are a year apart, and ${of} have terms so far apart. Are these of one academic year? If they are not, say of the terms of the other year that their rows are of no term.`,
    choices: {
      not_calculated: 'No: these students are not calculated',
      one_year: 'Yes: all of them are one academic year',
    },
  };
}
