import { CREDIT_COLUMNS, STUDENT_FIELDS, STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { toText } from '../engine/exact.js';
import { type CellMaker, exactCell, type HeaderPlaces, isSome, isZero, valueKey } from './cell-rules.js';
import { cellAt, placesOf, placesWhere } from './cells.js';
import { type Decisions, UNDECIDED } from './decisions.js';
import { labelKey, saidOf } from './labels.js';
import { PAID_COLUMNS, type Shape } from './recipe.js';
import { decidedStatuses, type StatusColumn, statusCode } from './row-status.js';

/** What single rows are, with the decisions about them applied before anything is counted. */

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

/**
 * Gives rows without an id the id of the row above, together with whatever a report prints once per student. Rows are
 * shown this way even before somebody decides whose they are, but nothing is calculated until then. A row without a
 * term also belongs to the term above. Where a term has several rows, of funds or courses, a cell that only one of them
 * fills belongs to all that follow.
 *
 * A fact that is blank below a filled cell of the same student is the same: `said` collects the columns, and the
 * returned function says whether it was the need; null if blank cells mean what the documentation of the columns says.
 */
export function filledDown(
  columns: readonly string[],
  shape: Shape,
  { rows_without_id }: Decisions,
  said: Set<string> | null,
): (cells: string[], term: number, lacksId: boolean) => boolean {
  const student = STUDENT_FIELDS.map(({ column }) => column);
  // Full-time credits are the same in most terms, and printed once with the rest.
  const ofStudent = placesOf(columns, [STUDENT_ID_COLUMN, ...student, 'term_ft_credits']);
  const own: readonly string[] = shape.rows === 'fund' ? PAID_COLUMNS : [...CREDIT_COLUMNS, ...PAID_COLUMNS];
  const ofTerm = placesWhere(columns, (column) => column.startsWith('term_') && !own.includes(column));
  const facts = said === null ? [] : placesOf(columns, student);
  const [label = -1, id = -1, need = -1] = ['term_label', STUDENT_ID_COLUMN, 'subsidized_amount'].map(
    (name) => columns.indexOf(name),
  );
  const above: (readonly string[] | undefined)[] = [];
  const isOfParts = shape.rows === 'fund' || shape.rows === 'course';
  let ownerOfTerms: string | undefined;
  const ofTerms = new Map<string, string[]>();
  const isBlank = (cells: readonly string[], place: number): boolean => cellAt(cells, place) === '';
  return (cells, term, lacksId) => {
    const last = above[term];
    if (lacksId && last !== undefined && rows_without_id !== 'each_row') {
      const isSameTerm = isBlank(cells, label) || cellAt(cells, label) === cellAt(last, label);
      for (const place of isSameTerm ? [...ofStudent, ...ofTerm] : ofStudent) {
        if (isBlank(cells, place)) cells[place] = last[place] ?? '';
      }
    }
    const isSame = !lacksId && last !== undefined && cellAt(cells, id) === cellAt(last, id);
    const repeated = isSame ? facts.filter((place) => isBlank(cells, place) && !isBlank(last, place)) : [];
    for (const place of repeated) {
      cells[place] = last?.[place] ?? '';
      said?.add(columns[place] ?? '');
    }
    // Copied, because cells are changed later.
    if (!lacksId || last !== undefined) above[term] = [...cells];
    if (!isOfParts || isBlank(cells, id) || isBlank(cells, label)) return repeated.includes(need);
    // Those of one student stand together; a map of all of them would not fit for a million rows.
    if (cellAt(cells, id) !== ownerOfTerms) ofTerms.clear();
    ownerOfTerms = cellAt(cells, id);
    const key = labelKey(cells[label] ?? '');
    const known = ofTerms.get(key);
    if (known === undefined) ofTerms.set(key, [...cells]);
    for (const place of known === undefined ? [] : [...ofStudent, ...ofTerm]) {
      if (isBlank(cells, place)) cells[place] = known?.[place] ?? '';
      else if (known !== undefined && isBlank(known, place)) known[place] = cells[place] ?? '';
    }
    return repeated.includes(need);
  };
}

/** The credit cells of rows in these columns, both planned and final. */
export function creditCells(columns: readonly string[], filled: ReadonlySet<string>) {
  const places = placesOf(
    columns,
    CREDIT_COLUMNS.filter((column) => filled.has(column)),
  );
  return {
    /** Whether a row has any that are not 0; an unreadable one counts. */
    some: (cells: readonly string[]): boolean =>
      places.some((place) => isSome('credits', cells[place] ?? '')),
    /** Sets them to 0; a blank one beside others stays blank. */
    clear: (cells: string[]): void => {
      for (const [nth, place] of places.entries()) {
        if (nth === 0 || cellAt(cells, place) !== '') cells[place] = '0';
      }
    },
  };
}

/** The final credits of a row: 0 or above beside planned ones, or alone. */
export type FinalCredits = 'zero' | 'some' | 'alone';

/**
 * Says what final credits a row has in the file; null if none, or beside planned ones of 0. Also makes of them what was
 * decided: removes those that are not known yet, and fills in the planned ones.
 */
export function finalCredits(
  columns: readonly string[],
  { zero_final_credits, unplanned_credits }: Decisions,
): (cells: string[], label: string) => FinalCredits | null {
  const [planned = -1, final = -1] = CREDIT_COLUMNS.map((column) => columns.indexOf(column));
  if (final < 0) return () => null;
  return (cells, label) => {
    const [own, last] = [cellAt(cells, planned), cellAt(cells, final)];
    if (last === '') return null;
    if (own === '') {
      const said = saidOf(unplanned_credits, label);
      if (said === 'enrolled' || said === 'as_planned') cells[planned] = last;
      if (said === 'enrolled') cells[final] = '';
      return 'alone';
    }
    if (isZero('credits', own)) return null;
    if (!isZero('credits', last)) return 'some';
    if (saidOf(zero_final_credits, label) === 'not_known') cells[final] = '';
    return 'zero';
  };
}

/** Whether a row's codes say, as decided, that its credits in a term do not count. */
export function outByStatus(
  statuses: readonly StatusColumn[],
  decisions: Decisions,
): (given: readonly string[], label: string | null) => boolean {
  const decided = statuses.flatMap(({ place, name, term }) => {
    const codes = decidedStatuses(decisions, name);
    return codes === null ? [] : [{ place, term, codes }];
  });
  return (given, label) =>
    decided.some(
      ({ place, term, codes }) =>
        (term === null || term === label) && codes.get(statusCode(given[place] ?? '')) === 'not_enrolled',
    );
}
