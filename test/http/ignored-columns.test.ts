import { expect, test } from 'vitest';
import { ignoredColumnsHeader } from '../../src/http/ignored-columns.js';

const columns = (count: number) => Array.from({ length: count }, (_, index) => `column ${index + 1}`);
const decoded = (header: string | undefined) => header?.split(',').map(decodeURIComponent);

test('there is no header where every column was read', () => {
  expect(ignoredColumnsHeader([])).toBeUndefined();
});

test('names come back as they stand in the file, whatever characters they have', () => {
  const names = ['E-Mail', 'Name, First', 'Otoño 100%', '名前', 'a"b\\c\r\nSet-Cookie: x', "l'été"];
  const header = ignoredColumnsHeader(names);
  expect(header).toMatch(/^[!-~]+$/);
  expect(decoded(header)).toEqual(names);
});

test('20 columns are all named; of more, the first 20 are named and the others counted', () => {
  expect(decoded(ignoredColumnsHeader(columns(20)))).toEqual(columns(20));
  expect(decoded(ignoredColumnsHeader(columns(21)))).toEqual([...columns(20), 'and 1 more']);
  expect(ignoredColumnsHeader(columns(99))).toMatch(/,column%2020,and%2079%20more$/);
});

test('long names are counted rather than named before the header outgrows what proxies take', () => {
  const header = ignoredColumnsHeader([...columns(2), ...columns(10).map((name) => name + 'é'.repeat(300))]);
  expect(header?.length).toBeLessThan(4200);
  expect(decoded(header)?.slice(0, 2)).toEqual(columns(2));
  expect(decoded(header)?.at(-1)).toBe('and 8 more');
  expect(ignoredColumnsHeader(['é'.repeat(4000)])).toBe('and%201%20more');
});
