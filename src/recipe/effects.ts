import { cellValue } from '../contract/cell-value.js';
import { type Field, TERM_FIELDS } from '../contract/field-list.js';
import { readField, readStudent } from '../contract/read-student.js';
import { calculate } from '../engine/calculate.js';
import { allAtOnce } from '../table/steps.js';
import { type OurRow, RowMaker, type UsualFullTime } from './decided-rows.js';
import type { Effect, StudentDollars, TableRow, TableToRead } from './examination.js';
import { remarkIn } from './failed-here.js';
import { OUR_FIELDS } from './our-fields.js';
import type { Recipe } from './recipe.js';
import { indexStudents, studentGroups } from './student-groups.js';
import { TermReader } from './student-terms.js';

/** What a recipe makes of a few rows, in dollars: shown beside the choices of a question, and for rival columns. */

/** An example with more rows than this shows nothing useful. */
const MOST_ROWS = 50;
const OUR_FIELD_NAMES: readonly string[] = OUR_FIELDS;

const PAID = ['prior_disbursement_sub', 'prior_disbursement_unsub', 'prior_disbursement_grad_plus'] as const;

/** A student as rows of ours. */
export interface OurStudent {
  readonly id: string;
  readonly rows: readonly OurRow[];
}

/** The dollars of the first student of some rows by a recipe, whatever it leaves open; null if there is none. */
export type EffectOf = (rows: readonly TableRow[], recipe: Recipe) => Effect | null;

/** The first student of some rows, as ours. */
export function firstStudent(
  header: readonly string[],
  rows: readonly TableRow[],
  recipe: Recipe,
  awardYear: string,
  usual: UsualFullTime,
): OurStudent | null {
  const table: TableToRead = { header, rows: () => rows };
  const index = allAtOnce(indexStudents(table, recipe));
  const reader = new TermReader(header, recipe);
  const maker = new RowMaker(recipe, awardYear, usual);
  for (const group of studentGroups(table, recipe, index))
    return { id: group.id, rows: maker.rowsOf(reader.termsOf(group)) };
  return null;
}

/** Gives dollars of rows of one table. */
export function effectsBy(header: readonly string[], awardYear: string, usual: UsualFullTime): EffectOf {
  return (rows, recipe) => {
    const found = firstStudent(header, rows.slice(0, MOST_ROWS), recipe, awardYear, usual);
    if (found === null) return null;
    const dollars =
      found.rows.length === 0 ? { refused: 'The student is left out.' } : dollarsOf(found.rows, awardYear);
    return { student: found.id, dollars };
  };
}

/** The dollars of a student of these rows of ours for the year, both what was paid and what may still be. */
function dollarsOf(rows: readonly OurRow[], awardYear: string): StudentDollars {
  const cellOf = (column: string, term: number | null): string =>
    (rows[term ?? 0]?.cells[OUR_FIELD_NAMES.indexOf(column)] ?? '').trim();
  const read = (field: Field, term: number | null): unknown => {
    const cell = cellOf(field.column, term);
    return readField(field, cell === '' ? undefined : field.kind === 'text' ? cell : cellValue(field, cell));
  };
  const none = (): readonly never[] => [];
  const [remark] = rows.flatMap(({ cells }) => cells.flatMap((cell) => remarkIn(cell) ?? []));
  if (remark !== undefined) return { refused: remark.message };
  const reading = readStudent({ terms: rows.length, read, failures: none, notes: none }, awardYear);
  if (reading.ok) {
    const { subsidized, unsubsidized, grad_plus } = calculate(reading.student, awardYear).total_equal;
    const paid = reading.student.terms
      .flatMap((term) => PAID.map((loan) => term[loan] ?? 0))
      .reduce((sum, each) => sum + each, 0);
    return { sub: subsidized, unsub: unsubsidized, gradPlus: grad_plus, paid };
  }
  const [first] = reading.failures;
  if (first === undefined) return { refused: 'The student cannot be calculated.' };
  const { field, term, message } = first;
  if (term === null) return { refused: field === 'terms' ? message : `${field}: ${message}` };
  const column = TERM_FIELDS.find(({ name }) => name === field)?.column ?? field;
  return { refused: `${cellOf('term_label', term) || `Term ${term + 1}`}: ${column}: ${message}` };
}

/** Whether two effects are the same dollars, or the same refusal. */
export function isSameEffect(one: Effect | null, other: Effect | null): boolean {
  return JSON.stringify(one?.dollars) === JSON.stringify(other?.dollars);
}
