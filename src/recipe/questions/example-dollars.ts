import { inWords } from '../../contract/field-words.js';
import { readStudent } from '../../contract/read-student.js';
import { columnOf } from '../../contract/row-errors.js';
import { StudentRows } from '../../csv/student-rows.js';
import { calculate } from '../../engine/calculate.js';
import { total } from '../../engine/dollars.js';
import { LOAN_TYPES } from '../../engine/student.js';
import { listed, wholeDollars } from '../../engine/texts.js';
import type { TableFacts } from '../../table/column-facts.js';
import type { TableRow } from '../../table/delimited-text.js';
import { runToEnd } from '../../table/steps.js';
import { hasFailedRows } from '../columns/held-columns.js';
import { plainAnswer, prefixFor, prefixOf } from '../format/answers.js';
import type { Choice, Effect, OurRow, Question } from '../format/examination.js';
import { OUR_FIELDS } from '../format/our-fields.js';
import { type Recipe, valueAt, withAnswer } from '../format/recipe.js';
import { refusalIn } from '../rows/refusal-cells.js';
import { indexStudents, studentGroups } from '../rows/student-groups.js';
import { termReader } from '../rows/student-terms.js';
import { rowMaker, type UsualFullTime } from './make-rows.js';
import type { RaisedQuestion } from './question.js';

/** What a recipe makes of a few rows, in dollars, for the choices of a question and for rival columns. */

/** An example with more rows than this shows nothing useful. */
const MOST_ROWS = 50;

/** The loans of the first student of some rows, even while places are open; null if there is no student. */
export type EffectOf = (rows: readonly TableRow[], recipe: Recipe) => Effect | null;

/** Makes a reader of the dollars of the first student of some rows of a table. */
export function effectReader(header: readonly string[], awardYear: string, usual: UsualFullTime): EffectOf {
  return (rows, recipe) => {
    const few = rows.slice(0, MOST_ROWS);
    const table = { header, rows: () => few };
    const [group] = studentGroups(table, recipe, runToEnd(indexStudents(table, recipe)));
    if (group === undefined) return null;
    const student = termReader(header, recipe, awardYear)(group);
    return { student: group.id, ...loansOf(rowMaker(recipe, usual)(student), awardYear) };
  };
}

/** The loans of the student of these rows for the year, including what was paid. */
function loansOf(rows: readonly OurRow[], awardYear: string): Omit<Effect, 'student'> {
  const refused = (why: string) => ({ text: `not calculated (${why.replace(/\.$/, '')})`, isRefused: true });
  if (rows.length === 0) return refused('The student is left out.');
  const [refusal] = rows.flatMap(({ cells }) => refusalIn(cells.term_credits_enrolled) ?? []);
  if (refusal !== undefined) return refused(refusal.message);
  const cells = rows.map((row) => OUR_FIELDS.map((field) => row.cells[field]));
  const places = rows.map(({ rows: [row = 0] }, at) => ({ dataRow: at + 1, row }));
  const reading = readStudent(StudentRows.of(OUR_FIELDS, cells, places), awardYear);
  if (!reading.ok) {
    const [{ field, term, message } = { field: '', term: null, message: '' }] = reading.failures;
    if (term === null) return refused(field === 'terms' ? message : inWords(`${field}: ${message}`));
    const label = rows[term]?.cells.term_label.trim() || `Term ${term + 1}`;
    return refused(`${label}: ${inWords(`${columnOf({ field, term })}: ${message}`)}`);
  }
  const answer = calculate(reading.student, awardYear);
  const { subsidized, unsubsidized, grad_plus } = answer.total_equal;
  const parts = [`${wholeDollars(subsidized)} subsidized`, `${wholeDollars(unsubsidized)} unsubsidized`];
  const loans = listed(grad_plus > 0 ? [...parts, `${wholeDollars(grad_plus)} Grad PLUS`] : parts, 'and');
  const byTerm = answer.terms.map(({ label, equal }) => {
    const dollars = equal.subsidized + equal.unsubsidized + equal.grad_plus;
    return `${wholeDollars(dollars)} for ${label}`;
  });
  const text = `${loans}${byTerm.length > 1 ? ` (${listed(byTerm)})` : ''}`;
  const paid = total(
    reading.student.terms.flatMap((term) => LOAN_TYPES.map((loan) => term[`prior_disbursement_${loan}`])),
  );
  if (paid === 0) return { text, isRefused: false };
  const limit = LOAN_TYPES.reduce((sum, loan) => sum + answer[`annual_basic_eligibility_${loan}`], 0);
  const above = paid > limit ? `${wholeDollars(paid - limit)} above` : 'of';
  const ofLimit = `${wholeDollars(paid)} is paid, ${above} the limit of ${wholeDollars(limit)}`;
  return { text: `${text}; ${ofLimit}`, isRefused: false };
}

/** The number of different dollars among the effects; all refusals are alike. */
export function countDifferent(effects: readonly (Effect | null)[]): number {
  return new Set(effects.map((effect) => (effect?.isRefused === false ? effect.text : null))).size;
}

/** A question with the effects of its choices on one student: the first for whom most choices differ. */
export function shownQuestion(
  asked: RaisedQuestion,
  recipe: Recipe,
  effectOf: EffectOf,
  facts: Pick<TableFacts, 'columns'>,
): Question {
  const { path, text, choices: plain, share, rows, students, examples, groups } = asked;
  const said = valueAt(recipe, path);
  // Among failed rows, most may be what few were in the whole file: the earlier answer stays.
  const keepsPrefix = hasFailedRows(facts) && said != null;
  const choices = Object.entries(plain).map(([plainValue, label]) => {
    const prefix = keepsPrefix ? prefixOf(said) : share && prefixFor(share, said, plainValue);
    const value = `${share ? prefix : ''}${plainValue}`;
    const isEarlier = said !== value && plainAnswer(String(said ?? '')) === plainValue;
    return { value, label: isEarlier ? `${label} (your earlier answer)` : label };
  });
  let effects: Choice['effect'][] = [];
  for (const own of groups) {
    const found = choices.map(({ value }) => effectOf(own, withAnswer(recipe, path, value)));
    if (countDifferent(found) > countDifferent(effects)) effects = found;
    if (countDifferent(effects) === choices.length) break;
  }
  return {
    path,
    text,
    rows,
    students,
    examples,
    choices: choices.map((choice, at) => ({ ...choice, effect: effects[at] ?? null })),
    answer: choices.find(({ value }) => value === said)?.value ?? null,
  };
}
