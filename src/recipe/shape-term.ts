import type { OurRow, OurTable } from './apply.js';
import { cellMakers, HeaderPlaces } from './cell-rules.js';
import type { ColumnRules } from './recipe.js';
import type { Source } from './source.js';

/** A table with one row for each student and term, as ours. */
export function termRows(source: Source, rules: ColumnRules): OurTable {
  const places = new HeaderPlaces(source.header);
  const makers = cellMakers(rules, places);
  places.refuseProblems();
  return {
    columns: makers.map(({ column }) => column),
    keepsNumbers: true,
    *rows(): Generator<OurRow, void, undefined> {
      for (const batch of source.batches()) {
        for (const { row, cells } of batch) {
          yield { cells: makers.map((maker) => maker.make(cells)), originals: [row], term: null };
        }
      }
    },
  };
}
