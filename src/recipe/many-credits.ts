import { CREDIT_COLUMNS } from '../contract/field-list.js';
import { add, compare, isPositive } from '../engine/exact.js';
import type { DegreeLevel } from '../engine/limits.js';
import { DEFAULT_FULL_TIME_CREDITS } from '../engine/resolved-term.js';
import { exactCell } from './cell-rules.js';
import type { Decisions } from './decisions.js';
import { cellIn } from './raw-rows.js';

/**
 * Tells rows with more than twice the full-time credits of their term: clock hours, or what a student has earned so far. Where nothing says
 * yet what full time is, the default of the service is taken.
 */
export function manyCreditsIn(
  columns: readonly string[],
  { full_time_credits }: Decisions,
): (cells: readonly string[], level: DegreeLevel | null) => boolean {
  const credits = CREDIT_COLUMNS.map((column) => cellIn(columns, column));
  const fullTimeOf = cellIn(columns, 'term_ft_credits');
  const read = (cell: string) => (cell === '' ? null : exactCell({ kind: 'credits' }, cell));
  return (cells, level) => {
    const own = read(fullTimeOf(cells)) ?? read(full_time_credits?.[level ?? 'undergraduate'] ?? '');
    const fullTime = own ?? DEFAULT_FULL_TIME_CREDITS;
    // Its student fails by itself.
    if (!isPositive(fullTime)) return false;
    return credits.some((cellOf) => {
      const amount = read(cellOf(cells));
      return amount !== null && compare(amount, add(fullTime, fullTime)) > 0;
    });
  };
}
