import { isPositive, subtract, toText, ZERO } from '../engine/exact.js';
import { type Field, PAID, type PaidField, type StatusMeaning } from './our-fields.js';
import { amountOf, type FieldReader, fieldReader, sumOf } from './read-cells.js';
import type { Recipe } from './recipe.js';

/** What a row paid, by its fund and its status. */

/** The end of a fund that is what was returned of a loan. */
const RETURNED = /_returned$/;

/** Makes readers of payments read those of their loan alone, where a row is a payment of a fund. */
export function fundReader(
  { rows, fields }: Recipe,
  placeOf: (column: string) => number,
): <Own extends Field>(reader: FieldReader<Own>) => FieldReader<Own> {
  const fund = fieldReader('fund', fields.fund ?? null, placeOf);
  const loanOf = (cells: readonly string[]) => fund?.meaning(fund.textOf(cells) || fund.blank) ?? '';
  return (reader) => {
    const { field } = reader;
    if (rows !== 'fund' || !PAID.has(field)) return reader;
    return {
      ...reader,
      textOf: (cells) => {
        const loan = loanOf(cells);
        if (field !== `term_prior_disbursement_${loan.replace(RETURNED, '')}`) return '';
        const text = reader.textOf(cells);
        return RETURNED.test(loan) ? belowZero(field, reader.meaning(text)) : text;
      },
      meaning: (text) => {
        const said = reader.meaning(text);
        return said === '' ? '' : sumOf(field, '0', said);
      },
    };
  };
}

/** What a row paid by its status; what was paid back is below 0, however it is written. */
export function paidBy(status: ReadonlySet<StatusMeaning>, field: PaidField, paid: string): string {
  if (status.has('not_paid')) return '';
  return status.has('paid_back') ? belowZero(field, paid) : paid;
}

function belowZero(field: Field, paid: string): string {
  const amount = amountOf(field, paid);
  return amount !== null && isPositive(amount) ? toText(subtract(ZERO, amount)) : paid;
}
