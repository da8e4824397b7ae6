/** One problem with a file. */
export interface Problem {
  /** What is wrong and what to do, in sentences for people. */
  readonly message: string;
  /** The row of the file as a spreadsheet numbers it; null for the file as a whole. */
  readonly row: number | null;
  /** The column as the file calls it; null for none. */
  readonly column: string | null;
}

/** The most problems named in a message. */
const MOST_NAMED = 20;

/** A file that cannot be read as a table. Its message names every problem, with row and column. */
export class TableError extends Error {
  override readonly name = 'TableError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const named = problems.slice(0, MOST_NAMED).map(sentence);
    if (problems.length > MOST_NAMED) named.push(`And ${problems.length - MOST_NAMED} more.`);
    super(named.join(' '));
    this.problems = problems;
  }
}

/** The error of one problem. */
export function tableError(
  message: string,
  { row = null, column = null }: { readonly row?: number | null; readonly column?: string | null } = {},
): TableError {
  return new TableError([{ message, row, column }]);
}

/** The error for a workbook that is not as it was saved; `how` completes "The workbook is damaged: ". */
export function damaged(how: string): TableError {
  return tableError(
    `The workbook is damaged: ${how}. Open it in Excel, save it again, and choose that file. If Excel also reports a problem, export it again.`,
  );
}

function sentence({ message, row, column }: Problem): string {
  if (row === null) return message;
  return `Row ${row}${column === null ? '' : `, column "${column}"`}: ${message}`;
}
