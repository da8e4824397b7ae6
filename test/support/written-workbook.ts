import { type SheetCell, WorkbookWriter } from '../../src/table/workbook-writer.js';

type Rows = readonly (readonly SheetCell[])[];

/** A one-sheet workbook written by the product; the first row is the header. */
export function writtenWorkbook(rows: Rows): Buffer {
  return writtenSheets({ Sheet1: rows });
}

export function writtenSheets(sheets: Readonly<Record<string, Rows>>): Buffer {
  const pieces: Uint8Array[] = [];
  const writer = new WorkbookWriter(Object.keys(sheets), (piece) => pieces.push(piece));
  for (const [name, [header = [], ...rows]] of Object.entries(sheets)) {
    const columns = header.map((heading) => ({ heading: `${heading}`, style: 'text' as const, width: 12 }));
    writer.beginSheet({ name, columns });
    for (const row of rows) writer.addRow(row);
  }
  writer.finish();
  return Buffer.concat(pieces);
}
