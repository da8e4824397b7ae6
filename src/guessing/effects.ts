import { cellValue } from '../contract/cell-value.js';
import { type Field, STUDENT_ID_COLUMN, TERM_FIELDS } from '../contract/field-list.js';
import { readField, readStudent } from '../contract/read-student.js';
import { calculate } from '../engine/calculate.js';
import type { Failure } from '../engine/failure.js';
import { LOAN_TYPES, type LoanType, type Student, totalDollars } from '../engine/student.js';
import { wholeDollars } from '../engine/texts.js';
import type { TableRow } from '../table/delimited-text.js';
import { allAtOnce, isStepDue, type Steps } from '../table/steps.js';
import { TableError } from '../table/table-error.js';
import { lookOf } from './alike-ids.js';
import type { Choice, Decision, Json } from './decisions.js';
import { Facts } from './facts.js';
import { ourTable } from './our-rows.js';
import { isSame, type Raised } from './question.js';
import type { Questions } from './raise.js';
import type { Recipe } from './recipe.js';
import { remarkIn } from './remarks.js';
import { settle } from './settle.js';
import type { SourceTable } from './source.js';

/** An example with more rows than this shows nothing useful. */
const MOST_ROWS = 50;

/**
 * Adds to each choice of a decision its effect on one student of the file. The other open decisions are filled
 * provisionally, and those that wait, unless they are about terms that are not known yet.
 */
export function* withEffects(
  facts: Facts,
  source: SourceTable,
  { asked: raised, waiting }: Questions,
): Steps<readonly Decision[]> {
  const examples = yield* examplesOf(facts, source, raised);
  const decisions: Decision[] = [];
  const later = waiting.filter((each) => each.open && typeof meanwhile(each)?.value === 'string');
  for (const each of raised) {
    const { examples: numbers, choices, ...decision } = each;
    const others = [...raised.filter((other) => other !== each && other.open), ...later];
    const base = others.reduce((recipe, other) => tried(recipe, meanwhile(other)) ?? recipe, facts.recipe);
    // Another sheet has other rows, and a refused file has no answer.
    const isShown = ({ path, value }: Raised['choices'][number]): boolean =>
      path[0] !== 'read' && value !== 'refuse';
    const trials = choices.map((choice) => (isShown(choice) ? tried(base, choice) : null));
    // The student whom the choices make the greatest difference for.
    let shown: readonly (string | null)[] | null = null;
    for (const number of numbers) {
      const found = examples.get(number);
      const effects: (string | null)[] = [];
      for (const trial of trials) {
        yield;
        effects.push(
          trial === null || found === undefined ? null : effectOf(facts, source.header, trial, found),
        );
      }
      if (shown === null || resultsIn(effects) > resultsIn(shown)) shown = effects;
      if (resultsIn(shown) === trials.filter((trial) => trial !== null).length) break;
    }
    const effects = shown ?? [];
    // What another open question prevents for every choice helps nobody to choose.
    const isPrevented = effects.length > 1 && new Set(effects).size === 1 && isRefusal(effects[0]);
    const effectAt = (nth: number): string | null => (isPrevented ? null : (effects[nth] ?? null));
    decisions.push({
      ...decision,
      choices: choices.map((choice, nth): Choice => ({ ...choice, effect: effectAt(nth) })),
    });
  }
  return decisions;
}

const NOT_CALCULATED = ' is not calculated: ';
const isRefusal = (effect: string | null | undefined): boolean => effect?.includes(NOT_CALCULATED) === true;

function resultsIn(effects: readonly (string | null)[]): number {
  return new Set(effects.filter((effect) => effect !== null && !isRefusal(effect))).size;
}

interface Example {
  readonly id: string;
  readonly rows: readonly TableRow[];
}

/**
 * What is provisionally chosen for a decision while another is shown: need, rows that count, funds of other aid and no
 * exception, so that most students can be calculated and differ.
 */
const MEANWHILE: readonly Json[] = ['maximum', 'counts', 'no', null];

function meanwhile({ choices }: Raised): Raised['choices'][number] | undefined {
  return choices.find(({ value }) => MEANWHILE.includes(value)) ?? choices[0];
}

/** The rows of the example students of the decisions. */
function* examplesOf(
  facts: Facts,
  source: SourceTable,
  raised: readonly Raised[],
): Steps<ReadonlyMap<number, Example>> {
  const wanted = new Set(raised.flatMap(({ examples }) => examples));
  const examples = new Map<number, { readonly id: string; readonly rows: TableRow[] }>();
  if (wanted.size === 0) return examples;
  for (const [id, student] of facts.students) {
    if (wanted.has(student)) examples.set(student, { id: id.replace('row:\u0000', 'in row '), rows: [] });
  }
  // Rows of students who may be the same are shown together.
  const looks = raised.some(({ name }) => name === 'alike_ids')
    ? new Map([...examples.values()].map((example) => [lookOf(example.id), example]))
    : null;
  const alike = new Map(
    [...(looks === null ? [] : facts.students)].flatMap(([id, student]) => {
      const example = looks?.get(lookOf(id));
      return example === undefined ? [] : [[student, example]];
    }),
  );
  let rows = 0;
  for (const each of source.rows()) {
    rows += 1;
    if (isStepDue(rows)) yield;
    const student = facts.studentOfRow[each.row] ?? -1;
    const example = alike.get(student) ?? examples.get(student);
    if (example !== undefined && example.rows.length < MOST_ROWS) example.rows.push(each);
  }
  return examples;
}

function tried(recipe: Recipe, choice: Pick<Choice, 'path' | 'value'> | undefined): Recipe | null {
  if (choice === undefined) return null;
  try {
    return settle(recipe, choice);
  } catch (error) {
    if (error instanceof TableError) return null;
    throw error;
  }
}

/** The result for a student under a recipe, as a sentence; null if the recipe does not fit. */
function effectOf(whole: Facts, header: readonly string[], recipe: Recipe, example: Example): string | null {
  const { id, rows } = example;
  try {
    const isSameTerms =
      isSame(recipe.columns['term_label'], whole.recipe.columns['term_label']) &&
      isSame(recipe.decisions.terms, whole.recipe.decisions.terms);
    const source: SourceTable = { header, above: [], sameSheets: [], otherSheets: [], rows: () => rows };
    const facts = allAtOnce(new Facts(source, recipe, whole.awardYear, isSameTerms ? whole : null).look());
    // Asked only after the column of terms: until then they are shown as courses.
    if (facts.repeated.students > 0 && recipe.decisions.repeated_terms == null) {
      const decisions = { ...recipe.decisions, repeated_terms: 'add_up' as const };
      return effectOf(whole, header, { ...recipe, decisions }, example);
    }
    const { columns, rows: ourRows } = ourTable(facts);
    const all = [...ourRows()].map(({ cells }) => cells);
    // A choice may turn some of the rows into separate students.
    const idPlace = columns.indexOf(STUDENT_ID_COLUMN);
    const own = all.filter((cells) => idPlace < 0 || cells[idPlace] === all[0]?.[idPlace]);
    return own.length === 0
      ? `Student ${id} is left out.`
      : `Student ${id}${outcomeOf(columns, own, whole.awardYear)}`;
  } catch (error) {
    if (error instanceof TableError) return null;
    throw error;
  }
}

function outcomeOf(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  awardYear: string,
): string {
  const cellOf = (column: string, term: number | null): string =>
    (rows[term ?? 0]?.[columns.indexOf(column)] ?? '').trim();
  const read = (field: Field, term: number | null): unknown => {
    const cell = cellOf(field.column, term);
    return readField(field, cell === '' ? undefined : field.kind === 'text' ? cell : cellValue(field, cell));
  };
  const none = (): readonly never[] => [];
  const [remark] = rows.flatMap((cells) => cells.flatMap((cell) => remarkIn(cell) ?? []));
  if (remark !== undefined) return `${NOT_CALCULATED}${remark.message}`;
  if (rows.every((cells) => cells[columns.indexOf('term_label')] === ''))
    return `${NOT_CALCULATED}No term is left.`;
  const reading = readStudent({ terms: rows.length, read, failures: none, notes: none }, awardYear);
  if (!reading.ok) {
    const [first] = reading.failures;
    return `${NOT_CALCULATED}${first === undefined ? '' : reasonOf(first, cellOf)}`;
  }
  const { total_equal, reduced_annual_pct, ...result } = calculate(reading.student, awardYear);
  const year =
    result.annual_basic_eligibility_sub +
    result.annual_basic_eligibility_unsub +
    result.annual_basic_eligibility_grad_plus;
  const paid = LOAN_TYPES.map((loan) => paidTo(reading.student, loan)).reduce((sum, each) => sum + each);
  const left = wholeDollars(Math.max(totalDollars(total_equal) - paid, 0));
  const leftSub = wholeDollars(Math.max(total_equal.subsidized - paidTo(reading.student, 'sub'), 0));
  const ofLeft = paid === 0 ? '' : `, ${leftSub} of it subsidized`;
  return `: ${wholeDollars(year)} for the year (${reduced_annual_pct}%), ${wholeDollars(result.annual_basic_eligibility_sub)} of it subsidized; ${left} may still be paid${ofLeft}.`;
}

/** A failure with its place as in a file: `Spring: term_ft_credits: Expected …`. */
function reasonOf(
  { field, term, message }: Failure,
  cellOf: (column: string, term: number | null) => string,
): string {
  // The message itself says that there are too many terms or none.
  if (term === null) return field === 'terms' ? message : `${field}: ${message}`;
  const label = cellOf('term_label', term);
  const where = label === '' ? `Term ${term + 1}` : label;
  const column = TERM_FIELDS.find(({ name }) => name === field)?.column ?? field;
  return `${where}: ${column}: ${message}`;
}

function paidTo({ terms }: Student, loan: LoanType): number {
  return terms.reduce((sum, term) => sum + (term[`prior_disbursement_${loan}`] ?? 0), 0);
}
