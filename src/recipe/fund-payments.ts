import { isPositive, subtract, toText, ZERO } from '../engine/exact.js';
import { type Field, PAID, type PaidField, type StatusMeaning } from './our-fields.js';
import { amountOf, type FieldReader, fieldReader, sumOf } from './read-cells.js';
import type { Recipe } from './recipe.js';

/** What a row paid, by its fund and its status. */

/** The end of a fund that is what was returned of a loan. */
const RETURNED = /_returned$/;

/** Reads the funds of rows, where a row is a payment of one. */
interface FundReader {
  /** Makes a reader of payments read those of its loan alone. */
  ofLoan<Own extends Field>(reader: FieldReader<Own>): FieldReader<Own>;
  /** Whether a row is what was returned of a loan. */
  isReturn(cells: readonly string[]): boolean;
}

/** Reads funds by a recipe; rows of another shape have none. */
export function fundReader({ rows, fields }: Recipe, placeOf: (column: string) => number): FundReader {
  const fund = fieldReader('fund', fields.fund ?? null, placeOf);
  const loanOf = (cells: readonly string[]) => fund?.meaning(fund.textOf(cells) || fund.blank) ?? '';
  return {
    ofLoan: (reader) => {
      const { field } = reader;
      if (rows !== 'fund' || !PAID.has(field)) return reader;
      const ofField = (loan: string): boolean =>
        field === `term_prior_disbursement_${loan.replace(RETURNED, '')}`;
      return {
        ...reader,
        textOf: (cells) => (ofField(loanOf(cells)) ? reader.textOf(cells) : ''),
        meaning: (text) => {
          const said = reader.meaning(text);
          return said === '' ? '' : sumOf(field, '0', said);
        },
      };
    },
    isReturn: (cells) => rows === 'fund' && RETURNED.test(loanOf(cells)),
  };
}

/** What a row paid by its status; what was paid back is below 0, however it is written. */
export function paidBy(status: ReadonlySet<StatusMeaning>, field: PaidField, paid: string): string {
  if (status.has('not_paid')) return '';
  const amount = status.has('paid_back') ? amountOf(field, paid) : null;
  return amount !== null && isPositive(amount) ? toText(subtract(ZERO, amount)) : paid;
}
