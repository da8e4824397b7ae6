import { STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { columnLetters } from '../recipe/cell-places.js';
import type { Bytes } from '../recipe/encoding.js';
import type { CellRule, Recipe } from '../recipe/recipe.js';
import type { RowOrigins } from '../recipe/row-origins.js';
import type { Table } from '../recipe/source.js';
import type { SheetCell, SheetColumn, SheetLayout } from '../recipe/workbook-writer.js';
import type { AnswerColumn } from './answer-records.js';
import type { AnswerRow, AnswerStudent } from './answer-students.js';
import { calculatedRows } from './calculated-rows.js';
import { studentIdOf } from './failed-rows.js';
import type { FailureGroups } from './failure-groups.js';

/** The person's own rows, and how they became ours. */
export interface TakenRows {
  readonly own: Table;
  readonly recipe: Recipe;
  /** The CSV that was calculated. */
  readonly ours: Bytes;
  readonly origins: RowOrigins;
  readonly failed: FailureGroups;
}

/** A column of the answer as people call it. `always`: shown even where nobody has anything in it. */
interface Shown extends SheetColumn {
  readonly column: AnswerColumn;
  readonly always?: true;
}

const dollars = (column: AnswerColumn, heading: string): Shown => ({
  column,
  heading,
  style: 'dollars',
  width: 15,
});

const OF_TERM: readonly Shown[] = [
  { column: 'term_enrollment_status', heading: 'Enrollment', style: 'text', width: 20, always: true },
  { column: 'term_enrollment_intensity_pct', heading: 'Share of full time', style: 'percent', width: 12 },
  { ...dollars('term_equal_subsidized', 'Subsidized, in equal parts'), always: true },
  { ...dollars('term_equal_unsubsidized', 'Unsubsidized, in equal parts'), always: true },
  dollars('term_equal_grad_plus', 'Grad PLUS, in equal parts'),
  dollars('term_proportional_subsidized', 'Subsidized, by credits'),
  dollars('term_proportional_unsubsidized', 'Unsubsidized, by credits'),
  dollars('term_proportional_grad_plus', 'Grad PLUS, by credits'),
  dollars('term_adjustment_sub', 'Subsidized, change after a payment'),
  dollars('term_adjustment_unsub', 'Unsubsidized, change after a payment'),
  dollars('term_adjustment_grad_plus', 'Grad PLUS, change after a payment'),
  { column: 'term_adjustment_explanation', heading: 'Why it changed', style: 'text', width: 40 },
  { column: 'term_warning', heading: 'Warning for the term', style: 'text', width: 40 },
];
const OF_YEAR: readonly Shown[] = [
  {
    column: 'reduced_annual_pct',
    heading: 'Share of a full year',
    style: 'percent',
    width: 12,
    always: true,
  },
  { ...dollars('annual_basic_eligibility_sub', 'Subsidized for the year'), always: true },
  { ...dollars('annual_basic_eligibility_unsub', 'Unsubsidized for the year'), always: true },
  dollars('annual_basic_eligibility_grad_plus', 'Grad PLUS for the year'),
  { column: 'warnings', heading: 'Warnings', style: 'text', width: 60 },
];
const FAILED: SheetColumn = { heading: 'Why it was not calculated', style: 'text', width: 60 };

/** What is beside a row of the person: rows of the answer, each with the place of its term among columns per term. */
type Beside = readonly { readonly place: number; readonly answer: AnswerRow }[];

/**
 * The sheet of the person's own columns and rows, in their order, with the answer beside them. Where rows of one term became one, the
 * answer stands on the first; where a row has several terms, each has its own columns.
 */
export function ownSheet(
  taken: TakenRows,
  students: ReadonlyMap<string, AnswerStudent>,
  used: ReadonlySet<AnswerColumn>,
): { readonly layout: SheetLayout; rows(): Iterable<readonly SheetCell[]> } {
  const { own, recipe, failed } = taken;
  const beside = answersBeside(taken, students);
  const termNames = recipe.shape.rows === 'student' ? recipe.shape.terms.map(({ label }) => label) : [null];
  const isShown = ({ column, always }: Shown): boolean => always === true || used.has(column);
  const [ofTerm, ofYear] = [OF_TERM.filter(isShown), OF_YEAR.filter(isShown)];
  const idOf = studentIdOf(own, recipe);
  const hasFailed = failed.groups().length > 0;
  const ownColumns = columnsOf(own, textColumnsOf(recipe));
  const answerColumns = [
    ...termNames.flatMap((name) =>
      ofTerm.map((shown) => (name === null ? shown : { ...shown, heading: `${name}: ${shown.heading}` })),
    ),
    ...ofYear,
    ...(hasFailed ? [FAILED] : []),
  ];
  return {
    layout: { name: 'Students', columns: [...ownColumns, ...answerColumns] },
    *rows() {
      for (const { row, cells } of own.rows()) {
        const found = beside.get(row) ?? [];
        const [first] = found;
        const answers = termNames.flatMap((_, place) => {
          const answer = found.find((each) => each.place === place)?.answer;
          return ofTerm.map((shown) => shownCell(shown, answer));
        });
        const error = failed.errorOf(idOf(cells), row);
        yield [
          ...ownColumns.map(({ style }, place) => ownCell(cells[place] ?? '', style)),
          ...answers,
          ...ofYear.map((shown) => shownCell(shown, first?.answer)),
          ...(hasFailed ? [error ?? null] : []),
        ];
      }
    },
  };
}

function shownCell({ column, style }: Shown, answer: AnswerRow | undefined): SheetCell {
  const text = answer?.[column] ?? '';
  return style === 'text' || text === '' ? text : Number(text);
}

function ownCell(cell: string, style: SheetColumn['style']): SheetCell {
  return style === 'number' && cell.trim() !== '' ? Number(cell) : cell;
}

/** The answer beside each row of the person, by its number. */
function answersBeside(
  { ours, origins }: TakenRows,
  students: ReadonlyMap<string, AnswerStudent>,
): ReadonlyMap<number, Beside> {
  const beside = new Map<number, { readonly place: number; readonly answer: AnswerRow }[]>();
  const counts = new Map<string, number>();
  let open: { readonly id: string; readonly rows: readonly AnswerRow[] } = { id: '', rows: [] };
  for (const { id, row } of calculatedRows(ours)) {
    const nth = counts.get(id) ?? 0;
    counts.set(id, nth + 1);
    if (open.id !== id) open = { id, rows: students.get(id)?.rows() ?? [] };
    const answer = open.rows[nth];
    const [original] = origins.of(row);
    if (answer === undefined || original === undefined) continue;
    const found = beside.get(original) ?? [];
    found.push({ place: origins.termOf(row) ?? 0, answer });
    beside.set(original, found);
  }
  return beside;
}

/** Columns of the person that hold ids and labels: texts even where they look like numbers. */
function textColumnsOf({ shape, columns }: Recipe): ReadonlySet<string> {
  const columnOf = (rule: CellRule | undefined): string[] =>
    rule !== undefined && 'column' in rule ? [columnName(rule.column)] : [];
  const fund = shape.rows === 'fund' ? [columnName(shape.fund)] : [];
  return new Set([...columnOf(columns[STUDENT_ID_COLUMN]), ...columnOf(columns['term_label']), ...fund]);
}

/** Numbers of the person's that a spreadsheet shows as they are: no zeros in front, and not too many digits. */
const PLAIN_NUMBER = /^-?(?:0|[1-9][0-9]{0,10})(?:\.[0-9]{1,4})?$/;
const NARROWEST = 8;
const WIDEST = 40;

/** The person's columns: a number where all filled cells are, else texts. */
function columnsOf(own: Table, texts: ReadonlySet<string>): readonly SheetColumn[] {
  const found = own.header.map((name) => ({
    isNumber: !texts.has(columnName(name)),
    isFilled: false,
    width: Math.min(Math.max(name.length + 3, NARROWEST), WIDEST),
  }));
  for (const { cells } of own.rows()) {
    for (const [place, column] of found.entries()) {
      const cell = (cells[place] ?? '').trim();
      if (cell === '') continue;
      column.isFilled = true;
      column.width = Math.min(Math.max(column.width, cell.length + 1), WIDEST);
      if (column.isNumber && !PLAIN_NUMBER.test(cell)) column.isNumber = false;
    }
  }
  return found.map(({ isNumber, isFilled, width }, place) => ({
    heading: own.header[place] || `Column ${columnLetters(place)}`,
    style: isNumber && isFilled ? 'number' : 'text',
    width,
  }));
}
