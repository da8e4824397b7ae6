import { type SheetCell, WorkbookWriter } from '../../src/table/workbook-writer.js';

/** A workbook of one sheet as the product writes it; the first row is its header. */
export function writtenWorkbook([header = [], ...rows]: readonly (readonly SheetCell[])[]): Buffer {
  const pieces: Uint8Array[] = [];
  const writer = new WorkbookWriter((piece) => pieces.push(piece));
  const columns = header.map((heading) => ({ heading: String(heading), style: 'text' as const, width: 12 }));
  writer.beginSheet({ name: 'Sheet1', columns });
  for (const row of rows) writer.addRow(row);
  writer.finish();
  return Buffer.concat(pieces);
}
