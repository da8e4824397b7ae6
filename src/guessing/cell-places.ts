/** The maximum rows and columns of an Excel sheet. */
export const MOST_SHEET_ROWS = 2 ** 20;
export const MOST_SHEET_COLUMNS = 2 ** 14;

const LETTER_A = 65;
const LETTERS = 26;

/** A position in a sheet: its row from 1, its column from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** `C7` as row 7, column 2; null if it is not a cell reference. It may be beyond the end of a sheet. */
export function placeOf(reference: string): CellPlace | null {
  const [, letters = '', digits = ''] = /^([A-Z]{1,4})([1-9][0-9]{0,8})$/.exec(reference) ?? [];
  if (letters === '') return null;
  const column =
    [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - LETTER_A + 1, 0) - 1;
  return { row: Number(digits), column };
}

/** The name of a column, counted from 0, as a spreadsheet shows it: A, B, … Z, AA. */
export function columnLetters(column: number): string {
  const before = Math.floor(column / LETTERS) - 1;
  const letter = String.fromCharCode(LETTER_A + (column % LETTERS));
  return before < 0 ? letter : columnLetters(before) + letter;
}
