import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { errorOf, verdict } from '../support/client.js';
import { tableOf } from '../support/csv-answer.js';
import { CSV_HEADER, csvFile } from '../support/requests.js';
import { ownService, stillServing } from '../support/shared-service.js';

const MOST_MEMORY = 700 * (1 << 20);

const { api, client } = await ownService({ BULK_MAX_BYTES: String(64 * (1 << 20)) });
await stillServing(client);
afterEach(async () => {
  expect(await api.peakMemory()).toBeLessThan(MOST_MEMORY);
});

const GOOD = csvFile('A,dependent,first_year,Fall,12');
const ROW = 'A,dependent,first_year,Fall,12\n';
const GZIP = { 'content-encoding': 'gzip' };
const UNSAID = { 'transfer-encoding': 'chunked' };
const numbered = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => `${name}${at}`).join();
const blank = (count: number) => gzipSync(Buffer.alloc(count, '\n'), { level: 1 });

describe('refused for its size', () => {
  test.each([
    ['one line of 200 MB that does not say its length', () => Buffer.alloc(200_000_000, 'x'), UNSAID],
    ['a file that says it is 200 MB', () => Buffer.alloc(200_000_000, 'x'), {}],
    ['gzip of 200 million blank lines', () => blank(200_000_000), GZIP],
  ])('%s', async (_, body, headers) => {
    expect(verdict(await client.bulk(body(), headers))).toEqual([413, 'validation_error']);
  });

  test.each([
    ['half a million rows of one student_id', ROW.repeat(500_000)],
    ['60 MB of one student_id in long cells', ROW.replace('Fall', 'x'.repeat(4000)).repeat(15_000)],
  ])('%s', async (_, rows) => {
    const answer = await client.bulk(`${CSV_HEADER}\n${rows}`, { accept: 'application/x-ndjson' });
    expect(answer.status).toBe(413);
    expect(errorOf(answer).message).toContain('student_id');
  });
});

test.each([
  ['one line of 50 MB', () => Buffer.alloc(50_000_000, 'x'), 'CELL_TOO_LONG'],
  ['a quote on the first byte of 50 MB', () => `"${'x,\n'.repeat(17_000_000)}`, 'CELL_TOO_LONG'],
  ['10,000 columns', () => `${numbered(10_000, 'c')}\n`, 'TOO_MANY_COLUMNS'],
  ['a million commas', () => ','.repeat(1_000_000), 'EMPTY'],
  ['a million blank lines', () => '\r\n'.repeat(1_000_000), 'EMPTY'],
  ['a byte that begins no character', () => Buffer.from(`${GOOD}\xf5`, 'latin1'), 'INVALID_UTF8'],
])('%s cannot be parsed', async (_, body, reason) => {
  const answer = await client.bulk(body());
  expect(verdict(answer)).toEqual([400, 'invalid_json']);
  expect(errorOf(answer).details).toMatchObject([{ reason }]);
});

test('a million blank lines above, between and below the rows change nothing', async () => {
  const lines = '\r\n'.repeat(1_000_000);
  const { text } = await client.bulk(GOOD);
  expect((await client.bulk(lines + GOOD.replace('\n', `\n${lines}`) + lines)).text).toBe(text);
});

test('NUL bytes: a header of them is refused, a cell keeps them', async () => {
  const answer = await client.bulk('\0'.repeat(1000));
  expect(verdict(answer)).toEqual([400, 'validation_error']);
  expect(errorOf(answer).message).toContain('UTF-16');
  const [, row] = tableOf(await client.bulk(csvFile('A,dependent,first_year,Fa\0ll,12')));
  expect(row?.[1]).toBe('Fa\0ll');
});

test('header names that are prototypes, formulas or thousands of characters long are only ignored', async () => {
  const names = ['__proto__', 'constructor', '=1+1', 'toString', 'x'.repeat(4000), 'é'.repeat(2000), ''];
  const body = `${CSV_HEADER},${names.join(',')}\nA,dependent,first_year,Fall,12${',1'.repeat(names.length)}\n`;
  expect((await client.bulk(body, {}, '?ignore_columns=*')).text).toBe((await client.bulk(GOOD)).text);
});

test('a header of 100 near misses is refused with all of them, in bounded length', async () => {
  const answer = await client.bulk(`${numbered(100, 'term_labe')}\n`);
  expect(verdict(answer)).toEqual([400, 'validation_error']);
  expect(answer.text.length).toBeLessThan(100_000);
});
