import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Api, startApi } from '../support/api.js';
import { type Answer, ask } from '../support/client.js';
import { until } from '../support/until.js';
import { callTool, newClient, overHttp, WHOLE } from './assistants.js';

let api: Api;
beforeAll(async () => {
  api = await startApi({ PUBLIC_URL: 'https://limits.example.edu', LOG_LEVEL: 'info' });
});
afterAll(() => api.stop());

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

function send(body: string, headers: Readonly<Record<string, string | undefined>> = {}, method = 'POST') {
  const usual = {
    host: 'limits.example.edu',
    authorization: `Bearer ${api.token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  return ask(api, method, '/mcp', { headers: { ...usual, ...headers }, body });
}

const errorSchema = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.null(), z.number()]).optional(),
  error: z.looseObject({
    code: z.int(),
    message: z.string(),
    data: z.looseObject({ code: z.string().optional() }).optional(),
  }),
});

function refusalOf({ status, text }: Answer) {
  const { code, data } = errorSchema.parse(JSON.parse(text)).error;
  return [status, code, data?.code];
}

describe('a message is refused, as JSON-RPC has it,', () => {
  test.each([
    ['without a key', { authorization: undefined }, [401, -32_000, 'unauthenticated']],
    ['with a wrong key', { authorization: 'Bearer x' }, [401, -32_000, 'invalid_token']],
    ['of another host', { host: 'evil.example' }, [403, -32_000, 'validation_error']],
    ['of a page of another site', { origin: 'https://evil.example' }, [403, -32_000, 'validation_error']],
    ['of a page without a name', { origin: 'null' }, [403, -32_000, 'validation_error']],
    ['as a form', { 'content-type': 'text/plain' }, [415, -32_000, 'unsupported_media_type']],
  ])('%s', async (_, headers, expected) => {
    expect(refusalOf(await send(LIST, headers))).toEqual(expected);
  });

  test.each([
    ['that is not JSON', '{"jsonrpc": ', [400, -32_700, 'invalid_json']],
    ['with a name twice', '{"jsonrpc":"2.0","jsonrpc":"2.0"}', [400, -32_700, 'invalid_json']],
    ['with others', `[${LIST},${LIST}]`, [422, -32_600, 'validation_error']],
    ['that is too large', `"${'x'.repeat(1024 * 1024)}"`, [413, -32_000, 'validation_error']],
    ['nested without end', '['.repeat(300_000), [400, -32_700, 'invalid_json']],
  ])('%s', async (_, body, expected) => {
    expect(refusalOf(await send(body))).toEqual(expected);
  });

  test.each([
    '{}',
    '{"jsonrpc":"2.0","id":1,"method":"nothing"}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
  ])('that the protocol does not have: %s', async (body) => {
    const answer = await send(body);
    expect(errorSchema.parse(JSON.parse(answer.text)).error.code).toBeLessThan(-32_000);
  });

  test('by another method', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await send('', {}, method);
      expect(refusalOf(answer)).toEqual([405, -32_000, 'validation_error']);
      expect(answer.headers['allow']).toBe('POST');
    }
  });
});

test('every name of this computer and of PUBLIC_URL is answered, in JSON', async () => {
  for (const host of ['limits.example.edu', 'localhost:1', '127.0.0.1', '[::1]:3000']) {
    const { status, headers } = await send(LIST, { host, origin: `http://${host}` });
    expect({ host, status, type: headers['content-type'] }).toEqual({
      host,
      status: 200,
      type: 'application/json',
    });
  }
});

test('a subscription is refused at once: nothing changes', async () => {
  const client = newClient('2026-07-28');
  await client.connect(overHttp(api, api.token));
  await expect(client.listen({ toolsListChanged: true })).rejects.toThrow(/limit/i);
  await client.close();
});

test('a key that is revoked in the middle ends the work with 403', async () => {
  const issued = z.object({ id: z.string(), token: z.string() });
  const { id, token } = issued.parse(await api.keys('issue', '--holder', 'Gone'));
  const client = newClient('2025-11-25');
  await client.connect(overHttp(api, token));
  expect(await callTool(client, 'calculate_student', WHOLE)).toMatchObject({ status: 'calculated' });
  await api.keys('revoke', id);
  let refused = '';
  await until(async () => {
    await callTool(client, 'calculate_student', WHOLE).catch((error: Error) => {
      refused = error.message;
    });
    return refused !== '';
  }, 'the revoked key is refused');
  expect(refused).toContain('revoked_token');
  await client.close();
});

test('a call is logged and counted as a single answer is, with its tool and nothing of the student', async () => {
  const client = newClient('2025-11-25');
  await client.connect(overHttp(api, api.token));
  const label = 'Secret term of Ms. Example';
  const terms = WHOLE.terms.map((term) => ({ ...term, label }));
  await callTool(client, 'calculate_student', { ...WHOLE, terms });
  await client.close();
  const line = await api.logged(({ tool, key_id: key }) => tool === 'calculate_student' && key === api.keyId);
  expect(line).toMatchObject({ route: '/mcp', key_id: api.keyId, status: 200 });
  expect(JSON.stringify(line)).not.toContain('Secret');
  const metrics = await (await fetch(`${api.adminUrl}/metrics`)).text();
  expect(metrics).toMatch(/prorata_http_requests_total\{[^}]*route="\/mcp"[^}]*status="200"/);
});
