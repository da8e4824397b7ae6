import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { splitCsv } from '../../src/csv/split.js';
import { rowCount } from '../../src/review/calculated-rows.js';
import { allAtOnce } from '../../src/table/steps.js';
import { csvFile } from '../support/requests.js';
import { studentFile } from '../support/student-file.js';

const LIMITS = { maxColumns: 100, maxCellBytes: 4096, maxRows: 1_000_000 };
const CORPUS = new URL('../corpus/csv/200/', import.meta.url);

/** Pieces end anywhere. */
function* piecesOf(bytes: Uint8Array, pieceBytes: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

const GOOD = 'A,dependent,first_year,Fall,12';

test.each<[string, Uint8Array]>([
  ...readdirSync(CORPUS).map((name): [string, Uint8Array] => [name, readFileSync(new URL(name, CORPUS))]),
  ['a usual file', Buffer.from(studentFile(3000))],
  ['no line end at the end', Buffer.from(csvFile(GOOD, GOOD).trimEnd())],
  [
    'blank rows of every kind',
    Buffer.from(`\uFEFF\n,,\n${csvFile(GOOD, '', ',,,,', ' ,\t,"",,', '\u00A0,,\u2003,,', GOOD, ',,,,')}`),
  ],
  [
    'cells of quotes and line breaks',
    Buffer.from(csvFile('"""",,,,', '"A\nB",dependent,first_year,"Fall\r\n,",12', GOOD)),
  ],
  ['cells beyond ASCII', Buffer.from(csvFile('Ä,dependent,first_year,Otoño,12', 'ſ,,,,'))],
  ['cells of control characters', Buffer.from(csvFile('\u0001,,,,', '\u007f,,,,', GOOD))],
])('rows are counted as the service counts them: %s', (_, bytes) => {
  const { rowCount: rowsOfService } = splitCsv(bytes, LIMITS);
  for (const pieceBytes of [1, 7, 100_000]) {
    expect(allAtOnce(rowCount(piecesOf(bytes, pieceBytes)))).toBe(rowsOfService);
  }
});
