import { describe, expect, test } from 'vitest';
import { ignoredColumnsHeader } from '../../src/http/ignored-columns.js';
import { CSV_HEADER, STUDENT } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

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

describe('a long name is cut between characters', async () => {
  const { client } = await sharedService();

  test.each([
    ['an emoji at the place of the cut', `${'x'.repeat(99)}😀y`, `${'x'.repeat(99)}😀…`],
    ['emoji alone', '😀'.repeat(101), `${'😀'.repeat(100)}…`],
    ['100 emoji, which is not long', '😀'.repeat(100), '😀'.repeat(100)],
  ])('with %s', async (_, name, shown) => {
    const file = `${CSV_HEADER},${name}\nA,dependent,first_year,Fall,12,x\n`;
    const { status, headers } = await client.bulk(file, {}, '?ignore_columns=*');
    expect([status, decoded(String(headers['x-ignored-columns']))]).toEqual([200, [shown]]);
  });

  test('in a message as in a header', async () => {
    const name = `${'x'.repeat(99)}😀 student id`;
    const { status, text } = await client.bulk(
      `dependency_status,term_label,term_credits_enrolled,${name}\n1,2,3,4\n`,
    );
    expect(status).toBe(400);
    expect(text).toContain(`\\"${'x'.repeat(99)}😀…\\"`);
  });

  test('an unknown field of one student, too', async () => {
    const { text } = await client.calculate({ ...STUDENT, [`${'x'.repeat(99)}😀y`]: 1 });
    expect(text).toContain(`Unknown field \\"${'x'.repeat(99)}😀…\\" was ignored.`);
  });
});
