import { describe, expect, test } from 'vitest';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../../src/engine/award-years.js';
import { listed } from '../../src/engine/texts.js';
import { errorOf, fieldErrorsOf, jsonOf, verdict } from '../support/client.js';
import { CSV_HEADER, csvFile, STUDENT } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

const { client } = await sharedService();

const FILE = csvFile('A,dependent,first_year,Otoño,9');
const NDJSON = { accept: 'application/x-ndjson' };
const askOne = (query: string, body: unknown = STUDENT) => client.calculate(body, {}, query);
const askFile = (query: string, headers = {}) => client.bulk(FILE, headers, query);

const ONE_TAKES = 'This path takes trace and award_year.';
const FILE_TAKES = 'This path takes award_year, ignore_columns and bom.';
const twice = (name: string) => `The query parameter ${name} is given more than once. Give it once.`;
const noYear = (shown: string) =>
  `The query parameter award_year must be ${listed(AWARD_YEARS, 'or')}: other award years have no table of limits. Given: "${shown}". Leave it out for ${CURRENT_AWARD_YEAR}.`;

describe('all that cannot be used are refused by name, with the nearest that is known', () => {
  test.each([
    ['tracee=true', `There is no query parameter "tracee" here: did you mean trace? ${ONE_TAKES}`],
    ['bom=true', `There is no query parameter "bom" here. ${ONE_TAKES}`],
    ['constructor', `There is no query parameter "constructor" here. ${ONE_TAKES}`],
    ['trace=true&trace=true', twice('trace')],
    ['trace=yes', expect.stringContaining('trace')],
    ['trace=yes&bom=1&award_year=2025', expect.stringMatching(/trace|"bom"|award_year/)],
    ['trace=', expect.stringContaining('trace')],
    ['award_year=2025-26', noYear('2025-26')],
    ['award_year=', noYear('')],
  ])('for one student: ?%s', async (query, message) => {
    const answer = await askOne(`?${query}`);
    expect(verdict(answer)).toEqual([422, 'validation_error']);
    const names = query.split('&').map((each) => each.split('=', 1)[0] ?? '');
    expect(fieldErrorsOf(answer)).toEqual(Object.fromEntries(names.map((name) => [name, message])));
  });

  test.each([
    ['awardyear=1', `There is no query parameter "awardyear" here: did you mean award_year? ${FILE_TAKES}`],
    ['trace=true', `There is no query parameter "trace" here. ${FILE_TAKES}`],
    ['ignore_columns=A&ignore_columns=B', twice('ignore_columns')],
    ['award_year=2026-2027', noYear('2026-2027')],
    ['award_year=constructor', noYear('constructor')],
    ['bom', expect.stringContaining('bom')],
    ['bom=1', expect.stringContaining('bom')],
    ['bom=1&trace=true&award_year=2025', expect.stringMatching(/"trace".* bom .* award_year /)],
  ])('for a file: ?%s', async (query, message) => {
    const answer = await askFile(`?${query}`);
    expect(verdict(answer)).toEqual([400, 'validation_error']);
    expect(errorOf(answer).message).toEqual(message);
  });
});

test('an empty query, and false for a flag, change nothing', async () => {
  const [one, file] = [(await askOne('')).text, (await askFile('')).text];
  for (const query of ['?', '?trace=false']) expect((await askOne(query)).text).toBe(one);
  for (const query of ['?', '?bom=false']) expect((await askFile(query)).text).toBe(file);
});

test('the current award year gives the same bytes by its name, and is named by the trace and by a header', async () => {
  const byName = `?award_year=${CURRENT_AWARD_YEAR}`;
  expect((await askOne(byName)).text).toBe((await askOne('')).text);
  const { trace } = jsonOf(await askOne(`${byName}&trace=true`));
  expect(trace).toMatchObject({ rules: { award_year: CURRENT_AWARD_YEAR } });
  const [named, current] = [await askFile(byName), await askFile('')];
  expect(named.text).toBe(current.text);
  for (const { headers } of [named, current]) expect(headers['x-award-year']).toBe(CURRENT_AWARD_YEAR);
});

test('a byte order mark is put in front of a CSV answer, for spreadsheets, and never in front of NDJSON', async () => {
  const plain = (await askFile('')).text;
  expect(plain.startsWith('student_id,')).toBe(true);
  expect((await askFile('?bom=true')).text).toBe(`\uFEFF${plain}`);
  expect((await askFile('?bom=true', NDJSON)).text).toBe((await askFile('', NDJSON)).text);
});

test('a trace comes behind the answer, whose exact credits it keeps', async () => {
  const term = { full_time_credits: '123456.123456789', credits_enrolled: '123456.000000001' };
  const terms = [
    { label: 'Fall', ...term },
    { label: 'Spring', ...term, full_time_credits: '0.000000000000001' },
  ];
  for (const body of [STUDENT, { ...STUDENT, terms }]) {
    const [plain, traced] = [await askOne('', body), await askOne('?trace=true', body)];
    expect(traced.text.startsWith(`${plain.text.slice(0, -1)},"trace":{`)).toBe(true);
    expect(jsonOf(traced)['trace']).toMatchObject({ format: 'trace/1' });
  }
  const { text } = await askOne('', { ...STUDENT, terms });
  expect(text).toContain('"annual_ft_credits":"123456.123456789000001",');
});

describe('ignore_columns', () => {
  const file = `${CSV_HEADER},Last Name,GPA\nA,dependent,first_year,Otoño,9,Smith,3.5\n`;

  test.each([{}, NDJSON])('lets columns pass, and the answer names them in a header: %j', async (headers) => {
    const without = await askFile('', headers);
    for (const value of ['last-name,gpa,phone', '*', 'GPA%2CLast+Name']) {
      const answer = await client.bulk(file, headers, `?ignore_columns=${value}`);
      expect([answer.status, answer.text]).toEqual([200, without.text]);
      expect(answer.headers['x-ignored-columns']).toBe('Last%20Name,GPA');
    }
  });

  test('with a column of ours is refused before the file is looked at', async () => {
    const answer = await client.bulk('', {}, '?ignore_columns=GPA,Term%20Label');
    expect(verdict(answer)).toEqual([400, 'validation_error']);
    expect(errorOf(answer).message).toContain('"term_label" would be: a column of ours is always read.');
  });

  const columns = (count: number, end = '') => Array.from({ length: count }, (_, at) => `column ${at}${end}`);
  test.each([
    ['whatever characters they have', ['E-Mail', '"Name, First"', 'Otoño 100%', '名前', "l'été"], []],
    ['the first 20, and the number of others', columns(20), columns(75), 'and 75 more'],
    ['as many as proxies take', columns(8, 'é'.repeat(80)), columns(2, 'é'.repeat(80)), 'and 2 more'],
    ['a long one, cut between characters', [`${'x'.repeat(99)}😀…`], [], undefined, `${'x'.repeat(99)}😀y`],
  ])('of many names tells %s', async (_, named, others, more?: string, sent = named.join()) => {
    const text = `${CSV_HEADER},${[sent, ...others].join()}\nA,dependent,first_year,Fall,12${','.repeat(named.length + others.length)}\n`;
    const { status, headers } = await client.bulk(text, {}, '?ignore_columns=*');
    const told = String(headers['x-ignored-columns']);
    expect(status).toBe(200);
    expect(told).toMatch(/^[!-~]{1,4200}$/);
    const expected = named.map((name) => name.replaceAll('"', ''));
    const last = more === undefined ? [] : [more];
    expect(told.split(',').map(decodeURIComponent)).toEqual([...expected, ...last]);
  });
});
