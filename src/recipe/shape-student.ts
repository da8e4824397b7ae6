import { REQUEST_COLUMNS } from '../contract/field-list.js';
import type { OurRow, OurTable } from './apply.js';
import { type CellMaker, cellMakers, HeaderPlaces } from './cell-rules.js';
import type { ColumnRules, Shape } from './recipe.js';
import type { Source } from './source.js';

const LABEL = 'term_label';

/**
 * A table with one row for each student and columns for each term: a row of ours for every term that has something in it, or whose
 * rules say what an empty cell means.
 */
export function studentRows(
  source: Source,
  rules: ColumnRules,
  { terms }: Extract<Shape, { rows: 'student' }>,
): OurTable {
  const places = new HeaderPlaces(source.header);
  const shared = cellMakers(rules, places);
  const own = terms.map(({ label, columns }) => ({ label, makers: cellMakers(columns, places) }));
  places.refuseProblems();
  const filled = new Set([LABEL, ...shared, ...own.flatMap(({ makers }) => makers)].map(columnOf));
  const columns = REQUEST_COLUMNS.filter((column) => filled.has(column));
  const makersOf = (makers: readonly CellMaker[]): readonly (CellMaker | undefined)[] =>
    columns.map((column) => [...makers, ...shared].find((maker) => maker.column === column));
  const prepared = own.map(({ label, makers }, term) => ({
    label,
    term,
    own: makers,
    all: makersOf(makers),
  }));
  const labelPlace = columns.indexOf(LABEL);
  const rowOf = (makers: readonly (CellMaker | undefined)[], label: string, cells: readonly string[]) =>
    makers.map((maker, place) => (place === labelPlace ? label : (maker?.make(cells) ?? '')));
  return {
    columns,
    keepsNumbers: false,
    *rows(): Generator<OurRow, void, undefined> {
      for (const batch of source.batches()) {
        for (const { row, cells } of batch) {
          const hasTerm = own.some(({ makers }) => makers.some((maker) => isFilled(maker, cells)));
          const present = prepared.filter(({ own: makers }) =>
            makers.some((maker) => maker.place >= 0 && maker.make(cells).trim() !== ''),
          );
          if (hasTerm) {
            for (const { label, all, term } of present)
              yield { cells: rowOf(all, label, cells), originals: [row], term };
            continue;
          }
          // A student without any term must not vanish: without a label the row comes back as a failed one.
          yield { cells: rowOf(makersOf([]), '', cells), originals: [row], term: null };
        }
      }
    },
  };
}

function columnOf(filled: string | CellMaker): string {
  return typeof filled === 'string' ? filled : filled.column;
}

function isFilled({ place }: CellMaker, cells: readonly string[]): boolean {
  return place >= 0 && (cells[place] ?? '').trim() !== '';
}
