import { compare, type Exact, exact } from '../engine/exact.js';
import { MAX_TERMS } from '../engine/student.js';
import { plainAnswer } from './answers.js';
import type { OurRow } from './examination.js';
import { OUR_FIELDS, type Ours } from './our-fields.js';
import { amountOf, fullTimeOf, isRead, isSame } from './read-cells.js';
import type { Recipe } from './recipe.js';
import { rowQuestions } from './row-questions.js';
import { areTermsBeside, columnsOf, isOfFunds, valuesOf } from './rules.js';
import { NO_CELLS, type Student } from './student-facts.js';

/** Rows of ours from the terms of a student, with the questions of the rows answered as the recipe says. */

/** The only full-time credits that rows of a level and term have: by level and place of the term. */
export type UsualFullTime = ReadonlyMap<string, string | null>;

/** The columns of ours that rows by a recipe may fill. */
export function columnsFilled(recipe: Recipe): readonly Ours[] {
  const { fund = null } = recipe.fields;
  const isOne = typeof fund === 'object' && fund !== null && 'value' in fund;
  const loans = !isOfFunds(recipe.rows) ? [] : isOne ? [fund.value] : Object.values(valuesOf(fund) ?? {});
  const filled = new Set<string>([
    ...['student_id', 'dependency_status', 'term_label', 'term_credits_enrolled'],
    ...loans.map((loan) => `term_prior_disbursement_${loan?.replace('_returned', '')}`),
    ...(addsTerms(recipe) ? ['academic_year_terms'] : []),
  ]);
  const rules = [recipe.fields, ...recipe.terms.map(({ fields = {} }) => fields)];
  return OUR_FIELDS.filter(
    (field) => filled.has(field) || rules.some((each) => (each[field] ?? 'none') !== 'none'),
  );
}

/** Whether terms without a row are said to be of the year. */
export function addsTerms({ terms }: Recipe): boolean {
  return terms.some(({ no_row }) => plainAnswer(no_row) === 'not_enrolled');
}

/** Makes rows of ours; what a recipe leaves open is read in some way, so that it can be shown and compared. */
export class RowMaker {
  readonly #recipe: Recipe;
  readonly #usual: UsualFullTime;
  readonly #readsNeed: boolean;
  /** What the answers do to a student, one after the other. */
  readonly #steps: readonly ((student: Student) => void)[];

  constructor(recipe: Recipe, usual: UsualFullTime) {
    this.#recipe = recipe;
    this.#usual = usual;
    this.#readsNeed = isRead(recipe, 'subsidized_amount');
    this.#steps = rowQuestions(recipe).flatMap(({ steps }) => steps);
  }

  /** The rows of a student, whose terms are used up; none for one who was said to be left out. */
  rowsOf(student: Student): readonly OurRow[] {
    if (student.isLeftOut) return [];
    const { facts, terms, group } = student;
    for (const step of this.#steps) step(student);
    this.#completeFacts(student);
    // The service would take full time for a plan that nobody knows, and tell what has changed since.
    for (const { place, cells } of terms)
      if (plainAnswer(this.#recipe.terms[place]?.blank) !== 'full_time')
        cells.term_credits_enrolled ||= cells.term_actual_final_credits;
    const rows = terms.flatMap(({ isOfOtherYear, cells, rows: own, place }): OurRow | [] =>
      isOfOtherYear === true
        ? []
        : {
            cells: Object.assign(cells, facts),
            rows: own,
            term: areTermsBeside(this.#recipe.rows) ? place : null,
          },
    );
    if (rows.length > MAX_TERMS) student.fail('many terms', `this student has ${rows.length} terms`);
    if (rows.length > 0) this.#addNotEnrolled(rows, student);
    else {
      student.fail('no term left', 'no term of this student is left');
      const [{ row } = { row: 0 }] = group.rows;
      rows.push({ cells: { ...NO_CELLS, ...facts }, rows: [row], term: null });
    }
    const [first] = rows;
    if (student.failure !== null && first !== undefined) first.cells.term_credits_enrolled = student.failure;
    return rows;
  }

  #completeFacts(student: Student): void {
    const { facts, group, level, mayHaveGradPlus } = student;
    facts.student_id = group.id;
    const isLevelRead = columnsOf(this.#recipe.fields.degree_level).length > 0;
    if (isLevelRead && facts.degree_level === '')
      student.fail('no level', 'no row of this student has a degree level');
    if (level !== 'undergraduate') {
      facts.dependency_status ||= 'independent';
      // A year of graduate study is no grade level. Where all were said to be graduates, the service warns of it.
      const rule = this.#recipe.fields.degree_level ?? 'none';
      if (rule === 'none' || !('value' in rule)) facts.grade_level = '';
    }
    // The service warns of a cost without an effect, and nearly every report has it for everybody.
    if (!mayHaveGradPlus) facts.cost_of_attendance = '';
    if (this.#readsNeed) facts.subsidized_amount ||= '0';
  }

  /** Adds the terms of the year in which a student is not enrolled, and for which there is no row. */
  #addNotEnrolled(rows: OurRow[], { notEnrolled, level, facts }: Student): void {
    if (notEnrolled.length === 0) return;
    const amount = (cell: string): Exact => amountOf('term_ft_credits', cell) ?? exact(12);
    const [largest = ''] = rows
      .map(({ cells }) => cells.term_ft_credits)
      .toSorted((one, other) => compare(amount(other), amount(one)));
    const added = notEnrolled.map((place) => {
      const full = fullTimeOf(this.#recipe, place, level) || this.#usual.get(`${level} ${place}`) || largest;
      return { label: this.#recipe.terms[place]?.label ?? '', full };
    });
    const all = rows.length + added.length;
    // The rules measure a term that is not listed by the largest of the listed ones.
    if (all <= MAX_TERMS && added.every(({ full }) => isSame('term_ft_credits', full, largest))) {
      for (const { cells } of rows) cells.academic_year_terms = String(all);
      return;
    }
    for (const { label, full } of added) {
      const term = { term_label: label, term_ft_credits: full, term_credits_enrolled: '0' };
      rows.push({ cells: { ...NO_CELLS, ...facts, ...term }, rows: [], term: null });
    }
  }
}
