import { describe, expect, test } from 'vitest';
import { errorOf, fieldErrorsOf, verdict } from '../support/client.js';
import { CSV_HEADER, csvFile, STUDENT } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

const { client } = await sharedService();

const FILE = csvFile('A,dependent,first_year,Fall,9');
const ONE_TAKES = 'This path takes trace and award_year.';
const FILE_TAKES = 'This path takes award_year, ignore_columns and bom.';

describe('a query parameter that is not known is refused by name, with the nearest that is', () => {
  test.each([
    ['?tracee=true', 'tracee', `There is no query parameter "tracee" here: did you mean trace? ${ONE_TAKES}`],
    ['?trace=true&bom=true', 'bom', `There is no query parameter "bom" here. ${ONE_TAKES}`],
    [
      '?awardYear=2026-27',
      'awardYear',
      `There is no query parameter "awardYear" here: did you mean award_year? ${ONE_TAKES}`,
    ],
    ['?trace=true&trace=true', 'trace', 'The query parameter trace is given more than once. Give it once.'],
    ['?constructor', 'constructor', `There is no query parameter "constructor" here. ${ONE_TAKES}`],
  ])('for one student: %s', async (query, name, message) => {
    const answer = await client.calculate(STUDENT, {}, query);
    expect(verdict(answer)).toEqual([422, 'validation_error']);
    expect(Object.entries(fieldErrorsOf(answer))).toEqual([[name, message]]);
  });

  test.each([
    [
      '?ignored_columns=GPA',
      `There is no query parameter "ignored_columns" here: did you mean ignore_columns? ${FILE_TAKES}`,
    ],
    ['?trace=true', `There is no query parameter "trace" here. ${FILE_TAKES}`],
    [
      '?ignore_columns=A&ignore_columns=B',
      'The query parameter ignore_columns is given more than once. Give it once.',
    ],
  ])('for a file: %s', async (query, message) => {
    const answer = await client.bulk(FILE, {}, query);
    expect(verdict(answer)).toEqual([400, 'validation_error']);
    expect(errorOf(answer).message).toBe(message);
  });

  test('but nothing is wrong with an empty query', async () => {
    expect((await client.calculate(STUDENT, {}, '?')).status).toBe(200);
  });
});

describe('ignore_columns', () => {
  const file = `${CSV_HEADER},Last Name,GPA\nA,dependent,first_year,Fall,9,Smith,3.5\n`;

  test.each(['text/csv', 'application/x-ndjson'])(
    'lets columns pass, and %s names them in a header',
    async (accept) => {
      const without = await client.bulk(FILE, { accept });
      for (const query of [
        '?ignore_columns=last-name,gpa,phone',
        '?ignore_columns=*',
        '?ignore_columns=GPA%2CLast+Name',
      ]) {
        const { status, text, headers } = await client.bulk(file, { accept }, query);
        expect([status, text]).toEqual([200, without.text]);
        expect(headers['x-ignored-columns']).toBe('Last%20Name,GPA');
      }
    },
  );

  test('with a column of ours is refused before the file is looked at', async () => {
    const answer = await client.bulk('', {}, '?ignore_columns=GPA,Term%20Label');
    expect(verdict(answer)).toEqual([400, 'validation_error']);
    expect(errorOf(answer).message).toContain('"term_label" would be: a column of ours is always read.');
  });

  const columns = (count: number, end = '') =>
    Array.from({ length: count }, (_, nth) => `column ${nth}${end}`);
  test.each([
    ['whatever characters they have', ['E-Mail', '"Name, First"', 'Otoño 100%', '名前', "l'été"], []],
    ['the first 20, and the number of others', columns(20), columns(75), 'and 75 more'],
    ['as many as proxies take', columns(8, 'é'.repeat(80)), columns(2, 'é'.repeat(80)), 'and 2 more'],
    [
      'cut between characters, where one is long',
      [`${'x'.repeat(99)}😀…`],
      [],
      undefined,
      `${'x'.repeat(99)}😀y`,
    ],
  ])('of many names tells %s', async (_, named, others, more?: string, sent = named.join()) => {
    const text = `${CSV_HEADER},${[sent, ...others].join()}\nA,dependent,first_year,Fall,12${','.repeat(named.length + others.length)}\n`;
    const { status, headers } = await client.bulk(text, {}, '?ignore_columns=*');
    const told = String(headers['x-ignored-columns']);
    expect(status).toBe(200);
    expect(told).toMatch(/^[!-~]{1,4200}$/);
    const expected = named.map((name) => name.replaceAll('"', ''));
    expect(told.split(',').map(decodeURIComponent)).toEqual([
      ...expected,
      ...(more === undefined ? [] : [more]),
    ]);
  });

  test('is read by threads, too', async () => {
    const rows = Array.from({ length: 3000 }, (_, nth) => `${nth},dependent,first_year,Fall,9,Smith,3.5\n`);
    const long = `${CSV_HEADER},Last Name,GPA\n${rows.join('')}`;
    expect((await client.bulk(long)).status).toBe(400);
    const { status, headers } = await client.bulk(long, {}, '?ignore_columns=*');
    expect([status, headers['x-ignored-columns']]).toEqual([200, 'Last%20Name,GPA']);
  });
});
