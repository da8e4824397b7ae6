import { AnswerWorkbook, type WorkbookContent } from '../review/answer-workbook.js';
import type { Output } from './output.js';

/**
 * Takes an answer as CSV and writes it as a workbook together with the rows of the file; `content` is called when the
 * answer is complete. Its methods also throw TableError for more rows than a sheet can hold.
 */
export function workbookOutput(output: Output, content: () => Promise<WorkbookContent>): Output {
  let pieces: Uint8Array[] = [];
  const workbook = new AnswerWorkbook((piece) => pieces.push(piece));
  const flush = async (): Promise<void> => {
    const ready = pieces;
    pieces = [];
    for (const piece of ready) await output.write(piece);
  };
  return {
    name: output.name,
    isFile: output.isFile,
    hasData: () => output.hasData(),
    commit: () => output.commit(),
    isCommitted: () => output.isCommitted(),
    discard: () => output.discard(),
    write: async (data) => {
      workbook.add(data);
      await flush();
    },
    finish: async () => {
      workbook.finish(await content());
      await flush();
      await output.finish();
    },
  };
}
