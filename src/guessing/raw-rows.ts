import {
  CREDIT_COLUMNS,
  REQUEST_COLUMNS,
  STUDENT_FIELDS,
  STUDENT_ID_COLUMN,
} from '../contract/field-list.js';
import { isBlankRow } from '../table/delimited-text.js';
import type { SetAsideRow } from '../table/set-aside.js';
import { refuseShared, refuseUnsaved } from '../table/table-rows.js';
import { type AidYears, aidYears } from './aid-years.js';
import { alikeJoiner } from './alike-ids.js';
import { type CellMaker, cellMakers, HeaderPlaces, withoutNulls } from './cell-rules.js';
import { cellAt, columnsBut, type FileColumn } from './cells.js';
import { joinedTerms, labelKey } from './labels.js';
import {
  amountText,
  creditCells,
  type FinalCredits,
  filledDown,
  finalCredits,
  outByStatus,
  type Part,
  partOf,
  subtotalOfStudent,
} from './mended-rows.js';
import { type OtherAmount, otherAmounts } from './other-amounts.js';
import { type KnownCodes, readingKnown } from './own-values.js';
import { unpaidByFlag } from './payment-status.js';
import { isContractRecipe, isWhole, PAID_COLUMNS, type Recipe } from './recipe.js';
import { labelStatus, type StatusColumn, statusColumns } from './row-status.js';
import type { SourceTable } from './source.js';
import { withoutNeed } from './subsidized-need.js';
import { decidedLabels } from './term-labels.js';
import { type WithdrawnColumn, withdrawnColumns, withoutWithdrawn } from './withdrawn-credits.js';

/** A row, or the part of a row about one term, in our columns, before any decision is applied. */
export interface RawRow {
  /** The row of the file. */
  readonly row: number;
  /** By column index in {@link RawRows.columns}; blank for a column that nothing is read for. */
  readonly cells: string[];
  /** Distinguishes rows of one term: a fund code, a course, or the label of a part of the term; blank if nothing does. */
  readonly part: string;
  /** What was paid of a fund, as in the file; blank if rows are not funds. */
  readonly paid: string;
  /** The index of its term in the recipe if a row of the file has several terms; otherwise null. */
  readonly term: number | null;
  /** The cells of the row as in the file. */
  readonly given: readonly string[];
  /** Whether the row has no id although the file has a column of ids. */
  readonly lacksId: boolean;
  /** What final credits it has in the file. */
  readonly final: FinalCredits | null;
  /** Whether it was decided, by a code such as W, that its credits are 0. */
  readonly isOut: boolean;
  /** Whether its need was taken from the row above of the same student. */
  readonly repeatsNeed: boolean;
  /** Whether it has credits in the file, whatever was decided about its status. */
  readonly hasCredits: boolean;
}

/** A table read by the columns of a recipe, whatever its shape. */
export interface RawRows {
  /** Our columns that are filled, and those that decisions may fill, in the order of the documentation. */
  readonly columns: readonly string[];
  /** Our columns that are read from the file, or are the same on every row. */
  readonly filled: ReadonlySet<string>;
  /** Columns of the file that nothing is read from. */
  readonly unread: readonly FileColumn[];
  /** Of these, columns of codes that may say that a row does not count, and columns of dollars. */
  readonly statuses: readonly StatusColumn[];
  readonly amounts: readonly OtherAmount[];
  /** Of these, columns of credits that may not count. */
  readonly withdrawn: readonly WithdrawnColumn[];
  /** Columns with the aid years of rows, as far as rows have been read. */
  readonly years: readonly AidYears[];
  /** Words that were read as blank, such as `NULL`, as far as rows have been read. */
  readonly noNumbers: ReadonlySet<string>;
  /** Codes that the recipe does not name and that mean the same everywhere, as far as rows have been read. */
  readonly knownCodes: KnownCodes;
  /** Our columns with blank cells that were taken from the row above of the same student, as far as rows have been read. */
  readonly repeats: ReadonlySet<string>;
  /** Labels of terms as in the file, whatever was decided about them, as far as rows have been read. */
  readonly labels: ReadonlySet<string>;
  /** The students' rows that the sheet hides, with their ids, as far as rows have been read. */
  readonly hidden: ReadonlyMap<number, string>;
  /** Ids that were given the form of another one that looks alike, as decided, as far as rows have been read. */
  readonly joinedIds: ReadonlyMap<string, string>;
  /** The meaning of a fund code; undefined if nobody has given it. */
  readonly fundOf: Part['fundOf'];
  /**
   * Rows of the file that do not belong to a student are passed to `onSetAside`. @throws TableError, while iterating,
   * if one cannot be read.
   */
  rows(onSetAside?: (row: SetAsideRow) => void): Iterable<RawRow>;
}

/** Columns that decisions fill. */
const DECIDED_COLUMNS: readonly string[] = [
  ...['subsidized_amount', 'academic_year_terms', 'term_ft_credits', 'dependency_status'],
  STUDENT_ID_COLUMN,
];
const OF_STUDENT: ReadonlySet<string> = new Set(STUDENT_FIELDS.map(({ column }) => column));
/** Columns with a different value in each term: one number for several rows may be their sum. */
const OF_ONE_TERM: ReadonlySet<string> = new Set([...CREDIT_COLUMNS, ...PAID_COLUMNS]);
const LABEL = 'term_label';
/** A file with more labels than this is refused, or uses them for something else. */
const MOST_SEEN = 200;

/** @throws TableError naming every column that the recipe reads and the file does not have. */
export function rawRows(source: SourceTable, recipe: Recipe): RawRows {
  const { shape, columns: rules, decisions } = recipe;
  const noNumbers = new Set<string>();
  const words = isContractRecipe(recipe) ? null : noNumbers;
  const places = new HeaderPlaces(source.header);
  const knownCodes: KnownCodes = new Map();
  const shared = cellMakers(rules, places, words).map((maker) =>
    words === null ? maker : readingKnown(maker, rules, knownCodes),
  );
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
    ...(words !== null && decisions.unplanned_credits != null ? CREDIT_COLUMNS : []),
  ]);
  const columns = REQUEST_COLUMNS.filter((column) => filled.has(column) || DECIDED_COLUMNS.includes(column));
  const placed = (makers: readonly CellMaker[]): readonly (readonly [number, CellMaker])[] =>
    makers.map((maker) => [columns.indexOf(maker.column), maker] as const);
  const own = terms.map(({ label, makers }, term) => ({
    label,
    term: label === null ? null : term,
    makers: placed([...shared, ...makers]),
  }));
  // What a blank fact of a student means is written only where no row above says it.
  const meant = placed(shared).filter(([, { column, place }]) => {
    const rule = rules[column];
    return place >= 0 && rule !== undefined && 'blank' in rule && OF_STUDENT.has(column);
  });
  const labelPlace = columns.indexOf(LABEL);
  const used = new Set([
    ...own.flatMap(({ makers }) => makers.map(([, { place }]) => place)),
    part.place,
    part.amountPlace,
  ]);
  const ofOneTerm = new Set(
    own.flatMap(({ makers }) =>
      makers.flatMap(([, { column, place }]) => (OF_ONE_TERM.has(column) ? [place] : [])),
    ),
  );
  const idPlace = filled.has(STUDENT_ID_COLUMN) ? columns.indexOf(STUDENT_ID_COLUMN) : -1;
  const paidPlaces = part.paidColumns.map((column) => columns.indexOf(column));
  const labels = terms.flatMap(({ label }) => label ?? []);
  const unread = columnsBut(source.header, used);
  const seen = new Set<string>();
  const see = (label: string): void => {
    if (seen.size < MOST_SEEN) seen.add(label);
  };
  const repeats = new Set<string>();
  const joinedIds = new Map<string, string>();
  const hidden = new Map<number, string>();
  const idMaker = shared.find(({ column }) => column === STUDENT_ID_COLUMN);
  const decidedLabel = decidedLabels(decisions);
  const joinedLabels = isWhole(shape) ? joinedTerms(decisions) : new Set<string>();
  // What distinguishes payments does not say whether credits count.
  const { place: givenLabel = -1 } = shared.find(({ column }) => column === LABEL) ?? {};
  const statuses = statusColumns(unread, labels).filter(({ by }) => by !== 'course' || shape.rows !== 'fund');
  if (words !== null && givenLabel >= 0)
    statuses.unshift(labelStatus(givenLabel, source.header[givenLabel] ?? ''));
  const withdrawn = words === null ? [] : withdrawnColumns(unread, labels);
  const subtractWithdrawn = withoutWithdrawn(withdrawn, columns, recipe);
  const creditsOf = creditCells(columns, filled);
  const hasNoNeed = withoutNeed(words === null ? [] : unread, decisions);
  const needPlace = columns.indexOf('subsidized_amount');
  const limitPlace =
    words !== null && decisions.limit_period === 'ignored' ? columns.indexOf('total_limit') : -1;
  const finals = finalCredits(columns, decisions);
  const isUnpaid = unpaidByFlag(unread, decisions);
  const isOut = outByStatus(statuses, decisions);
  const isSubtotal = recipe.read?.keep?.includes('total') ? () => false : subtotalOfStudent(shape, shared);
  const years = shape.rows === 'student' ? [] : aidYears(unread, decisions);
  return {
    columns,
    filled,
    unread,
    statuses,
    withdrawn,
    years,
    noNumbers,
    knownCodes,
    repeats,
    labels: seen,
    joinedIds,
    hidden,
    amounts: otherAmounts(unread, labels),
    fundOf: part.fundOf,
    *rows(onSetAside): Generator<RawRow, void, undefined> {
      const fill = filledDown(columns, shape, decisions, words === null ? null : repeats);
      const joined = decisions.alike_ids === 'same' ? alikeJoiner(joinedIds) : null;
      for (const each of source.rows(onSetAside)) {
        refuseUnsaved(each, used);
        refuseShared(each, ofOneTerm);
        // Formulas in unused columns are often filled far below the last student.
        if (each.unsaved !== undefined && isBlankRow(each)) continue;
        const { row } = each;
        const given = words === null ? each.cells : withoutNulls(each.cells, words);
        if (isSubtotal(given)) {
          onSetAside?.({ row, cells: given, reason: 'total' });
          continue;
        }
        if (each.isHidden === true) {
          hidden.set(row, (idMaker?.make(given) ?? '').trim());
          if (decisions.hidden_rows === 'leave_out') continue;
        }
        const name = cellAt(given, part.place);
        const paid = cellAt(given, part.amountPlace);
        for (const { label, term, makers } of own) {
          const cells = columns.map(() => '');
          for (const [place, maker] of makers) cells[place] = maker.make(given);
          for (const [place, maker] of meant) if (cellAt(given, maker.place) === '') cells[place] = '';
          const itsLabel = label ?? cellAt(cells, labelPlace);
          const itsTerm = decidedLabel(itsLabel);
          if (itsTerm === '' && itsLabel !== '') {
            see(itsLabel);
            continue;
          }
          if (label !== null || (labelPlace >= 0 && (words !== null || itsTerm !== itsLabel)))
            cells[labelPlace] = itsTerm;
          if (part.amountPlace >= 0) {
            for (const place of paidPlaces) cells[place] = '';
            const loan = part.fundOf(name);
            if (typeof loan === 'string')
              cells[columns.indexOf(loan)] = isUnpaid(given) ? '0' : amountText(paid);
          }
          const lacksId = idPlace >= 0 && cellAt(cells, idPlace) === '';
          const repeatsNeed = idPlace >= 0 && fill(cells, term ?? 0, lacksId);
          for (const [place, maker] of meant) if (cells[place] === '') cells[place] = maker.make(given);
          const id = cellAt(cells, idPlace);
          if (words !== null && idPlace >= 0) cells[idPlace] = joined === null || id === '' ? id : joined(id);
          for (const year of years) year.add(given, cells[idPlace] ?? '', itsLabel);
          if (years.some((year) => year.isOther(given, cells[idPlace] ?? ''))) continue;
          see(itsLabel);
          const hasCredits = statuses.length + withdrawn.length > 0 && creditsOf.some(cells);
          const final = finals(cells, cells[labelPlace] ?? '');
          if (hasNoNeed(given)) cells[needPlace] = '0';
          if (limitPlace >= 0) cells[limitPlace] = '';
          const isNotCounted = isOut(given, label);
          if (isNotCounted) creditsOf.clear(cells);
          else subtractWithdrawn(cells, given, row, label);
          const isJoined = joinedLabels.size > 0 && joinedLabels.has(labelKey(itsTerm));
          yield {
            row,
            cells,
            part: isJoined ? itsLabel : name,
            paid,
            term,
            given,
            lacksId,
            final,
            isOut: isNotCounted,
            repeatsNeed,
            hasCredits,
          };
        }
      }
    },
  };
}
