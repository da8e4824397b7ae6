import { expect, test } from 'vitest';
import { type Call, jsonOf } from '../support/client.js';
import { STUDENT } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

const { api, client } = await sharedService();
const { text: document } = await client.send('GET', '/v1/openapi.json');

const SINGLE = '/v1/calculate';
const BULK = '/v1/calculate/bulk';
const JSON_TEXT = JSON.stringify(STUDENT);
const withKey = (type: string, more: Call['headers'] = {}) => ({
  authorization: `Bearer ${api.token}`,
  'content-type': type,
  ...more,
});

test.each<[string, string, string, () => Call]>([
  ['no key', 'POST', SINGLE, () => ({ body: JSON_TEXT, headers: { 'content-type': 'application/json' } })],
  ['no such path', 'GET', '/v1/nothing', () => ({})],
  ['another method', 'GET', SINGLE, () => ({})],
  ['another method for the document', 'POST', '/v1/openapi.json', () => ({})],
  [
    'an answer that cannot be given',
    'POST',
    BULK,
    () => ({ body: 'a', headers: withKey('text/csv', { accept: 'image/png' }) }),
  ],
  ['another type', 'POST', SINGLE, () => ({ body: 'a', headers: withKey('text/plain') })],
  ['another type of file', 'POST', BULK, () => ({ body: 'a', headers: withKey('application/json') })],
  ['a body that is no object', 'POST', SINGLE, () => ({ body: '[]', headers: withKey('application/json') })],
  [
    'a row that is too short',
    'POST',
    BULK,
    () => ({
      body: 'dependency_status,term_label,term_credits_enrolled\ndependent,Fall,12\ndependent,Fall\n',
      headers: withKey('text/csv'),
    }),
  ],
])('%s is answered with the sentence of the documented example', async (_, method, path, call) => {
  const answer = await client.send(method, path, call());
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(document).toContain(`"message":${JSON.stringify(jsonOf(answer)['message'])}`);
});
