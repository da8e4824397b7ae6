import { describe, expect, test } from 'vitest';
import { jsonOf, verdict } from '../support/client.js';
import { askRaw, post, RawConnection, sendRaw } from '../support/raw-http.js';
import { STUDENT } from '../support/requests.js';
import { ownService, stillServing } from '../support/shared-service.js';

const { api, client } = await ownService({ BODY_IDLE_TIMEOUT_MS: '2000' });
const usual = await stillServing(client);

test.each([
  ['an invalid method', 'BREW /v1/calculate HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a line that is none', 'hello\r\n\r\n'],
  ['the first bytes of TLS', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3, 13, 10, 13, 10])],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['two Hosts', 'GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n'],
  ['a negative length', 'POST /v1/calculate HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n'],
  ['line feeds alone', 'GET / HTTP/1.1\nHost: x\n\n'],
  ['headers of 20 KB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
])('what is no readable request gets JSON and the connection closed: %s', async (_, bytes, status = 400) => {
  const connection = await RawConnection.open(api, bytes);
  const [answer] = await connection.answers(1);
  expect(answer).toMatchObject({ status, headers: { connection: 'close' } });
  expect(answer && jsonOf(answer)).toMatchObject({ code: 'validation_error' });
  expect(await connection.closed).toBe('ended');
});

describe('odd but readable requests are answered as documented', () => {
  const get = (target: string, ...lines: string[]) =>
    askRaw(api, `GET ${target} HTTP/1.1\r\n${['Host: x', ...lines].join('\r\n')}\r\n\r\n`);

  test('an absolute target is its path', async () => {
    expect((await get('http://elsewhere:99/v1/openapi.json?x')).status).toBe(200);
    expect(verdict(await get('https://x/nowhere'))).toEqual([404, 'validation_error']);
  });

  test.each(['http://x:99999/v1/openapi.json', '/%zz', '//v1/openapi.json', '*', '/nowhere#'])(
    'the target %s is nothing',
    async (target) => {
      const answer = await get(target);
      expect(verdict(answer)).toEqual([404, 'validation_error']);
      expect(client.check('GET', '/nothing', answer.status, answer.headers, answer.text)).toEqual([]);
    },
  );

  test('an upgrade or two thousand headers that nobody knows are ignored', async () => {
    expect((await get('/v1/openapi.json', 'Connection: Upgrade', 'Upgrade: websocket')).status).toBe(200);
    const h2c = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'];
    const single = post(api, '/v1/calculate', JSON.stringify(STUDENT), ...h2c);
    expect((await askRaw(api, single)).text).toBe(usual.text);
    expect((await get('/v1/openapi.json', ...Array.from({ length: 2000 }, () => 'a: b'))).status).toBe(200);
  });

  test('a caller without a key cannot keep a connection by sending slowly', async () => {
    const slow = 'POST /v1/calculate HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{';
    const connection = await RawConnection.open(api, slow);
    expect((await connection.answers(1)).map(({ status }) => status)).toEqual([401]);
    await connection.closed;
  });
});

describe('a body that nobody asked for', () => {
  const ANNOUNCED_MIB = 600;
  const ANNOUNCED = ANNOUNCED_MIB * 2 ** 20;
  /** Above the 64 KiB that are read, plus what the operating system buffers. */
  const MOST_TAKEN_MIB = 64;

  test.concurrent.each([
    ['/healthz', 200],
    ['/v1/openapi.json', 200],
    ['/docs', 200],
    ['/nowhere', 404],
    ['/v1/calculate', 405],
  ])('at GET %s is cut off after a few kilobytes, behind 2,000 headers, too', async (path, status) => {
    const get = `GET ${path} HTTP/1.1\r\nHost: api\r\n`;
    const connection = await RawConnection.open(api, `${get}Content-Length: ${ANNOUNCED}\r\n\r\n`);
    const answers = connection.answers(1);
    expect(await connection.sendMebibytes(ANNOUNCED_MIB)).toBeLessThan(MOST_TAKEN_MIB);
    expect((await answers).map((answer) => answer.status)).toEqual([status]);
    const head = `${get}${'a: b\r\n'.repeat(2100)}Transfer-Encoding: chunked`;
    const endless = await RawConnection.open(api, `${head}\r\n\r\n${ANNOUNCED.toString(16)}\r\n`);
    expect(await endless.sendMebibytes(ANNOUNCED_MIB)).toBeLessThan(MOST_TAKEN_MIB);
  });

  test('and is small leaves the connection for the next request', async () => {
    const get = `GET /healthz HTTP/1.1\r\nHost: api\r\n`;
    const answers = await sendRaw(api, `${get}Content-Length: 5\r\n\r\nhello${get}\r\n`, { count: 2 });
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});
