import { compare, type Exact, exact } from '../../engine/exact.js';
import { MAX_TERMS } from '../../engine/student.js';
import { plainAnswer } from '../format/answers.js';
import { columnsOf, hasTermColumns, isFundShape, valuesOf } from '../format/column-rules.js';
import type { OurRow } from '../format/examination.js';
import { OUR_FIELDS, type Ours } from '../format/our-fields.js';
import type { Recipe } from '../format/recipe.js';
import { NO_CELLS, type Student, termsOfYear } from '../rows/file-student.js';
import { amountOf, areEqual, fullTimeOf, isRead } from '../rows/read-cells.js';
import { rowQuestions } from './row-questions.js';

/** Makes our rows from the terms of a student, with the answers of the recipe applied. */

/** Full-time credits by level and term, such as `graduate 0`; null if rows of the same differ. */
export type UsualFullTime = ReadonlyMap<string, string | null>;

/** The columns of ours that rows by a recipe may fill. */
export function columnsFilled(recipe: Recipe): readonly Ours[] {
  const { fund = null } = recipe.fields;
  const isOne = typeof fund === 'object' && fund !== null && 'value' in fund;
  const loans = !isFundShape(recipe.rows) ? [] : isOne ? [fund.value] : Object.values(valuesOf(fund) ?? {});
  const addsTerms = recipe.terms.some(({ no_row }) => plainAnswer(no_row) === 'not_enrolled');
  const filled = new Set<string>([
    ...['student_id', 'dependency_status', 'term_label', 'term_ft_credits', 'term_credits_enrolled'],
    ...loans.map((loan) => `term_prior_disbursement_${loan?.replace('_returned', '')}`),
    ...(addsTerms ? ['academic_year_terms'] : []),
  ]);
  return OUR_FIELDS.filter((field) => filled.has(field) || isRead(recipe, field));
}

/**
 * Makes the rows of a student, whose terms are changed; none for a student who is left out. Open places are
 * read somehow, so that results can be shown and compared.
 */
export function rowMaker(recipe: Recipe, usual: UsualFullTime) {
  /** What the answers do to a student, one after the other. */
  const steps = rowQuestions(recipe).flatMap((each) => each.steps);
  const readsNeed = isRead(recipe, 'subsidized_amount');
  const isLevelRead = columnsOf(recipe.fields.degree_level).length > 0;

  return (student: Student): readonly OurRow[] => {
    if (student.isLeftOut) return [];
    const { facts, terms, group } = student;
    for (const step of steps) step(student);
    completeFacts(student);
    // Without planned credits the service would assume full time, and report a change from it.
    for (const { termIndex, cells } of terms)
      if (plainAnswer(recipe.terms[termIndex]?.blank) !== 'full_time')
        cells.term_credits_enrolled ||= cells.term_actual_final_credits;
    const listed = terms.filter(({ isOfOtherYear }) => isOfOtherYear !== true);
    // If there are more terms than a year may list, those that add nothing to it are left out.
    const ofYear = listed.length > MAX_TERMS ? termsOfYear(student) : listed;
    const rows: OurRow[] = ofYear.map(({ cells, rows: fileRows, termIndex }) => ({
      cells: Object.assign(cells, facts),
      rows: fileRows,
      termIndex: hasTermColumns(recipe.rows) ? termIndex : null,
    }));
    if (rows.length > MAX_TERMS) student.fail('many terms', `this student has ${rows.length} terms`);
    if (rows.length === 0) {
      student.fail('no term left', 'no term of this student is left');
      rows.push({ cells: { ...NO_CELLS, ...facts }, rows: [group.rows[0]?.row ?? 0], termIndex: null });
    } else addNotEnrolled(rows, student);
    const [first] = rows;
    if (student.failure !== null && first !== undefined) first.cells.term_credits_enrolled = student.failure;
    return rows;
  };

  function completeFacts(student: Student): void {
    const { facts, group, level, mayHaveGradPlus } = student;
    facts.student_id = group.id;
    if (isLevelRead && facts.degree_level === '')
      student.fail('no level', 'no row of this student says a degree level');
    if (level !== 'undergraduate') {
      facts.dependency_status ||= 'independent';
      // Graduate study has no grade level. If one value makes all graduates, the service warns of it.
      const rule = recipe.fields.degree_level ?? 'none';
      if (rule === 'none' || !('value' in rule)) facts.grade_level = '';
    }
    // Nearly every report has a cost for everybody, and the service warns of one without an effect.
    if (!mayHaveGradPlus) facts.cost_of_attendance = '';
    if (readsNeed) facts.subsidized_amount ||= '0';
  }

  /** Adds the terms without a row that belong to the year of a student who is not enrolled in them. */
  function addNotEnrolled(rows: OurRow[], { notEnrolled, level, facts }: Student): void {
    if (notEnrolled.length === 0) return;
    const amount = (cell: string): Exact => amountOf('term_ft_credits', cell) ?? exact(12);
    const [largest = ''] = rows
      .map(({ cells }) => cells.term_ft_credits)
      .toSorted((one, other) => compare(amount(other), amount(one)));
    const added = notEnrolled.map((termIndex) => ({
      term_label: recipe.terms[termIndex]?.label ?? '',
      term_ft_credits: fullTimeOf(recipe, termIndex, level) || usual.get(`${level} ${termIndex}`) || largest,
    }));
    const all = rows.length + added.length;
    const isLargest = (full: string): boolean => areEqual('term_ft_credits', full, largest);
    // The rules measure a term that is not listed by the largest of the listed ones.
    if (all <= MAX_TERMS && added.every((term) => isLargest(term.term_ft_credits)))
      for (const { cells } of rows) cells.academic_year_terms = String(all);
    else
      for (const term of added)
        rows.push({
          cells: { ...NO_CELLS, ...facts, ...term, term_credits_enrolled: '0' },
          rows: [],
          termIndex: null,
        });
  }
}
