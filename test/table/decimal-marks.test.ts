import { describe, expect, test } from 'vitest';
import { pointIn } from '../../src/table/decimal-marks.js';
import type { Table } from '../../src/table/open-table.js';
import { opened } from './opened.js';

const of = (text: string): Promise<Table> => opened(Buffer.from(text));
const cellsOf = async (text: string, from = 2) =>
  Array.from((await of(text)).rows(), ({ cells }) => cells.slice(from));
const paid = async (...values: readonly string[]) => {
  const rows = values.map((value) => `A1;9;${value}\n`);
  return (await cellsOf(`ID;Credits;Sub Paid\n${rows.join('')}`)).flat();
};

describe('decimal commas', () => {
  test('are read where the column leaves no doubt, and that is said', async () => {
    const source = await of('ID;Credits;Sub Paid\nA1;9,5;1.750,00\nA2;12;2.750\nA3;7,25;(500,5)\nA4;6;\n');
    expect([...source.rows()].map(({ cells }) => cells)).toEqual([
      ['A1', '9.5', '1750.00'],
      ['A2', '12', '2750'],
      ['A3', '7.25', '(500.5)'],
      ['A4', '6', ''],
    ]);
    expect(source.firstRows).toEqual([...source.rows()]);
    const said = 'Numbers with a decimal comma are read in "Credits", "Sub Paid": 9,5 as 9.5.';
    expect(source.notes).toEqual([said]);
  });

  test('are read beside spaces of thousands, plain or as they are printed, and a sign behind', async () => {
    const read = await paid('4 500,00', '1\u202f250,50', '12\u00a0000', '150,00-');
    expect(read).toEqual(['4500.00', '1250.50', '12\u00a0000', '150.00-']);
  });

  test('are left where the column has words, too', async () => {
    expect(await paid('9,5', '9.5', 'none')).toEqual(['9,5', '9.5', 'none']);
    expect(await paid('9,5', 'none')).toEqual(['9,5', 'none']);
  });

  test('are not found in lists of numbers', async () => {
    expect(await cellsOf('ID;Sections;Paid\nA1;1,2;5,500\nA2;3,4,5;1,750\n', 1)).toEqual([
      ['1,2', '5,500'],
      ['3,4,5', '1,750'],
    ]);
  });

  test('beside numbers with another mark, or with three digits behind a comma in another column, are refused', async () => {
    await expect(paid('1750.00', '2500,00')).rejects.toThrow(
      /^Row 2, column "Sub Paid": "1750\.00" may be read in two ways, since "2500,00" has a decimal comma\. Write all/,
    );
    await expect(of('ID;Credits;Paid\nA1;9;2500,00\nA2;12,000;\n')).rejects.toThrow(
      /^Row 3, column "Credits": "12,000" may be read in two ways, since "2500,00" in column "Paid" has a decimal comma\./,
    );
  });

  test('of two sections, such as 1,2, put no amount of another column in doubt', async () => {
    const read = await cellsOf('ID,Sections,Paid\nA1,"1,2","5,500"\nA2,"3,4","1,750"\n');
    expect(read).toEqual([['5,500'], ['1,750']]);
  });

  test('are read beside a word for none, where another column of the file has them', async () => {
    expect(await cellsOf('ID;Fall;Spring;Room\nA1;9,0;7,5;1,2\nA2;12,0;11,0;B\nA3;n/a;6,0;C\n', 1)).toEqual([
      ['9.0', '7.5', '1,2'],
      ['12.0', '11.0', 'B'],
      ['n/a', '6.0', 'C'],
    ]);
  });

  test.each([
    ['9,5', '1,750'],
    ['9,5', '1.750'],
    ['9,125', '9,5'],
  ])('do not decide what three digits behind a mark are: %s and %s', async (...values) => {
    await expect(paid(...values)).rejects.toThrow(
      /^Row [23], column "Sub Paid": "[19][.,](?:750|125)" may be read in two ways/,
    );
  });

  test('in a row further down that contradict the first rows are refused with it', async () => {
    const many = Array.from({ length: 1200 }, () => '9,5');
    await expect(paid(...many, '1,750')).rejects.toThrow('Row 1202, column "Sub Paid"');
    await expect(paid(...many, '1750.50')).rejects.toThrow('Row 1202, column "Sub Paid"');
  });
});

test('three digits behind a point stay as they are, and are told as what they may be', async () => {
  expect(await paid('3.500', '1.750')).toEqual(['3.500', '1.750']);
  for (const either of ['3.500', '$1.750', '1.234.567', 'USD 1.750', '2.500 USD'])
    expect(pointIn(either), either).toBe('either');
  expect(['500.00', '1,750.000', '3500', 'x.500', ''].map(pointIn)).toEqual([null, null, null, null, null]);
  expect(['1750.000', '0.500'].map(pointIn)).toEqual(['thousandths', 'thousandths']);
});
