import { add, isPositive, isSame, sum, ZERO } from '../../engine/exact.js';
import { CREDIT_FIELDS, type Ours, PAID_FIELDS } from '../format/our-fields.js';
import type { Recipe } from '../format/recipe.js';
import { amountOf } from './read-cells.js';
import type { Part } from './row-parts.js';
import type { Student } from './student-facts.js';

/** Rows of courses or payments that may be totals, as a report adds them to the rows of a term. */

export const SUM_ROWS = 'sum_rows';
/** Two rows and their total. */
const LEAST_ROWS = 3;

/** What a total adds up: credits of one kind, or what was paid of one loan or of all of them. */
const OF_FUNDS = [...PAID_FIELDS.map((field) => [field]), PAID_FIELDS];
const ADDED: Readonly<Record<string, readonly (readonly Ours[])[]>> = {
  course: CREDIT_FIELDS.map((field) => [field]),
  fund: OF_FUNDS,
  award: OF_FUNDS,
};

/** Notes the row of a term whose amount is the sum of all others; nothing, where it has enough rows and none is so. */
export function noteSums(parts: readonly Part[], student: Student, shape: Recipe['rows']): void {
  if (parts.length < LEAST_ROWS) return;
  const counting = shape === 'course' ? parts.filter(({ isCleared }) => !isCleared) : parts;
  const found = student.noted.get(SUM_ROWS) ?? [];
  for (const fields of ADDED[shape ?? ''] ?? []) {
    const rows = counting
      .map(({ own: { row }, cells }) => ({
        row,
        amount: sum(fields.map((field) => amountOf(field, cells[field]) ?? ZERO)),
      }))
      .filter(({ amount }) => !isSame(amount, ZERO));
    if (rows.length < LEAST_ROWS) continue;
    const all = sum(rows.map(({ amount }) => amount));
    const total = rows.find(({ amount }) => isPositive(amount) && isSame(add(amount, amount), all));
    student.noted.set(SUM_ROWS, total === undefined ? found : [...found, { row: total.row }]);
    if (total !== undefined) return;
  }
}
