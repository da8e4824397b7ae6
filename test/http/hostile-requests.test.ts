import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { type Answer, type Client, createClient, jsonOf, verdict } from '../support/client.js';
import { post, RawConnection, sendRaw } from '../support/raw-http.js';
import { STUDENT } from '../support/requests.js';

/** Request lines and headers that are broken, or only odd. */

let api: Api;
let client: Client;
let usual: Answer;
beforeAll(async () => {
  api = await startApi({ BODY_IDLE_TIMEOUT_MS: '2000' });
  client = await createClient(api);
  usual = await client.calculate(STUDENT);
});
afterEach(async () => {
  expect((await client.calculate(STUDENT)).text).toBe(usual.text);
});
afterAll(() => api.stop());

const JSON_TEXT = JSON.stringify(STUDENT);
const SINGLE = '/v1/calculate';

async function answerTo(bytes: string): Promise<Answer> {
  const [answer] = await sendRaw(api, bytes);
  if (answer === undefined) throw new Error('The connection was closed without an answer.');
  return answer;
}

describe('what is not a readable request is answered with JSON and the connection closed', () => {
  test.each([
    ['an invalid method', 'BREW /v1/calculate HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a line that is none', 'hello\r\n\r\n', 400],
    ['the first bytes of TLS', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3, 13, 10, 13, 10]), 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['HTTP/3.7', 'GET / HTTP/3.7\r\nHost: x\r\n\r\n', 400],
    ['no Host', 'GET /v1/openapi.json HTTP/1.1\r\n\r\n', 400],
    ['two Hosts', 'GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n', 400],
    ['a tunnel', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a negative length', 'POST /v1/calculate HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n', 400],
    ['line feeds alone', 'GET / HTTP/1.1\nHost: x\n\n', 400],
    ['headers of 20 KB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s', async (_, bytes, status) => {
    const connection = await RawConnection.open(api);
    await connection.send(bytes);
    const [answer] = await connection.answers(1);
    expect(answer).toMatchObject({ status, headers: { connection: 'close' } });
    expect(jsonOf(answer ?? { status: 0, headers: {}, text: '' })).toMatchObject({
      code: 'validation_error',
    });
    expect(await connection.closed).toBe('ended');
  });
});

describe('odd but readable requests are answered as documented', () => {
  const get = (target: string, ...lines: string[]) =>
    answerTo(`GET ${target} HTTP/1.1\r\n${['Host: x', ...lines].join('\r\n')}\r\n\r\n`);

  test('an absolute target is its path', async () => {
    expect((await get('http://elsewhere:99/v1/openapi.json?x')).status).toBe(200);
    expect(verdict(await get('https://x/nowhere'))).toEqual([404, 'validation_error']);
  });

  test.each([
    'http://[',
    'http://',
    'http://x:99999/v1/openapi.json',
    '/%zz',
    '//v1/openapi.json',
    '/../v1/openapi.json',
    '*',
    '/nowhere#',
  ])('the target %s is nothing', async (target) => {
    const answer = await get(target);
    expect(verdict(answer)).toEqual([404, 'validation_error']);
    expect(client.check('GET', '/nothing', answer.status, answer.headers, answer.text)).toEqual([]);
  });

  test('an expectation or an upgrade that nobody knows is ignored', async () => {
    expect((await get('/v1/openapi.json', 'Expect: miracles')).status).toBe(200);
    expect((await get('/v1/openapi.json', 'Connection: Upgrade', 'Upgrade: websocket')).status).toBe(200);
    const h2c = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'];
    expect((await answerTo(post(api, SINGLE, JSON_TEXT, ...h2c))).text).toBe(usual.text);
  });

  test('two thousand headers change nothing', async () => {
    expect((await get('/v1/openapi.json', ...Array.from({ length: 2000 }, () => 'a: b'))).status).toBe(200);
  });

  test('a caller without a key cannot keep a connection by sending slowly', async () => {
    const connection = await RawConnection.open(api);
    await connection.send('POST /v1/calculate HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{');
    expect((await connection.answers(1)).map(({ status }) => status)).toEqual([401]);
    await connection.closed;
  });
});
