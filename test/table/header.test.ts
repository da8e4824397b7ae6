import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnNames, nameKey } from '../../src/table/column-names.js';
import { openTable } from '../../src/table/open-table.js';
import { madeRow, madeWorkbook } from '../support/made-workbook.js';
import { forAll, fuzzRuns } from '../support/runs.js';

/** Opens a text without hints about column names. */
const read = async (lines: readonly string[]) => {
  const { header, headerRow, firstRows } = await openTable(Buffer.from(lines.join('\n')));
  return { header, headerRow, rows: firstRows.map(({ row }) => row) };
};

describe('without usual names, the header is found', () => {
  test.each([
    ['Spanish', ['Matrícula', 'Periodo', 'Créditos', 'Pagado']],
    ['Chinese', ['学号', '学期', '学分', '已付']],
  ])('in %s, below a title and parameters', async (_, names) => {
    const top = ['Universidad del Norte', 'Informe;Otoño 2026', ''];
    expect(await read([...top, names.join(';'), 'A0017;Otoño;9;1750', 'A0018;Otoño;12,5;'])).toEqual({
      header: names,
      headerRow: 4,
      rows: [5, 6],
    });
  });

  test('below a block of as many words, by the numbers under its names', async () => {
    const lines = ['Norte,Informe,Otoño,Ayuda', '', 'Matrícula,Periodo,Créditos,Pagado', 'A1,Otoño,9,1750'];
    expect(await read([...lines, 'A2,Otoño,12,'])).toMatchObject({
      header: ['Matrícula', 'Periodo', 'Créditos', 'Pagado'],
      headerRow: 3,
    });
  });

  test('in two lines that cut its names', async () => {
    const lines = ['Número de,,Créditos,Monto', 'alumno,Periodo,inscritos,pagado', '00017,Otoño,9,1750'];
    expect(await read([...lines, '00018,Otoño,12,0'])).toEqual({
      header: ['Número de alumno', 'Periodo', 'Créditos inscritos', 'Monto pagado'],
      headerRow: 2,
      rows: [3, 4],
    });
  });

  test('in two lines, where the years above tell equal names apart, though they make no usual ones', async () => {
    const lines = [',,2025-26,,2026-27,', 'ID,Dependency,Class,Credits,Class,Credits', 'A0017,D,1,12,2,9'];
    expect(await read(lines)).toMatchObject({
      header: ['ID', 'Dependency', '2025-26 Class', '2025-26 Credits', '2026-27 Class', '2026-27 Credits'],
      headerRow: 2,
    });
  });

  test('in two lines, where groups tell equal names apart and others say nothing', async () => {
    const lines = ['Alumno,,Otoño,,Primavera,', 'Matrícula,Nivel,Créditos,Pagado,Créditos,Final'];
    expect(await read([...lines, 'A0017,1,9,1750,12,11', 'A0018,2,6,,6,'])).toMatchObject({
      header: 'Matrícula,Nivel,Otoño Créditos,Otoño Pagado,Primavera Créditos,Primavera Final'.split(','),
      headerRow: 2,
    });
  });

  test('of 200 columns', async () => {
    const names = Array.from({ length: 200 }, (_, place) => `Field ${place}`);
    const row = names.map((_, place) => `${place}`).join('|');
    expect(await read(['Report', names.join('|'), row])).toEqual({ header: names, headerRow: 2, rows: [3] });
  });
});

test('names of columns are each of one column', async () => {
  const { header } = await read(['Sum,Sum,sum ,Sum [2],Column F,,\u200B', '1,2,3,4,5,6,7']);
  expect(header).toEqual(['Sum', 'Sum [3]', 'sum [4]', 'Sum [2]', 'Column F', 'Column F [2]', 'Column G']);
});

test('names of columns are made for columns behind the last name that most rows fill, and not for what is beside the table', async () => {
  const rows = [
    ['ID', 'Term', 'Credits'],
    ['A1', 'Fall', 9, 'x'],
    ['A2', 'Fall', 9, 'y', 'see Bob'],
  ];
  const sheets = [{ rows: rows.map((cells, nth) => madeRow(nth + 1, cells)).join('') }];
  const { header, firstRows } = await openTable(madeWorkbook({ sheets }));
  expect(header).toEqual(['ID', 'Term', 'Credits', 'Column D']);
  expect(firstRows.map(({ cells }) => cells.length)).toEqual([4, 4]);
});

test('names of columns are unique and never blank, whatever a header says', () => {
  const name = fc.oneof(
    fc.constantFrom('', ' ', '\u200B', 'A', 'a', 'A [2]', 'Column B', 'Column B [2]'),
    fc.string({ maxLength: 4 }).map((text) => text.trim()),
  );
  forAll(fuzzRuns(300), fc.array(name, { maxLength: 40 }), (header) => {
    const names = columnNames(header);
    expect(new Set(names).size).toBe(header.length);
    expect(names.every((each) => each.trim() !== '')).toBe(true);
    expect(columnNames(names)).toEqual(names);
    const keys = header.map(nameKey);
    for (const [place, each] of header.entries())
      if (nameKey(each) !== '' && keys.indexOf(keys[place] ?? '') === place) expect(names[place]).toBe(each);
  });
});
