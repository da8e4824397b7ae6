import { compare, type Exact, exact } from '../engine/exact.js';
import { MAX_TERMS } from '../engine/student.js';
import { plainAnswer } from './answers.js';
import type { OurRow } from './examination.js';
import { OUR_FIELDS, type Ours } from './our-fields.js';
import { answerTo, type StudentQuestion } from './question.js';
import { amountOf, isRead, isSame } from './read-cells.js';
import { meaningOf, type Recipe, ruleOf, valuesOf } from './recipe.js';
import { rowQuestions } from './row-questions.js';
import { NO_CELLS, type OwnTerm, type Student } from './student-facts.js';
import { fullTimeOf } from './student-terms.js';

/** Rows of ours from the terms of a student, with the questions of the rows answered as the recipe says. */

/** The only full-time credits that rows of a level and term have: by level and place of the term. */
export type UsualFullTime = ReadonlyMap<string, string | null>;

type Step<To extends readonly unknown[]> = (...to: To) => void;

/** The columns of ours that rows by a recipe may fill. */
export function columnsFilled(recipe: Recipe): readonly Ours[] {
  const { terms, fields, rows, fund } = recipe;
  const loans = rows === 'fund' ? Object.values(fund?.values ?? {}) : [];
  const filled = new Set<string>([
    ...['student_id', 'dependency_status', 'term_label', 'term_credits_enrolled'],
    ...loans.map((loan) => `term_prior_disbursement_${loan}`),
  ]);
  if (addsTerms(recipe)) filled.add('academic_year_terms');
  const fullTime = [fields, ...terms.map((term) => term.fields ?? {})].map((rules) => rules.term_ft_credits);
  if (fullTime.some((rule) => rule != null && rule !== 'none')) filled.add('term_ft_credits');
  return OUR_FIELDS.filter((field) => filled.has(field) || isRead(recipe, field));
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
  /** What the answers do: to a student, to the terms, and to those without a row. */
  readonly #toStudent: readonly Step<[Student]>[];
  readonly #toTerms: readonly (readonly Step<[OwnTerm, Student]>[])[];
  readonly #toNoRow: readonly Step<[Student]>[];

  constructor(recipe: Recipe, usual: UsualFullTime) {
    this.#recipe = recipe;
    this.#usual = usual;
    this.#readsNeed = isRead(recipe, 'subsidized_amount');
    const { ofStudent, ofTerms, ofNoRow } = rowQuestions(recipe);
    const stepOf = (question: StudentQuestion): Step<[Student]> | [] => {
      const { find, does, doesToAll } = question;
      const answer = answerTo(recipe, question);
      const step = does?.[answer];
      if (step === undefined) return doesToAll?.[answer] ?? [];
      return (student) => {
        if (find(student)?.length) step(student);
      };
    };
    this.#toStudent = ofStudent.flatMap(stepOf);
    this.#toNoRow = ofNoRow.flatMap(stepOf);
    this.#toTerms = ofTerms.map((questions, place) => [
      ...(saysFullTime(recipe, place) ? [requireFullTime] : []),
      ...questions.flatMap((question): Step<[OwnTerm, Student]> | [] => {
        const step = question.does[answerTo(recipe, question)];
        if (step === undefined) return [];
        return (term, student) => {
          if (question.isSo(term) === true) step(term, student);
        };
      }),
    ]);
  }

  /** The rows of a student, whose terms are used up; none for one who was said to be left out. */
  rowsOf(student: Student): readonly OurRow[] {
    if (student.isLeftOut) return [];
    const { facts, terms, group } = student;
    for (const step of this.#toStudent) step(student);
    for (const term of terms) for (const step of this.#toTerms[term.place] ?? []) step(term, student);
    for (const step of this.#toNoRow) step(student);
    this.#completeFacts(student);
    const rows = terms.flatMap(({ isOfOtherYear, cells, rows: own, place }): OurRow | [] =>
      isOfOtherYear === true
        ? []
        : {
            cells: Object.assign(cells, facts),
            rows: own,
            term: this.#recipe.rows === 'student' ? place : null,
          },
    );
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

  #completeFacts({ facts, group, level, mayHaveGradPlus }: Student): void {
    facts.student_id = group.id;
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

/** Whether full-time credits are said to be known for a term, so that a blank is none of ours to fill. */
function saysFullTime(recipe: Recipe, place: number): boolean {
  const rule = ruleOf(recipe, 'term_ft_credits', recipe.terms[place]);
  if (rule === null || rule === 'none' || 'value' in rule) return false;
  return typeof meaningOf(valuesOf(rule), '') !== 'string';
}

function requireFullTime({ cells, label, rows: [row] }: OwnTerm, student: Student): void {
  if (cells.term_ft_credits === '')
    student.fail('no full time', `${label}, row ${row} has no full-time credits`);
}
