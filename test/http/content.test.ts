import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { errorOf, verdict } from '../support/client.js';
import { csvFile, STUDENT } from '../support/requests.js';
import { ownService } from '../support/shared-service.js';
import { studentFile } from '../support/student-file.js';

const { client } = await ownService({
  ...{ JSON_MAX_BYTES: '2048', BULK_MAX_BYTES: '5001', BULK_MAX_COLUMNS: '77' },
  ...{ CONTACT_NAME: 'Financial Aid Office', CONTACT_EMAIL: 'aid@example.edu' },
});

const JSON_TEXT = JSON.stringify(STUDENT);
const CSV_TEXT = studentFile(3);
const GZIP = { 'content-encoding': 'gzip' };

describe('content type', () => {
  const ofJson = async (type: string | undefined) => client.calculate(STUDENT, { 'content-type': type });
  const ofCsv = async (type: string | undefined) => client.bulk(CSV_TEXT, { 'content-type': type });

  test.each([
    ['application/json;charset="UTF-8"', ofJson],
    ['Application/JSON; charset=utf8', ofJson],
    ['application/json; ', ofJson],
    ['TEXT/CSV', ofCsv],
    ['text/csv; header=present; charset=UTF-8', ofCsv],
  ])('%s is accepted', async (type, send) => {
    expect((await send(type)).status).toBe(200);
  });

  test.each([
    [undefined, ofJson, 'application/json'],
    ['', ofJson, 'application/json'],
    ['application/json; charset=latin1', ofJson, 'application/json'],
    ['application/json; charset=', ofJson, 'application/json'],
    ['application/json, application/json', ofJson, 'application/json'],
    ['application/vnd.api+json', ofJson, 'application/json'],
    [undefined, ofCsv, 'text/csv'],
    ['application/json', ofCsv, 'text/csv'],
    ['text/csv; charset=windows-1252', ofCsv, 'text/csv'],
    ['application/vnd.ms-excel', ofCsv, 'text/csv'],
    ['multipart/form-data; boundary=x', ofCsv, '--data-binary @file'],
    ['application/x-www-form-urlencoded', ofCsv, '--data-binary @file'],
  ])('%s is refused with what to send instead: $2', async (type, send, instead) => {
    const answer = await send(type);
    expect(verdict(answer)).toEqual([415, 'unsupported_media_type']);
    expect(errorOf(answer).message).toContain(instead);
  });
});

describe('content encoding', () => {
  test('gzip bodies give the answer of the plain ones, in any case and in several members', async () => {
    const { text } = await client.bulk(CSV_TEXT);
    const half = CSV_TEXT.length / 2;
    const members = [CSV_TEXT.slice(0, half), CSV_TEXT.slice(half)].map((part) => gzipSync(part));
    for (const body of [gzipSync(CSV_TEXT), Buffer.concat(members)])
      expect((await client.bulk(body, GZIP)).text).toBe(text);
    const plain = await client.calculate(JSON_TEXT, { 'content-encoding': 'identity' });
    const shouted = { 'content-encoding': 'GZip' };
    expect((await client.calculate(gzipSync(JSON_TEXT), shouted)).text).toBe(plain.text);
  });

  test.each(['br', 'deflate', 'gzip, gzip', 'utf-8'])('%s is not accepted', async (encoding) => {
    const headers = { 'content-encoding': encoding };
    for (const answer of [
      await client.calculate(deflateSync(JSON_TEXT), headers),
      await client.bulk(deflateSync(CSV_TEXT), headers),
    ]) {
      expect(verdict(answer)).toEqual([415, 'unsupported_media_type']);
      expect(answer.headers['accept-encoding']).toBe('gzip');
    }
  });

  const whole = gzipSync(CSV_TEXT);
  test.each([
    ['truncated', whole.subarray(0, -12)],
    ['with a wrong checksum', Buffer.concat([whole.subarray(0, -8), Buffer.alloc(4), whole.subarray(-4)])],
    ['with something behind it', Buffer.concat([whole, Buffer.from('and more')])],
    ['that is none', Buffer.from(CSV_TEXT)],
    ['of no byte', Buffer.alloc(0)],
  ])('gzip %s is refused as unreadable', async (_, body) => {
    expect(verdict(await client.bulk(body, GZIP))).toEqual([400, 'invalid_json']);
    expect(verdict(await client.calculate(body, GZIP))).toEqual([400, 'invalid_json']);
  });
});

const CSV = 'text/csv; charset=utf-8; header=present';
const NDJSON = 'application/x-ndjson; charset=utf-8';

test.each([
  [undefined, CSV],
  ['', CSV],
  ['*/*', CSV],
  ['text/csv;header=present', CSV],
  ['TEXT/CSV', CSV],
  ['text/html, */*;q=0.1', CSV],
  ['text/csv, application/x-ndjson', CSV],
  ['application/x-ndjson, text/csv;q=0.1, text/csv;header=present', CSV],
  ['application/x-ndjson', NDJSON],
  ['application/x-ndjson, text/csv', NDJSON],
  ['application/*', NDJSON],
  ['text/csv;q=0.5, application/x-ndjson', NDJSON],
  ['text/csv;q=0, */*', NDJSON],
  ['text/csv;q=0.999,application/x-ndjson;charset="utf-8"', NDJSON],
  ['application/json', 406],
  ['*/*;q=0', 406],
  ['text/csv;charset=utf-16', 406],
  ['nonsense', 406],
])('Accept of a bulk run: %s gets %s', async (accept, expected) => {
  const answer = await client.bulk(CSV_TEXT, { accept });
  if (expected === 406) expect(verdict(answer)).toEqual([406, 'unsupported_media_type']);
  else expect([answer.status, answer.headers['content-type']]).toEqual([200, expected]);
});

describe('size', () => {
  const json = (length: number) => JSON_TEXT.padEnd(length);
  const csv = (length: number) => CSV_TEXT.padEnd(length, '\n');

  test('a body of exactly the limit is taken, one more byte is not, and limits and contact are published', async () => {
    expect((await client.calculate(json(2048))).status).toBe(200);
    expect((await client.bulk(csv(5001))).status).toBe(200);
    for (const [answer, limit] of [
      [await client.calculate(json(2049)), '2,048 bytes'],
      [await client.bulk(csv(5002)), '5,001 bytes'],
    ] as const) {
      expect(verdict(answer)).toEqual([413, 'validation_error']);
      expect(errorOf(answer).message).toContain(limit);
    }
    const { text } = await client.send('GET', '/v1/openapi.json');
    expect(JSON.parse(text)).toMatchObject({
      info: {
        description: expect.stringMatching(
          /\| 2 KiB \(2,048 bytes\) \|.*\| 5,001 bytes \|.*\| columns of a CSV header \| 77 \|/s,
        ),
        contact: { name: 'Financial Aid Office', email: 'aid@example.edu' },
      },
    });
  });

  test('the limit holds for bodies of unknown length and for what gzip becomes', async () => {
    const chunked = { 'transfer-encoding': 'chunked' };
    expect((await client.calculate(json(2049), chunked)).status).toBe(413);
    expect((await client.bulk(csv(5002), chunked)).status).toBe(413);
    expect((await client.calculate(gzipSync(json(2049)), GZIP)).status).toBe(413);
    expect((await client.bulk(gzipSync(csv(5002)), GZIP)).status).toBe(413);
    expect((await client.calculate(gzipSync(json(2048)), GZIP)).status).toBe(200);
    expect((await client.bulk(gzipSync(csv(5001)), GZIP)).status).toBe(200);
  });
});

/** Each request fails every check from its row on; the first one must decide. */
const type = { 'content-type': 'text/plain' };
const accept = { accept: 'application/json' };
const large = `{"a":${' '.repeat(5000)}`;
const one = (body: string, headers = {}) => client.calculate(body, headers);
const file = (body: string, headers = {}) => client.bulk(body, headers);

test.each([
  [one, large, { authorization: undefined, ...type, 'content-encoding': 'br' }, 401, 'unauthenticated'],
  [one, large, { ...type, 'content-encoding': 'br' }, 415, 'unsupported_media_type'],
  [one, large, { 'content-encoding': 'br' }, 415, 'unsupported_media_type'],
  [one, large, {}, 413, 'validation_error'],
  [one, '{"terms":', {}, 400, 'invalid_json'],
  [one, '{"terms":[]}', {}, 422, 'validation_error'],
  [file, `"${large}`, { authorization: 'Bearer x', ...type, ...accept }, 401, 'invalid_token'],
  [file, `"${large}`, { ...type, ...accept }, 415, 'unsupported_media_type'],
  [file, `"${large}`, accept, 406, 'unsupported_media_type'],
  [file, `"${large}`, {}, 413, 'validation_error'],
  [file, csvFile('A,dependent,first_year'), {}, 400, 'invalid_json'],
])('the order of checks, case %#: $3 $4', async (send, body, headers, status, code) => {
  expect(verdict(await send(body, headers))).toEqual([status, code]);
});
