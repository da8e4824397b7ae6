import { compare, type Exact, exact, isNegative, isPositive } from '../engine/exact.js';
import { counted, listed } from '../engine/texts.js';
import { needsIn, type RowMaker, type Standing } from './decided-rows.js';
import type { TableRow } from './examination.js';
import { PAID_FIELDS, type PaidField } from './our-fields.js';
import { amountOf, isSame } from './read-cells.js';
import type { Recipe } from './recipe.js';
import { addTo, type Found, nothingFound } from './student-groups.js';
import { type Student, TERM_BEFORE } from './student-terms.js';
import { type Asked, type Choices, MOST_GROUPS } from './table-questions.js';
import { orderByLabels, possibleOrders } from './term-labels.js';
import { isBlank, MOST, NEARLY_ALL, ZEROS, type Zero } from './zeros.js';

/** What only students can ask, from their data alone: each question with what it finds, and what each answer says. */

/** What a question finds in a student. */
interface Finding {
  /** The number of a row that it is about, 0 for the first; absent where it is only counted. */
  readonly row?: number | undefined;
  /** Which of the things that the question tells apart. */
  readonly kind?: string;
}

/** How often each kind was found, in rows that a question is about and in others. */
type Kinds = ReadonlyMap<string, number>;

/** A question that students may raise. */
interface Asking extends Pick<Asked, 'path'> {
  /** Whether what was said of a few students is asked anew where it is most of them. */
  readonly mayBeOfMost?: boolean;
  find(student: Student, standing: Standing): readonly Finding[];
  /** Null where what was found asks nothing after all. `of` is `3 of 20 students`. */
  text(of: string, found: Found, kinds: Kinds): string | null;
  readonly choices: Choices | ((found: Found, kinds: Kinds) => Choices);
}

const NONE: readonly Finding[] = [];
const ALL: readonly Finding[] = [{ row: 0 }];
const OTHER: readonly Finding[] = [{ kind: 'other' }];

/** Whether all but one in `share` of those of whom it can be said are found. */
function areMost({ students }: Found, kinds: Kinds, share: number): boolean {
  return students * share >= (students + (kinds.get('other') ?? 0)) * (share - 1);
}

/** Collects what students raise, and asks it. */
export class RowQuestions {
  readonly #raised: readonly {
    readonly asking: Asking;
    readonly found: Found;
    readonly kinds: Map<string, number>;
    readonly groups: (readonly TableRow[])[];
  }[];

  constructor(recipe: Recipe, maker: RowMaker) {
    this.#raised = askings(recipe, maker).map((asking) => ({
      asking,
      found: nothingFound(),
      kinds: new Map(),
      groups: [],
    }));
  }

  add(student: Student, standing: Standing): void {
    const { rows } = student.group;
    for (const { asking, found, kinds, groups } of this.#raised) {
      let isNew = true;
      for (const { row, kind } of asking.find(student, standing)) {
        if (kind !== undefined) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        const example = row === undefined ? undefined : (rows.find((own) => own.row === row) ?? rows[0]);
        if (example === undefined) continue;
        addTo(found, example, isNew);
        if (isNew && groups.length < MOST_GROUPS) groups.push(rows);
        isNew = false;
      }
    }
  }

  /** The questions of a table with so many students. */
  asked(students: number): readonly Asked[] {
    return this.#raised.flatMap(({ asking, found, kinds, groups }) => {
      const { path, text, choices, mayBeOfMost = false } = asking;
      const of = `${found.students.toLocaleString('en-US')} of ${counted(students, 'student')}`;
      const said = found.rows === 0 ? null : text(of, found, kinds);
      const offered = typeof choices === 'function' ? choices(found, kinds) : choices;
      const isOfMost = mayBeOfMost && areMost(found, kinds, MOST);
      return said === null ? [] : [{ path, text: said, choices: offered, isOfMost, ...found, groups }];
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
        mayBeOfMost: true,
        find: (student) => (maker.missing(student).includes(place) ? ALL : OTHER),
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
        mayBeOfMost: true,
        find: ({ terms }) => {
          const term = terms.find((own) => own.place === place);
          if (term === undefined) return NONE;
          return isBlank(term) ? [{ row: term.rows[0] }] : OTHER;
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
    ...(maker.readsNeed ? aboutNeed(recipe, maker) : []),
    ...labels.flatMap((label, place) => ZEROS.map((zero) => manyZeros(recipe, label, place, zero, maker))),
    ...PAID_FIELDS.map((field) => neverFalling(recipe, field)),
  ];
}

/** What adding up says of rows of terms depends on what is there: said of rows that differ, it is not said of equal ones. */
function repeatedRows({ rows, decisions }: Recipe): Asking {
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
  const areEqual = (kinds: Kinds): boolean => !kinds.has('different') && !kinds.has('some equal');
  const areDifferent = (kinds: Kinds): boolean => !kinds.has('equal') && !kinds.has('some equal');
  const addedUp = rows === 'term' ? 'Their credits and payments are added up' : 'Each counts';
  const said = decisions['repeated_rows'];
  const saidOfAll = said === 'add_up_all' || said === 'add_up_different' ? said : 'add_up';
  const adding = (kinds: Kinds): Choices => {
    if (areDifferent(kinds)) return { [saidOfAll]: addedUp };
    if (areEqual(kinds)) return { add_up_all: addedUp };
    return {
      add_up_different: `${addedUp}, and equal rows count once`,
      add_up_all: `${addedUp}, equal rows, too`,
    };
  };
  return {
    path,
    find,
    text: (_, { students }, kinds) => {
      const some = areDifferent(kinds) ? 'which differ' : 'of which some are equal in every cell';
      const how = areEqual(kinds) ? 'equal in every cell' : some;
      return `${who(students)} several rows of the same term, ${how}. What are they?`;
    },
    choices: (_, kinds) => ({
      once: 'Equal rows count once, and students whose rows differ are not calculated',
      ...adding(kinds),
      last: 'The last of them counts',
    }),
  };
}

/** Asks for the order of terms where no label tells it, and some student has several of them. */
function orderOf(labels: readonly string[]): Asking {
  return {
    path: ['decisions', 'term_order'],
    find: ({ terms }) => (terms.length > 1 ? ALL : NONE),
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
    text: (of, _, kinds) =>
      `${[...kinds.keys()][0]} are a year apart, and ${of} have terms so far apart. Are these of one academic year? If they are not, say of the terms of the other year that their rows are of no term.`,
    choices: {
      not_calculated: 'No: these students are not calculated',
      one_year: 'Yes: all of them are one academic year',
    },
  };
}

/**
 * A term for which something is 0: asked where it is so for nearly all students, or most, of whom it can be said. Where the 0 was
 * said to be something else, that is not taken for the few who have it a month later: it is asked anew.
 */
function manyZeros(recipe: Recipe, label: string, at: number, zero: Zero, maker: RowMaker): Asking {
  const { key, most, itself, choices } = zero;
  const said = recipe.decisions[`${key}:${label}`] ?? itself;
  const those = most === MOST ? 'most of those there' : 'nearly everybody there';
  return {
    path: ['decisions', `${key}:${label}`],
    find: ({ terms }, { level }) => {
      const term = terms.find(({ place }) => place === at);
      const isZero = term === undefined ? null : zero.isZero(term, maker.fullTimeOf(level, at, term));
      if (isZero === null) return NONE;
      return isZero ? [{ row: term?.rows[0] }] : OTHER;
    },
    text: (of, found, kinds) => {
      if (areMost(found, kinds, most)) return zero.text(label, `${of}, ${those}`);
      return said === itself ? null : zero.text(label, `${of}, no longer ${those}`);
    },
    choices: (found, kinds) =>
      areMost(found, kinds, most)
        ? choices
        : Object.fromEntries(
            Object.entries(choices).map(([value, what]) => [
              value === itself ? value : `some_${value}`,
              what,
            ]),
          ),
  };
}

const LOANS: Readonly<Record<PaidField, string>> = {
  term_prior_disbursement_sub: 'subsidized',
  term_prior_disbursement_unsub: 'unsubsidized',
  term_prior_disbursement_grad_plus: 'Grad PLUS',
};

/**
 * Amounts paid that hardly ever fall from term to term may be running totals, and so may those that are the same on the
 * row of each term.
 */
function neverFalling({ rows }: Recipe, field: PaidField): Asking {
  const isRepeated = rows === 'term' || rows === 'course';
  return {
    path: ['decisions', `paid_so_far:${field}`],
    find: ({ terms }) =>
      terms.flatMap(({ cells, rows: [row] }, at): readonly Finding[] => {
        const before = amountOf(field, terms[at - 1]?.cells[field] ?? '');
        if (before === null || !isPositive(before)) return NONE;
        const change = compare(amountOf(field, cells[field]) ?? exact(0), before);
        if (change < 0) return [{ kind: 'falls' }];
        if (change > 0) return [{ row, kind: 'rises' }];
        return isRepeated ? [{ row, kind: 'same' }] : NONE;
      }),
    text: (of, found, kinds) => {
      const falls = kinds.get('falls') ?? 0;
      if (falls * NEARLY_ALL > falls + found.rows) return null;
      const how = kinds.has('rises') ? 'hardly ever falls' : 'is the same';
      return `What ${LOANS[field]} loans paid ${how} from term to term, for ${of}. Is each amount what was paid for its term?`;
    },
    choices: {
      of_term: 'Yes: each amount is of its term alone',
      so_far: 'No: it is all that was paid so far, and what came before is subtracted',
    },
  };
}

function aboutNeed(recipe: Recipe, maker: RowMaker): readonly Asking[] {
  const needIs =
    (test: (need: Exact, most: Exact | null) => boolean): Asking['find'] =>
    (student, { most }) => {
      const need = maker.needOf(student);
      return need !== null && test(need, most) ? ALL : NONE;
    };
  const not_calculated = 'Nothing: these students are not calculated';
  return [
    {
      path: ['fields', 'subsidized_amount', 'per'],
      find: (student, { most }) => {
        const [first, ...others] = needsIn(student);
        if (first === undefined || others.length === 0 || recipe.rows === 'student') return NONE;
        const [ofYear, ofTerms] = [maker.needOf(student, 'year'), maker.needOf(student, 'term')];
        if (ofYear === null || ofTerms === null || most === null || isNegative(ofYear)) return NONE;
        const { need, row } = first;
        if (others.some((other) => !isSame('subsidized_amount', need, other.need)))
          return [{ row, kind: 'different' }];
        return compare(ofYear, most) < 0 && compare(ofTerms, ofYear) > 0 ? [{ row }] : NONE;
      },
      text: (of, _, kinds) =>
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
        not_calculated,
      },
    },
    {
      path: ['decisions', 'need_below_zero'],
      find: needIs(isNegative),
      text: (of) => `The need of ${of} is below 0. What is calculated?`,
      choices: { none: 'No need: 0', not_calculated },
    },
    {
      path: ['decisions', 'need_blank'],
      mayBeOfMost: true,
      find: (student, standing) => (maker.lacksNeed(student, standing) ? ALL : OTHER),
      text: (of) => `The need of ${of} is blank. What does this mean?`,
      choices: {
        none: 'No need: 0',
        not_calculated: 'Not known: these students are not calculated',
      },
    },
  ];
}
