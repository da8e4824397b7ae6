import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { type Client, createClient, errorOf, verdict } from '../support/client.js';
import { STUDENT } from '../support/requests.js';
import { studentFile } from '../support/student-file.js';

let api: Api;
let client: Client;
beforeAll(async () => {
  api = await startApi({ JSON_MAX_BYTES: '2048', BULK_MAX_BYTES: '4096' });
  client = await createClient(api);
});
afterAll(() => api.stop());

const JSON_TEXT = JSON.stringify(STUDENT);
const CSV_TEXT = studentFile(3);
const GZIP = { 'content-encoding': 'gzip' };

describe('content type', () => {
  test.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON; charset=utf8',
    'application/json; profile="x"',
    'application/json;',
    'application/json; ',
    'application/json; charset=utf-8;',
  ])('%s is JSON', async (type) => {
    expect((await client.calculate(STUDENT, { 'content-type': type })).status).toBe(200);
  });

  test.each(['text/csv; charset=utf-8', 'TEXT/CSV', 'text/csv;', 'text/csv; header=present; charset=UTF-8'])(
    '%s is CSV',
    async (type) => {
      expect((await client.bulk(CSV_TEXT, { 'content-type': type })).status).toBe(200);
    },
  );

  test.each(['multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
    'of a form (%s) is refused with the way to send a file',
    async (type) => {
      const answer = await client.bulk(CSV_TEXT, { 'content-type': type });
      expect(verdict(answer)).toEqual([415, 'unsupported_media_type']);
      expect(errorOf(answer).message).toContain('--data-binary @file');
    },
  );

  test.each([
    undefined,
    '',
    'text/plain',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; charset=',
    'application/json, application/json',
    'application/vnd.api+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('%s is not accepted as JSON', async (type) => {
    const answer = await client.calculate(STUDENT, { 'content-type': type });
    expect(verdict(answer)).toEqual([415, 'unsupported_media_type']);
    expect(errorOf(answer).message).toContain('application/json');
  });

  test.each([
    undefined,
    'application/json',
    'text/plain',
    'text/csv; charset=windows-1252',
    'application/vnd.ms-excel',
    'text/tab-separated-values',
  ])('%s is not accepted as CSV', async (type) => {
    const answer = await client.bulk(CSV_TEXT, { 'content-type': type });
    expect(verdict(answer)).toEqual([415, 'unsupported_media_type']);
    expect(errorOf(answer).message).toContain('text/csv');
  });
});

describe('content encoding', () => {
  test('gzip bodies give the answer of the plain ones', async () => {
    expect((await client.calculate(gzipSync(JSON_TEXT), GZIP)).text).toBe(
      (await client.calculate(JSON_TEXT)).text,
    );
    expect((await client.bulk(gzipSync(CSV_TEXT), GZIP)).text).toBe((await client.bulk(CSV_TEXT)).text);
  });

  test('gzip in several members is one body', async () => {
    const half = CSV_TEXT.length / 2;
    const members = [CSV_TEXT.slice(0, half), CSV_TEXT.slice(half)].map((part) => gzipSync(part));
    expect((await client.bulk(Buffer.concat(members), GZIP)).text).toBe((await client.bulk(CSV_TEXT)).text);
  });

  test('encodings are understood in any case, and identity is none', async () => {
    const shouted = { 'content-encoding': 'GZip' };
    expect((await client.calculate(gzipSync(JSON_TEXT), shouted)).status).toBe(200);
    expect((await client.bulk(gzipSync(CSV_TEXT), shouted)).status).toBe(200);
    expect((await client.calculate(STUDENT, { 'content-encoding': 'identity' })).status).toBe(200);
  });

  test.each(['br', 'deflate', 'zstd', 'gzip, gzip', 'utf-8'])('%s is not accepted', async (encoding) => {
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
    ['without its checksum', whole.subarray(0, -8)],
    ['with a wrong checksum', Buffer.concat([whole.subarray(0, -8), Buffer.alloc(4), whole.subarray(-4)])],
    ['with something behind it', Buffer.concat([whole, Buffer.from('and more')])],
    ['that is none', Buffer.from(CSV_TEXT)],
    ['of no byte', Buffer.alloc(0)],
  ])('gzip %s is refused as unreadable', async (_, body) => {
    expect(verdict(await client.bulk(body, GZIP))).toEqual([400, 'invalid_json']);
    expect(verdict(await client.calculate(body, GZIP))).toEqual([400, 'invalid_json']);
  });
});

describe('Accept of a bulk run', () => {
  const typeFor = async (accept: string | undefined) => {
    const answer = await client.bulk(CSV_TEXT, { accept });
    return answer.status === 200 ? answer.headers['content-type'] : verdict(answer);
  };
  const CSV = 'text/csv; charset=utf-8; header=present';
  const NDJSON = 'application/x-ndjson; charset=utf-8';

  test.each([
    undefined,
    '',
    '*/*',
    'text/*',
    'text/csv',
    'text/csv; charset=utf-8',
    'text/csv;header=present',
    'TEXT/CSV',
    'text/csv, application/x-ndjson;q=0.9',
    'text/html, */*;q=0.1',
    'application/x-ndjson, text/csv',
    'application/x-ndjson, */*',
    'application/x-ndjson;q=0.5, text/csv;header=present;q=0.5',
    'application/*;q=0.9, text/*;q=0.9',
    'application/x-ndjson, text/csv;q=0.1, text/csv;header=present',
  ])('%s gets CSV', async (accept) => {
    expect(await typeFor(accept)).toBe(CSV);
  });

  test.each([
    'application/x-ndjson',
    'application/x-ndjson; charset=utf-8',
    'application/*',
    'text/csv;q=0.5, application/x-ndjson',
    'application/x-ndjson, */*;q=0.1',
    'text/csv;q=0, */*',
    'text/*;q=0.5, */*',
    'text/csv;q=0.999,application/x-ndjson;charset="utf-8"',
  ])('%s gets NDJSON', async (accept) => {
    expect(await typeFor(accept)).toBe(NDJSON);
  });

  test.each([
    'application/json',
    'text/html',
    'text/csv;q=0',
    '*/*;q=0',
    'text/csv;charset=utf-16',
    'nonsense',
  ])('%s gets 406', async (accept) => {
    expect(await typeFor(accept)).toEqual([406, 'unsupported_media_type']);
  });
});

describe('size', () => {
  const fill = (text: string, length: number) => text + ' '.repeat(length - text.length);
  const csvOf = (length: number) => `${CSV_TEXT}${'\n'.repeat(length - CSV_TEXT.length)}`;

  test('a body of exactly the limit is taken, one more byte is not, and the limit is named', async () => {
    expect((await client.calculate(fill(JSON_TEXT, 2048))).status).toBe(200);
    expect((await client.bulk(csvOf(4096))).status).toBe(200);
    const json = await client.calculate(fill(JSON_TEXT, 2049));
    const csv = await client.bulk(csvOf(4097));
    expect([verdict(json), verdict(csv)]).toEqual([
      [413, 'validation_error'],
      [413, 'validation_error'],
    ]);
    expect(errorOf(json).message).toContain('2,048 bytes');
    expect(errorOf(csv).message).toContain('4,096 bytes');
  });

  test('the limit holds for bodies of unknown length and for what gzip becomes', async () => {
    const chunked = { 'transfer-encoding': 'chunked' };
    expect((await client.calculate(fill(JSON_TEXT, 2049), chunked)).status).toBe(413);
    expect((await client.bulk(csvOf(4097), chunked)).status).toBe(413);
    expect((await client.calculate(gzipSync(fill(JSON_TEXT, 2049)), GZIP)).status).toBe(413);
    expect((await client.bulk(gzipSync(csvOf(4097)), GZIP)).status).toBe(413);
    expect((await client.calculate(gzipSync(fill(JSON_TEXT, 2048)), GZIP)).status).toBe(200);
    expect((await client.bulk(gzipSync(csvOf(4096)), GZIP)).status).toBe(200);
  });

  test('the limits in force are published', async () => {
    const { text } = await client.send('GET', '/v1/openapi.json');
    expect(JSON.parse(text)).toMatchObject({ 'x-limits': { json_max_bytes: 2048, bulk_max_bytes: 4096 } });
  });
});
