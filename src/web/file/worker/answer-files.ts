import { AnswerWorkbook, type WorkbookContent } from '../../../review/answer-workbook.js';
import type { FailureGroups } from '../../../review/failure-groups.js';
import { OwnErrors } from '../../../review/own-errors.js';
import { byAndBy } from '../../../table/steps.js';
import { BlobWriter, bytesOf, piecesOf } from './blobs.js';
import type { Call } from './outcome.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * An answer as an Excel workbook, beside the person's own rows.
 *
 * @throws TableError if it has more rows than a sheet can hold.
 */
export async function workbookOf(answer: Blob, content: WorkbookContent, call: Call): Promise<Blob> {
  const { signal, tell } = call;
  const writer = new BlobWriter(XLSX);
  const workbook = new AnswerWorkbook((piece) => writer.write(piece.slice()));
  for await (const piece of piecesOf(answer, signal, bytesOf(call, 'writing', answer.size))) {
    workbook.add(piece);
  }
  tell({ doing: 'joining', done: 0, total: 0, unit: 'rows', failedStudents: 0 });
  await byAndBy(workbook.finishing(content), signal);
  return writer.blob();
}

/**
 * An answer whose errors name the columns and rows of the person's original file.
 *
 * @throws TableError for a file that is not an answer.
 */
export async function withOwnErrors(answer: Blob, failed: FailureGroups, call: Call): Promise<Blob> {
  const writer = new BlobWriter('text/csv');
  const errors = new OwnErrors(failed);
  for await (const piece of piecesOf(answer, call.signal, bytesOf(call, 'writing', answer.size))) {
    writer.write(errors.add(piece));
  }
  errors.finish();
  return writer.blob();
}
