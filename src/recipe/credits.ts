import { CREDIT_COLUMNS } from '../contract/field-list.js';
import { add, compare, type Exact, isPositive } from '../engine/exact.js';
import type { DegreeLevel } from '../engine/limits.js';
import { DEFAULT_FULL_TIME_CREDITS } from '../engine/resolved-term.js';
import { exactCell, isMoney, isZero } from './cell-rules.js';
import type { Decisions } from './decisions.js';
import { decidedFullTime, labelKey } from './labels.js';
import { cellIn } from './raw-rows.js';
import { PAID_COLUMNS } from './recipe.js';

/**
 * Detects rows with more than twice the full-time credits of their term: clock hours, or all credits earned so far. If
 * full time is not known yet, the service's default is used.
 */
export function manyCreditsIn(
  columns: readonly string[],
  decisions: Decisions,
): (cells: readonly string[], level: DegreeLevel | null) => boolean {
  const credits = CREDIT_COLUMNS.map((column) => cellIn(columns, column));
  const fullTimeOf = fullTimeIn(columns, decisions);
  return (cells, level) => {
    const fullTime = fullTimeOf(cells, level);
    // The student fails for that reason alone.
    if (!isPositive(fullTime)) return false;
    return credits.some((cellOf) => {
      const amount = read(cellOf(cells));
      return amount !== null && compare(amount, add(fullTime, fullTime)) > 0;
    });
  };
}

/**
 * Detects rows with 0 paid, and nothing else, whose final credits are at least half time: somebody who may be paid. If
 * full time is not known yet, the service's default is used.
 */
export function zeroPaidIn(
  columns: readonly string[],
  decisions: Decisions,
): (cells: readonly string[], level: DegreeLevel | null) => boolean {
  const finalOf = cellIn(columns, 'term_actual_final_credits');
  const paid = PAID_COLUMNS.map((column) => cellIn(columns, column));
  const fullTimeOf = fullTimeIn(columns, decisions);
  return (cells, level) => {
    const amounts = paid.map((cellOf) => cellOf(cells));
    if (amounts.some(isMoney) || !amounts.some((cell) => isZero('dollars', cell))) return false;
    const final = exactCell({ kind: 'credits' }, finalOf(cells));
    return final !== null && compare(add(final, final), fullTimeOf(cells, level)) >= 0;
  };
}

/** The full-time credits of a row's term, decided ones if it says none. */
function fullTimeIn(
  columns: readonly string[],
  decisions: Decisions,
): (cells: readonly string[], level: DegreeLevel | null) => Exact {
  const labelOf = cellIn(columns, 'term_label');
  const fullTimeOf = cellIn(columns, 'term_ft_credits');
  return (cells, level) => {
    const decided = decidedFullTime(decisions, level ?? 'undergraduate', labelOf(cells));
    return read(fullTimeOf(cells)) ?? read(decided) ?? DEFAULT_FULL_TIME_CREDITS;
  };
}

function read(cell: string): Exact | null {
  return cell === '' ? null : exactCell({ kind: 'credits' }, cell);
}

/** Detects rows whose credits are 0, both planned and final. */
export function zeroCreditsIn(columns: readonly string[]): (cells: readonly string[]) => boolean {
  const credits = CREDIT_COLUMNS.map((column) => cellIn(columns, column));
  return (cells) => {
    const filled = credits.flatMap((cellOf) => cellOf(cells) || []);
    return filled.length > 0 && filled.every((cell) => isZero('credits', cell));
  };
}

/** Blanks rows of 0 credits of a term that nobody is registered for yet, so that they count as full time. */
export function notKnownYet(
  columns: readonly string[],
  { zero_credits }: Decisions,
): (cells: string[], label: string) => void {
  const places = CREDIT_COLUMNS.map((column) => columns.indexOf(column)).filter((place) => place >= 0);
  const isZeroRow = zeroCreditsIn(columns);
  const unknown = labelsSaid(zero_credits, 'full_time');
  return (cells, label) => {
    if (!unknown.has(labelKey(label)) || !isZeroRow(cells)) return;
    for (const place of places) cells[place] = '';
  };
}

/**
 * Detects rows of 0 credits whose term was decided not to be part of the student's year; a term in which something was
 * paid stays.
 */
export function notOfYearIn(
  columns: readonly string[],
  { zero_credits }: Decisions,
): (cells: readonly string[], label: string) => boolean {
  const paid = PAID_COLUMNS.map((column) => cellIn(columns, column));
  const isZeroRow = zeroCreditsIn(columns);
  const none = labelsSaid(zero_credits, 'no_term');
  return (cells, label) =>
    none.has(labelKey(label)) && isZeroRow(cells) && !paid.some((cellOf) => isMoney(cellOf(cells)));
}

function labelsSaid(zero_credits: Decisions['zero_credits'], meaning: string): ReadonlySet<string> {
  const said = Object.entries(zero_credits ?? {}).filter(([, each]) => each === meaning);
  return new Set(said.map(([label]) => labelKey(label)));
}
