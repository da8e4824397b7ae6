import { compare, type Exact, exact, isNegative, isPositive } from '../engine/exact.js';
import { counted, listed } from '../engine/texts.js';
import { nameKey } from '../table/column-names.js';
import { isStepDue } from '../table/steps.js';
import {
  isBlank,
  isZeroFinal,
  isZeroPaid,
  isZeroPlanned,
  needPeriod,
  RowMaker,
  type Standing,
} from './decided-rows.js';
import { type EffectOf, effectsBy, firstStudent, isSameEffect, type OurStudent } from './effects.js';
import type { Choice, Question, Steps, TableFacts, TableRow, TableToRead } from './examination.js';
import { amountOf, isSame } from './read-cells.js';
import {
  answered,
  columnsOf,
  PAID_FIELDS,
  type PaidField,
  type Path,
  type Recipe,
  valueAt,
} from './recipe.js';
import {
  addTo,
  alikePairs,
  type Found,
  indexStudents,
  nothingFound,
  type StudentIndex,
  studentGroups,
} from './student-groups.js';
import { OF_TERM, type StudentTerms, TERM_BEFORE, TermReader } from './student-terms.js';
import { orderByLabels, possibleOrders } from './term-labels.js';

/** What only the rows can ask, from their data alone: each question with its numbers and what each answer does. */

/** What the rows of a table say by a recipe. */
export interface RowsFound {
  readonly index: StudentIndex;
  readonly effectOf: EffectOf;
  /** The only full-time credits that rows of a level and term have. */
  readonly usual: ReadonlyMap<string, string | null>;
  /** Whether each row becomes one of ours, in the same order, so that ours can have the numbers of theirs. */
  readonly keepsNumbers: boolean;
  readonly questions: readonly Question[];
  /** The first student as it would be calculated. */
  readonly first: OurStudent | null;
}

type Choices = readonly (readonly [value: string, label: string])[];

/** A question before its effects are known; these are shown of the first of some students for whom the answer matters. */
interface Asked {
  readonly path: Path;
  readonly text: string;
  readonly choices: Choices;
  readonly found?: Found;
  readonly groups?: readonly (readonly TableRow[])[];
}

/** A question that a pass over all students may find. */
interface Asking extends Pick<Asked, 'path' | 'choices'> {
  /** The rows of a student that it is about; 0 for all of them. */
  about(student: Seen): readonly number[];
  /** Null where what was found asks nothing after all. `of` is `3 of 20 students`. */
  text(of: string, found: Found): string | null;
}

type Seen = StudentTerms & Pick<Standing, 'level' | 'most'>;

const MOST_GROUPS = 3;
/** Nine of ten are nearly all. */
const NEARLY_ALL = 10;
const NONE: readonly number[] = [];
const ALL: readonly number[] = [0];

/** The questions that students may raise, in their order. */
function askings(recipe: Recipe, maker: RowMaker): readonly Asking[] {
  const labels = recipe.terms.map(({ label }) => label);
  return [
    repeatedRows(recipe),
    ...(orderByLabels(labels) === null ? [orderOf(labels)] : []),
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
    ...labels.flatMap((label, place) => [
      nearlyAll(
        place,
        isZeroPlanned,
        ['decisions', `zero_credits:${label}`],
        (of) => `Credits for ${label} are 0 for ${of}, nearly everybody there. What does this mean?`,
        [
          ['not_enrolled', 'They are not enrolled'],
          ['not_known', 'Not known yet: these students are not calculated'],
        ],
      ),
      nearlyAll(
        place,
        isZeroFinal,
        ['decisions', `zero_final:${label}`],
        (of) => `Final credits for ${label} are 0 for ${of}, nearly everybody there. What does this mean?`,
        [
          [
            'not_known',
            'The term is not over: the planned credits count, and students without any are not calculated',
          ],
          ['not_enrolled', 'They completed no credits'],
        ],
      ),
      nearlyAll(
        place,
        (term, { level }) => isZeroPaid(term, maker.fullTimeOf(level, place, term)),
        ['decisions', `zero_paid:${label}`],
        (of) =>
          `${label} has final credits, and 0 was paid to ${of}, nearly everybody there. What does this mean?`,
        [
          ['not_yet', 'Not paid yet: it may still be paid'],
          ['settled', 'The term is settled: nothing more is paid for it'],
        ],
      ),
    ]),
    ...PAID_FIELDS.map(onlyRising),
  ];
}

const ONCE = 'Equal rows count once, and students whose rows differ are not calculated';

function repeatedRows({ rows }: Recipe): Asking {
  const isOfTerms = rows === 'term' || rows === 'student';
  const listedTwice = `The same ${rows === 'fund' ? 'payment' : 'course'} is listed twice: it counts once`;
  let areCopies = true;
  return {
    path: ['decisions', 'repeated_rows'],
    about: (student) => {
      areCopies &&= student.areCopies;
      return student.repeated === null ? NONE : [student.repeated.row];
    },
    text: (_, { students }) => {
      const who = counted(students, 'student has', 'students have');
      if (!isOfTerms) return `${who} rows that are equal in every cell. What are they?`;
      return `${who} several rows of the same term${areCopies ? ', equal in every cell' : ', which differ'}. What are they?`;
    },
    choices: [
      ['once', isOfTerms ? ONCE : listedTwice],
      ['add_up', rows === 'term' ? 'Their credits and payments are added up' : 'Each counts'],
      ...(isOfTerms ? [['last', 'The last of them counts'] as const] : []),
    ],
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

/** A term for which something is 0: asked where it is so for nearly all students of whom it can be said. */
function nearlyAll(
  place: number,
  isZero: (term: StudentTerms['terms'][number], student: Seen) => boolean | null,
  path: Path,
  text: (of: string) => string,
  choices: Choices,
): Asking {
  let all = 0;
  return {
    path,
    choices,
    about: (student) => {
      const term = student.terms.find((each) => each.place === place);
      const said = term === undefined ? null : isZero(term, student);
      if (said !== null) all += 1;
      return said === true && term !== undefined ? term.rows.slice(0, 1) : NONE;
    },
    text: (of, { students }) => (students * NEARLY_ALL >= all * (NEARLY_ALL - 1) ? text(of) : null),
  };
}

const PAID_NAMES: Readonly<Record<PaidField, string>> = {
  term_prior_disbursement_sub: 'What subsidized loans',
  term_prior_disbursement_unsub: 'What unsubsidized loans',
  term_prior_disbursement_grad_plus: 'What Grad PLUS loans',
};

/** Amounts paid that never fall from term to term may be running totals. */
function onlyRising(field: PaidField): Asking {
  let falls = false;
  return {
    path: ['decisions', `paid_so_far:${field}`],
    about: ({ terms }) =>
      terms.flatMap(({ cells, rows }, at) => {
        const before = amountOf(field, terms[at - 1]?.cells[OF_TERM[field]] ?? '');
        if (before === null || !isPositive(before)) return [];
        const change = compare(amountOf(field, cells[OF_TERM[field]] ?? '') ?? exact(0), before);
        falls ||= change < 0;
        return change > 0 ? rows.slice(0, 1) : [];
      }),
    text: (of) =>
      falls
        ? null
        : `${PAID_NAMES[field]} paid only ever rises from term to term, for ${of}. Is each amount what was paid for its term?`,
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

/** Reads all rows by a recipe whose columns are placed, and asks what they leave open. */
export function* examineRows(table: TableToRead, recipe: Recipe, awardYear: string): Steps<RowsFound> {
  const index = yield* indexStudents(table, recipe);
  const reader = new TermReader(table.header, recipe);
  const usual = new Map<string, string | null>();
  const maker = new RowMaker(recipe, awardYear, usual);
  const raised = askings(recipe, maker).map((asking) => ({
    ...{ asking, found: nothingFound() },
    groups: [] as (readonly TableRow[])[],
  }));
  const alikeIds = new Set(index.alike.slice(0, 1).flat());
  const alikeRows: TableRow[] = [];
  let keepsNumbers = recipe.rows === 'term' && index.areTogether;
  let read = 0;
  let firstRows: readonly TableRow[] = [];
  for (const group of studentGroups(table, recipe, index)) {
    const { rows } = group;
    for (const _ of rows) {
      read += 1;
      if (isStepDue(read)) yield;
    }
    if (alikeIds.has(group.id)) alikeRows.push(...rows);
    const student = reader.termsOf(group);
    if (student.isLeftOut) continue;
    if (firstRows.length === 0) firstRows = rows;
    const { level, most } = maker.standingOf(student);
    let last = 0;
    for (const { place, cells, rows: own } of student.terms) {
      if (own.length !== 1 || (own[0] ?? 0) < last) keepsNumbers = false;
      last = own[0] ?? 0;
      const full = cells[OF_TERM.term_ft_credits] ?? '';
      const key = `${level} ${place}`;
      const known = usual.get(key);
      if (full !== '') usual.set(key, known === undefined || known === full ? full : null);
    }
    const seen = { ...student, level, most };
    for (const { asking, found, groups } of raised) {
      const about = asking.about(seen);
      const [first] = rows;
      for (const [nth, number] of about.entries()) {
        const example = rows.find(({ row }) => row === number) ?? first;
        if (example !== undefined) addTo(found, example, nth === 0);
      }
      if (about.length > 0 && groups.length < MOST_GROUPS) groups.push(rows);
    }
  }
  const found = raised.flatMap(({ asking, found, groups }): readonly Asked[] => {
    const { path, choices } = asking;
    const of = `${found.students.toLocaleString('en-US')} of ${counted(index.lastRows.size, 'student')}`;
    const text = found.rows === 0 ? null : asking.text(of, found);
    return text === null ? [] : [{ path, text, choices, found, groups }];
  });
  const effectOf = effectsBy(table.header, awardYear, usual);
  const first =
    firstRows.length === 0 ? null : firstStudent(table.header, firstRows, recipe, awardYear, usual);
  const questions: Question[] = [];
  for (const each of [...aboutIds(recipe, index, alikeRows), ...found]) {
    yield;
    questions.push(questionOf(each, recipe, effectOf));
  }
  return { index, effectOf, usual, keepsNumbers, questions, first };
}

function aboutIds(recipe: Recipe, index: StudentIndex, alikeRows: readonly TableRow[]): readonly Asked[] {
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
  { hidden }: TableFacts,
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
  return asked.map((each) => questionOf(each, recipe, () => null));
}

/** A question with what each choice does to the first student for whom the answer matters. */
function questionOf(asked: Asked, recipe: Recipe, effectOf: EffectOf): Question {
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
    ...{ path, text, ...found },
    choices: choices.map(([value, label], at) => ({ value, label, effect: effects[at] ?? null })),
    answer: choices.find(([value]) => value === said)?.[0] ?? null,
  };
}
