/** A file that cannot be read as a table. The message says where, what is wrong, and what to do. */
export class TableError extends Error {
  override readonly name = 'TableError';
}

/** An error of a row, as a spreadsheet numbers it, and a named column; without them, of the whole file. */
export function tableError(
  message: string,
  { row, column = null }: { readonly row?: number; readonly column?: string | null } = {},
): TableError {
  const where = row === undefined ? '' : `Row ${row}${column === null ? '' : `, column "${column}"`}: `;
  return new TableError(where + message);
}

/** The error for a damaged workbook; `how` completes "The workbook is damaged: ". */
export function damaged(how: string): TableError {
  return tableError(
    `The workbook is damaged: ${how}. Open it in Excel, save it again, and choose that file. If Excel also reports a problem, export it again.`,
  );
}
