import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { type Client, createClient, verdict } from '../support/client.js';
import { csvFile } from '../support/requests.js';

/** Each request is wrong in every respect that is checked from its row on; the first of them must decide. */

let api: Api;
let client: Client;
beforeAll(async () => {
  api = await startApi({ JSON_MAX_BYTES: '1024', BULK_MAX_BYTES: '1024' });
  client = await createClient(api);
});
afterAll(() => api.stop());

const LARGE = `{"a":${' '.repeat(5000)}`;

test('JSON: key, content type, content encoding, size, parsing, fields', async () => {
  const wrong = { authorization: undefined, 'content-type': 'text/plain', 'content-encoding': 'br' };
  const verdicts = [
    await client.calculate(LARGE, wrong),
    await client.calculate(LARGE, { 'content-type': 'text/plain', 'content-encoding': 'br' }),
    await client.calculate(LARGE, { 'content-encoding': 'br' }),
    await client.calculate(LARGE),
    await client.calculate('{"terms":'),
    await client.calculate('{"terms":[]}'),
  ].map(verdict);
  expect(verdicts).toEqual([
    [401, 'unauthenticated'],
    [415, 'unsupported_media_type'],
    [415, 'unsupported_media_type'],
    [413, 'validation_error'],
    [400, 'invalid_json'],
    [422, 'validation_error'],
  ]);
});

test('CSV: key, content type, Accept, size, parsing', async () => {
  const large = `"${'x,'.repeat(5000)}`;
  const accept = 'application/json';
  const verdicts = [
    await client.bulk(large, { authorization: 'Bearer x', 'content-type': 'application/json', accept }),
    await client.bulk(large, { 'content-type': 'application/json', accept }),
    await client.bulk(large, { accept }),
    await client.bulk(large),
    await client.bulk(csvFile('A,dependent,first_year')),
  ].map(verdict);
  expect(verdicts).toEqual([
    [401, 'invalid_token'],
    [415, 'unsupported_media_type'],
    [406, 'unsupported_media_type'],
    [413, 'validation_error'],
    [400, 'invalid_json'],
  ]);
});

test('a path or a method that does not exist is said without a key', async () => {
  expect((await client.send('POST', '/v1/nothing')).status).toBe(404);
  expect((await client.send('GET', '/v1/calculate')).status).toBe(405);
});
