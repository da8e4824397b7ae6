import { type CommaColumn, withPoints } from './decimal-marks.js';
import { isFilled, type TableRow } from './delimited-text.js';
import { MergedCells } from './merged-cells.js';
import type { RowJudge, SetAsideReason, SetAsideRow } from './set-aside.js';
import type { SheetMarks } from './sheet-reader.js';
import { type TableError, tableError } from './table-error.js';

interface TableBody {
  readonly header: readonly string[];
  readonly headerRow: number;
  readonly judge: RowJudge;
  /** Kinds of rows that are not set aside. */
  readonly keep: ReadonlySet<SetAsideReason>;
  /** The marks of a sheet; null for a text. Cells to the right of a sheet's table belong to no column. */
  readonly sheet: SheetMarks | null;
  readonly commas: readonly CommaColumn[];
}

/**
 * The table rows among the rows of a file, with one cell for every column. `onSetAside` receives the other
 * filled rows below the header.
 *
 * @throws TableError for a wrong number of cells, an ambiguous merged cell or number, or a second header.
 */
export function* tableRows(
  rows: Iterable<TableRow>,
  { header, headerRow, judge, keep, sheet, commas }: TableBody,
  onSetAside: (row: SetAsideRow) => void = () => {},
): Generator<TableRow, void, undefined> {
  const { length: width } = header;
  const merged = new MergedCells(sheet?.merges ?? [], width, headerRow);
  /** A text row with a wrong number of cells: a page title if a repeated header follows, else an error. */
  let misfit: TableRow | null = null;
  /** Once a row is wrong, all wrong rows are collected, so that they can be corrected together. */
  let wrong: { readonly first: TableRow; readonly others: number[] } | null = null;
  for (const each of rows) {
    const { row } = each;
    if (row <= headerRow) continue;
    const unsaved = sheet?.unsaved.get(row)?.filter((column) => column < width) ?? [];
    if (unsaved.length === 0 && !each.cells.some(isFilled)) continue;
    const written = sheet === null ? each.cells : fitToWidth(merged.shownIn(each), width);
    if (sheet !== null && each.cells.length > width && each.cells.slice(width).some(isFilled)) {
      const beside = each.cells.map((cell, index) => (index < width ? '' : cell));
      const said = judge.asideOf(beside);
      const isOfReport = said !== null && said.speaksOf === undefined;
      onSetAside({ row, cells: beside, reason: 'remark', ...(!isOfReport && { speaksOf: 'its row' }) });
    }
    const aside = judge.asideOf(written, merged.isWide(width));
    if (misfit !== null) {
      if (aside?.reason === 'repeated header') onSetAside({ ...misfit, reason: 'remark' });
      else if (wrong === null) wrong = { first: misfit, others: [] };
      else wrong.others.push(misfit.row);
      misfit = null;
    }
    if (aside !== null && !keep.has(aside.reason)) {
      onSetAside({ row, cells: written, ...aside });
      continue;
    }
    if (aside === null && judge.isOtherHeader(written)) throw tableError(OTHER_HEADER, { row });
    const shared = merged.shared(row);
    if (sheet !== null && unsaved.length === 0 && !written.some(isFilled)) continue;
    if (isMisfit(written, width)) {
      misfit = each;
      continue;
    }
    if (wrong !== null) continue;
    const mark = sheet?.marks.get(row);
    yield {
      row,
      cells: withPoints(commas, row, fitToWidth(written, width)),
      ...(unsaved.length > 0 && { unsaved }),
      ...(shared.length > 0 && { shared }),
      ...(mark !== undefined && { mark }),
    };
  }
  if (wrong !== null)
    throw misfitError(wrong.first, [...wrong.others, ...(misfit === null ? [] : [misfit.row])], width);
  if (misfit !== null) throw misfitError(misfit, [], width);
}

const OTHER_HEADER =
  'this row is a second header, with other columns or another order. Save the table below it as its own file, or give both tables the same columns in the same order.';

/** A row with one cell for every column; cells beside the table are dropped. */
function fitToWidth(cells: readonly string[], width: number): readonly string[] {
  if (cells.length === width) return cells;
  return Array.from({ length: width }, (_, index) => cells[index] ?? '');
}

/** Whether a row has fewer cells than the header, or filled cells beyond it. */
function isMisfit(cells: readonly string[], width: number): boolean {
  return cells.length < width || cells.slice(width).some(isFilled);
}

const MOST_NAMED = 5;

/** The error names the first row and lists the numbers of the others. */
function misfitError({ row, cells }: TableRow, others: readonly number[], width: number): TableError {
  const wrong =
    cells.length < width
      ? `this row has fewer cells (${cells.length}) than the header (${width}). Add what is missing, or take the row out.`
      : `this row has more cells than the header, which has ${width}. Put a cell that contains the delimiter in quotes.`;
  const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : '';
  const all = `Rows with another number of cells: ${[row, ...others.slice(0, MOST_NAMED)].join(', ')}${more}.`;
  return tableError(others.length === 0 ? wrong : `${wrong} ${all}`, { row });
}
