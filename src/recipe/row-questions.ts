import { compare, type Exact, exact, isNegative, isPositive } from '../engine/exact.js';
import { counted, listed } from '../engine/texts.js';
import { isOfMost, plainAnswer, type Share } from './answers.js';
import { needsIn, type RowMaker, type Standing } from './decided-rows.js';
import {
  FACT_DOUBTS,
  type FactDoubt,
  isBlank,
  isPartUnknown,
  NEARLY_ALL,
  TERM_DOUBTS,
  type TermDoubt,
} from './doubts.js';
import type { TableRow } from './examination.js';
import { PAID_FIELDS, type PaidField } from './our-fields.js';
import { amountOf, isSame } from './read-cells.js';
import { columnsOf, decisionOf, type Recipe, valueAt } from './recipe.js';
import { addTo, type Found, nothingFound } from './student-groups.js';
import { type Student, TERM_BEFORE } from './student-terms.js';
import { type Asked, type Choices, MOST_GROUPS } from './table-questions.js';
import { orderByLabels, possibleOrders } from './term-labels.js';

/** What only students can ask, from their data alone: each question with what it finds, and what each answer says. */

/** What a question finds in a student. */
interface Finding {
  /** The number of a row that it is about, 0 for the first; absent where it is only counted. */
  readonly row?: number | undefined;
  /** Which of the things that the question tells apart. */
  readonly kind?: string;
}

/** What a question has found so far. */
interface Tally extends Found {
  /** The students of whom it can be said. */
  of: number;
  /** How often each kind was found. */
  readonly kinds: Map<string, number>;
  /** The rows of some students for whom the answer matters. */
  readonly groups: (readonly TableRow[])[];
}

/** A question that students may raise. */
interface Asking extends Pick<Asked, 'path'> {
  /** Null where it cannot be said of a student. */
  find(student: Student, standing: Standing): readonly Finding[] | null;
  /** Null where what was found asks nothing after all. `of` is `3 of 20 students`. */
  text(of: string, found: Tally): string | null;
  readonly choices: Choices | ((found: Tally) => Choices);
  /** How many it is of where that is not the students who were found; null where it is said of the file as a whole. */
  share?(found: Tally): Share | null;
  /**
   * The answer that takes the rows as they are. Such a question is asked where it is of most, and where it no longer is but
   * something else was said: that is then not taken for the few.
   */
  readonly itself?: string;
}

const NONE: readonly Finding[] = [];
const FIRST: readonly Finding[] = [{ row: 0 }];

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
    ...(maker.readsNeed ? aboutNeed(recipe, maker) : []),
    limitOfZero(maker),
    ...FACT_DOUBTS.map((doubt) => doubtOfFact(doubt, maker)),
    ...labels.flatMap((label, place) => TERM_DOUBTS.map((doubt) => doubtOfTerm(doubt, label, place, maker))),
    ...PAID_FIELDS.flatMap((field) => [paidOfParts(recipe, field), neverFalling(recipe, field)]),
  ];
}

const not_calculated = 'Not known: these students are not calculated';

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

/** Why such a question is asked: where it is of most, or no longer is. */
function whose(of: string, found: Tally, most: number, those: string): string {
  const isStill = isOfMost({ found: found.students, of: found.of, most });
  return `${of}, ${isStill ? '' : 'no longer '}${those}`;
}

/** A term for which something is 0, of nearly all students of whom it can be said, or of most. */
function doubtOfTerm(doubt: TermDoubt, label: string, at: number, maker: RowMaker): Asking {
  const { key, most, those, itself, choices } = doubt;
  return {
    path: ['decisions', `${key}:${label}`],
    itself,
    choices,
    find: ({ terms }, { level }) => {
      const term = terms.find(({ place }) => place === at);
      const isSo = term === undefined ? null : doubt.isSo(term, maker.fullTimeOf(level, at, term));
      if (isSo === null) return null;
      return isSo ? [{ row: term?.rows[0] }] : NONE;
    },
    share: ({ students, of }) => ({ found: students, of, most }),
    text: (of, found) => doubt.text(label, whose(of, found, most, those)),
  };
}

/** A number of the student that is 0 for nearly everybody for whom it matters. */
function doubtOfFact({ key, field, name, most, those, itself, choices }: FactDoubt, maker: RowMaker): Asking {
  return {
    path: ['decisions', key],
    itself,
    choices,
    find: (student, standing) => {
      const isZero = maker.isZero(field, student, standing);
      return isZero === null ? null : isZero ? FIRST : NONE;
    },
    share: ({ students, of }) => ({ found: students, of, most }),
    text: (of, found) => `The ${name} is 0 for ${whose(of, found, most, those)}. What does this mean?`,
  };
}

/** A limit of 0 would leave nothing to borrow, and is what systems write for none. */
function limitOfZero(maker: RowMaker): Asking {
  return {
    path: ['decisions', 'zero_limit'],
    find: (student, standing) => (maker.isZero('total_limit', student, standing) === true ? FIRST : NONE),
    text: (of) => `The limit of the program is 0 for ${of}. What does this mean?`,
    choices: {
      no_limit: 'Their program has no limit of its own',
      not_calculated: 'Not known: these students are not calculated',
    },
  };
}

const LOANS: Readonly<Record<PaidField, string>> = {
  term_prior_disbursement_sub: 'subsidized',
  term_prior_disbursement_unsub: 'unsubsidized',
  term_prior_disbursement_grad_plus: 'Grad PLUS',
};

/** The same payment on each of the rows of a term may be of all of them. */
function paidOfParts({ rows }: Recipe, field: PaidField): Asking {
  const share = ({ rows: all, kinds }: Tally): Share => ({
    found: all - (kinds.get('different') ?? 0),
    of: all,
    most: NEARLY_ALL,
  });
  return {
    path: ['decisions', `paid_of_parts:${field}`],
    itself: 'of_part',
    find: ({ paidOfParts: found }) =>
      rows === 'course' || rows === 'fund'
        ? null
        : found
            .filter((each) => each.field === field)
            .map(({ row, areSame }) => ({ row, kind: areSame ? 'same' : 'different' })),
    share,
    text: (of, found) =>
      `What ${LOANS[field]} loans paid is ${isOfMost(share(found)) ? '' : 'no longer '}the same on each of the rows of a term, for ${of}. Is it of each row, or of the whole term?`,
    choices: {
      of_part: 'Of each row: they are added up',
      of_term: 'Of the whole term: it counts once',
    },
  };
}

/**
 * Amounts paid that hardly ever fall from term to term may be running totals, and so may those that are the same on the
 * row of each term, or in the one column of all terms.
 */
function neverFalling({ rows, fields }: Recipe, field: PaidField): Asking {
  const isRepeated = rows !== 'student' || columnsOf(fields[field]).length > 0;
  const share = ({ rows: all, kinds }: Tally): Share => {
    const falls = kinds.get('falls') ?? 0;
    // Funds are usually paid in equal parts, so that they tell only where nothing else was paid.
    const isUsual = rows === 'fund' && (falls > 0 || kinds.has('rises'));
    const of = all - (isUsual ? (kinds.get('same') ?? 0) : 0);
    return { found: of - falls, of, most: NEARLY_ALL };
  };
  return {
    path: ['decisions', `paid_so_far:${field}`],
    itself: 'of_term',
    find: ({ terms }) =>
      terms.flatMap(({ cells, rows: [row] }, at): readonly Finding[] => {
        const before = amountOf(field, terms[at - 1]?.cells[field] ?? '');
        if (before === null || !isPositive(before)) return [];
        const change = compare(amountOf(field, cells[field]) ?? exact(0), before);
        if (change === 0) return isRepeated ? [{ row, kind: 'same' }] : [];
        return [{ row, kind: change < 0 ? 'falls' : 'rises' }];
      }),
    share,
    text: (of, found) => {
      const rises = found.kinds.has('rises') ? 'hardly ever falls' : 'is the same';
      const how = isOfMost(share(found)) ? rises : 'also falls';
      return `What ${LOANS[field]} loans paid ${how} from term to term, for ${of}. Is each amount what was paid for its term?`;
    },
    choices: {
      of_term: 'Yes: each amount is of its term alone',
      so_far: 'No: it is all that was paid so far, and what came before is subtracted',
    },
  };
}

/**
 * Needs look like those of terms where they differ from term to term for one student in ten, or where added up they come to more
 * than can be subsidized for fewer.
 */
const TELLING = 0.1;

function aboutNeed(recipe: Recipe, maker: RowMaker): readonly Asking[] {
  const needIs =
    (test: (need: Exact, most: Exact | null) => boolean): Asking['find'] =>
    (student, { most }) => {
      const need = maker.needOf(student);
      if (need === null) return null;
      return test(need, most) ? FIRST : NONE;
    };
  return [
    {
      path: ['fields', 'subsidized_amount', 'per'],
      find: (student, { most }) => {
        const [first, ...others] = needsIn(student);
        if (first === undefined || others.length === 0 || recipe.rows === 'student') return null;
        const [ofYear, ofTerms] = [maker.needOf(student, 'year'), maker.needOf(student, 'term')];
        if (ofYear === null || ofTerms === null || most === null || isNegative(ofYear)) return null;
        const { need, row } = first;
        if (others.some((other) => !isSame('subsidized_amount', need, other.need)))
          return [{ row, kind: 'different' }];
        const matters = compare(ofYear, most) < 0 && compare(ofTerms, ofYear) > 0;
        return [...(matters ? [{ row }] : []), ...(compare(ofTerms, most) > 0 ? [{ kind: 'too much' }] : [])];
      },
      // What was said where the needs look like those of terms is not said where they look like the year's.
      share: ({ kinds, of }) => {
        const areMany = (kind: string): boolean => (kinds.get(kind) ?? 0) >= of * TELLING;
        return { found: Number(areMany('different') || !areMany('too much')), of: 1, most: 1 };
      },
      text: (of, { kinds }) =>
        `Need with ${kinds.has('different') ? 'different amounts' : 'the same amount'} on the row of each term: ${of}. Is it for the year, or for each term?`,
      choices: {
        year: 'For the year: it is the same need on each row',
        term: 'For each term: they are added up',
      },
    },
    {
      path: ['decisions', 'need_above_maximum'],
      find: needIs((need, most) => most !== null && compare(need, most) > 0),
      text: (of) => `The need of ${of} is above the subsidized maximum. What is calculated?`,
      choices: {
        maximum: 'The maximum: this is the whole need, and only a part of it can be subsidized',
        not_calculated: 'Nothing: these students are not calculated',
      },
    },
    {
      path: ['decisions', 'need_below_zero'],
      find: needIs(isNegative),
      text: (of) => `The need of ${of} is below 0. What is calculated?`,
      choices: { none: 'No need: 0', not_calculated: 'Nothing: these students are not calculated' },
    },
    {
      path: ['decisions', 'need_blank'],
      find: (student, standing) => (maker.lacksNeed(student, standing) ? FIRST : NONE),
      text: (of) => `The need of ${of} is blank. What does this mean?`,
      choices: {
        none: 'No need: 0',
        not_calculated,
      },
    },
  ];
}
