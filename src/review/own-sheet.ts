import { inWords } from '../contract/field-labels.js';
import { columnsOf, type Recipe } from '../recipe/recipe.js';
import type { RowOrigins } from '../recipe/row-origins.js';
import { columnNames } from '../table/column-names.js';
import type { Table } from '../table/open-table.js';
import type { SheetCell, SheetColumn, SheetLayout } from '../table/workbook-writer.js';
import type { AnswerColumn, AnswerRow } from './answer-reader.js';
import { type CalculatedFile, calculatedRow, LOANS_OF_TERM, paidOf, payableNow } from './calculated-rows.js';
import type { Failures } from './failures.js';

/** What of a recipe says where texts and terms are. */
type ReadBy = Pick<Recipe, 'rows' | 'fields' | 'fund' | 'terms'>;

/** The person's own rows, and how they became ours. */
export interface TakenRows {
  readonly own: Pick<Table, 'header' | 'rows'>;
  readonly recipe: ReadBy;
  readonly calculated: CalculatedFile;
  readonly origins: RowOrigins;
  readonly failed: Failures;
}

/** A row of the answer beside a row of the person. */
export interface Beside {
  readonly answer: AnswerRow;
  /** What was paid for its term, in the order of {@link LOANS_OF_TERM}. */
  readonly paid: readonly number[];
}

/** The same, as it is held for all rows. */
interface HeldBeside extends Pick<Beside, 'paid'> {
  /** The place of its term among columns per term. */
  readonly term: number;
  /** Its place in the answer. */
  readonly place: number;
}

/** A column of the sheet. `column`: that of the answer without which it has nothing; `always`: shown even then. */
export interface Shown extends SheetColumn {
  readonly column: AnswerColumn;
  readonly always?: boolean;
  readonly cellOf: (beside: Beside) => SheetCell;
}

const text = (column: AnswerColumn, heading: string, width: number): Shown => ({
  column,
  heading,
  style: 'text',
  width,
  cellOf: ({ answer }) => inWords(answer(column)),
});
const number = (column: AnswerColumn, heading: string, style: 'dollars' | 'percent' = 'dollars'): Shown => ({
  column,
  heading,
  style,
  width: 15,
  cellOf: ({ answer }) => (answer(column) === '' ? '' : Number(answer(column))),
});
const always = (shown: Shown): Shown => ({ ...shown, always: true });

/** The amounts of a term: what may still be paid, beside what was paid if anybody was. */
function amounts(hasPaid: boolean): readonly Shown[] {
  const ofLoans = (
    option: 'equal' | 'proportional',
    heading: string,
    dollarsOf: (amount: string, paid: number) => number | null,
  ): Shown[] =>
    LOANS_OF_TERM.map((loan, nth) => ({
      ...number(loan[option], `${loan.name}, ${heading}`),
      always: option === 'equal' && loan.name !== 'Grad PLUS',
      cellOf: ({ answer, paid }) => dollarsOf(answer(loan[option]), paid[nth] ?? 0),
    }));
  const now = hasPaid ? 'may be paid now ' : '';
  return [
    ...(hasPaid ? ofLoans('equal', 'already paid', (amount, paid) => (amount === '' ? null : paid)) : []),
    ...ofLoans('equal', `${now}in equal installments`, payableNow),
    ...ofLoans('proportional', `${now}by credits`, payableNow),
  ];
}

const ofTermWith = (hasPaid: boolean): readonly Shown[] => [
  always(text('term_enrollment_status', 'Enrollment', 20)),
  number('term_enrollment_intensity_pct', 'Share of full time', 'percent'),
  ...amounts(hasPaid),
  ...LOANS_OF_TERM.map(({ name, adjustment }) => number(adjustment, `${name}, change after a payment`)),
  text('term_adjustment_explanation', 'Why it changed', 40),
  text('term_warning', 'Warning for the term', 40),
];
const OF_YEAR: readonly Shown[] = [
  always(number('reduced_annual_pct', 'Share of a full-time year', 'percent')),
  always(number('annual_basic_eligibility_sub', 'Subsidized for the year')),
  always(number('annual_basic_eligibility_unsub', 'Unsubsidized for the year')),
  number('annual_basic_eligibility_grad_plus', 'Grad PLUS for the year'),
  text('warnings', 'Warnings', 60),
];

/** The columns of the answer, for whoever shows a part of them. */
export function answerColumns(hasPaid: boolean): readonly Shown[] {
  return [...ofTermWith(hasPaid), ...OF_YEAR];
}

const FAILED: SheetColumn = { heading: 'Why it was not calculated', style: 'text', width: 60 };

/**
 * The sheet of the person's own columns and rows, in their order, with the answer beside them. Where rows of one term became one, the
 * answer is beside the first; where a row has several terms, each has its own columns.
 *
 * @param answerAt a row of the answer, by its place.
 * @param used the columns of the answer that hold anything.
 */
export function ownSheet(
  taken: TakenRows,
  answerAt: (place: number) => AnswerRow,
  used: ReadonlySet<AnswerColumn>,
): { readonly layout: SheetLayout; rows(): Iterable<readonly SheetCell[]> } {
  const { own, recipe, failed } = taken;
  const { beside, hasPaid } = answersBeside(taken);
  const termNames = recipe.rows === 'student' ? recipe.terms.map(({ label }) => label) : [null];
  const isShown = (shown: Shown): boolean => shown.always === true || used.has(shown.column);
  const [ofTerm, ofYear] = [ofTermWith(hasPaid).filter(isShown), OF_YEAR.filter(isShown)];
  const hasFailed = failed.groups().length > 0;
  const ownColumns = sheetColumns(own, textColumns(recipe));
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
        const found = (beside.get(row) ?? []).map((held) => ({ ...held, answer: answerAt(held.place) }));
        const [first] = found;
        const answers = termNames.flatMap((_, term) => {
          const ofThis = found.find((each) => each.term === term);
          return ofTerm.map((shown) => (ofThis === undefined ? '' : shown.cellOf(ofThis)));
        });
        const error = failed.errorOf(row);
        yield [
          ...ownColumns.map(({ style }, place) => ownCell(cells[place] ?? '', style)),
          ...answers,
          ...ofYear.map((shown) => (first === undefined ? '' : shown.cellOf(first))),
          ...(hasFailed ? [error === undefined ? null : inWords(error)] : []),
        ];
      }
    },
  };
}

function ownCell(cell: string, style: SheetColumn['style']): SheetCell {
  return style === 'number' && cell.trim() !== '' ? Number(cell) : cell;
}

/** The answer beside each row of the person, by its number, and whether anything was paid for any of them. */
function answersBeside({ calculated, origins }: TakenRows): {
  readonly beside: ReadonlyMap<number, readonly HeldBeside[]>;
  readonly hasPaid: boolean;
} {
  const beside = new Map<number, HeldBeside[]>();
  let hasPaid = false;
  for (let place = 0; place < calculated.file.rowCount; place++) {
    const row = calculatedRow(calculated, place);
    const [original] = origins.of(row.row);
    if (original === undefined) continue;
    const paid = paidOf(row);
    hasPaid ||= paid.some((dollars) => dollars > 0);
    const found = beside.get(original) ?? [];
    found.push({ term: origins.termOf(row.row) ?? 0, place, paid });
    beside.set(original, found);
  }
  return { beside, hasPaid };
}

/** Columns of the person that hold ids, labels and funds: texts even where they look like numbers. */
function textColumns({ fields, fund }: ReadBy): ReadonlySet<string> {
  const texts = [fields.student_id, fields.term_label].flatMap((rule) => columnsOf(rule));
  return new Set([...texts, ...(fund?.column == null ? [] : [fund.column])]);
}

/** Numbers of the person's that a spreadsheet shows as they are: no zeros in front, and not too many digits. */
const PLAIN_NUMBER = /^-?(?:0|[1-9][0-9]{0,10})(?:\.[0-9]{1,4})?$/;
const NARROWEST = 8;
const WIDEST = 40;

/** The person's columns: a number where all filled cells are, else texts. */
function sheetColumns(own: TakenRows['own'], texts: ReadonlySet<string>): readonly SheetColumn[] {
  const names = columnNames(own.header);
  const found = names.map((name) => ({
    isNumber: !texts.has(name),
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
    heading: names[place] ?? '',
    style: isNumber && isFilled ? 'number' : 'text',
    width,
  }));
}
