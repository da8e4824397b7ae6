import { REQUEST_COLUMNS } from '../contract/field-list.js';
import type { OurRow, OurTable } from './apply.js';
import { type CellMaker, cellMakers, HeaderPlaces } from './cell-rules.js';
import type { ColumnRules, Shape } from './recipe.js';
import type { Table } from './source.js';

const LABEL = 'term_label';

/**
 * A table with one row for each student and columns for each term: a row of ours for every term that has something in it, or whose
 * rules say what an empty cell means.
 */
export function studentRows(
  source: Table,
  rules: ColumnRules,
  shape: Extract<Shape, { rows: 'student' }>,
): OurTable {
  const places = new HeaderPlaces(source.header);
  const shared = cellMakers(rules, places);
  const own = shape.terms.map(({ label, columns }) => ({ label, makers: cellMakers(columns, places) }));
  places.refuseProblems();
  const filled = new Set([LABEL, ...[...shared, ...own.flatMap(({ makers }) => makers)].map(columnOf)]);
  const columns = REQUEST_COLUMNS.filter((column) => filled.has(column));
  const inColumns = (makers: readonly CellMaker[]): readonly (CellMaker | undefined)[] =>
    columns.map((column) => makers.find((maker) => maker.column === column));
  const terms = own.map((term) => ({ ...term, all: inColumns([...term.makers, ...shared]) }));
  const withoutTerm = inColumns(shared);
  const labelPlace = columns.indexOf(LABEL);
  const rowOf = (makers: readonly (CellMaker | undefined)[], label: string, cells: readonly string[]) =>
    makers.map((maker, place) => (place === labelPlace ? label : (maker?.make(cells) ?? '')));
  return {
    columns,
    keepsNumbers: false,
    *rows(): Generator<OurRow, void, undefined> {
      for (const { row, cells } of source.rows()) {
        if (!terms.some(({ makers }) => makers.some((maker) => hasValue(maker, cells[maker.place])))) {
          // A student without any term must not vanish: without a label the row comes back as a failed one.
          yield { cells: rowOf(withoutTerm, '', cells), originals: [row], term: null };
          continue;
        }
        for (const [term, { label, makers, all }] of terms.entries()) {
          if (!makers.some((maker) => hasValue(maker, maker.make(cells)))) continue;
          yield { cells: rowOf(all, label, cells), originals: [row], term };
        }
      }
    },
  };
}

function columnOf({ column }: CellMaker): string {
  return column;
}

/** Whether a text is one, and does not come from a constant, which says nothing of the row. */
function hasValue({ place }: CellMaker, text = ''): boolean {
  return place >= 0 && text.trim() !== '';
}
