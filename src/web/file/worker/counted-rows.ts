import type { SourceRow } from '../../../recipe/records.js';
import type { Source } from '../../../recipe/source.js';
import type { Call, Progress } from './outcome.js';

/** Rows between two messages: some hundredths of a second. */
const ROWS_BETWEEN = 4096;

/** The number of rows of a table, as far as it has been read. */
export interface RowCount {
  rows: number;
}

/** A table that reports how many of its rows have been read, no matter who reads them; `known` is filled in on the way. */
export function countedRows(
  source: Source,
  known: RowCount,
  { tell }: Pick<Call, 'tell'>,
  doing: Progress['doing'],
): Source {
  return {
    ...source,
    *rows(onSetAside): Iterable<SourceRow> {
      let done = 0;
      for (const row of source.rows(onSetAside)) {
        done += 1;
        if (done % ROWS_BETWEEN === 0) {
          const total = done <= known.rows ? known.rows : 0;
          tell({ doing, done, total, unit: 'rows', failedStudents: 0 });
        }
        yield row;
      }
      known.rows = Math.max(known.rows, done);
    },
  };
}
