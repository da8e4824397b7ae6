import { CREDIT_COLUMNS, STUDENT_FIELDS, STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { toText } from '../engine/exact.js';
import { type CellMaker, exactCell, type HeaderPlaces, valueKey } from './cell-rules.js';
import { cellAt } from './cells.js';
import { UNDECIDED } from './decisions.js';
import { PAID_COLUMNS, type Shape } from './recipe.js';

/** Detects lines that sum up a student: an id and credits, but neither a term nor anything else about the student. */
export function subtotalOfStudent(
  shape: Shape,
  makers: readonly CellMaker[],
): (given: readonly string[]) => boolean {
  const placesIn = (names: readonly string[]): readonly number[] =>
    makers.flatMap(({ column, place }) => (place >= 0 && names.includes(column) ? [place] : []));
  const [id = -1] = placesIn([STUDENT_ID_COLUMN]);
  const [label = -1] = placesIn(['term_label']);
  const ofStudent = placesIn(STUDENT_FIELDS.map(({ column }) => column));
  const credits = placesIn(CREDIT_COLUMNS);
  if (shape.rows === 'student' || id < 0 || label < 0 || ofStudent.length === 0) return () => false;
  return (given) => {
    const isFilled = (place: number): boolean => cellAt(given, place) !== '';
    return isFilled(id) && credits.some(isFilled) && ![label, ...ofStudent].some(isFilled);
  };
}

/** An amount as plain text; an unreadable one stays unchanged, so that the student fails with the usual message. */
export function amountText(cell: string): string {
  const amount = exactCell({ kind: 'dollars' }, cell);
  return amount === null ? cell : toText(amount);
}

/** How the rows of one term differ. */
export interface Part {
  /** The index of the column that distinguishes rows of one term; -1 for none. */
  readonly place: number;
  /** The index of the amount paid of a fund; -1 if rows are not funds. */
  readonly amountPlace: number;
  readonly paidColumns: readonly string[];
  readonly fundOf: (code: string) => string | null | undefined;
}

/** What distinguishes the rows of one term in a shape, and where the payments of its funds are. */
export function partOf(shape: Shape, places: HeaderPlaces): Part {
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
