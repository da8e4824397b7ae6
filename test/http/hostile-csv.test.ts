import { once } from 'node:events';
import { createGzip, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { type Answer, type Client, createClient, errorOf, verdict } from '../support/client.js';
import { tableOf } from '../support/csv-answer.js';
import { CSV_HEADER, csvFile, STUDENT } from '../support/requests.js';

/** Files that nobody saves by mistake. */

const MOST_MEMORY = 700 * (1 << 20);

let api: Api;
let client: Client;
let usual: Answer;
beforeAll(async () => {
  api = await startApi({ BULK_MAX_BYTES: String(64 * (1 << 20)) });
  client = await createClient(api);
  usual = await client.calculate(STUDENT);
});
afterEach(async () => {
  expect((await client.calculate(STUDENT)).text).toBe(usual.text);
  expect(await api.peakMemory()).toBeLessThan(MOST_MEMORY);
});
afterAll(() => api.stop());

const GOOD = csvFile('A,dependent,first_year,Fall,12');
const GZIP = { 'content-encoding': 'gzip' };

async function reason(body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) {
  const answer = await client.bulk(body, headers);
  expect(verdict(answer)).toEqual([400, 'invalid_json']);
  return errorOf(answer).details?.[0]?.['reason'];
}

test('one line of 200 MB that does not say its length', async () => {
  const body = Buffer.alloc(200_000_000, 'x');
  const answer = await client.bulk(body, { 'transfer-encoding': 'chunked' });
  expect(verdict(answer)).toEqual([413, 'validation_error']);
});

test('one line of 50 MB', async () => {
  expect(await reason(Buffer.alloc(50_000_000, 'x'))).toBe('CELL_TOO_LONG');
});

test('a file that says it is 200 MB', async () => {
  expect(verdict(await client.bulk(Buffer.alloc(200_000_000, 'x')))).toEqual([413, 'validation_error']);
});

test('a quote on the first byte of 50 MB', async () => {
  expect(await reason(`"${'x,\n'.repeat(17_000_000)}`)).toBe('CELL_TOO_LONG');
});

test('10,000 columns', async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(',');
  expect(await reason(`${names}\n`)).toBe('TOO_MANY_COLUMNS');
  expect(await reason(','.repeat(1_000_000))).toBe('EMPTY');
});

test('a million blank lines alone, before, between and after the rows', async () => {
  const blank = '\r\n'.repeat(1_000_000);
  expect(await reason(blank)).toBe('EMPTY');
  const usualAnswer = (await client.bulk(GOOD)).text;
  expect((await client.bulk(blank + GOOD)).text).toBe(usualAnswer);
  expect((await client.bulk(GOOD.replace('\n', `\n${blank}`) + blank)).text).toBe(usualAnswer);
});

test('NUL bytes: a header of them is refused, a cell keeps them', async () => {
  const answer = await client.bulk('\0'.repeat(1000));
  expect(verdict(answer)).toEqual([400, 'validation_error']);
  expect(errorOf(answer).message).toContain('UTF-16');
  const [, row] = tableOf(await client.bulk(csvFile('A,dependent,first_year,Fa\0ll,12')));
  expect(row?.[1]).toBe('Fa\0ll');
});

test('every byte that is no UTF-8, where a character begins', async () => {
  for (const byte of [0x80, 0xbf, 0xc0, 0xc1, 0xf5, 0xfe, 0xff]) {
    const body = Buffer.concat([Buffer.from(GOOD), Buffer.from([byte]), Buffer.from(',dependent,,,\n')]);
    expect(await reason(body), byte.toString(16)).toBe('INVALID_UTF8');
  }
});

test.each(['text/csv', 'application/x-ndjson'])(
  'half a million rows of one student_id are refused, asked for %s',
  async (accept) => {
    const body = `${CSV_HEADER}\n${'A,dependent,first_year,Fall,12\n'.repeat(500_000)}`;
    const answer = await client.bulk(body, { accept });
    expect(answer.status).toBe(413);
    expect(errorOf(answer).message).toContain('student_id');
  },
);

test('60 MB of one student_id in long cells are refused', async () => {
  const body = `${CSV_HEADER}\n${`A,dependent,first_year,${'x'.repeat(4000)},12\n`.repeat(15_000)}`;
  const answer = await client.bulk(body);
  expect(answer.status).toBe(413);
  expect(errorOf(answer).message).toContain('student_id');
});

test('twenty thousand rows of one student come back as one failing student', async () => {
  const body = `${CSV_HEADER}\n${'A,dependent,first_year,Fall,12\n'.repeat(20_000)}`;
  const rows = tableOf(await client.bulk(body));
  expect(rows).toHaveLength(20_001);
  expect(rows.at(-1)?.at(-1)).toBe('terms: Expected 1 to 4 terms. Given: 20000. (rows 2-20001)');
});

test('100,000 rows without a filled cell, and one with', async () => {
  const blank = ',,,,\n'.repeat(100_000);
  const rows = tableOf(await client.bulk(`${CSV_HEADER}\n${blank}A,dependent,,Fall,12\n`));
  expect(rows).toHaveLength(2);
  expect(rows[1]?.at(-1)).toContain('(row 100002)');
  expect((await client.bulk(`${CSV_HEADER}\n${blank}`)).text).toContain('There is no row below the header.');
});

test('a gigabyte of zeros in gzip', async () => {
  const gzip = createGzip();
  const pieces: Buffer[] = [];
  gzip.on('data', (piece: Buffer) => pieces.push(piece));
  const zeros = Buffer.alloc(1 << 20);
  for (let megabytes = 0; megabytes < 1024; megabytes += 1) {
    if (!gzip.write(zeros)) await once(gzip, 'drain');
  }
  gzip.end();
  await once(gzip, 'end');
  expect((await client.bulk(Buffer.concat(pieces), GZIP)).text).toContain('UTF-16');
});

test('gzip of very many blank lines or rows is refused for its size', async () => {
  const blank = gzipSync(Buffer.alloc(200_000_000, '\n'), { level: 1 });
  expect(verdict(await client.bulk(blank, GZIP))).toEqual([413, 'validation_error']);
  const row = 'A0,dependent,first_year,Fall,12\n';
  const rows = gzipSync(`${CSV_HEADER}\n${row.repeat(900_000)}${'\n'.repeat(60_000_000)}`, { level: 1 });
  expect([400, 413]).toContain((await client.bulk(rows, GZIP)).status);
});

test('header names that are prototypes, formulas or thousands of characters long are only ignored', async () => {
  const names = ['__proto__', 'constructor', '=1+1', 'toString', 'x'.repeat(4000), 'é'.repeat(2000), ''];
  const body = `${CSV_HEADER},${names.join(',')}\nA,dependent,first_year,Fall,12${',1'.repeat(names.length)}\n`;
  expect((await client.bulk(body, {}, '?ignore_columns=*')).text).toBe((await client.bulk(GOOD)).text);
});

test('a header of 100 near misses is refused with all of them, in bounded length', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `term_labe${index % 10}${'l'.repeat(index % 3)}`);
  const answer = await client.bulk(`${names.join(',')}\n`);
  expect(verdict(answer)).toEqual([400, 'validation_error']);
  expect(answer.text.length).toBeLessThan(100_000);
});

test('many files at once, good and bad, each get their own answer', async () => {
  const bodies = Array.from({ length: 24 }, (_, index) =>
    index % 3 === 0 ? `"${'x'.repeat(100_000)}` : csvFile(`S${index},dependent,first_year,Fall,12`),
  );
  const answers = await Promise.all(bodies.map((body) => client.bulk(body)));
  answers.forEach(({ status, text }, index) => {
    if (index % 3 === 0) expect(status).toBe(400);
    else expect(text.split('\r\n')[1]).toMatch(new RegExp(`^S${index},Fall,Full-Time,`));
  });
});
