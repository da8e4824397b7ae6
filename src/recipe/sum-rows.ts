import { add, isPositive, isSame, sum, ZERO } from '../engine/exact.js';
import { CREDIT_FIELDS, type Ours, PAID_FIELDS } from './our-fields.js';
import { noted, type RowQuestion } from './question.js';
import { amountOf } from './read-cells.js';
import type { Recipe } from './recipe.js';
import type { Part } from './row-parts.js';
import type { Student } from './student-facts.js';

/** Rows of courses or payments that may be totals, as a report adds them to the rows of a term. */

const KEY = 'sum_rows';
/** Two rows and their total. */
const LEAST_ROWS = 3;

/** What a total adds up: credits of one kind, or what was paid of one loan or of all of them. */
const ADDED: Readonly<Record<string, readonly (readonly Ours[])[]>> = {
  course: CREDIT_FIELDS.map((field) => [field]),
  fund: [...PAID_FIELDS.map((field) => [field]), PAID_FIELDS],
};

/** Notes the row of a term whose amount is the sum of all others; nothing, where it has enough rows and none is so. */
export function noteSums(parts: readonly Part[], student: Student, shape: Recipe['rows']): void {
  if (parts.length < LEAST_ROWS) return;
  const counting = shape === 'course' ? parts.filter(({ isCleared }) => !isCleared) : parts;
  const found = student.noted.get(KEY) ?? [];
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
    student.noted.set(KEY, total === undefined ? found : [...found, { row: total.row }]);
    if (total !== undefined) return;
  }
}

/** Asks what such rows are where many students have one: of a few, it is so by chance. */
export function sumRows({ rows }: Recipe): RowQuestion {
  const [one, like] = rows === 'fund' ? ['payment', 'payments'] : ['course', 'courses'];
  return {
    ...noted(KEY),
    // Of whom nothing was noted it cannot be said.
    find: (student) => student.noted.get(KEY) ?? null,
    most: 1 / 2,
    itself: 'each',
    text: (of) => `A row of a term has the sum of its other ${like}, for ${of}. What are such rows?`,
    choices: {
      each: `Each is a ${one} like the other ${like}, and is added up with them`,
      not_calculated:
        'Totals: take them out of the file, or leave them out by a status column. Nobody is calculated before',
    },
    // A total of a single row looks like that row.
    isOfAll: true,
    does: {
      not_calculated: (student) => {
        const [{ row } = {}] = student.noted.get(KEY) ?? [];
        const what = row === undefined ? 'a row of the student may be a total' : `row ${row} has the sum`;
        student.fail('sum of rows', `${what} of the other ${like} of its term`);
      },
    },
  };
}
