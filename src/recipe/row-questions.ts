import { compare, type Exact, isNegative, isPositive } from '../engine/exact.js';
import { counted, listed } from '../engine/texts.js';
import { nameKey } from '../table/column-names.js';
import { isStepDue } from '../table/steps.js';
import { alikePairs } from './alike-ids.js';
import {
  isBlank,
  isZeroFinal,
  isZeroPaid,
  needPeriod,
  RowMaker,
  type UsualFullTime,
} from './decided-rows.js';
import { effectOf, firstStudent, isSameEffect } from './effects.js';
import type { Choice, Question, Steps, TableRow, TableToRead } from './examination.js';
import { amountOf, isSame } from './read-cells.js';
import { columnsOf, OUR_FIELDS, PAID_FIELDS, type PaidField, type Path, type Recipe } from './recipe.js';
import { answered, valueAt } from './recipe-path.js';
import {
  addTo,
  type Found,
  indexStudents,
  nothingFound,
  type StudentGroup,
  type StudentIndex,
  studentGroups,
} from './student-groups.js';
import { OF_TERM, type OwnTerm, type StudentTerms, TERM_BEFORE, TermReader } from './student-terms.js';
import { orderByLabels, possibleOrders } from './term-order.js';

/** What only the rows can ask, from their data alone: each question with its numbers and what each answer does. */

/** What the rows of a table say by a recipe. */
export interface RowsFound {
  readonly index: StudentIndex;
  readonly usual: UsualFullTime;
  /** Whether each row becomes one of ours, in the same order, so that ours can have the numbers of theirs. */
  readonly keepsNumbers: boolean;
  readonly questions: readonly Question[];
  /** The first student as it would be calculated. */
  readonly first: ReturnType<typeof firstStudent>;
}

/** A question before its effects are known. */
interface Asked {
  readonly path: Path;
  readonly text: string;
  readonly found: Found;
  readonly groups: readonly (readonly TableRow[])[];
  readonly choices: readonly (readonly [value: string, label: string])[];
}

/** Rows of one kind, with whole students as examples. */
class Kind {
  readonly found = nothingFound();
  readonly groups: StudentGroup['rows'][] = [];
  #last = -1;

  add({ student, rows }: StudentGroup, row: number | undefined): void {
    const isNew = student !== this.#last;
    this.#last = student;
    const example = rows.find((each) => each.row === row) ?? rows[0];
    if (example !== undefined) addTo(this.found, example, isNew);
    if (isNew && this.groups.length < MOST_GROUPS) this.groups.push(rows);
  }
}

const MOST_GROUPS = 3;
/** Nine of ten are nearly all. */
const NEARLY_ALL = 10;

/** The kinds of rows that a pass over all students counts. */
class Kinds {
  readonly repeated = new Kind();
  readonly noRow: readonly Kind[];
  readonly blank: readonly Kind[];
  readonly zeroFinal: readonly (readonly [zero: Kind, all: Kind])[];
  readonly zeroPaid: readonly (readonly [zero: Kind, all: Kind])[];
  readonly rising: ReadonlyMap<PaidField, { readonly rises: Kind; falls: number }>;
  readonly needAbove = new Kind();
  readonly needBelow = new Kind();
  readonly needBlank = new Kind();
  readonly needPeriod = new Kind();
  needDiffers = false;
  needExceeds = false;
  areCopies = true;

  constructor({ terms }: Recipe) {
    const each = <Made>(make: () => Made): readonly Made[] => terms.map(make);
    this.noRow = each(() => new Kind());
    this.blank = each(() => new Kind());
    this.zeroFinal = each(() => [new Kind(), new Kind()] as const);
    this.zeroPaid = each(() => [new Kind(), new Kind()] as const);
    this.rising = new Map(PAID_FIELDS.map((field) => [field, { rises: new Kind(), falls: 0 }]));
  }

  add(student: StudentTerms, maker: RowMaker, recipe: Recipe): void {
    const { group, terms, repeated } = student;
    if (student.isLeftOut) return;
    if (repeated !== null) this.repeated.add(group, repeated[0]?.row);
    this.areCopies &&= student.areCopies;
    for (const place of maker.missing(student)) this.noRow[place]?.add(group, undefined);
    const { level, most } = maker.standingOf(student);
    for (const term of terms) {
      const [row] = term.rows;
      if (isBlank(term)) this.blank[term.place]?.add(group, row);
      count(this.zeroFinal[term.place], isZeroFinal(term), group, row);
      const full = maker.fullTimeOf(level, term.place, term);
      count(this.zeroPaid[term.place], isZeroPaid(term, full), group, row);
    }
    if (terms.length > 1) this.#addRising(terms, group);
    if (maker.readsNeed) this.#addNeed(student, maker, most, recipe);
  }

  #addRising(terms: readonly OwnTerm[], group: StudentGroup): void {
    for (const [field, found] of this.rising) {
      let before: Exact | null = null;
      for (const { cells, rows } of terms) {
        const cell = cells[OF_TERM[field]] ?? '';
        const amount = amountOf(field, cell);
        if (before !== null && isPositive(before)) {
          if (amount === null || compare(amount, before) < 0) found.falls += 1;
          else if (compare(amount, before) > 0) found.rises.add(group, rows[0]);
        }
        before = amount;
      }
    }
  }

  #addNeed(student: StudentTerms, maker: RowMaker, most: Exact | null, recipe: Recipe): void {
    const { group, terms } = student;
    const [first, ...others] = terms.filter(({ need }) => need !== '');
    if (maker.lacksNeed(student, most)) this.needBlank.add(group, undefined);
    const need = maker.needOf(student, needPeriod(recipe));
    if (need !== null && isNegative(need)) this.needBelow.add(group, undefined);
    if (need !== null && most !== null && compare(need, most) > 0) this.needAbove.add(group, undefined);
    if (first === undefined || others.length === 0 || recipe.rows === 'student') return;
    const differs = others.some((other) => !isSame('subsidized_amount', first.need, other.need));
    const [ofYear, ofTerms] = [maker.needOf(student, 'year'), maker.needOf(student, 'term')];
    if (ofYear === null || ofTerms === null || most === null || isNegative(ofYear)) return;
    this.needDiffers ||= differs;
    if (differs || (compare(ofYear, most) < 0 && compare(ofTerms, ofYear) > 0))
      this.needPeriod.add(group, first.rows[0]);
    this.needExceeds ||= compare(ofTerms, most) > 0;
  }
}

function count(
  kinds: readonly [Kind, Kind] | undefined,
  isZero: boolean | null,
  group: StudentGroup,
  row: number | undefined,
): void {
  if (kinds === undefined || isZero === null) return;
  kinds[1].add(group, row);
  if (isZero) kinds[0].add(group, row);
}

/** Reads all rows by a recipe whose columns are placed, and asks what they leave open. */
export function* examineRows(table: TableToRead, recipe: Recipe, awardYear: string): Steps<RowsFound> {
  const index = yield* indexStudents(table, recipe);
  const reader = new TermReader(table, recipe);
  const usual = new Map<string, string | null>();
  const maker = new RowMaker(reader, recipe, awardYear, usual);
  const kinds = new Kinds(recipe);
  const alikeIds = new Set(index.alike.slice(0, 1).flat());
  const alikeRows: TableRow[] = [];
  let keepsNumbers = recipe.rows === 'term' && index.areTogether;
  let rows = 0;
  let firstRows: readonly TableRow[] | null = null;
  for (const group of studentGroups(table, recipe, index)) {
    const student = reader.termsOf(group);
    if (!student.isLeftOut) firstRows ??= group.rows;
    if (alikeIds.has(group.id)) alikeRows.push(...group.rows);
    kinds.add(student, maker, recipe);
    const { level } = maker.standingOf(student);
    let last = 0;
    for (const { place, cells, rows: own } of student.terms) {
      if (own.length !== 1 || (own[0] ?? 0) < last) keepsNumbers = false;
      last = own[0] ?? 0;
      const full = cells[OF_TERM.term_ft_credits] ?? '';
      const key = `${level} ${place}`;
      const known = usual.get(key);
      if (full !== '' && known === undefined) usual.set(key, full);
      else if (full !== '' && known !== null && known !== full) usual.set(key, null);
    }
    for (const _ of group.rows) {
      rows += 1;
      if (isStepDue(rows)) yield;
    }
  }
  const asked = questionsOf(recipe, index, kinds, alikeRows, maker.saysYear);
  const questions: Question[] = [];
  for (const each of asked) {
    yield;
    questions.push(withEffects(each, table.header, recipe, awardYear, usual));
  }
  return {
    ...{ index, usual, keepsNumbers, questions },
    first: firstRows === null ? null : firstStudent(table.header, firstRows, recipe, awardYear, usual),
  };
}

function withEffects(
  asked: Asked,
  header: readonly string[],
  recipe: Recipe,
  awardYear: string,
  usual: UsualFullTime,
): Question {
  const { path, text, found, groups, choices } = asked;
  const effectsFor = (rows: readonly TableRow[]): Choice['effect'][] =>
    choices.map(([value]) => effectOf(header, rows, answered(recipe, path, value), awardYear, usual));
  const isTelling = (effects: readonly Choice['effect'][]): boolean =>
    effects.some((effect, at) => effects.slice(0, at).some((other) => !isSameEffect(effect, other)));
  // The first student for whom the answer matters.
  const tried: Choice['effect'][][] = [];
  for (const rows of groups) {
    const effects = effectsFor(rows);
    tried.push(effects);
    if (isTelling(effects)) break;
  }
  const effects = tried.find(isTelling) ?? tried[0] ?? [];
  return {
    ...{ path, text },
    rows: found.rows,
    students: found.students,
    examples: found.examples,
    choices: choices.map(([value, label], at) => ({ value, label, effect: effects[at] ?? null })),
    answer: answerIn(recipe, asked),
  };
}

function questionsOf(
  recipe: Recipe,
  index: StudentIndex,
  kinds: Kinds,
  alikeRows: readonly TableRow[],
  saysYear: boolean,
): readonly Asked[] {
  const students = index.students.size;
  const of = (kind: Kind): string =>
    `${kind.found.students.toLocaleString('en-US')} of ${counted(students, 'student')}`;
  const ask = (path: Path, kind: Kind, text: string, choices: Asked['choices']): Asked[] =>
    kind.found.rows === 0 ? [] : [{ path, text, found: kind.found, groups: kind.groups, choices }];
  const { terms } = recipe;
  const labels = terms.map(({ label }) => label);
  return [
    ...aboutIds(recipe, index, alikeRows),
    ...ask(['decisions', 'repeated_rows'], kinds.repeated, repeatedText(recipe, kinds), [
      ['once', ONCE[recipe.rows ?? 'term']],
      ['add_up', recipe.rows === 'term' ? 'Their credits and payments are added up' : 'Each counts'],
      ...(recipe.rows === 'term' || recipe.rows === 'student'
        ? ([['last', 'The last of them counts']] as const)
        : []),
    ]),
    ...aboutOrder(recipe, kinds, index),
    ...labels.flatMap((label, place) => {
      const kind = kinds.noRow[place] ?? new Kind();
      if (saysYear) return [];
      return ask(['terms', place, 'no_row'], kind, `No row for ${label}: ${of(kind)}. What does it mean?`, [
        [
          'not_enrolled',
          `${label} belongs to their year, and they are not enrolled: the year counts as a whole`,
        ],
        ['not_in_year', `${label} is not part of their year: only the listed terms count`],
      ]);
    }),
    ...labels.flatMap((label, place) => {
      const kind = kinds.blank[place] ?? new Kind();
      return ask(
        ['terms', place, 'blank'],
        kind,
        `What do blank credits for ${label} mean, of ${of(kind)}?`,
        [
          ['not_enrolled', 'Not enrolled: 0 credits, and the term counts in the year'],
          ['full_time', 'Enrolled full time'],
          ['not_in_year', `${label} is not part of their year`],
          ['not_calculated', 'Not known: these students are not calculated'],
        ],
      );
    }),
    ...aboutNeed(recipe, kinds, of, ask),
    ...labels.flatMap((label, place) => [
      ...nearlyAll(kinds.zeroFinal[place], (zero) =>
        ask(
          ['decisions', `zero_final:${label}`],
          zero,
          `Final credits for ${label} are 0 for ${of(zero)}, nearly everybody there. What does this mean?`,
          [
            ['not_known', 'The term is not over: the planned credits count'],
            ['not_enrolled', 'They completed no credits'],
          ],
        ),
      ),
      ...nearlyAll(kinds.zeroPaid[place], (zero) =>
        ask(
          ['decisions', `zero_paid:${label}`],
          zero,
          `${label} has final credits, and 0 was paid to ${of(zero)}, nearly everybody there. What does this mean?`,
          [
            ['not_yet', 'Not paid yet: it may still be paid'],
            ['settled', 'The term is settled: nothing more is paid for it'],
          ],
        ),
      ),
    ]),
    ...[...kinds.rising].flatMap(([field, { rises, falls }]) =>
      falls > 0
        ? []
        : ask(
            ['decisions', `paid_so_far:${field}`],
            rises,
            `${PAID_NAMES[field]} paid only ever rises from term to term, for ${of(rises)}. Is each amount what was paid for its term?`,
            [
              ['of_term', 'Yes: each amount is of its term alone'],
              ['so_far', 'No: it is all that was paid so far, and what came before is subtracted'],
            ],
          ),
    ),
  ];
}

const PAID_NAMES: Readonly<Record<PaidField, string>> = {
  term_prior_disbursement_sub: 'What subsidized loans',
  term_prior_disbursement_unsub: 'What unsubsidized loans',
  term_prior_disbursement_grad_plus: 'What Grad PLUS loans',
};

const ONCE = {
  term: 'Equal rows count once, and students whose rows differ are not calculated',
  student: 'Equal rows count once, and students whose rows differ are not calculated',
  course: 'The same course is listed twice: it counts once',
  fund: 'The same payment is listed twice: it counts once',
} as const;

function repeatedText({ rows }: Recipe, { repeated: { found }, areCopies }: Kinds): string {
  const who = counted(found.students, 'student has', 'students have');
  if (rows === 'course' || rows === 'fund') return `${who} rows that are equal in every cell. What are they?`;
  return `${who} several rows of the same term${areCopies ? ', equal in every cell' : ', which differ'}. What are they?`;
}

function nearlyAll(
  kinds: readonly [zero: Kind, all: Kind] | undefined,
  ask: (zero: Kind) => Asked[],
): Asked[] {
  if (kinds === undefined) return [];
  const [zero, all] = kinds;
  return zero.found.students * NEARLY_ALL >= all.found.students * (NEARLY_ALL - 1) ? ask(zero) : [];
}

function aboutHidden(rows: number): Pick<Asked, 'path' | 'text' | 'choices'> {
  return {
    path: ['decisions', 'hidden_rows'],
    text: `The sheet hides ${counted(rows, 'row')}, perhaps by a filter. Are they read?`,
    choices: [
      ['leave_out', 'No: they are left out'],
      ['read', 'Yes: they are read like the others'],
    ],
  };
}

/** Other sheets in which the column that students are known by is, too. */
function aboutSheets({ sheet, otherSheets = [] }: TableToRead, recipe: Recipe): Asked[] {
  const ids = columnsOf(recipe.fields.student_id).map(nameKey);
  const named = otherSheets
    .filter(({ columns }) => columns.some((column) => ids.includes(nameKey(column))))
    .map(({ name }) => name);
  if (named.length === 0) return [];
  const text = `The workbook has students in ${listed(named.map((name) => `"${name}"`))}, too, and only "${sheet}" is read. If rows of these students are there, such as those of another term, put all of them below one header in one sheet.`;
  const path = ['decisions', `other_sheets:${named.join(', ')}`];
  const choices = [['not_needed', `"${sheet}" has all that is needed`]] as const;
  return [{ path, text, found: nothingFound(), groups: [], choices }];
}

/** What is asked of a table whatever its rows are: of sheets that are not read, and, where no row is examined, of hidden ones. */
export function tableQuestions(table: TableToRead, recipe: Recipe, hidden: number): readonly Question[] {
  const ofHidden = { ...aboutHidden(hidden), found: { ...nothingFound(), rows: hidden }, groups: [] };
  return [...aboutSheets(table, recipe), ...(hidden > 0 ? [ofHidden] : [])].map((asked) => {
    const { path, text, found, choices } = asked;
    return {
      ...{ path, text, ...found },
      choices: choices.map(([value, label]) => ({ value, label, effect: null })),
      answer: answerIn(recipe, asked),
    };
  });
}

function answerIn(recipe: Recipe, { path, choices }: Pick<Asked, 'path' | 'choices'>): string | null {
  const said = valueAt(recipe, path);
  return typeof said === 'string' && choices.some(([value]) => value === said) ? said : null;
}

function aboutIds(recipe: Recipe, index: StudentIndex, alikeRows: readonly TableRow[]): Asked[] {
  const { withoutId, hidden, alike, alikeStudents } = index;
  const asked: Asked[] = [];
  const examples = (found: Found): readonly (readonly TableRow[])[] => found.examples.map((row) => [row]);
  if (hidden.rows > 0) asked.push({ ...aboutHidden(hidden.rows), found: hidden, groups: examples(hidden) });
  if (withoutId.rows > 0)
    asked.push({
      path: ['decisions', 'rows_without_id'],
      text: `${counted(withoutId.rows, 'row has', 'rows have')} no student id. Whose are they?`,
      ...{ found: withoutId, groups: [] },
      choices: [
        ['above', 'The student above, whose id is printed once'],
        ...(recipe.rows === 'course' || recipe.rows === 'fund'
          ? []
          : ([['each_row', 'Each is a student of its own']] as const)),
        ['leave_out', 'Nobody: they are left out'],
      ],
    });
  if (alikeStudents > 0 || recipe.decisions['alike_ids'] === 'same')
    asked.push({
      path: ['decisions', 'alike_ids'],
      text:
        alikeStudents === 0
          ? 'Some student IDs look alike. Are they the same student?'
          : `${alikePairs(alikeStudents, alike)} Are they the same student?`,
      found: { rows: alikeStudents, students: alikeStudents, examples: [...alikeRows] },
      groups: alikeRows.length === 0 ? [] : [alikeRows],
      choices: [
        ['same', 'Yes: their rows are one student, under the id that comes first'],
        ['different', 'No: they are different students'],
      ],
    });
  return asked;
}

/** Asks for the order of terms where no label tells it, and some student has several of them. */
function aboutOrder(recipe: Recipe, kinds: Kinds, { rows, students }: StudentIndex): Asked[] {
  const labels = recipe.terms.map(({ label }) => label);
  if (orderByLabels(labels) !== null || students.size === 0) return [];
  const groups = kinds.noRow.flatMap((kind) => kind.groups);
  return [
    {
      path: ['decisions', 'term_order'],
      text: `In which order do the terms ${listed(labels)} follow each other?`,
      found: { rows, students: students.size, examples: [] },
      groups: groups.slice(0, 1),
      choices: possibleOrders(labels).map(
        (order) => [order.join(TERM_BEFORE), order.join(', then ')] as const,
      ),
    },
  ];
}

function aboutNeed(
  recipe: Recipe,
  kinds: Kinds,
  of: (kind: Kind) => string,
  ask: (path: Path, kind: Kind, text: string, choices: Asked['choices']) => Asked[],
): Asked[] {
  const differs = kinds.needDiffers ? 'different amounts' : 'the same amount';
  return [
    ...ask(
      ['fields', 'subsidized_amount', 'per'],
      kinds.needPeriod,
      `Need with ${differs} on the row of each term: ${of(kinds.needPeriod)}. Is it for the year, or for each term?`,
      [
        ['year', 'For the year: it is the same need on each row'],
        ['term', 'For each term: they are added up'],
      ],
    ),
    ...ask(
      ['decisions', 'need_above_maximum'],
      kinds.needAbove,
      `The need of ${of(kinds.needAbove)} is above the subsidized maximum. What is calculated?`,
      [
        ['maximum', 'The maximum: this is the whole need, and only a part of it can be subsidized'],
        ['not_calculated', 'Nothing: these students are not calculated'],
      ],
    ),
    ...ask(
      ['decisions', 'need_below_zero'],
      kinds.needBelow,
      `The need of ${of(kinds.needBelow)} is below 0. What is calculated?`,
      [
        ['none', 'No need: 0'],
        ['not_calculated', 'Nothing: these students are not calculated'],
      ],
    ),
    ...(recipe.fields.subsidized_amount === 'none'
      ? []
      : ask(
          ['decisions', 'need_blank'],
          kinds.needBlank,
          `The need of ${of(kinds.needBlank)} is blank. What does this mean?`,
          [
            ['none', 'No need: 0'],
            ['not_calculated', 'Not known: these students are not calculated'],
          ],
        )),
  ];
}

/** The first student as cells by our columns, for people. */
export function shownStudent({ first }: RowsFound): {
  readonly rows: readonly number[];
  readonly terms: readonly Readonly<Record<string, string>>[];
} | null {
  if (first === null) return null;
  return {
    rows: [...new Set(first.rows.flatMap(({ rows }) => rows))],
    terms: first.rows.map(({ cells }) =>
      Object.fromEntries(OUR_FIELDS.flatMap((field, at) => (cells[at] ? [[field, cells[at]]] : []))),
    ),
  };
}
