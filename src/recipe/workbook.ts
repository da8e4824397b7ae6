import { recipeError } from './recipe-error.js';

/** A sheet of a workbook as CSV in UTF-8: a line for every row of the sheet, blank ones too, so that rows keep their numbers. */
export interface WorkbookSheet {
  readonly csv: Uint8Array<ArrayBuffer>;
  /** The sheet that was read. */
  readonly sheet: string;
  /** Every sheet that is not hidden, in the order of the workbook. */
  readonly sheets: readonly string[];
  /** Sentences about what was read otherwise than one may expect. */
  readonly notes: readonly string[];
}

/** @throws RecipeError always: workbooks are refused for now. */
export function readWorkbook(_bytes: Uint8Array, _sheet?: string): WorkbookSheet {
  throw recipeError('The file is a workbook. Save it as "CSV UTF-8" for now.');
}
