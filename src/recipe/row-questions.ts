import { compare, type Exact, exact, isNegative, isPositive } from '../engine/exact.js';
import { counted, listed } from '../engine/texts.js';
import { nameKey } from '../table/column-names.js';
import {
  isBlank,
  isZeroFinal,
  isZeroPaid,
  isZeroPlanned,
  needPeriod,
  type RowMaker,
  type Standing,
} from './decided-rows.js';
import { type EffectOf, isSameEffect } from './effects.js';
import type { Choice, Question, TableFacts, TableRow, TableToRead } from './examination.js';
import { kindOf, PAID_FIELDS, type PaidField } from './our-fields.js';
import { placedFields } from './places.js';
import { amountOf, isSame } from './read-cells.js';
import { answered, columnsOf, type Path, type Recipe, valueAt } from './recipe.js';
import { alikePairs, type Found, nothingFound, type StudentIndex } from './student-groups.js';
import { OF_TERM, type OwnTerm, type StudentTerms, TERM_BEFORE } from './student-terms.js';
import { orderByLabels, possibleOrders } from './term-labels.js';

/** What only the rows can ask, from their data alone: each question with its numbers and what each answer does. */

type Choices = readonly (readonly [value: string, label: string])[];

/** A question before its effects are known; these are shown of the first of some students for whom the answer matters. */
export interface Asked {
  readonly path: Path;
  readonly text: string;
  readonly choices: Choices;
  readonly found?: Found;
  readonly groups?: readonly (readonly TableRow[])[];
}

/** A question that a pass over all students may find. */
interface Asking extends Pick<Asked, 'path'> {
  readonly choices: Choices | ((found: Found) => Choices);
  /** The rows of a student that it is about; 0 for all of them. */
  about(student: Seen): readonly number[];
  /** Null where what was found asks nothing after all. `of` is `3 of 20 students`. */
  text(of: string, found: Found): string | null;
}

type Seen = StudentTerms & Pick<Standing, 'level' | 'most'>;

/** Effects are shown of one of this many students. */
export const MOST_GROUPS = 3;
/** Nine of ten are nearly all. */
const NEARLY_ALL = 10;
/** Two of three: a term in which so many have completed nothing is hardly over. */
const MOST = 3;
const NONE: readonly number[] = [];
const ALL: readonly number[] = [0];

/** The questions that students may raise, in their order. */
export function askings(recipe: Recipe, maker: RowMaker): readonly Asking[] {
  const labels = recipe.terms.map(({ label }) => label);
  return [
    repeatedRows(recipe),
    ...(orderByLabels(labels) === null ? [orderOf(labels)] : []),
    yearsApart(maker),
    ...labels.map(
      (label, place): Asking => ({
        path: ['terms', place, 'no_row'],
        about: (student) => (maker.missing(student).includes(place) ? ALL : NONE),
        text: (of) => `No row for ${label}: ${of}. What does it mean?`,
        choices: [
          [
            'not_enrolled',
            `${label} belongs to their year, and they are not enrolled: the year counts as a whole`,
          ],
          ['not_in_year', `${label} is not part of their year: only the listed terms count`],
        ],
      }),
    ),
    ...labels.map(
      (label, place): Asking => ({
        path: ['terms', place, 'blank'],
        about: ({ terms }) =>
          terms.find((term) => term.place === place && isBlank(term))?.rows.slice(0, 1) ?? NONE,
        text: (of) => `What do blank credits for ${label} mean, of ${of}?`,
        choices: [
          ['not_enrolled', 'Not enrolled: 0 credits, and the term counts in the year'],
          ['full_time', 'Enrolled full time'],
          ['not_in_year', `${label} is not part of their year`],
          ['not_calculated', 'Not known: these students are not calculated'],
        ],
      }),
    ),
    ...(maker.readsNeed ? aboutNeed(recipe, maker) : []),
    ...labels.flatMap((label, place) => ZEROS.map((zero) => nearlyAll(recipe, label, place, zero, maker))),
    ...PAID_FIELDS.map((field) => neverFalling(recipe, field)),
  ];
}

const ONCE = 'Equal rows count once, and students whose rows differ are not calculated';

/** What adding up says of rows of terms depends on what is there: said of rows that differ, it is not said of equal ones. */
function repeatedRows({ rows, decisions }: Recipe): Asking {
  const isOfTerms = rows === 'term' || rows === 'student';
  const listedTwice = `The same ${rows === 'fund' ? 'payment' : 'course'} is listed twice: it counts once`;
  const addedUp = rows === 'term' ? 'Their credits and payments are added up' : 'Each counts';
  const said = decisions['repeated_rows'];
  const saidOfAll = said === 'add_up_all' || said === 'add_up_different' ? said : 'add_up';
  let areCopies = true;
  let hasCopies = false;
  return {
    path: ['decisions', 'repeated_rows'],
    about: (student) => {
      areCopies &&= student.areCopies;
      hasCopies ||= student.hasCopies;
      return student.repeated === null ? NONE : [student.repeated.row];
    },
    text: (_, { students }) => {
      const who = counted(students, 'student has', 'students have');
      if (!isOfTerms) return `${who} rows that are equal in every cell. What are they?`;
      const how = hasCopies ? ', of which some are equal in every cell' : ', which differ';
      return `${who} several rows of the same term${areCopies ? ', equal in every cell' : how}. What are they?`;
    },
    choices: () => {
      if (!isOfTerms)
        return [
          ['once', listedTwice],
          ['add_up', addedUp],
        ];
      const added: Choices = !hasCopies
        ? [[saidOfAll, addedUp]]
        : areCopies
          ? [['add_up_all', addedUp]]
          : [
              ['add_up_different', `${addedUp}, and equal rows count once`],
              ['add_up_all', `${addedUp}, equal rows, too`],
            ];
      return [['once', ONCE], ...added, ['last', 'The last of them counts']];
    },
  };
}

/** Asks for the order of terms where no label tells it, and some student has several of them. */
function orderOf(labels: readonly string[]): Asking {
  return {
    path: ['decisions', 'term_order'],
    about: ({ terms }) => (terms.length > 1 ? ALL : NONE),
    text: () => `In which order do the terms ${listed(labels)} follow each other?`,
    choices: possibleOrders(labels).map((order) => [order.join(TERM_BEFORE), order.join(', then ')]),
  };
}

/** Asks about students with terms of more than a year: those of the year before, say, are in the file, too. */
function yearsApart(maker: RowMaker): Asking {
  let pair: readonly string[] = [];
  return {
    path: ['decisions', 'terms_apart'],
    about: (student) => {
      const apart = maker.apartIn(student);
      if (apart === null) return NONE;
      if (pair.length === 0) pair = apart.map(({ label }) => label);
      return apart.flatMap(({ rows }) => rows.slice(0, 1));
    },
    text: (of) =>
      `${listed(pair)} are a year apart, and ${of} have terms so far apart. Are these of one academic year? If they are not, say of the terms of the other year that their rows are of no term.`,
    choices: [
      ['not_calculated', 'No: these students are not calculated'],
      ['one_year', 'Yes: all of them are one academic year'],
    ],
  };
}

/** What may be 0 for nearly all students of a term of whom it can be said. */
interface Zero {
  readonly key: string;
  /** Asked where it is so for all but one in so many at most. */
  readonly most: number;
  /** The answer that takes each 0 as it is. */
  readonly itself: string;
  readonly choices: Choices;
  isZero(term: OwnTerm, student: Seen, maker: RowMaker): boolean | null;
  text(label: string, of: string): string;
}

const ZEROS: readonly Zero[] = [
  {
    key: 'zero_credits',
    most: NEARLY_ALL,
    itself: 'not_enrolled',
    isZero: isZeroPlanned,
    text: (label, of) => `Credits for ${label} are 0 for ${of}. What does this mean?`,
    choices: [
      ['not_enrolled', 'They are not enrolled'],
      ['not_known', 'Not known yet: these students are not calculated'],
    ],
  },
  {
    key: 'zero_final',
    most: MOST,
    itself: 'not_enrolled',
    isZero: isZeroFinal,
    text: (label, of) => `Final credits for ${label} are 0 for ${of}. What does this mean?`,
    choices: [
      [
        'not_known',
        'The term is not over: the planned credits count, and students without any are not calculated',
      ],
      ['not_enrolled', 'They completed no credits'],
    ],
  },
  {
    key: 'zero_paid',
    most: NEARLY_ALL,
    itself: 'settled',
    isZero: (term, { level }, maker) => isZeroPaid(term, maker.fullTimeOf(level, term.place, term)),
    text: (label, of) => `${label} has final credits, and 0 was paid to ${of}. What does this mean?`,
    choices: [
      ['not_yet', 'Not paid yet: it may still be paid'],
      ['settled', 'The term is settled: nothing more is paid for it'],
    ],
  },
];

/**
 * A term for which something is 0: asked where it is so for nearly all students, or most, of whom it can be said. Where the 0 was
 * said to be something else, that is not taken for the few who have it a month later: it is asked anew.
 */
function nearlyAll({ decisions }: Recipe, label: string, at: number, zero: Zero, maker: RowMaker): Asking {
  const decision = `${zero.key}:${label}`;
  const those = zero.most === MOST ? 'most of those there' : 'nearly everybody there';
  let all = 0;
  const areMost = ({ students }: Found): boolean => students * zero.most >= all * (zero.most - 1);
  return {
    path: ['decisions', decision],
    choices: (found) =>
      areMost(found)
        ? zero.choices
        : zero.choices.map(([value, what]) => [value === zero.itself ? value : `some_${value}`, what]),
    about: (student) => {
      const term = student.terms.find(({ place }) => place === at);
      const said = term === undefined ? null : zero.isZero(term, student, maker);
      if (said !== null) all += 1;
      return said === true ? (term?.rows.slice(0, 1) ?? NONE) : NONE;
    },
    text: (of, found) => {
      if (areMost(found)) return zero.text(label, `${of}, ${those}`);
      const isSaid = (decisions[decision] ?? zero.itself) !== zero.itself;
      return isSaid ? zero.text(label, `${of}, no longer ${those}`) : null;
    },
  };
}

const PAID_NAMES: Readonly<Record<PaidField, string>> = {
  term_prior_disbursement_sub: 'What subsidized loans',
  term_prior_disbursement_unsub: 'What unsubsidized loans',
  term_prior_disbursement_grad_plus: 'What Grad PLUS loans',
};

/**
 * Amounts paid that hardly ever fall from term to term may be running totals, and so may those that are the same on the
 * row of each term.
 */
function neverFalling({ rows }: Recipe, field: PaidField): Asking {
  const isRepeated = rows === 'term' || rows === 'course';
  let falls = 0;
  let same = 0;
  return {
    path: ['decisions', `paid_so_far:${field}`],
    about: ({ terms }) =>
      terms.flatMap(({ cells, rows }, at) => {
        const before = amountOf(field, terms[at - 1]?.cells[OF_TERM[field]] ?? '');
        if (before === null || !isPositive(before)) return [];
        const change = compare(amountOf(field, cells[OF_TERM[field]] ?? '') ?? exact(0), before);
        if (change < 0) falls += 1;
        const isAgain = change === 0 && isRepeated;
        if (isAgain) same += 1;
        return change > 0 || isAgain ? rows.slice(0, 1) : [];
      }),
    text: (of, found) => {
      if (falls * NEARLY_ALL > falls + found.rows) return null;
      const how = same < found.rows ? 'hardly ever falls' : 'is the same';
      return `${PAID_NAMES[field]} paid ${how} from term to term, for ${of}. Is each amount what was paid for its term?`;
    },
    choices: [
      ['of_term', 'Yes: each amount is of its term alone'],
      ['so_far', 'No: it is all that was paid so far, and what came before is subtracted'],
    ],
  };
}

function aboutNeed(recipe: Recipe, maker: RowMaker): readonly Asking[] {
  let differs = false;
  const needIs =
    (test: (need: Exact, most: Exact | null) => boolean) =>
    (student: Seen): readonly number[] => {
      const need = maker.needOf(student, needPeriod(recipe));
      return need !== null && test(need, student.most) ? ALL : NONE;
    };
  const NOT_CALCULATED = ['not_calculated', 'Nothing: these students are not calculated'] as const;
  return [
    {
      path: ['fields', 'subsidized_amount', 'per'],
      about: (student) => {
        const [first, ...others] = student.terms.filter(({ need }) => need !== '');
        if (first === undefined || others.length === 0 || recipe.rows === 'student') return NONE;
        const [ofYear, ofTerms] = [maker.needOf(student, 'year'), maker.needOf(student, 'term')];
        const { most } = student;
        if (ofYear === null || ofTerms === null || most === null || isNegative(ofYear)) return NONE;
        const isOther = others.some(({ need }) => !isSame('subsidized_amount', first.need, need));
        differs ||= isOther;
        const matters = isOther || (compare(ofYear, most) < 0 && compare(ofTerms, ofYear) > 0);
        return matters ? first.rows.slice(0, 1) : NONE;
      },
      text: (of) =>
        `Need with ${differs ? 'different amounts' : 'the same amount'} on the row of each term: ${of}. Is it for the year, or for each term?`,
      choices: [
        ['year', 'For the year: it is the same need on each row'],
        ['term', 'For each term: they are added up'],
      ],
    },
    {
      path: ['decisions', 'need_above_maximum'],
      about: needIs((need, most) => most !== null && compare(need, most) > 0),
      text: (of) => `The need of ${of} is above the subsidized maximum. What is calculated?`,
      choices: [
        ['maximum', 'The maximum: this is the whole need, and only a part of it can be subsidized'],
        NOT_CALCULATED,
      ],
    },
    {
      path: ['decisions', 'need_below_zero'],
      about: needIs(isNegative),
      text: (of) => `The need of ${of} is below 0. What is calculated?`,
      choices: [['none', 'No need: 0'], NOT_CALCULATED],
    },
    {
      path: ['decisions', 'need_blank'],
      about: (student) => (maker.lacksNeed(student, student.most) ? ALL : NONE),
      text: (of) => `The need of ${of} is blank. What does this mean?`,
      choices: [
        ['none', 'No need: 0'],
        ['not_calculated', 'Not known: these students are not calculated'],
      ],
    },
  ];
}

/** What is asked of the ids of students. `alikeRows` are those of the first two that look alike. */
export function aboutIds(
  recipe: Recipe,
  index: StudentIndex,
  alikeRows: readonly TableRow[],
): readonly Asked[] {
  const { withoutId, alike, alikeStudents } = index;
  const asked: Asked[] = [];
  if (withoutId.rows > 0)
    asked.push({
      path: ['decisions', 'rows_without_id'],
      text: `${counted(withoutId.rows, 'row has', 'rows have')} no student id. Whose are they?`,
      found: withoutId,
      choices: [
        ['above', 'The student above, whose id is printed once'],
        ...(recipe.rows === 'course' || recipe.rows === 'fund'
          ? []
          : [['each_row', 'Each is a student of its own'] as const]),
        ['leave_out', 'Nobody: they are left out'],
      ],
    });
  if (alikeStudents > 0 || recipe.decisions['alike_ids'] === 'same')
    asked.push({
      path: ['decisions', 'alike_ids'],
      text: `${alikeStudents === 0 ? 'Some student IDs look alike.' : alikePairs(alikeStudents, alike)} Are they the same student?`,
      found: { rows: alikeStudents, students: alikeStudents, examples: alikeRows },
      groups: alikeRows.length === 0 ? [] : [alikeRows],
      choices: [
        ['same', 'Yes: their rows are one student, under the id that comes first'],
        ['different', 'No: they are different students'],
      ],
    });
  return asked;
}

/** What is asked of a table whatever its rows are: of sheets that are not read, and of rows that a sheet hides. */
export function tableQuestions(
  { sheet, otherSheets = [] }: TableToRead,
  recipe: Recipe,
  { hidden, sums }: TableFacts,
  rowsFound: { readonly effectOf: EffectOf; readonly withSums: NonNullable<Asked['groups']> } | null,
): readonly Question[] {
  const ids = columnsOf(recipe.fields.student_id).map(nameKey);
  const named = otherSheets
    .filter(({ columns }) => columns.some((column) => ids.includes(nameKey(column))))
    .map(({ name }) => name);
  const asked: Asked[] = [];
  if (named.length > 0)
    asked.push({
      path: ['decisions', `other_sheets:${named.join(', ')}`],
      text: `The workbook has students in ${listed(named.map((name) => `"${name}"`))}, too, and only "${sheet}" is read. If rows of these students are there, such as those of another term, put all of them below one header in one sheet.`,
      choices: [['not_needed', `"${sheet}" has all that is needed`]],
    });
  if (hidden > 0)
    asked.push({
      path: ['decisions', 'hidden_rows'],
      text: `The sheet hides ${counted(hidden, 'row')}, perhaps by a filter. Are they read?`,
      found: { ...nothingFound(), rows: hidden },
      choices: [
        ['leave_out', 'No: they are left out'],
        ['read', 'Yes: they are read like the others'],
      ],
    });
  const numbers = placedFields(recipe).filter(({ field }) => kindOf(field).kind === 'number');
  const read = new Set([...numbers.flatMap(({ rule }) => columnsOf(rule)), recipe.fund?.paid]);
  if (sums.columns.some((column) => read.has(column)))
    asked.push({
      path: ['read', 'sums'],
      text: `${counted(sums.rows, 'row holds', 'rows hold')} the sums of rows above. What are such rows?`,
      found: { rows: sums.rows, students: 0, examples: sums.examples },
      groups: rowsFound?.withSums.slice(0, MOST_GROUPS) ?? [],
      choices: [
        ['leave_out', 'Totals: they are left out'],
        ['read', 'Rows like the others'],
      ],
    });
  return asked.map((each) => questionOf(each, recipe, rowsFound?.effectOf ?? (() => null)));
}

/** A question with what each choice does to the first student for whom the answer matters. */
export function questionOf(asked: Asked, recipe: Recipe, effectOf: EffectOf): Question {
  const { path, text, choices, found = nothingFound(), groups = [] } = asked;
  let effects: Choice['effect'][] = [];
  for (const [nth, rows] of groups.entries()) {
    const own = choices.map(([value]) => effectOf(rows, answered(recipe, path, value)));
    const matters = own.some((effect) => !isSameEffect(effect, own[0] ?? null));
    if (matters || nth === 0) effects = own;
    if (matters) break;
  }
  const said = valueAt(recipe, path);
  return {
    path,
    text,
    ...found,
    choices: choices.map(([value, label], at) => ({ value, label, effect: effects[at] ?? null })),
    answer: choices.find(([value]) => value === said)?.[0] ?? null,
  };
}
