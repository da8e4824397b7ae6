import type { Mistake } from '../engine/failure.js';

/**
 * The error values that spreadsheets show where a formula failed (ISO/IEC 29500-1, 18.17.3, and later additions).
 * Nobody types them as text.
 */
const SPREADSHEET_ERROR =
  /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|BUSY!|CONNECT!|UNKNOWN!|GETTING_DATA)|Err:\d{3})$/i;

/** Whether a text is the error of a spreadsheet's formula. */
export function isSpreadsheetError(text: string): boolean {
  return SPREADSHEET_ERROR.test(text.trim());
}

/** The code of {@link spreadsheetErrorIn}. */
export const FORMULA_ERROR = 'formula_error';

/** The mistake of a spreadsheet error where text is expected. */
export function spreadsheetErrorIn(text: string): Mistake {
  const rest = 'is the error of a formula in a spreadsheet. Correct the formula, or type the value.';
  const message = `${text.trim()} ${rest}`;
  return { code: FORMULA_ERROR, problem: `This ${rest}`, detail: null, message };
}
