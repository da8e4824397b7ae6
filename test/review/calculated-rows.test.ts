import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { USUAL_LIMITS } from '../../src/csv/head.js';
import { splitCsv } from '../../src/csv/split.js';
import { calculatedRow } from '../../src/review/calculated-rows.js';
import { csvFile } from '../support/requests.js';

const CORPUS = new URL('../corpus/csv/200/', import.meta.url);
const GOOD = 'A,dependent,first_year,Fall,12';

test.each<[string, Uint8Array]>([
  ...readdirSync(CORPUS).map((name): [string, Uint8Array] => [name, readFileSync(new URL(name, CORPUS))]),
  ['no line end at the end', Buffer.from(csvFile(GOOD, GOOD).trimEnd())],
  ['blank rows of every kind', Buffer.from(`\uFEFF\n,,\n${csvFile(GOOD, '', ',,,,', ' ,\t,"",,', GOOD)}`)],
  [
    'cells of quotes and line breaks',
    Buffer.from(csvFile('"""",,,,', '"A\nB",dependent,first_year,"Fall\r\n,",12', GOOD)),
  ],
])('a row that was calculated is read as csv-parse reads it: %s', (_, bytes) => {
  const file = splitCsv(bytes, { ...USUAL_LIMITS, ignoreColumns: '*' });
  const { order } = file.records;
  const options = { bom: true, record_delimiter: ['\r\n', '\n'], relax_column_count: true };
  const rows = parse(Buffer.from(bytes), options)
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
    .slice(1);
  expect(file.rowCount).toBe(rows.length);
  for (let place = 0; place < file.rowCount; place++) {
    const { cells, dataRow } = calculatedRow({ bytes, file }, place);
    expect(dataRow).toBe((order?.[place] ?? place) + 1);
    expect(cells.map((cell) => cell.trim())).toEqual(rows[dataRow - 1]);
  }
});
