import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { errorOf, fieldErrorsOf, verdict } from '../support/client.js';
import { metrics } from '../support/operator.js';
import { CSV_HEADER, STUDENT, studentWith } from '../support/requests.js';
import { ownService, stillServing } from '../support/shared-service.js';

/** Malicious JSON. After each request, a normal one must be answered as usual. */

const MEGABYTE = 1 << 20;
/**
 * Above the idle process. Fifteen rounds of twelve callers with the worst bodies level off at 286 MiB above
 * 141 (Node 20), and 337 above 158 (Node 24, which collects later at any young generation size).
 */
const MOST_GROWTH = 400 * MEGABYTE;
/** CPU time, which other processes do not affect. Work quadratic in a length would take minutes. */
const MOST_CPU_SECONDS = 10;

// So that a busy machine is not taken for a slow caller.
const { api, client } = await ownService({ BODY_IDLE_TIMEOUT_MS: '600000' });
const idleMemory = await api.peakMemory();
await stillServing(client);
const cpuSeconds = async () => (await metrics(api.adminUrl)).get('process_cpu_seconds_total') ?? Number.NaN;
let cpuBefore = 0;
beforeEach(async () => {
  cpuBefore = await cpuSeconds();
});
afterEach(async () => {
  expect((await cpuSeconds()) - cpuBefore).toBeLessThan(MOST_CPU_SECONDS);
  expect((await api.peakMemory()) - idleMemory).toBeLessThan(MOST_GROWTH);
});

const TEXT = JSON.stringify(STUDENT);
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const subsidized = (number: string) => TEXT.replace('3500', number);
const bytes = (...values: number[]) =>
  Buffer.concat([Buffer.from('{"a":"'), Buffer.from(values), Buffer.from('"}')]);

test.each([
  ['a NUL behind the value', `${TEXT}\0`],
  ['1 MiB of open brackets', '['.repeat(MEGABYTE)],
  ['1 MiB of open objects', '{"a":'.repeat(MEGABYTE / 5)],
  ['1 MiB of backslashes in a string', `"${'\\'.repeat(MEGABYTE - 1)}`],
  ['1 MiB of digits and a letter', `${'9'.repeat(MEGABYTE - 1)}x`],
  ['UTF-8 cut in a character', bytes(0xc3)],
  ['overlong UTF-8', bytes(0xc0, 0xaf)],
  ['a key that is there twice', '{"__proto__":1,"__proto__":2}'],
])('%s is not JSON', async (_, body) => {
  expect(verdict(await client.calculate(body))).toEqual([400, 'invalid_json']);
});

test.each([
  ['UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['gzip', gzipSync(TEXT)],
  ['Windows-1252', Buffer.from(TEXT.replace('Fall', 'Été'), 'latin1')],
])('a body in %s is not UTF-8, and is told what to do', async (_, body) => {
  const { message } = errorOf(await client.calculate(body));
  expect(message).toMatch(/^The body is not UTF-8\. Send JSON in UTF-8, .* "Content-Encoding: gzip"\.$/);
});

test.each([
  ['an array', nested(MEGABYTE / 2, '[', ']')],
  ['a field of objects', `{"terms":${'{"a":'.repeat(170_000)}1${'}'.repeat(170_000)}}`],
  ['a label of arrays', `{"terms":[{"label":${nested(500_000, '[', ']')}}]}`],
])('%s nested hundreds of thousands deep is refused by field', async (_, body) => {
  expect(verdict(await client.calculate(body))).toEqual([422, 'validation_error']);
});

const zeros = '0'.repeat(1_000_000 - 100);
test.each([
  ['Arabic digits', '"١٢"'],
  ['a string with a NUL', '"12\\u0000"'],
  ['a million zeros between ones', `1${zeros}1`],
  ['a million zeros behind the point and a 1', `0.${zeros}1`],
  ['a number with an exponent of a million digits', `1e${zeros}9999`],
])('an amount of %s is refused by field, shortly', async (_, number) => {
  const answer = await client.calculate(subsidized(number));
  expect(Object.keys(fieldErrorsOf(answer))).toEqual(['subsidized_amount']);
  expect(answer.text).not.toContain('null');
  expect(answer.text.length).toBeLessThan(1000);
});

test('a file of numbers as long as a cell may be is answered row by row', async () => {
  const cell = `${'0'.repeat(4095)}x`;
  const lines = Array.from({ length: 2000 }, (_, index) => `S${index},dependent,first_year,Fall,${cell}\n`);
  const answer = await client.bulk(`${CSV_HEADER}\n${lines.join('')}`);
  expect(answer.text.split('\r\n')).toHaveLength(2002);
});

test('lone surrogates come back as they were sent', async () => {
  const answer = await client.calculate(TEXT.replace('Fall', '\\ud800x\\udfff'));
  expect(answer.text).toContain('"label":"\\ud800x\\udfff"');
});

test.each([
  ['numbers', '0', 500_000],
  ['terms', '{"label":"a"}', 70_000],
])('a list of terms that are very many %s costs a short answer', async (_, term, count) => {
  const terms = Array.from({ length: count }, () => term).join(',');
  const answer = await client.calculate(TEXT.replace(/"terms":.*/, `"terms":[${terms}]}`));
  expect(fieldErrorsOf(answer)['terms']).toContain(String(count));
  expect(answer.text.length).toBeLessThan(10_000);
});

test('60,000 unknown fields are counted and not all named, and a long value is not repeated', async () => {
  const fields = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`x${index}`, 1]));
  const answer = await client.calculate(studentWith(fields));
  expect(answer.text.length).toBeLessThan(10_000);
  expect(answer.text).toContain('more unknown fields were ignored');
  const long = { dependency_status: 'x'.repeat(500_000), ['y'.repeat(300_000)]: 1 };
  expect((await client.calculate(studentWith(long))).text.length).toBeLessThan(1000);
});

test.each([
  ['100 MB', Buffer.alloc(100_000_000, 32), {}],
  ['20 MB that does not say its length', Buffer.alloc(20_000_000, 32), { 'transfer-encoding': 'chunked' }],
  ['gzip that becomes 100 MB', gzipSync(Buffer.alloc(1e8, 32), { level: 1 }), { 'content-encoding': 'gzip' }],
])('a body of %s is refused for its size, and is not to be split', async (_, body, headers) => {
  const answer = await client.calculate(body, headers);
  expect(verdict(answer)).toEqual([413, 'validation_error']);
  expect(errorOf(answer).message).toMatch(/One student takes a few kilobytes.* \/v1\/calculate\/bulk\.$/);
});

test('many callers with the worst bodies at once are all answered', async () => {
  const bodies = [`{"a":${nested(500_000, '[', ']')}}`, '['.repeat(MEGABYTE), `[${'1,'.repeat(500_000)}1]`];
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => client.calculate(bodies[index % bodies.length] ?? '')),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, at) => (at % 3 === 1 ? 400 : 422)));
});
