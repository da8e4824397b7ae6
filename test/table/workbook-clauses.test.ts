import { describe, expect, test } from 'vitest';
import { type Made, madeRow, madeWorkbook, partsOf, zipped } from '../support/made-workbook.js';
import { opened } from './opened.js';

/** Clauses of ISO/IEC 29500-1 (18.2-18.18) and 29500-2 that decide if a cell is what its author wrote. */

const SHEET = 'xl/worksheets/sheet1.xml';
const HEADER = madeRow(1, ['Student ID', 'Term', 'Credits', 'Dep Status']);
const FIRST = madeRow(2, ['A1', 'Fall', 9, 'D']);
const SECOND = madeRow(3, ['A2', 'Fall', 12, 'D']);

const of = (rows: string, more: Partial<Made> = {}, behind = ''): Uint8Array =>
  madeWorkbook({ sheets: [{ rows: HEADER + rows, behind }], strings: ['x', 'Fall'], ...more });
const read = async (bytes: Uint8Array) =>
  Array.from((await opened(bytes)).rows(), ({ row, cells }) => [row, ...cells]);
const withCell = (xml: string): string => madeRow(2, ['A1', 'Fall', { xml }, 'D']);

/** Number formats from the second style on; the last style is for dates. */
const FORMATS = ['000000000', '000-00-0000', '&quot;S&quot;00000', '$#,##0', '0%'];

function styled(xml: string, rows = withCell(xml)): Uint8Array {
  const struck = '50</t><r><rPr><strike/></rPr><t>1</t></r><t>';
  const parts = partsOf({ sheets: [{ rows: HEADER + rows }], strings: ['x', 'Fall', struck] });
  const links = 'xl/_rels/workbook.xml.rels';
  const link = '<Relationship Id="x" Type="http://x/styles" Target="styles.xml"/></Relationships>';
  const codes = FORMATS.map((code, nth) => `<numFmt numFmtId="${200 + nth}" formatCode="${code}"/>`);
  const xfs = [0, ...FORMATS.map((_, nth) => 200 + nth), 14].map((id) => `<xf numFmtId="${id}"/>`);
  const fonts = '<fonts><font/><font><strike/></font><font><strike val="0"/></font></fonts>';
  xfs.push('<xf numFmtId="0" fontId="1"/>', '<xf numFmtId="0" fontId="2"/>', '<xf numFmtId="0" fillId="2"/>');
  return zipped({
    ...parts,
    [links]: parts[links]?.replace('</Relationships>', link) ?? '',
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts>${fonts}<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs.join('')}</cellXfs></styleSheet>`,
  });
}

test.each([
  ['an id with zeros in front', 's="1"><v>1234567</v>', '001234567'],
  ['an id with hyphens', 's="2"><v>123456789</v>', '123-45-6789'],
  ['an id with a letter', 's="3"><v>42</v>', 'S00042'],
  ['a number without what binary numbers add', '><v>18.499999999999996</v>', '18.5'],
  ['a number of more digits than are shown', '><v>1234567890123451</v>', '1.23456789012345E+15'],
  ['a number in short', '><v>1E3</v>', '1000'],
  ['dollars, never rounded', 's="4"><v>3500.5</v>', '3500.5'],
  ['percents', 's="5"><v>0.875</v>', '87.5%'],
  ['a date', 's="6"><v>46258</v>', '2026-08-24'],
  ['a date with its time', 's="6"><v>46258.75</v>', '2026-08-24 18:00:00'],
  ['a date before the leap day that never was', 's="6"><v>59</v>', '1900-02-28'],
  ['a shared text (18.4)', 't="s"><v>1</v>', 'Fall'],
  ['an error (18.18.11) by its name', 't="e"><f>X</f><v>#N/A</v>', '#N/A'],
  ['the result of a formula', '><f>4+5</f><v>9</v>', '9'],
  ['an empty result of a formula', 't="str"><f>IF(1,"","x")</f><v></v>', ''],
  ['entities', 't="str"><v>&lt;a&amp;b&gt;&#233;&#x1F600;</v>', '<a&b>é😀'],
  ['what XML has no place for', 't="str"><v>1\n_x000D_2</v>', '1\n\r2'],
  [
    'runs of a text without its reading',
    't="inlineStr"><is><r><t>Fa</t></r><r><t xml:space="preserve">ll </t></r><rPh><t>x</t></rPh></is>',
    'Fall ',
  ],
  ['a struck digit beside the others', 't="s"><v>2</v>', '50 | 1'],
  [
    'a raised digit beside the others',
    't="inlineStr"><is><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r><r><t>6</t></r></is>',
    '1 | 6',
  ],
  [
    'a number in one look, whatever it is',
    't="inlineStr"><is><r><rPr><strike/></rPr><t>1</t></r><r><rPr><strike val="1"/></rPr><t>2</t></r></is>',
    '12',
  ],
])('a cell shows %s', async (_, xml, shown) => {
  expect(await read(styled(xml))).toEqual([[2, 'A1', 'Fall', shown, 'D']]);
});

test.each([
  ['that is crossed out (18.8.22, 18.4.10) marks its row', 's="7"><v>9</v>', 'partly crossed out'],
  ['whose font says that it is not', 's="8"><v>9</v>', undefined],
  ['without a text, whatever its font is', 's="7">', undefined],
])('a cell %s', async (_, xml, mark) => {
  expect(Array.from((await opened(styled(xml))).rows(), (row) => row.mark)).toEqual([mark]);
});

test.each([
  ['a few of many', 2, 8, true],
  ['one, as the header has', 1, 8, false],
  ['every second one', 4, 8, false],
])('colors of rows (18.8.21) are said not to be read: %s', async (_, colored, all, isSaid) => {
  const rows = Array.from({ length: all }, (_, nth) => (nth < colored ? ['s="9"><v>9</v>'] : ['><v>9</v>']));
  const xml = rows
    .map(([cell = ''], nth) => madeRow(nth + 2, [`A${nth}`, 'Fall', { xml: cell }, 'D']))
    .join('');
  const { notes } = await opened(styled('><v>9</v>', xml));
  expect(notes.some((note) => note.includes('with a color, which is not read'))).toBe(isSaid);
});

test('a row of which every cell is crossed out is crossed out', async () => {
  const struck = ['A1', 'Fall', '9', 'D'].map((text) => ({ xml: `s="7" t="str"><v>${text}</v>` }));
  const { rows } = await opened(styled('><v>9</v>', madeRow(2, struck) + SECOND));
  expect(Array.from(rows(), ({ mark }) => mark)).toEqual(['crossed out', undefined]);
});

test('comments on cells (18.7) are said not to be read', async () => {
  const rows = `${madeRow(1, ['ID', 'Term'])}${madeRow(2, ['A1', 'Fall'])}`;
  const { notes } = await opened(
    zipped({ ...partsOf({ sheets: [{ rows }] }), 'xl/comments1.xml': '<comments/>' }),
  );
  expect(notes).toEqual(['The workbook has comments on cells, which are not read.']);
});

describe('a formula (18.3.1.40)', () => {
  test.each([
    ['without a value', '><f>4+5</f>', ''],
    ['with an empty value', '><f>4+5</f><v/>', ''],
    ['of a text, without a value', 't="str"><f>A1</f>', ''],
    ['as a stream of Apache POI leaves it', 't="n"><f>6+6</f><v>0.0</v>', ''],
    ['that is shared, without a value', '><f t="shared" si="0"/>', ''],
    ['that is to be calculated at the opening (18.2.2)', '><f>1</f><v>0</v>', 'fullCalcOnLoad="true"'],
    ['that was not calculated to the end', '><f>1</f><v>0</v>', 'calcCompleted="0"'],
  ])('%s is not known, and no blank', async (_, xml, calcPr) => {
    const bytes = of(withCell(xml) + SECOND, { workbook: `<calcPr ${calcPr}/>` });
    const unsaved = Array.from((await opened(bytes)).rows(), (row) => row.unsaved);
    expect(unsaved).toEqual([[2], undefined]);
  });

  test('of a whole table without results makes no file without rows, and of a whole sheet no empty one', async () => {
    const unsaved = { xml: '><f>X1</f><v/>' };
    const { rows } = await opened(of(madeRow(2, [unsaved, unsaved, unsaved, unsaved])));
    expect(Array.from(rows(), (row) => row.unsaved)).toEqual([[0, 1, 2, 3]]);
    const all = madeWorkbook({ sheets: [{ rows: madeRow(1, [unsaved, unsaved]) }] });
    await expect(read(all)).rejects.toThrow('formulas whose results were not saved');
  });

  test('beside the table, or in a total that is set aside, is in nobody’s way', async () => {
    const beside = madeRow(2, ['A1', 'Fall', 9, 'D', null, { xml: '><f>1</f>' }]);
    const total = madeRow(4, ['Total', null, { xml: '><f>SUM(C2:C3)</f>' }]);
    expect(await read(of(beside + SECOND + total))).toEqual([
      [2, 'A1', 'Fall', '9', 'D'],
      [3, 'A2', 'Fall', '12', 'D'],
    ]);
  });
});

const merges = (...references: readonly string[]): string =>
  `<mergeCells>${references.map((reference) => `<mergeCell ref="${reference}"/>`).join('')}</mergeCells>`;

describe('rows (18.3.1.73)', () => {
  test('keep their numbers, and what stands beside the table is in no column', async () => {
    const rows = `${madeRow(3, ['Title'])}${madeRow(5, ['ID', 'Term'])}<row r="7" hidden="1" outlineLevel="1"><c r="A7"><v>6</v></c></row><row r="8" ht="0"><c r="A8"><v>7</v></c><c r="D8" t="str"><v>see Bob</v></c></row>`;
    const { headerRow, firstRows, notes } = await opened(madeWorkbook({ sheets: [{ rows }] }));
    expect({ headerRow, firstRows }).toEqual({
      headerRow: 5,
      firstRows: [
        { row: 7, cells: ['6', ''], mark: 'hidden' },
        { row: 8, cells: ['7', ''], mark: 'hidden' },
      ],
    });
    expect(notes).toEqual([]);
  });

  test('with cells beside the table are told, below it too, but for what a report says of itself', async () => {
    const beside = (row: number, text: string) => madeRow(row, [null, null, null, null, null, text]);
    const first = madeRow(2, ['A1', 'Fall', 9, 'D', null, 'withdrew']);
    const others = [3, 4, 5].map((row) => madeRow(row, ['A2', 'Fall', 9, 'D'])).join('');
    const { rows } = await opened(of(first + others + beside(6, 'Page 2 of 3') + beside(9, 'Bob')));
    const said: unknown[] = [];
    const read = [...rows(({ row, cells, speaksOf }) => said.push([row, cells.at(-1), speaksOf]))];
    expect(read.map(({ row }) => row)).toEqual([2, 3, 4, 5]);
    expect(said).toEqual([
      [2, 'withdrew', 'its row'],
      [6, 'Page 2 of 3', undefined],
      [9, 'Bob', 'its row'],
    ]);
  });

  test('and cells without references stand one after the other', async () => {
    const rows = '<row><c t="inlineStr"><is><t>A1</t></is></c><c/><c><v>9</v></c></row>';
    expect(await read(of(rows))).toEqual([[2, 'A1', '', '9', '']]);
  });

  test('and cells beyond the last of a sheet are refused', async () => {
    const tooFar = '1,048,576 rows or 16,384 columns';
    await expect(read(of('<row r="1048577"><c><v>9</v></c></row>'))).rejects.toThrow(tooFar);
    await expect(read(of('<row r="2"><c r="XFE2"><v>9</v></c></row>'))).rejects.toThrow(tooFar);
    const last = '<row r="1048576"><c r="A1048576"><v>9</v></c><c r="XFD1048576"><v>9</v></c></row>';
    expect((await read(of(FIRST + last))).at(-1)).toEqual([1_048_576, '9', '', '', '']);
  });
});

describe('merged cells (18.3.1.55)', () => {
  const rows = FIRST + madeRow(3, [null, 'Spring', null, null]) + madeRow(4, ['Checked by the office']);

  test('over rows hold their value in each, and numbers are told; a remark is in nobody’s way', async () => {
    const table = await opened(of(rows, {}, merges('A2:A3', 'D2:D3', 'C2:C3', 'A4:D4')));
    expect([...table.rows()]).toEqual([
      { row: 2, cells: ['A1', 'Fall', '9', 'D'], shared: [0, 2] },
      { row: 3, cells: ['A1', 'Spring', '9', 'D'], shared: [0, 2] },
    ]);
  });

  test('above the names are groups that end with them', async () => {
    const groups = madeRow(1, [null, 'Fall', null, 'Spring', null, null]);
    const names = madeRow(2, ['ID', 'Credits', 'Paid', 'Credits', 'Paid', 'Note']);
    const two = groups + names + madeRow(3, ['A1', 9, 1, 6, 2, 'x']);
    const sheets = [{ rows: two, behind: merges('B1:C1', 'D1:E1') }];
    const { header } = await opened(madeWorkbook({ sheets }));
    expect(header).toEqual(['ID', 'Fall Credits', 'Fall Paid', 'Spring Credits', 'Spring Paid', 'Note']);
  });

  test('over columns that the header merges, too, are one column', async () => {
    const wide = madeRow(1, ['ID', null, 'Term']) + madeRow(2, ['A1', null, 'Fall']);
    const behind = merges('A1:B1', 'A2:B2');
    expect(await read(madeWorkbook({ sheets: [{ rows: wide, behind }] }))).toEqual([[2, 'A1', '', 'Fall']]);
  });

  test('over most columns, alone in their row, are a remark', async () => {
    const group = FIRST + madeRow(3, ['Juniors']) + madeRow(4, ['A2', 'Fall', 12, 'D']);
    const { rows } = await opened(of(group, {}, merges('A3:D3')));
    const said: unknown[] = [];
    expect([...rows((row) => said.push(row))].map(({ row }) => row)).toEqual([2, 4]);
    expect(said).toMatchObject([{ row: 3, reason: 'remark', speaksOf: 'rows below' }]);
  });

  test('that cover another value than they show are refused', async () => {
    await expect(read(of(FIRST + SECOND, {}, merges('C2:C3')))).rejects.toThrow(
      'Row 3, column "C": this cell holds "12", and the merged cells from C2 on, which show "9", cover it',
    );
    expect(await read(of(FIRST + SECOND, {}, merges('D2:D3')))).toHaveLength(2);
  });

  test('over columns are refused', async () => {
    await expect(read(of(rows, {}, merges('B3:C3')))).rejects.toThrow(
      /^Row 3, column "B": this cell is merged over several columns/,
    );
  });
});

test.each([
  ['a number that is none', of(withCell('><v>nine</v>'))],
  ['a type that there is not', of(withCell('t="x"><v>9</v>'))],
  ['a flag that is neither', of(withCell('t="b"><v>7</v>'))],
  ['a shared text of none', of(withCell('t="s"><v>2</v>')), 'C2 refers to a text that is missing ("2")'],
  ['a shared text that is no number', of(withCell('t="s"><v>constructor</v>'))],
  ['a cell of another row', of('<row r="2"><c r="A3"><v>9</v></c></row>')],
  ['cells out of order', of('<row r="2"><c r="B2"><v>9</v></c><c r="A2"><v>9</v></c></row>')],
  ['a cell twice', of('<row r="2"><c r="A2"><v>9</v></c><c r="A2"><v>8</v></c></row>')],
  ['a reference that is none', of('<row r="2"><c r="2A"><v>9</v></c></row>')],
  ['rows out of order', of(SECOND + FIRST)],
  ['a row twice', of(FIRST + FIRST)],
  ['a row that is no number', of('<row r="two"><c><v>9</v></c></row>')],
  ['merged cells that overlap', of(FIRST + SECOND, {}, merges('A2:A4', 'A3:A4'))],
  ['merged cells that are none', of(FIRST, {}, merges('A2:'))],
  ['an entity of its own', of(withCell('t="str"><v>&lol;</v>'))],
  ['a character that there is not', of(withCell('t="str"><v>&#x110000;</v>'))],
  ['a document type', changed((xml) => `<!DOCTYPE lolz [<!ENTITY lol "lol">]>${xml}`)],
  [
    'a megabyte without a tag',
    changed((xml) => xml.replace('</sheetData>', `${'x'.repeat(2 ** 20)}</sheetData>`)),
  ],
  ['no UTF-8', changed((xml) => Buffer.from(xml.replace('A1', '\u00FF'), 'latin1'))],
  ['no part of texts', changed((xml) => xml, 'xl/sharedStrings.xml')],
])('%s is damage', async (_, bytes, place?: string) => {
  const told = place === undefined ? '' : `: the cell ${place}`;
  await expect(read(bytes)).rejects.toThrow(`The workbook is damaged${told}`);
});

test('a small workbook whose cells share a long text is refused before it fills the memory', async () => {
  const cells = Array.from({ length: 4200 }, () => '<c t="s"><v>0</v></c>').join('');
  const bytes = madeWorkbook({ sheets: [{ rows: `<row>${cells}</row>` }], strings: ['x'.repeat(2 ** 18)] });
  expect(bytes.length).toBeLessThan(100_000);
  await expect(read(bytes)).rejects.toThrow('too large when its cells are written out');
});

/** A workbook with its sheet changed, or without the part `left`. */
function changed(sheetOf: (xml: string) => string | Uint8Array, left?: string): Uint8Array {
  const parts = partsOf({ sheets: [{ rows: HEADER + FIRST }], strings: ['x'] });
  const all = Object.entries(parts).filter(([name]) => name !== left);
  return zipped(Object.fromEntries(all.map(([name, xml]) => [name, name === SHEET ? sheetOf(xml) : xml])));
}
