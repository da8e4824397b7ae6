import { describe, expect, test } from 'vitest';
import { openTable, type ReadSettings, type Table } from '../../src/table/open-table.js';
import { madeRow, madeWorkbook } from '../support/made-workbook.js';
import { opened } from './opened.js';

const NAMES = ['Student ID', 'Term', 'Credits', 'Dep Status', 'Sub Paid'];
const FIRST = ['A0001', 'Fall', '9', 'D', '1,750.00'];
const SECOND = ['A0002', 'Fall', '12', 'I', ''];

type Rows = readonly (readonly string[])[];

/** The same rows as comma-separated text, semicolon-separated text and a workbook (numbers as numbers). */
const KINDS: Readonly<Record<string, (rows: Rows) => Uint8Array>> = {
  'a text with commas, all of them': (rows) => text(rows, ',', true),
  'a text with semicolons, none behind the last cell': (rows) => text(rows, ';', false),
  'a workbook': (rows) => madeWorkbook({ sheets: [{ rows: sheet(rows) }] }),
};

function text(rows: Rows, delimiter: string, isFull: boolean): Uint8Array {
  const width = Math.max(...rows.map(({ length }) => length));
  const lines = rows.map((cells) => {
    const all = isFull ? Array.from({ length: width }, (_, place) => cells[place] ?? '') : cells;
    return all.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter);
  });
  return Buffer.from(lines.join('\r\n'));
}

function sheet(rows: Rows): string {
  return rows
    .map((cells, nth) =>
      madeRow(
        nth + 1,
        cells.map((cell) => (cell === '' ? null : /^[1-9][0-9]*$/.test(cell) ? Number(cell) : cell)),
      ),
    )
    .join('');
}

function read(source: Table) {
  const setAside: (readonly [number, string])[] = [];
  const rows = [...source.rows(({ row, reason }) => setAside.push([row, reason]))];
  return { header: source.header, headerRow: source.headerRow, rows: rows.map(({ row }) => row), setAside };
}
const readRows = async (bytes: Uint8Array, settings?: ReadSettings) => read(await opened(bytes, settings));

describe.each(Object.entries(KINDS))('in %s', (_, made) => {
  const of = (rows: Rows, settings?: ReadSettings) => readRows(made(rows), settings);

  describe('the header is found', () => {
    test('below titles and parameters that have names of columns', async () => {
      const top = [['Loan report'], ['Academic Period', '202710'], ['Credits', 'All'], ['']];
      const found = await of([...top, NAMES, FIRST, SECOND]);
      expect(found).toEqual({ header: NAMES, headerRow: 5, rows: [6, 7], setAside: [] });
    });

    test('below a remark that looks like names, and one below is no header', async () => {
      const remark = ['Student ID, Term and Credits are as of census'];
      expect(await of([remark, NAMES, FIRST, SECOND])).toMatchObject({ headerRow: 2, rows: [3, 4] });
      const below = await of([NAMES, FIRST, SECOND, remark]);
      expect(below).toMatchObject({ headerRow: 1, rows: [2, 3], setAside: [[4, 'remark']] });
    });

    test('in two lines: groups above names', async () => {
      const upper = ['', 'Fall', '', 'Spring', ''];
      const lower = ['Student ID', 'Credits', 'Sub Paid', 'Credits', 'Sub Paid'];
      expect(await of([['Loans'], upper, lower, ['A0001', '9', '1750', '12', '']])).toMatchObject({
        header: ['Student ID', 'Fall Credits', 'Fall Sub Paid', 'Spring Credits', 'Spring Sub Paid'],
        headerRow: 3,
        rows: [4],
      });
    });

    test('and not below rows of the table, as where a sheet was sorted with its header', async () => {
      const sorted = of([FIRST, NAMES, SECOND, ['A0003', 'Fall', '6', 'D', '']]);
      await expect(sorted).rejects.toThrow('Row 1: this row is above the columns, which are in row 2');
      expect(await of([FIRST, NAMES, SECOND], { header_row: 2 })).toMatchObject({ rows: [3] });
    });

    test('where somebody says so', async () => {
      expect(await of([NAMES, NAMES, FIRST], { header_row: 2 })).toMatchObject({ headerRow: 2, rows: [3] });
    });
  });

  describe('set aside are', () => {
    const table = [NAMES, FIRST, SECOND];

    test.each([
      [['Total', '', '21', '', '1750']],
      [['', 'Grand Total:', '21', '', '$1,750.00']],
      [['Fall Total', '', '21']],
      [['', '', 'Count', '2']],
      [['A0001 Total', '', '9', '', '1750']],
      [['Total Fall', '', '21', '', '1750']],
      [['', '*TOTAL TERM Fall', '21', '', '1750']],
    ])('totals: %j', async (total) => {
      expect(await of([...table, total])).toMatchObject({ rows: [2, 3], setAside: [[4, 'total']] });
      // Also between rows; rows after a gap are still rows.
      const within = await of([NAMES, FIRST, total, [''], SECOND]);
      expect(within).toMatchObject({ rows: [2, 5], setAside: [[3, 'total']] });
    });

    test('a total of courses whose id is printed once, and no course of that name', async () => {
      const header = ['Student ID', 'Term', 'Course', 'Credits', 'Grade'];
      const row = (name: string, id = '', term = '') => [id, term, name, '3', ''];
      const below = ['Algebra', 'Calidad Total', 'Total', 'SUM'].map((name) => row(name));
      const rows = [header, row('Logic', 'A0001', 'Fall'), ...below, row('Logic', 'A0002', 'Fall')];
      const again = [['A0003', 'Fall', '', '', ''], row('Calidad Total'), row('Calidad Total')];
      const read = { rows: [2, 3, 4, 6, 7, 8, 9, 10], setAside: [[5, 'total']] };
      expect(await of([...rows, ...again])).toMatchObject(read);
    });

    test.each([
      [['7 rows selected.']],
      [['End of report']],
      [['* legacy borrowers are marked']],
      [['Page 2', '11/26/2026', '10:15 AM']],
      [['11/26/2026', '', '', 'Page 2 of 3']],
      [['n = 30']],
      [['', '', 'Checked by the office']],
      [['----', '----', '(credits)', '', 'FALSE']],
    ])('remarks: %j', async (remark) => {
      expect(await of([...table, remark])).toMatchObject({ rows: [2, 3], setAside: [[4, 'remark']] });
    });

    test('headers that are repeated, with the titles above them', async () => {
      const title = ['Loan report of the aid office'];
      const upper = NAMES.map((name) => name.toUpperCase());
      const { setAside, ...others } = await of([title, NAMES, FIRST, [''], title, upper, SECOND]);
      expect(others).toEqual({ header: NAMES, headerRow: 2, rows: [3, 7] });
      expect(setAside).toEqual([
        [5, 'remark'],
        [6, 'repeated header'],
      ]);
    });

    test('brought back by a setting, one kind at a time', async () => {
      const rows = [...table, ['Total', '', '21', '', '1750'], NAMES];
      const kept = { rows: [2, 3, 4], setAside: [[5, 'repeated header']] };
      expect(await of(rows, { keep: ['total'] })).toMatchObject(kept);
      const all = { rows: [2, 3, 4, 5], setAside: [] };
      expect(await of(rows, { keep: ['repeated header', 'total'] })).toMatchObject(all);
    });
  });

  test.each([
    ['an id that has a word of totals in it', ['COUNT-7', 'Fall', '9', 'D', '0']],
    ['a fund or term that is called total, with an id', ['A0003', 'Total', '9', 'D', '1750']],
    ['an id alone', ['A0003', '', '', '', '']],
    ['no id', ['', 'Fall', '9', 'D', '0']],
    ['an id of words', ['Smith Anna', 'Fall', '9', 'D', '0']],
    ['numbers alone', ['', '', '21', '', '1750']],
    ['a word beside a total', ['Total', 'Fall', '21', 'D', '1750']],
  ])('a row is a student’s where in doubt: %s', async (_name, row) => {
    expect(await of([NAMES, FIRST, SECOND, row])).toMatchObject({ rows: [2, 3, 4], setAside: [] });
  });

  test('a table whose rows are words loses none of them', async () => {
    const lines = ['Student,Dep Status', 'Anna Smith,D', 'Bob Jones,', 'Total Recall,I'];
    expect(await of(lines.map((line) => line.split(',')))).toMatchObject({ rows: [2, 3, 4], setAside: [] });
  });
});

test('a line of numbers alone may be of a student, whatever their sums, beside totals by their words', async () => {
  const students = '00000011,D,9,1750\n00000012,D,12.5,2250\n'.repeat(2);
  const lines = `${students},,43,8000\nTotal FR,,43,8000\n`;
  const { rows, setAside } = await readRows(Buffer.from(`ID_NUM,Status,Credits,Sub Paid\n${lines}`));
  expect({ rows, setAside }).toEqual({ rows: [2, 3, 4, 5, 6], setAside: [[7, 'total']] });
});

test('no student is set aside who is called like a total', async () => {
  const lines = '"Kim, Min",1234,,\n"Lee, Max",1235,6,\n"Dang, Sum",1236,6,\n"Ray, Al",1237,9,x\n';
  const { setAside } = await readRows(Buffer.from(`Name,No,Credits,Note\n${lines}Total,,21,\n`));
  expect(setAside).toEqual([[6, 'total']]);
});

test('a text whose last line alone has no end is told', async () => {
  const lines = '\uFEFFStudent ID,Term,Credits\r\n1,Fall,9\r\n2,Fall,1';
  const { notes } = await opened(Buffer.from(lines, 'utf16le'));
  expect(notes).toEqual([
    'The last line has no line break, as if a download broke off: is the file complete?',
  ]);
  expect((await opened(Buffer.from(`${lines}\r\n`))).notes).toEqual([]);
});

test.each([
  ['UTF-16 without a mark', Buffer.from('Student ID,Term,Credits\n1,Fall,9\n', 'utf16le')],
  ['UTF-16 of Java', Buffer.from('Student ID,Term,Credits\n1,Fall,9\n', 'utf16le').swap16()],
  ['the encoding that is told', Buffer.from('„ID“,Term,Credits\n1,Fall,9\n', 'utf16le'), 'utf-16le' as const],
  ['a text of DOS', Buffer.from('Student ID,Term,Credits\r\n1,Fall,9\r\n\x1a')],
  ['carets', Buffer.from('Student ID^Term^Credits\n1^Fall^9\n')],
])('%s is read', async (_, bytes, encoding?: 'utf-16le') => {
  const { firstRows, notes } = await opened(bytes, { encoding });
  expect(firstRows).toEqual([{ row: 2, cells: ['1', 'Fall', '9'] }]);
  expect(notes).toEqual([]);
});

test('a text in an older encoding is told', async () => {
  const file = Buffer.from('Matr\u00EDcula,Term,Credits\r\n1,Fall,9\r\n', 'latin1');
  expect((await opened(file)).notes).toEqual([
    'The text is not UTF-8, and is read as Windows-1252. If letters are wrong, save it as "CSV UTF-8".',
  ]);
  expect((await opened(file, { encoding: 'windows-1252' })).notes).toEqual([]);
});

test('what is above the header is shown', async () => {
  const source = await opened(Buffer.from('Loans\n\nTerm,Fall\nStudent ID,Term,Credits\n1,Fall,9\n'));
  expect(source.above).toEqual([
    { row: 1, cells: ['Loans'] },
    { row: 3, cells: ['Term', 'Fall'] },
  ]);
});

test('the title of a page above its header may have any number of cells in a text, and no other row', async () => {
  const lines = [
    'id,term,credits',
    'A1,Fall,9',
    'Aid office,Stand 14.01.2027',
    'id,term,credits',
    'A2,Fall,12',
  ];
  const of = (text: readonly string[]) => readRows(Buffer.from(text.join('\n')));
  expect(await of(lines)).toMatchObject({
    rows: [2, 5],
    setAside: [
      [3, 'remark'],
      [4, 'repeated header'],
    ],
  });
  for (const short of [lines.toSpliced(3, 1), lines.slice(0, 3)])
    await expect(of(short)).rejects.toThrow('Row 3: this row has fewer cells (2) than the header (3)');
  const longer = [...lines.toSpliced(3, 1), ...Array<string>(6).fill('A2,Fall')];
  await expect(of(longer)).rejects.toThrow('Rows with another number of cells: 3, 5, 6, 7, 8, 9 and 1 more.');
});

describe('of several sheets', () => {
  const cover = { name: 'Cover', rows: madeRow(1, ['Aid office']) + madeRow(2, ['Term', 'Fall 2026']) };
  const pivot = {
    name: 'Pivot',
    rows: madeRow(3, ['Row Labels', 'Sum of Credits', 'Count of Student ID']) + madeRow(4, ['Fall', 21, 2]),
  };
  const data = { name: 'Export', rows: sheet([NAMES, FIRST, SECOND]) };
  const codes = { name: 'Codes', rows: madeRow(1, ['Code', 'Meaning']) + madeRow(2, ['D', 'dependent']) };
  const chosen = async (
    ...sheets: readonly { readonly name: string; readonly rows: string; readonly state?: string }[]
  ) => (await opened(madeWorkbook({ sheets }))).sheet;

  test('the one that holds the table is read', async () => {
    expect(await chosen(cover, codes, pivot, data)).toBe('Export');
    expect(await chosen(data, pivot, cover)).toBe('Export');
    // Last year's sheet fits its header better, since no cell is open in it.
    const ended = { name: '25-26', rows: sheet([NAMES, FIRST, SECOND]) };
    const begun = {
      name: '26-27',
      rows: sheet([NAMES, FIRST, SECOND.map((cell, at) => (at === 2 ? 'TBD' : cell))]),
    };
    expect(await chosen(begun, ended)).toBe('26-27');
    expect(await chosen(ended, begun)).toBe('25-26');
    // A legend with equally good names has fewer rows.
    const long = {
      name: 'All',
      rows: sheet([['A', 'B', 'C'], ...Array<string[]>(9).fill(['x1', '2', '3'])]),
    };
    const legend = {
      name: 'Legend',
      rows: sheet([
        ['Code', 'Means', 'C'],
        ['x', '1', '2'],
      ]),
    };
    expect(await chosen(legend, long)).toBe('All');
  });

  test('the others that hold tables are told, hidden ones with them', async () => {
    const sheets = ['Fall', 'Spring'].map((name) => ({ ...data, name }));
    const bytes = madeWorkbook({ sheets: [cover, ...sheets, { ...codes, state: 'hidden' }] });
    const spring = { name: 'Spring', isHidden: false, columns: NAMES };
    const hidden = { name: 'Codes', isHidden: true, columns: ['Code', 'Meaning'] };
    const table = await opened(bytes);
    expect(table).toMatchObject({ sheet: 'Fall', otherSheets: [spring, hidden] });
    expect(table.notes).toContain('The workbook has 3 sheets; "Fall" is read.');
    expect(await opened(bytes, { sheet: ' spring' })).toMatchObject({
      sheet: 'Spring',
      otherSheets: [{ ...spring, name: 'Fall' }, hidden],
    });
  });

  test('those with rows as wide as half the header are told, whatever is above them', async () => {
    const notes = Array.from({ length: 70 }, (_, nth) => madeRow(nth + 1, ['A note']));
    const sheets = [
      data,
      { name: 'Page 2', rows: sheet([FIRST, SECOND]) },
      { name: 'Deep', rows: `${notes.join('')}${madeRow(71, ['A3', 'Fall', 9])}`, state: 'veryHidden' },
      { name: 'Formulas', rows: madeRow(1, ['A3', 'Fall', { xml: '><f>X1</f>' }]) },
      { name: 'Notes', rows: notes.join('') },
      codes,
    ];
    const { otherSheets } = await opened(madeWorkbook({ sheets }));
    const told = otherSheets.map(({ name, isHidden, isAsWide }) => `${name} ${isHidden} ${isAsWide}`);
    expect(told).toEqual(['Page 2 false true', 'Deep true true', 'Formulas false true', 'Codes false false']);
  });

  test('a column that it hides says so, or has no width', async () => {
    const behind = '<cols><col min="2" max="3" hidden="1"/><col min="6" max="16384" width="0"/></cols>';
    const rows = sheet([NAMES, [...FIRST, 'x'], NAMES, [...SECOND, 'x']]);
    const table = await opened(madeWorkbook({ sheets: [{ rows, behind }] }));
    const [id, term, credits, ...others] = NAMES;
    const hidden = [`${term} (hidden)`, `${credits} (hidden)`];
    expect(table.header).toEqual([id, ...hidden, ...others, 'Column F (hidden)']);
    expect([...table.rows()].map(({ row, cells }) => [row, ...cells])).toEqual([
      [2, ...FIRST, 'x'],
      [4, ...SECOND, 'x'],
    ]);
  });

  test('the best table is read in place of one that is not there, and that is said', async () => {
    const bytes = madeWorkbook({ sheets: [cover, codes, data] });
    const { sheet: name, notes } = await opened(bytes, { sheet: 'Fall 2026' });
    expect(name).toBe('Export');
    expect(notes).toContain('The workbook has no sheet "Fall 2026"; "Export" is read instead.');
    await expect(opened(madeWorkbook({ sheets: [cover, cover] }), { sheet: 'Fall 2026' })).rejects.toThrow(
      'The workbook has no sheet "Fall 2026". It has "Cover", "Cover".',
    );
  });

  test('a hidden one is read only where no other holds it, and that is said', async () => {
    const hidden = { ...data, name: 'Old', state: 'veryHidden' };
    expect(await chosen(hidden, data)).toBe('Export');
    const source = await opened(madeWorkbook({ sheets: [cover, hidden] }));
    expect(source.sheet).toBe('Old');
    expect(source.notes).toContain('The sheet "Old" is read, though it is hidden.');
  });
});

describe('a table with a header of the reader’s own', () => {
  const names = ['id', 'term', 'credits'];
  const hints = {
    isUsualName: (name: string) => names.includes(name),
    isOwnHeader: (header: readonly string[]) => String(header) === String(names),
  };
  const rows = 'id,term,credits\n1,Fall,12\n2,Fall,9\n';
  const oursIn = async (bytes: Uint8Array) => (await openTable(bytes, { hints })).ours;

  test('is the reader’s own as it is', async () => {
    const bytes = Buffer.from(rows);
    expect(await oursIn(bytes)).toBe(bytes);
  });

  test.each([
    ['behind the line of Excel', Buffer.from(`sep=,\n${rows}`)],
    ['below a title', Buffer.from(`Loan report of the aid office\n${rows}`)],
    ['with tabs', Buffer.from(rows.replaceAll(',', '\t'))],
    ['in UTF-16', Buffer.from(`\uFEFF${rows}`, 'utf16le')],
    ['with cells as formulas', Buffer.from(rows.replaceAll(',Fall', ',="Fall"'))],
    ['with decimal commas', Buffer.from(rows.replaceAll(/,(\d+)\n/g, ',"$1,5"\n'))],
  ])('is not %s', async (_, bytes) => {
    expect(await oursIn(bytes)).toBeNull();
  });
});
