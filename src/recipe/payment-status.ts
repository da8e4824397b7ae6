import { wordsOf } from '../contract/name-forms.js';
import { isMoney } from './cell-rules.js';
import type { RawRow } from './raw-rows.js';
import { recipeError } from './recipe-error.js';

/** Names of columns that may say of a fund's amount whether it was paid. */
const OF_PAYMENT =
  /_(?:status|stat|sts|type|trans\w*|action|activity|event|entry|dr|cr|debit|sign|disb\w*|paid|payment|pay|posted)_/;
/** Names of columns that say something of the student, or of the fund. */
const OF_OTHERS =
  /_(?:enr\w*|reg|registration|registered|student|program|prog|course|grade|sap|isir|verif\w*|mpn|counsel\w*|admi\w*|fund|loan_type|housing|level)_/;
/** Codes of amounts that were not paid, or that came back. */
const NOT_PAID =
  /\b(?:refund\w*|return\w*|revers\w*|cancel\w*|void\w*|scheduled|anticipated|pending|planned|offered|declin\w*|reject\w*|unpaid|not (?:paid|disbursed)|authori[sz]ed|estimated|memo\w*|originated|expected|projected)\b|^(?:dr|debit)$/i;

/**
 * Refuses rows of funds with an amount and a code, in a column that nothing is read from, which says that it was not
 * paid or came back: it would be subtracted from what may still be paid.
 *
 * @returns a check of each row, which throws RecipeError.
 */
export function unpaidFunds(header: readonly string[], places: readonly number[]): (row: RawRow) => void {
  const columns = places.flatMap((place) => {
    const words = wordsOf(header[place] ?? '');
    return OF_PAYMENT.test(words) && !OF_OTHERS.test(words) ? [place] : [];
  });
  return ({ row, paid, given }) => {
    for (const place of columns) {
      const code = (given[place] ?? '').trim();
      if (code !== '' && NOT_PAID.test(code) && isMoney(paid)) throw notPaid(row, header[place] ?? '', code);
    }
  };
}

function notPaid(row: number, column: string, code: string) {
  return recipeError(
    `"${code}" says that this amount was not paid, or that it came back. Export only what was disbursed and stayed, or write 0 into the other rows. If it says something else, take this column out of the file.`,
    { row, column },
  );
}
