import { describe, expect, test } from 'vitest';
import type { Table } from '../../src/table/open-table.js';
import { type Made, madeRow, madeWorkbook, partsOf, zipped } from '../support/made-workbook.js';
import { opened } from './opened.js';

/** The clauses of ISO/IEC 29500-1, 18.2 to 18.18, and 29500-2 that decide whether a cell is what its author wrote. */

const HEADER = madeRow(1, ['Student ID', 'Term', 'Credits', 'Dep Status']);
const FIRST = madeRow(2, ['A1', 'Fall', 9, 'D']);
const SECOND = madeRow(3, ['A2', 'Fall', 12, 'D']);
const EXPECTED = [
  [2, 'A1', 'Fall', '9', 'D'],
  [3, 'A2', 'Fall', '12', 'D'],
];

const of = (rows: string, more: Partial<Made> = {}, behind = ''): Uint8Array =>
  madeWorkbook({ sheets: [{ rows: HEADER + rows, behind }], ...more });
const rowsOf = (source: Table) => [...source.rows()].map(({ row, cells }) => [row, ...cells]);
const read = async (bytes: Uint8Array) => rowsOf(await opened(bytes));
/** The columns of each row, from 0, of whose cells it is not known what they hold. */
const unsavedIn = async (bytes: Uint8Array) =>
  Array.from((await opened(bytes)).rows(), ({ unsaved }) => unsaved);

describe('a formula (18.3.1.40)', () => {
  const withFormula = (xml: string): string => madeRow(2, ['A1', 'Fall', { xml }, 'D']);

  test.each([
    ['without a value', '><f>4+5</f>'],
    ['with an empty value', '><f>4+5</f><v/>'],
    ['of a text, without a value', 't="str"><f>A1</f>'],
    ['that is shared, without a value', '><f t="shared" si="0"/>'],
  ])('%s is not known, and no blank', async (_, xml) => {
    expect(await unsavedIn(of(withFormula(xml)))).toEqual([[2]]);
  });

  test('with a result is its result; an empty text is one', async () => {
    expect(await read(of(withFormula('><f>4+5</f><v>9</v>')))).toEqual([[2, 'A1', 'Fall', '9', 'D']]);
    const blank = withFormula('t="str"><f>IF(1,"","x")</f><v></v>');
    expect(await read(of(blank))).toEqual([[2, 'A1', 'Fall', '', 'D']]);
  });

  test('in a workbook that is to be calculated when it is opened (18.2.2) is not known, whatever its result', async () => {
    const rows = withFormula('><f>4+5</f><v>0</v>');
    for (const attribute of ['fullCalcOnLoad="true"', 'calcCompleted="0"']) {
      const stale = of(rows, { workbook: `<calcPr ${attribute}/>` });
      expect(await unsavedIn(stale)).toEqual([[2]]);
    }
    // Without a formula there is nothing to be calculated.
    expect(await read(of(FIRST + SECOND, { workbook: '<calcPr fullCalcOnLoad="1"/>' }))).toEqual(EXPECTED);
  });

  test('of a whole table without results makes no file without rows, and that of a header is refused', async () => {
    const unsaved = { xml: '><f>X1</f><v/>' };
    expect(await unsavedIn(of(madeRow(2, [unsaved, unsaved, unsaved, unsaved])))).toEqual([[0, 1, 2, 3]]);
    const all = madeWorkbook({ sheets: [{ rows: madeRow(1, [unsaved, unsaved]) }] });
    await expect(read(all)).rejects.toThrow('formula whose result was not saved');
  });

  test('in a column is said, and the rows that have it tell it', async () => {
    const named = HEADER.replace('</row>', '<c t="inlineStr" r="E1"><is><t>Advisor load</t></is></c></row>');
    const formula = { xml: '><f>X1</f>' };
    const rows =
      madeRow(2, ['A1', 'Fall', 9, 'D', formula]) +
      madeRow(3, ['A2', 'Fall', 12, 'D', 1]) +
      madeRow(4, [null, null, null, null, formula]);
    const table = await opened(madeWorkbook({ sheets: [{ rows: named + rows }] }));
    expect(table.notes).toContain(
      'Results of formulas are not in the file for "Advisor load": if such a column is needed, open the workbook in Excel and save it.',
    );
    expect([...table.rows()].map(({ row, unsaved }) => [row, unsaved])).toEqual([
      [2, [4]],
      [3, undefined],
      [4, [4]],
    ]);
  });

  test('beside the table, or in a total that is set aside, is in nobody’s way', async () => {
    const beside = madeRow(2, ['A1', 'Fall', 9, 'D', null, { xml: '><f>1</f>' }]);
    const total = madeRow(4, ['Total', null, { xml: '><f>SUM(C2:C3)</f>' }]);
    expect(await read(of(beside + SECOND + total))).toEqual(EXPECTED);
  });
});

test('an error (18.18.11) is a value that has its name', async () => {
  expect(await read(of(madeRow(2, ['A1', 'Fall', { xml: 't="e"><f>X</f><v>#N/A</v>' }, 'D'])))).toEqual([
    [2, 'A1', 'Fall', '#N/A', 'D'],
  ]);
});

describe('a shared text (18.4)', () => {
  const shared = (index: string): string => madeRow(2, ['A1', { xml: `t="s"><v>${index}</v>` }, 9, 'D']);

  test('is looked up by its number', async () => {
    expect(await read(of(shared('1'), { strings: ['x', 'Fall'] }))).toEqual([[2, 'A1', 'Fall', '9', 'D']]);
  });

  test.each(['2', '-1', 'constructor'])('that is not there is damage: %s', async (index) => {
    await expect(read(of(shared(index), { strings: ['x', 'Fall'] }))).rejects.toThrow(
      /damaged: the cell B2 refers to a text that is not there/,
    );
  });

  test('without the part of texts is damage', async () => {
    const { 'xl/sharedStrings.xml': _, ...parts } = partsOf({ sheets: [{ rows: HEADER + shared('0') }] });
    await expect(read(zipped(parts))).rejects.toThrow('damaged: its part "xl/sharedStrings.xml" is missing');
  });
});

describe('cells and rows (18.3.1.4, 18.3.1.73)', () => {
  test.each([
    ['a number that is none', '<row r="2"><c r="A2"><v>nine</v></c></row>'],
    ['a type that there is not', '<row r="2"><c r="A2" t="x"><v>9</v></c></row>'],
    ['a flag that is neither', '<row r="2"><c r="A2" t="b"><v>7</v></c></row>'],
    ['a cell of another row', '<row r="2"><c r="A3"><v>9</v></c></row>'],
    ['a cell twice', '<row r="2"><c r="A2"><v>9</v></c><c r="A2"><v>8</v></c></row>'],
    ['rows out of order', `${SECOND}${FIRST}`],
    ['a reference that is none', '<row r="2"><c r="2A"><v>9</v></c></row>'],
    ['a row that is no number', '<row r="two"><c><v>9</v></c></row>'],
  ])('%s is damage', async (_, rows) => {
    await expect(read(of(rows))).rejects.toThrow('The workbook is damaged');
  });

  test('without references stand one after the other', async () => {
    const rows = '<row><c t="inlineStr"><is><t>A1</t></is></c><c/><c><v>9</v></c></row>';
    expect(await read(of(rows))).toEqual([[2, 'A1', '', '9', '']]);
  });

  test('beyond the last row or column of a sheet are refused', async () => {
    await expect(read(of('<row r="1048577"><c><v>9</v></c></row>'))).rejects.toThrow('1,048,576 rows');
    await expect(read(of('<row r="2"><c r="XFE2"><v>9</v></c></row>'))).rejects.toThrow('16,384 columns');
    const last = '<row r="1048576"><c r="A1048576"><v>9</v></c><c r="XFD1048576"><v>9</v></c></row>';
    expect((await read(of(FIRST + last))).at(-1)).toEqual([1_048_576, '9', '', '', '']);
  });
});

describe('merged cells (18.3.1.55)', () => {
  const merges = (...references: readonly string[]): string =>
    `<mergeCells>${references.map((reference) => `<mergeCell ref="${reference}"/>`).join('')}</mergeCells>`;
  const rows =
    madeRow(2, ['A1', 'Fall', 9, 'D']) +
    madeRow(3, [null, 'Spring', 12, null]) +
    madeRow(4, ['A2', 'Fall', 6, 'I']);

  test('over rows hold their value in each', async () => {
    expect(await read(of(rows, {}, merges('A2:A3', 'D2:D3')))).toEqual([
      [2, 'A1', 'Fall', '9', 'D'],
      [3, 'A1', 'Spring', '12', 'D'],
      [4, 'A2', 'Fall', '6', 'I'],
    ]);
  });

  test('of a number are told, to be refused where it is of one row; those over columns are refused', async () => {
    const credits = of(
      madeRow(2, ['A1', 'Fall', 9, 'D']) + madeRow(3, ['A1', 'Spring', null, 'D']),
      {},
      merges('C2:C3'),
    );
    const [first] = (await opened(credits)).firstRows;
    expect(first).toMatchObject({ cells: ['A1', 'Fall', '9', 'D'], shared: [2] });
    await expect(read(of(rows, {}, merges('B4:C4')))).rejects.toThrow(
      /^Row 4, column "B": this cell is merged over several columns/,
    );
  });

  test('of a title, and of a remark below the table, are in nobody’s way', async () => {
    const title = madeWorkbook({
      sheets: [
        {
          rows:
            madeRow(1, ['Loans of the fall']) +
            madeRow(2, ['Student ID', 'Term', 'Credits', 'Dep Status']) +
            madeRow(3, ['A1', 'Fall', 9, 'D']) +
            madeRow(4, ['Checked by the office']),
          behind: merges('A1:D1', 'A4:D4'),
        },
      ],
    });
    expect(await read(title)).toEqual([[3, 'A1', 'Fall', '9', 'D']]);
  });

  test('that overlap, or are no cells, are damage', async () => {
    await expect(read(of(rows, {}, merges('A2:A4', 'A3:A4')))).rejects.toThrow(
      'damaged: merged cells overlap',
    );
    await expect(read(of(rows, {}, merges('A2:')))).rejects.toThrow('damaged');
  });
});

describe('a part that is not whole', () => {
  const parts = partsOf({ sheets: [{ rows: HEADER + FIRST + SECOND }], strings: ['x'] });
  const SHEET = 'xl/worksheets/sheet1.xml';

  test.each([
    ['a document type', '<!DOCTYPE lolz [<!ENTITY lol "lol">]>', ''],
    ['an entity of its own', '', '&lol;'],
    ['a character that there is not', '', '&#x110000;'],
    ['no UTF-8', '', '\u0000'],
  ])('is damage where it has %s', async (name, before, text) => {
    const xml = `${before}${parts[SHEET]}`.replace('A1', `A1${text}`);
    const bytes = new TextEncoder().encode(xml);
    const sheet = name === 'no UTF-8' ? bytes.map((byte) => (byte === 0 ? 0xff : byte)) : bytes;
    await expect(read(zipped({ ...parts, [SHEET]: sheet }))).rejects.toThrow('The workbook is damaged');
  });
});

test('characters beyond the first plane may be written as numbers', async () => {
  const name = madeRow(2, ['A&#x1F600;', 'Fall&amp;', 9, 'D']);
  expect(await read(of(name))).toEqual([[2, 'A😀', 'Fall&', '9', 'D']]);
});
