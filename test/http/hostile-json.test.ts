import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import {
  type Answer,
  type Client,
  createClient,
  errorOf,
  fieldErrorsOf,
  jsonOf,
  verdict,
} from '../support/client.js';
import { STUDENT, studentWith } from '../support/requests.js';

/** JSON that nobody sends by mistake. Whatever comes, the next request must be answered as if nothing had been. */

const MEGABYTE = 1 << 20;
/**
 * Above what the idle process has. Fifteen rounds of twelve callers with the worst bodies level off at 286 MiB above 141
 * (Node 20) and at 337 above 158 (Node 24, which collects later whatever the size of its young generation).
 */
const MOST_GROWTH = 400 * MEGABYTE;

let api: Api;
let client: Client;
let usual: Answer;
let idleMemory = 0;
beforeAll(async () => {
  api = await startApi();
  idleMemory = await api.peakMemory();
  client = await createClient(api);
  usual = await client.calculate(STUDENT);
});
afterEach(async () => {
  expect((await client.calculate(STUDENT)).text).toBe(usual.text);
  expect((await api.peakMemory()) - idleMemory).toBeLessThan(MOST_GROWTH);
});
afterAll(() => api.stop());

const TEXT = JSON.stringify(STUDENT);
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const subsidized = (number: string) => TEXT.replace('3500', number);

test.each([
  ['nothing', ''],
  ['an open brace', '{'],
  ['a trailing comma', TEXT.replace(/}$/, ',}')],
  ['a comment', `${TEXT}// all`],
  ['NaN', subsidized('NaN')],
  ['a number with a leading zero', subsidized('03500')],
  ['a NUL behind the value', `${TEXT}\0`],
  ['a NUL in a string', TEXT.replace('Fall', 'Fa\0ll')],
  ['half an escape', TEXT.replace('Fall', '\\u00')],
  ['1 MiB of open brackets', '['.repeat(MEGABYTE)],
  ['1 MiB of open objects', '{"a":'.repeat(MEGABYTE / 5)],
  ['1 MiB of backslashes in a string', `"${'\\'.repeat(MEGABYTE - 1)}`],
  ['1 MiB of digits and a letter', `${'9'.repeat(MEGABYTE - 1)}x`],
  ['UTF-8 cut in a character', Buffer.from(TEXT.replace('Fall', 'é')).subarray(0, 105)],
  ['overlong UTF-8', Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])],
  [
    'a surrogate in UTF-8',
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
  ],
])('%s is not JSON', async (_, body) => {
  expect(verdict(await client.calculate(body))).toEqual([400, 'invalid_json']);
});

test.each([
  ['UTF-16', Buffer.from(TEXT, 'utf16le'), /^The body is UTF-16 .* Send JSON in UTF-8\.$/],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), /^The body is UTF-16 /],
  ['UTF-16, big-endian', Buffer.from(TEXT, 'utf16le').swap16(), /^The body is UTF-16 /],
  ['gzip', gzipSync(TEXT), /compressed with gzip\. Send it with the header "Content-Encoding: gzip"/],
  ['Windows-1252', Buffer.from(TEXT.replace('Fall', 'Été'), 'latin1'), /looks like Windows-1252/],
])('a body in %s is called that, with what to do', async (_, body, message) => {
  expect(errorOf(await client.calculate(body)).message).toMatch(message);
});

test('a body that is too large for one student is not to be split', async () => {
  const answer = await client.calculate(`${TEXT}${' '.repeat(MEGABYTE)}`);
  expect(verdict(answer)).toEqual([413, 'validation_error']);
  expect(errorOf(answer).message).toMatch(
    /One student takes a few kilobytes.* POST \/v1\/calculate\/bulk\.$/,
  );
});

test.each([
  ['', '{"terms":[],"terms":[]}'],
  [' through an escape', '{"terms":[],"te\\u0072ms":[]}'],
  [' of an unknown object', '{"x":{"y":{"z":1,"z":1}}}'],
  [' called __proto__', '{"__proto__":1,"__proto__":2}'],
])('a key%s that stands twice is refused with its place', async (_, body) => {
  const answer = await client.calculate(body);
  expect(verdict(answer)).toEqual([400, 'invalid_json']);
  expect(errorOf(answer)).toMatchObject({
    message: expect.stringContaining('appears twice'),
    details: [{ line: 1, column: expect.any(Number) }],
  });
});

test.each([
  ['an array', nested(MEGABYTE / 2, '[', ']')],
  ['a field of arrays', `{"dependency_status":${nested(500_000, '[', ']')}}`],
  ['a field of objects', `{"terms":${'{"a":'.repeat(170_000)}1${'}'.repeat(170_000)}}`],
  ['a label of arrays', `{"terms":[{"label":${nested(500_000, '[', ']')}}]}`],
])('%s nested half a million deep is refused by field', async (_, body) => {
  expect(verdict(await client.calculate(body))).toEqual([422, 'validation_error']);
});

test.each([
  ['1e999', '1e999'],
  ['1e-999', '1e-999'],
  ['400 zeros behind the point and a 1', `0.${'0'.repeat(400)}1`],
  ['2 to the 53rd and 1', '9007199254740993'],
  ['1000000000', '1000000000'],
  ['Arabic digits', '"١٢"'],
  ['a string with a NUL', '"12\\u0000"'],
  ['a string of 1,000 zeros and a letter', `"${'0'.repeat(1000)}x"`],
  ['a string of 100,000 nines', `"${'9'.repeat(100_000)}"`],
])('an amount of %s is refused by field', async (_, number) => {
  expect(Object.keys(fieldErrorsOf(await client.calculate(subsidized(number))))).toEqual([
    'subsidized_amount',
  ]);
});

test('a number too large for a double is refused with a message that does not speak of null', async () => {
  const errors = fieldErrorsOf(await client.calculate(subsidized('1e999')));
  expect(errors['subsidized_amount']).not.toContain('null');
});

test.each([
  ['with 20 zeros behind the point', '3500.00000000000000000000'],
  ['as 0.35e+4', '0.35e+4'],
  ['as a string with a sign and zeros', '"+0003500.000"'],
  ['as a string with 100,000 zeros behind the point', `"3500.${'0'.repeat(100_000)}"`],
])('3500 may be written %s', async (_, number) => {
  expect((await client.calculate(subsidized(number))).text).toBe(usual.text);
});

test.each(['1234567890123456789', '1e-400', '123'])(
  'a label of %s without quotes is refused',
  async (number) => {
    const body = TEXT.replace('"Fall"', number);
    expect(Object.keys(fieldErrorsOf(await client.calculate(body)))).toEqual(['terms.0.label']);
  },
);

test('keys of prototypes are unknown fields and nothing more', async () => {
  const body = TEXT.replace(
    '{',
    '{"__proto__":{"total_limit":1},"constructor":{"prototype":{"total_limit":1}},"toString":1,"hasOwnProperty":2,',
  );
  const { warnings, ...rest } = jsonOf(await client.calculate(body));
  const { warnings: _, ...plain } = jsonOf(usual);
  expect(rest).toEqual(plain);
  expect(warnings).toEqual(
    ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map(
      (name) => `Unknown field "${name}" was ignored.`,
    ),
  );
  expect(
    fieldErrorsOf(await client.calculate('{"__proto__":{"dependency_status":"dependent"}}')),
  ).toHaveProperty('dependency_status');
});

test('lone surrogates come back as they were sent', async () => {
  const answer = await client.calculate(TEXT.replace('Fall', '\\ud800x\\udfff'));
  expect(answer.text).toContain('"label":"\\ud800x\\udfff"');
  expect(fieldErrorsOf(await client.calculate({ dependency_status: '\ud800' }))).toHaveProperty(
    'dependency_status',
  );
});

test.each([
  ['numbers', '0', 500_000],
  ['empty objects', '{}', 300_000],
  ['terms', '{"label":"a"}', 70_000],
])('a list of terms that are very many %s costs a short answer', async (_, term, count) => {
  const terms = Array.from({ length: count }, () => term).join(',');
  const answer = await client.calculate(
    `{"dependency_status":"dependent","grade_level":"first_year","terms":[${terms}]}`,
  );
  expect(fieldErrorsOf(answer)['terms']).toContain(String(count));
  expect(answer.text.length).toBeLessThan(10_000);
});

test('60,000 unknown fields are counted and not all named', async () => {
  const fields = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`x${index}`, 1]));
  const answer = await client.calculate(studentWith(fields));
  expect(answer.status).toBe(200);
  expect(answer.text.length).toBeLessThan(10_000);
  expect(answer.text).toContain('more unknown fields were ignored');
});

test('a long value is not repeated in the message that refuses it', async () => {
  const answer = await client.calculate(
    studentWith({ dependency_status: 'x'.repeat(500_000), ['y'.repeat(300_000)]: 1 }),
  );
  expect(fieldErrorsOf(answer)['dependency_status']?.length).toBeLessThan(200);
  expect(answer.text.length).toBeLessThan(1000);
});

test('a body of 100 MB is refused for its size', async () => {
  expect(verdict(await client.calculate(Buffer.alloc(100_000_000, 32)))).toEqual([413, 'validation_error']);
});

test('a body of 20 MB that does not say its length is refused for its size', async () => {
  const answer = await client.calculate(Buffer.alloc(20_000_000, 32), { 'transfer-encoding': 'chunked' });
  expect(verdict(answer)).toEqual([413, 'validation_error']);
});

test('gzip that becomes 300 MB is refused for its size', async () => {
  const body = gzipSync(Buffer.alloc(300_000_000, 32), { level: 1 });
  expect(verdict(await client.calculate(body, { 'content-encoding': 'gzip' }))).toEqual([
    413,
    'validation_error',
  ]);
});

test('many callers with the worst bodies at once are all answered', async () => {
  const bodies = [`{"a":${nested(500_000, '[', ']')}}`, '['.repeat(MEGABYTE), `[${'1,'.repeat(500_000)}1]`];
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => client.calculate(bodies[index % bodies.length] ?? '')),
  );
  expect(answers.map(({ status }) => status)).toEqual(
    answers.map((_, index) => (index % 3 === 1 ? 400 : 422)),
  );
});
