/** A file that cannot be read as a table. The message says where, what is wrong and what to do, in sentences for people. */
export class TableError extends Error {
  override readonly name = 'TableError';
}

/** The error of a row of the file, as a spreadsheet numbers it, and a column, as the file calls it; of the whole file without. */
export function tableError(
  message: string,
  { row, column = null }: { readonly row?: number; readonly column?: string | null } = {},
): TableError {
  const place = row === undefined ? '' : `Row ${row}${column === null ? '' : `, column "${column}"`}: `;
  return new TableError(place + message);
}

/** The error for a workbook that is not as it was saved; `how` completes "The workbook is damaged: ". */
export function damaged(how: string): TableError {
  return tableError(
    `The workbook is damaged: ${how}. Open it in Excel, save it again, and choose that file. If Excel also reports a problem, export it again.`,
  );
}
