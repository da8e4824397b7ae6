import { isSpreadsheetError } from '../contract/cell-value.js';
import {
  CREDIT_COLUMNS,
  REQUEST_COLUMNS,
  STUDENT_FIELDS,
  STUDENT_ID_COLUMN,
} from '../contract/field-list.js';
import { toText } from '../engine/exact.js';
import { type AidYears, aidYears } from './aid-years.js';
import { type CellMaker, cellMakers, exactCell, HeaderPlaces, placesWhere, valueKey } from './cell-rules.js';
import { UNDECIDED } from './decisions.js';
import { creditCells, filledDown, finalCredits, outByStatus } from './mended-rows.js';
import { type OtherAmount, otherAmounts } from './other-amounts.js';
import { isContractRecipe, PAID_COLUMNS, type Recipe, type Shape } from './recipe.js';
import { isBlankRow } from './records.js';
import { type StatusColumn, statusColumns } from './row-status.js';
import type { SetAsideRow } from './set-aside.js';
import type { Table } from './source.js';
import { refuseUnsaved } from './table-body.js';
import { decidedLabels } from './term-labels.js';

/** A row, or the part of a row about one term, in our columns, before anything that a person decides is applied. */
export interface RawRow {
  /** The row of the file. */
  readonly row: number;
  /** By the place of the column in {@link RawRows.columns}; a column that nothing is read for is blank. */
  readonly cells: string[];
  /** What tells rows of one term apart: a fund's code, a course; blank where nothing does. */
  readonly part: string;
  /** What was paid of a fund, as the file has it; blank where rows are no funds. */
  readonly paid: string;
  /** The place of its term among those of the recipe, where a row of the file has several; else null. */
  readonly term: number | null;
  /** The cells of the row as the file has them. */
  readonly given: readonly string[];
  /** Whether the file has no id in it, though it has a column of ids. */
  readonly lacksId: boolean;
  /** Of a row with planned credits and final ones: whether the final ones are 0 in the file. Null of others. */
  readonly isZeroFinal: boolean | null;
  /** Whether it has credits in the file, whatever was decided about its status. */
  readonly hasCredits: boolean;
}

/** A table read by the columns of a recipe, whatever its shape. */
export interface RawRows {
  /** Columns of ours that are filled, and those that decisions may fill, in the order of the documentation. */
  readonly columns: readonly string[];
  /** Columns of ours that something of the file is read for, or the same on every row. */
  readonly filled: ReadonlySet<string>;
  /** Places of columns that nothing is read from. */
  readonly unread: readonly number[];
  /** Of these, those of codes that may say that a row does not count, and those of dollars. */
  readonly statuses: readonly StatusColumn[];
  readonly amounts: readonly OtherAmount[];
  /** Columns of the aid years of rows, as far as rows were gone through. */
  readonly years: readonly AidYears[];
  /** Words for no number that were read as blank, as far as rows were gone through. */
  readonly noNumbers: ReadonlySet<string>;
  /** Labels of terms as the file has them, whatever was decided about them, as far as rows were gone through. */
  readonly labels: ReadonlySet<string>;
  /** What a fund's code says; undefined where nobody has said it. */
  readonly fundOf: (code: string) => string | null | undefined;
  /** Rows of the file that are no student's are told to `onSetAside`. @throws RecipeError, on the way, where one cannot be read. */
  rows(onSetAside?: (row: SetAsideRow) => void): Iterable<RawRow>;
}

/** Columns that decisions fill. */
const DECIDED_COLUMNS: readonly string[] = [
  ...['subsidized_amount', 'academic_year_terms', 'term_ft_credits'],
  STUDENT_ID_COLUMN,
];
const LABEL = 'term_label';
/** A file with more labels than these is refused, or has its own meaning of them. */
const MOST_SEEN = 200;

/** @throws RecipeError naming every column that the recipe reads and the file does not have. */
export function rawRows(source: Table, recipe: Recipe): RawRows {
  const { shape, columns: rules, decisions } = recipe;
  const noNumbers = new Set<string>();
  const words = isContractRecipe(recipe) ? null : noNumbers;
  const places = new HeaderPlaces(source.header);
  const shared = cellMakers(rules, places, words);
  const terms =
    shape.rows === 'student'
      ? shape.terms.map(({ label, columns }) => ({ label, makers: cellMakers(columns, places, words) }))
      : [{ label: null, makers: [] }];
  const part = partOf(shape, places);
  places.refuseProblems();
  const filled = new Set([
    ...[...shared, ...terms.flatMap(({ makers }) => makers)].map(({ column }) => column),
    ...(shape.rows === 'student' ? [LABEL] : []),
    ...part.paidColumns,
  ]);
  const columns = REQUEST_COLUMNS.filter((column) => filled.has(column) || DECIDED_COLUMNS.includes(column));
  const placed = (makers: readonly CellMaker[]): readonly (readonly [number, CellMaker])[] =>
    makers.map((maker) => [columns.indexOf(maker.column), maker] as const);
  const own = terms.map(({ label, makers }, term) => ({
    label,
    term: label === null ? null : term,
    makers: placed([...shared, ...makers]),
  }));
  const labelPlace = columns.indexOf(LABEL);
  const used = new Set([
    ...own.flatMap(({ makers }) => makers.map(([, { place }]) => place)),
    part.place,
    part.amountPlace,
  ]);
  const idPlace = filled.has(STUDENT_ID_COLUMN) ? columns.indexOf(STUDENT_ID_COLUMN) : -1;
  const paidPlaces = part.paidColumns.map((column) => columns.indexOf(column));
  const labels = terms.flatMap(({ label }) => label ?? []);
  const unread = placesWhere(source.header, (name) => name !== '').filter((place) => !used.has(place));
  const seen = new Set<string>();
  const decidedLabel = decidedLabels(decisions);
  const statuses = statusColumns(source.header, used, labels);
  const creditsOf = creditCells(columns, filled);
  const finals = finalCredits(columns, decisions);
  const isOut = outByStatus(statuses, decisions);
  const isSubtotal = recipe.read?.keep?.includes('total') ? () => false : subtotalOfStudent(shape, shared);
  const years = shape.rows === 'student' ? [] : aidYears(source.header, unread, decisions);
  return {
    columns,
    filled,
    unread,
    statuses,
    years,
    noNumbers,
    labels: seen,
    amounts: otherAmounts(source.header, used, labels),
    fundOf: part.fundOf,
    *rows(onSetAside): Generator<RawRow, void, undefined> {
      const fill = filledDown(columns, shape, decisions);
      for (const each of source.rows(onSetAside)) {
        refuseUnsaved(each, used);
        // Formulas in columns that nobody uses are often drawn far below the last student.
        if (each.unsaved !== undefined && isBlankRow(each)) continue;
        const { row, cells: given } = each;
        if (isSubtotal(given)) {
          onSetAside?.({ row, cells: given, reason: 'total' });
          continue;
        }
        const name = (given[part.place] ?? '').trim();
        const paid = (given[part.amountPlace] ?? '').trim();
        for (const { label, term, makers } of own) {
          const cells = columns.map(() => '');
          for (const [place, maker] of makers) cells[place] = maker.make(given);
          const itsLabel = label ?? (cells[labelPlace] ?? '').trim();
          if (seen.size < MOST_SEEN) seen.add(itsLabel);
          const itsTerm = decidedLabel(itsLabel);
          if (itsTerm === '' && itsLabel !== '') continue;
          if (label !== null || (labelPlace >= 0 && itsTerm !== itsLabel)) cells[labelPlace] = itsTerm;
          if (part.amountPlace >= 0) {
            for (const place of paidPlaces) cells[place] = '';
            const loan = part.fundOf(name);
            if (typeof loan === 'string') cells[columns.indexOf(loan)] = amountText(paid);
          }
          const lacksId = idPlace >= 0 && (cells[idPlace] ?? '').trim() === '';
          if (idPlace >= 0) fill(cells, term ?? 0, lacksId);
          for (const year of years) year.add(given, cells[idPlace] ?? '', itsLabel);
          if (years.some((year) => year.isOther(given))) continue;
          const hasCredits = statuses.length > 0 && creditsOf.some(cells);
          const isZeroFinal = finals(cells, cells[labelPlace] ?? '');
          if (isOut(given, label)) creditsOf.clear(cells);
          yield { row, cells, part: name, paid, term, given, lacksId, hasCredits, isZeroFinal };
        }
      }
    },
  };
}

/** Tells lines that sum up a student: an id and credits, and neither a term nor anything else of the student. */
function subtotalOfStudent(
  shape: Shape,
  makers: readonly CellMaker[],
): (given: readonly string[]) => boolean {
  const placesOf = (names: readonly string[]): readonly number[] =>
    makers.flatMap(({ column, place }) => (place >= 0 && names.includes(column) ? [place] : []));
  const [id = -1] = placesOf([STUDENT_ID_COLUMN]);
  const [label = -1] = placesOf([LABEL]);
  const ofStudent = placesOf(STUDENT_FIELDS.map(({ column }) => column));
  const credits = placesOf(CREDIT_COLUMNS);
  if (shape.rows === 'student' || id < 0 || label < 0 || ofStudent.length === 0) return () => false;
  return (given) => {
    const isFilled = (place: number): boolean => (given[place] ?? '').trim() !== '';
    return isFilled(id) && credits.some(isFilled) && ![label, ...ofStudent].some(isFilled);
  };
}

/** An amount as plain text; what cannot be read stays as it is, so that the student fails with the usual words. */
function amountText(cell: string): string {
  const amount = exactCell({ kind: 'dollars' }, cell);
  return amount === null ? cell : toText(amount);
}

interface Part {
  /** The place of what tells rows of one term apart; -1 for none. */
  readonly place: number;
  /** The place of what was paid of a fund; -1 where rows are no funds. */
  readonly amountPlace: number;
  readonly paidColumns: readonly string[];
  readonly fundOf: RawRows['fundOf'];
}

function partOf(shape: Shape, places: HeaderPlaces): Part {
  if (shape.rows === 'fund') {
    const loans = new Map(Object.entries(shape.funds).map(([code, column]) => [valueKey(code), column]));
    return {
      place: places.placeOf(shape.fund, 'the fund'),
      amountPlace: places.placeOf(shape.paid, 'the amount paid'),
      paidColumns: PAID_COLUMNS.filter((column) => [...loans.values()].includes(column)),
      fundOf: (code) => {
        const column = loans.get(valueKey(code));
        return column === UNDECIDED ? undefined : column;
      },
    };
  }
  const none = { amountPlace: -1, paidColumns: [], fundOf: () => null };
  const course = shape.rows === 'course' ? shape.course : undefined;
  return { ...none, place: course === undefined ? -1 : places.placeOf(course, 'the course') };
}

/** The cell of a column of ours in rows of these columns; blank where there is no such column. */
export function cellIn(columns: readonly string[], column: string): (cells: readonly string[]) => string {
  const place = columns.indexOf(column);
  return place < 0 ? () => '' : (cells) => (cells[place] ?? '').trim();
}

/** Whether a row says nothing of its credits. */
export function blankCreditsIn(columns: readonly string[]): (cells: readonly string[]) => boolean {
  const credits = CREDIT_COLUMNS.map((column) => cellIn(columns, column));
  return (cells) => credits.every((cellOf) => cellOf(cells) === '');
}

/** Whose a row is: the id, or the row itself where there is none. */
export function studentIn(columns: readonly string[]): (raw: RawRow) => string {
  const idOf = cellIn(columns, STUDENT_ID_COLUMN);
  return ({ row, cells }) => {
    const id = idOf(cells);
    // The error of a formula is nobody's id: such rows are of several students, and all fail.
    return id === '' || isSpreadsheetError(id) ? `row:\u0000${row}` : id;
  };
}
