import { counted, listed } from '../engine/texts.js';
import { aboutNeed, aboutPayments, aboutZeros } from './amount-questions.js';
import { isOfMost, plainAnswer } from './answers.js';
import {
  type Asked,
  type Choices,
  FIRST,
  Found,
  NONE,
  type RowQuestion,
  type StudentQuestion,
} from './question.js';
import { isRead } from './read-cells.js';
import { decisionOf, type Recipe, ruleOf, valueAt } from './recipe.js';
import type { OwnTerm, Student } from './student-facts.js';
import { TERM_BEFORE } from './student-terms.js';
import { areYearsApart, orderByLabels, possibleOrders } from './term-labels.js';
import { aboutTerm, type TermQuestion } from './term-questions.js';

/** What students ask of their rows and terms. */

/** The questions that students may raise by a recipe. */
export interface RowQuestions {
  readonly asIsAsked: readonly RowQuestion[];
  /** As the answers are applied: those about a student, then those about each term, then those about terms without a row. */
  readonly ofStudent: readonly StudentQuestion[];
  readonly ofTerms: readonly (readonly TermQuestion[])[];
  readonly ofNoRow: readonly StudentQuestion[];
}

/** Lists the questions that students may raise by a recipe. */
export function rowQuestions(recipe: Recipe): RowQuestions {
  const labels = recipe.terms.map(({ label }) => label);
  const pairs = labels.flatMap((label, one) =>
    labels.flatMap((later, other) => (areYearsApart(label, later) ? [[one, other] as const] : [])),
  );
  const apart = yearsApart(pairs);
  const noRow = labels.map((_, place) => noRowOf(recipe, place, pairs));
  const terms = labels.map(aboutTerm);
  const need = isRead(recipe, 'subsidized_amount') ? aboutNeed(recipe) : [];
  const zeros = aboutZeros(recipe);
  const payments = aboutPayments(recipe);
  return {
    asIsAsked: [
      repeatedRows(recipe),
      ...(orderByLabels(labels) === null ? [orderOf(labels)] : []),
      apart,
      ...noRow,
      ...terms.flatMap(({ blank }) => blank),
      ...terms.flatMap(({ parts }) => parts),
      ...need,
      ...zeros,
      ...terms.flatMap(({ numbers }) => numbers),
      ...payments,
    ],
    ofStudent: [apart, ...zeros, ...need, ...payments],
    ofTerms: terms.map(({ blank, parts, numbers }) => [...numbers, ...parts, ...blank]),
    ofNoRow: noRow,
  };
}

/** Collects what students raise, and asks it. */
export class RaisedQuestions {
  readonly #recipe: Recipe;
  readonly #raised: readonly { readonly question: RowQuestion; readonly found: Found }[];

  constructor(recipe: Recipe) {
    this.#recipe = recipe;
    this.#raised = rowQuestions(recipe).asIsAsked.map((question) => ({ question, found: new Found() }));
  }

  add(student: Student): void {
    const { rows } = student.group;
    for (const { question, found } of this.#raised) {
      const own = question.find(student);
      if (own === null) continue;
      found.of += 1;
      let isNew = true;
      for (const { row, kind } of own) {
        if (kind !== undefined) found.kinds.set(kind, found.count(kind) + 1);
        const example = row === undefined ? undefined : (rows.find((each) => each.row === row) ?? rows[0]);
        if (example === undefined) continue;
        found.add(example, isNew, rows);
        isNew = false;
      }
    }
  }

  /** The questions of a table with so many students. */
  asked(students: number): readonly Asked[] {
    return this.#raised.flatMap(({ question, found }) => {
      const { path, choices, itself, most, those } = question;
      const ofStudents = { found: found.students, of: found.of, ...(most !== undefined && { most }) };
      const share = question.share === undefined ? ofStudents : question.share(found);
      const isMost = share !== null && isOfMost(share);
      const said = plainAnswer(String(valueAt(this.#recipe, path) ?? itself));
      if (found.rows === 0 || (said === itself && !isMost)) return [];
      const of = `${found.students.toLocaleString('en-US')} of ${counted(students, 'student')}`;
      const whose = those === undefined ? of : `${of}, ${isMost ? '' : 'no longer '}${those}`;
      const offered = typeof choices === 'function' ? choices(found) : choices;
      return [{ path, text: question.text(whose, found), choices: offered, found, share }];
    });
  }
}

/** Rows of the same student and term. What is said of them is done where rows are read. */
function repeatedRows(recipe: Recipe): RowQuestion {
  const { rows } = recipe;
  const path = ['decisions', 'repeated_rows'];
  const find: RowQuestion['find'] = ({ repeated }) =>
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
  const areEqual = ({ kinds }: Found): boolean => !kinds.has('different') && !kinds.has('some equal');
  const areDifferent = ({ kinds }: Found): boolean => !kinds.has('equal') && !kinds.has('some equal');
  const addedUp = rows === 'term' ? 'Their credits and payments are added up' : 'Each counts';
  const said = decisionOf(recipe, 'repeated_rows');
  const saidOfAll = said === 'add_up_all' || said === 'add_up_different' ? said : 'add_up';
  // What adding up says depends on what is there: said of rows that differ, it is not said of equal ones.
  const adding = (found: Found): Choices => {
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
function orderOf(labels: readonly string[]): RowQuestion {
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

/** Pairs of places of terms that are a year apart, or more. */
type Pairs = readonly (readonly [number, number])[];

/** Asks about students with terms of more than a year: those of the year before, say, are in the file, too. */
function yearsApart(pairs: Pairs): StudentQuestion {
  const apartIn = ({ terms }: Student): readonly OwnTerm[] => {
    const found = pairs.map((pair) =>
      pair.flatMap((place) => terms.find((own) => own.place === place) ?? []),
    );
    return found.find(({ length }) => length === 2) ?? [];
  };
  return {
    path: ['decisions', 'terms_apart'],
    find: (student) => {
      const apart = apartIn(student);
      const kind = listed(apart.map(({ label }) => label));
      return apart.map(({ rows: [row] }) => ({ row, kind }));
    },
    text: (of, { kinds }) =>
      `${[...kinds.keys()][0]} are a year apart, and ${of} have terms so far apart. Are these of one academic year? If they are not, say of the terms of the other year that their rows are of no term.`,
    choices: {
      not_calculated: 'No: these students are not calculated',
      one_year: 'Yes: all of them are one academic year',
    },
    does: {
      not_calculated: (student) => {
        const labels = apartIn(student).map(({ label }) => label);
        student.fail('terms apart', `${listed(labels)} are a year apart`);
      },
    },
  };
}

/**
 * Asks about students without a row of a term: of one that was not said to be optional, and can be of the same year; not where
 * the file says how many terms the student's year has.
 */
function noRowOf(recipe: Recipe, place: number, pairs: Pairs): StudentQuestion {
  const { label = '' } = recipe.terms[place] ?? {};
  const rule = ruleOf(recipe, 'term_required', recipe.terms[place]);
  const isOptional = rule !== null && rule !== 'none' && 'value' in rule && rule.value === 'false';
  const others = pairs.flatMap(([one, other]) => (one === place ? other : other === place ? one : []));
  return {
    path: ['terms', place, 'no_row'],
    find: ({ terms, facts }) => {
      if (isOptional || facts.academic_year_terms !== '') return NONE;
      const isThere = terms.some((own) => own.place === place || others.includes(own.place));
      return isThere ? NONE : FIRST;
    },
    text: (of) => `No row for ${label}: ${of}. What does it mean?`,
    choices: {
      not_enrolled: `${label} belongs to their year, and they are not enrolled: the year counts as a whole`,
      not_in_year: `${label} is not part of their year: only the listed terms count`,
    },
    does: { not_enrolled: ({ notEnrolled }) => notEnrolled.push(place) },
  };
}
