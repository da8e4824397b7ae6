import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DELIMITERS, type Delimiter, RowReader, textRows } from '../../src/table/delimited-text.js';
import { forAll, fuzzRuns } from '../support/runs.js';
import { opened } from './opened.js';

const RUNS = fuzzRuns(400);

function cellsOf(text: string, delimiter: Delimiter): (readonly string[])[] {
  const records = [...textRows(Buffer.from(text), { encoding: 'utf-8', delimiter, hasSepLine: false })];
  return records.map(({ cells }) => cells);
}

function csvParse(text: string, delimiter: string): string[][] | undefined {
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: false,
    });
  } catch {
    return undefined;
  }
}

test('what csv-parse reads is read the same', () => {
  const signs = ['a', ' ', 'é', '"', '""', ',', ';', '\t', '|', '\n', '\r\n'];
  const part = fc.constantFrom(...signs, '",', ',"', '"\n', '\n"');
  const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''));
  forAll(RUNS, text, fc.constantFrom(...DELIMITERS), (written, delimiter) => {
    const expected = csvParse(written, delimiter);
    fc.pre(expected !== undefined);
    expect(cellsOf(written, delimiter)).toEqual(expected);
  });
});

test('a row in quotes that is cut between two pieces of the file is one row', () => {
  const long = `"${'x'.repeat(300_000)}\n""y"""`;
  expect(cellsOf(`a,b\n1,${long}\n2,z`, ',')).toEqual([
    ['a', 'b'],
    ['1', `${'x'.repeat(300_000)}\n"y"`],
    ['2', 'z'],
  ]);
});

test('a quote inside a cell is text', () => {
  expect(cellsOf('a\tb\n5" pipe\tsay "no"\n', '\t')).toEqual([
    ['a', 'b'],
    ['5" pipe', 'say "no"'],
  ]);
});

const TABLE = 'ID,Term,Credits\n1,Fall, early,9\n2,say "no",12';

test.each([
  ['returns, one of them doubled', 'ID,Term,Credits\r1,"Fall, early",9\r2,"say ""no""","12"\r\r\n'],
  ['ends of all kinds', 'ID,Term,Credits\r\n1,"Fall, early",9\r2,"say ""no""",12\n'],
  ['blanks around quotes', 'ID,Term,Credits\n1, "Fall, early" ,9\n2,  "say ""no""","12" \n'],
])('lines with %s are read, wherever a piece of the file ends', (_, text) => {
  for (let cut = 0; cut < text.length; cut++) {
    const reader = new RowReader(',');
    const rows = [text.slice(0, cut), text.slice(cut)].flatMap((piece) => reader.add(piece));
    const read = [...rows, ...reader.finish()].map(({ cells }) => cells);
    expect(read.filter(({ length }) => length > 1).join('\n')).toBe(TABLE);
  }
});

test('quotes behind a blank are text where they do not hold the rest of the cell', () => {
  expect(cellsOf('1, "Bob" Smith, "6\n', ',')).toEqual([['1', ' "Bob" Smith', ' "6']]);
});

test.each([
  ['whole rows', 'x\n', '1,Fall,9,"see\n2,Fall,9,\n3,Fall,9,6"'],
  ['the parts of two', 'x\r', '1,"Bob,9,\r2,Ann",9,'],
])('a stray quote that makes %s one cell is refused, and a long comment is read', async (_, end, row) => {
  const begin = `ID,Term,Credits,Note\n0,Fall,9,"called, no answer, wrote,\ncame by, was told, has 1,000, left\n${end}"\n`;
  await expect(opened(Buffer.from(begin + row))).rejects.toThrow('Row 3: a quote opens in this row');
  expect((await opened(Buffer.from(begin))).firstRows).toHaveLength(1);
});

test.each([
  ['is written with a backslash', '2,"Fall \\"a\\"",9\n', 'Row 3: quotes inside cells are written with'],
  ['is never closed', '2,"Fall,9\n3,Fall,12\n', 'Row 3: a quote opens in this row and is never closed'],
  ['has text behind it', '2,"Fall"x,9\n', 'Row 3: there is something between a closing quote'],
])('a quote that %s below a good header is what a person is told', async (_, rows, message) => {
  await expect(opened(Buffer.from(`ID,Term,Credits\n1,Fall,9\n${rows}`))).rejects.toThrow(message);
});

test.each([
  ['more', '1,Fall,3,500\n'],
  ['fewer', '1,Fall\n'],
])('a row with %s cells than the header is refused with its number', async (how, row) => {
  const table = opened(Buffer.from(`ID,Term,Sub Paid\n0,Fall,100\n${row}`));
  await expect(table).rejects.toThrow(`Row 3: this row has ${how} cells`);
});
