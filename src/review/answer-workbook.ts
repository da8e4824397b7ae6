import { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { inWords } from '../contract/field-words.js';
import type { DisbursementOption } from '../engine/answer-format.js';
import type { RowOrigins } from '../recipe/apply-recipe.js';
import { columnsOf, hasTermColumns } from '../recipe/format/column-rules.js';
import type { Recipe } from '../recipe/format/recipe.js';
import { csvLine } from '../table/delimited-text.js';
import type { Table } from '../table/open-table.js';
import { isStepDue, type Steps } from '../table/steps.js';
import type { CellStyle, SheetCell, SheetColumn, SheetLayout } from '../table/workbook-writer.js';
import { WorkbookWriter } from '../table/workbook-writer.js';
import { ANSWER_SHEET, type AnswerColumn, AnswerReader, type AnswerRow } from './answer-reader.js';
import { type CalculatedFile, calculatedRow, paidOf } from './calculated-file.js';
import type { Failures } from './failures.js';
import type { WarningCount } from './summary.js';

/** What a workbook contains besides the answer. */
export interface WorkbookContent {
  /** The person's own rows, and how they became ours. */
  readonly table: Pick<Table, 'header' | 'firstRows' | 'rows'>;
  readonly recipe: Recipe;
  readonly calculated: CalculatedFile;
  readonly origins: RowOrigins;
  readonly failed: Failures;
  readonly assumptions: readonly string[];
  readonly warnings: readonly WarningCount[];
}

const LOANS = [
  { loan: 'subsidized', short: 'sub', name: 'Subsidized' },
  { loan: 'unsubsidized', short: 'unsub', name: 'Unsubsidized' },
  { loan: 'grad_plus', short: 'grad_plus', name: 'Grad PLUS' },
] as const;

/** What `prorata diff` and programs read. Ids and labels are texts even where they look like numbers. */
const ANSWER = RESPONSE_COLUMNS.map((column) => ({
  heading: column,
  style: ['student_id', 'term_label'].includes(column) ? ('text' as const) : ('number' as const),
  width: Math.max(column.length, 12),
}));
const STUDENTS_SHEET = 'Students';
const NO_AMOUNTS: SheetColumn = { heading: 'Why there are no amounts', style: 'text', width: 60 };
const AT_FIRST_ROW = "Its amounts are beside the first row of the student's term.";
const LEFT_OUT = 'Left out: see the sheet Assumptions.';
const ASSUMPTIONS: SheetLayout = {
  name: 'Assumptions',
  columns: [
    { heading: 'What was assumed', style: 'sentence', width: 100 },
    { heading: 'Students', style: 'number', width: 10 },
  ],
};

/**
 * The workbook (.xlsx) that a person downloads. It has their rows beside the answer or the reason for none,
 * the assumptions, and the answer in the format of the interface. The answer is held in memory until the end.
 */
export class AnswerWorkbook {
  readonly #writer: WorkbookWriter;
  readonly #reader: AnswerReader;
  /** Each row of the answer: a line of CSV takes a tenth of the memory of its cells. */
  readonly #lines: string[] = [];
  readonly #filled = new Set<AnswerColumn>();

  /** `onPiece` receives the bytes of the workbook, in order. */
  constructor(onPiece: (piece: Uint8Array) => void) {
    this.#writer = new WorkbookWriter([STUDENTS_SHEET, ASSUMPTIONS.name, ANSWER_SHEET], onPiece);
    this.#writer.beginSheet({ name: ANSWER_SHEET, columns: ANSWER });
    this.#reader = new AnswerReader((rows) => {
      for (const row of rows) this.#addRow(row);
    });
  }

  /** Adds a piece of the answer. @throws TableError for a file that is no answer, or too long for a sheet. */
  add(piece: Uint8Array): void {
    this.#reader.add(piece);
  }

  /** Writes all else. @throws TableError for an answer that is cut off, or more rows than a sheet has. */
  *finishing(content: WorkbookContent): Steps<void> {
    this.#reader.finish();
    yield* this.#writeOwnSheet(content);
    this.#writer.beginSheet(ASSUMPTIONS);
    for (const sentence of content.assumptions) this.#writer.addRow([sentence, null]);
    for (const { warning, students } of content.warnings) this.#writer.addRow([inWords(warning), students]);
    this.#writer.finish();
  }

  #addRow(row: AnswerRow): void {
    this.#lines.push(csvLine(row.cells));
    for (const column of RESPONSE_COLUMNS)
      if (!['', '0'].includes(row.cell(column))) this.#filled.add(column);
    this.#writer.addRow(ANSWER.map(({ heading, style }) => sheetCell(row.cell(heading), style)));
  }

  /**
   * The person's own columns and rows, in their order, with the answer beside them. Where rows of one term
   * became one, the answer is beside the first; a row with several terms has columns for each.
   */
  *#writeOwnSheet({ table, recipe, calculated, origins, failed }: WorkbookContent): Steps<void> {
    const { beside, used, hasPaid } = answersByRow(calculated, origins);
    const terms = hasTermColumns(recipe.rows) ? recipe.terms.map(({ label }) => `${label}: `) : [''];
    const isShown = ({ column }: Shown): boolean => ALWAYS_SHOWN.includes(column) || this.#filled.has(column);
    const ownColumns = sheetColumns(table, recipe);
    const ofTerms = terms.flatMap((label, nth) =>
      termColumns(hasPaid)
        .filter(isShown)
        .map((shown) => ({ ...shown, heading: label + shown.heading, nth })),
    );
    const answered = [...ofTerms, ...YEAR_COLUMNS.filter(isShown).map((shown) => ({ ...shown, nth: null }))];
    const reasonFor = (row: number): string => {
      if (!used.has(row)) return LEFT_OUT;
      return failed.errorOf(row) ?? (beside.has(row) ? '' : AT_FIRST_ROW);
    };
    let rows = 0;
    let reason: readonly SheetColumn[] = [];
    for (const { row } of table.rows()) {
      rows += 1;
      if (isStepDue(rows)) yield;
      if (reasonFor(row) === '') continue;
      reason = [NO_AMOUNTS];
      break;
    }
    this.#writer.beginSheet({ name: STUDENTS_SHEET, columns: [...ownColumns, ...answered, ...reason] });
    for (const { row, cells } of table.rows()) {
      const found = (beside.get(row) ?? []).map(({ answerIndex, term, paid }) => {
        return { term, paid, answer: this.#reader.rowOf(this.#lines[answerIndex] ?? '') };
      });
      this.#writer.addRow([
        ...ownColumns.map(({ style }, index) => sheetCell(cells[index] ?? '', style)),
        ...answered.map(({ cellOf, nth }) => {
          const answer = nth === null ? found[0] : found.find(({ term }) => term === nth);
          return answer === undefined ? null : cellOf(answer);
        }),
        ...reason.map(() => inWords(reasonFor(row))),
      ]);
      rows += 1;
      if (isStepDue(rows)) yield;
    }
  }
}

export interface AnswerOfRow {
  readonly answer: AnswerRow;
  readonly paid: DisbursementOption;
}

export interface Shown extends SheetColumn {
  /** The column of the answer. It is in {@link ALWAYS_SHOWN}, or some row has more than 0 in it. */
  readonly column: AnswerColumn;
  readonly cellOf: (row: AnswerOfRow) => SheetCell;
}

/** Shown even if nothing is to be paid. */
export const ALWAYS_SHOWN: readonly AnswerColumn[] = ['term_equal_subsidized', 'term_equal_unsubsidized'];

function text(column: AnswerColumn, heading: string, width: number): Shown {
  return { column, heading, style: 'text', width, cellOf: ({ answer }) => inWords(answer.cell(column)) };
}

function number(column: AnswerColumn, heading: string, style: CellStyle = 'dollars'): Shown {
  return { column, heading, style, width: 15, cellOf: ({ answer }) => answer.whole(column) };
}

/**
 * The columns of a term: what may still be paid, and what was paid if anybody was. Amounts of the answer
 * include what was paid (section 6 of the rules): paying them unchanged would pay a term twice.
 */
function termColumns(hasPaid: boolean): readonly Shown[] {
  const amounts = (option: 'equal' | 'proportional', heading: string, isPaid = false) =>
    LOANS.map(({ loan, name }): Shown => {
      const column = `term_${option}_${loan}` as const;
      const cellOf: Shown['cellOf'] = ({ answer, paid }) => {
        const amount = answer.whole(column);
        return amount === null ? null : isPaid ? paid[loan] : amount - paid[loan];
      };
      return { ...number(column, `${name}, ${heading}`), cellOf };
    });
  const now = hasPaid ? 'may be paid now ' : '';
  return [
    text('term_enrollment_status', 'Enrollment', 20),
    number('term_enrollment_intensity_pct', 'Share of full time', 'percent'),
    ...(hasPaid ? amounts('equal', 'already paid', true) : []),
    ...amounts('equal', `${now}in equal installments`),
    ...amounts('proportional', `${now}by credits`),
    ...LOANS.map(({ name, short }) => number(`term_adjustment_${short}`, `${name}, change after a payment`)),
    text('term_adjustment_explanation', 'Why it changed', 40),
    text('term_warning', 'Warning for the term', 40),
  ];
}

const YEAR_COLUMNS: readonly Shown[] = [
  number('reduced_annual_pct', 'Share of a full-time year', 'percent'),
  number('annual_basic_eligibility_sub', 'Subsidized for the year'),
  number('annual_basic_eligibility_unsub', 'Unsubsidized for the year'),
  number('annual_basic_eligibility_grad_plus', 'Grad PLUS for the year'),
  text('warnings', 'Warnings', 60),
];

/** The columns of the answer, for views that show some of them. */
export function answerColumns(hasPaid: boolean): readonly Shown[] {
  return [...termColumns(hasPaid), ...YEAR_COLUMNS];
}

function sheetCell(cell: string, style: CellStyle): SheetCell {
  return style === 'number' && PLAIN_NUMBER.test(cell.trim()) ? Number(cell) : cell;
}

/**
 * What is shown beside the person's rows. `beside` has, by row number, the indexes of the answer's rows and
 * the index of the term among columns per term. `used` are all rows that an answer was made from.
 */
function answersByRow(calculated: CalculatedFile, origins: RowOrigins) {
  const beside = new Map<number, { answerIndex: number; term: number; paid: DisbursementOption }[]>();
  const used = new Set<number>();
  let hasPaid = false;
  for (let answerIndex = 0; answerIndex < calculated.file.rowCount; answerIndex++) {
    const row = calculatedRow(calculated, answerIndex);
    const own = origins.fileRowsOf(row.row);
    const [original] = own;
    if (original === undefined) continue;
    for (const each of own) used.add(each);
    const paid = paidOf(row);
    hasPaid ||= Object.values(paid).some((dollars) => dollars > 0);
    const found = beside.get(original) ?? [];
    found.push({ answerIndex, term: origins.termIndexOf(row.row) ?? 0, paid });
    beside.set(original, found);
  }
  return { beside, used, hasPaid };
}

/** Numbers that a spreadsheet shows as they are: no zeros in front, and not too many digits. */
const PLAIN_NUMBER = /^-?(?:0|[1-9][0-9]{0,10})(?:\.[0-9]{1,4})?$/;
const NARROWEST = 8;
const WIDEST = 40;

/**
 * The person's columns, as their first rows fill them: numbers if all filled cells are, else texts. Ids,
 * labels, courses and funds are texts even where they look like numbers.
 */
function sheetColumns({ header, firstRows }: WorkbookContent['table'], { fields }: Recipe): SheetColumn[] {
  const { student_id, term_label, course, fund, payment_number } = fields;
  const texts = [student_id, term_label, course, fund, payment_number].flatMap(columnsOf);
  return header.map((heading, index) => {
    const filled = firstRows.flatMap(({ cells }) => cells[index]?.trim() || []);
    const isNumber = filled.length > 0 && filled.every((cell) => PLAIN_NUMBER.test(cell));
    const longest = Math.max(NARROWEST, heading.length + 3, ...filled.map(({ length }) => length + 1));
    const style = isNumber && !texts.includes(heading) ? 'number' : 'text';
    return { heading, style, width: Math.min(longest, WIDEST) };
  });
}
