import { failedRows } from '../review/failed-rows.js';
import type { FileRun } from './file-run.js';
import type { Output } from './output.js';
import { RecordScanner } from './record-scanner.js';
import type { StudentFile } from './student-file.js';

/**
 * Writes the rows of the students who failed, as the file has them, with the reason behind them; none but the header where nobody did.
 *
 * @returns how many rows the answer says have failed and the file does not have any more; 0 where rows were made by a recipe.
 * @throws CommandError, or the signal's reason.
 */
export async function writeFailed(
  output: Output,
  file: StudentFile,
  { failed, answer }: FileRun,
  signal: AbortSignal,
): Promise<number> {
  const { source, recipe } = file.again();
  let written = -1;
  const rows = new RecordScanner(() => {
    written += 1;
  });
  for (const piece of failedRows(source, recipe, failed)) {
    signal.throwIfAborted();
    rows.add(piece);
    await output.write(piece);
  }
  return file.origins === undefined ? answer.failedRows - written : 0;
}
