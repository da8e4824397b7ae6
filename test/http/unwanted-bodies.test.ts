import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { RawConnection } from '../support/raw-http.js';

const MIB = 1024 * 1024;
const ANNOUNCED = 600 * MIB;
/** More than the 64 KiB that are read and what the system keeps between the two. */
const MOST_TAKEN = 64 * MIB;

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** Sends a body until the connection is over, and says how much of it went. */
async function sendUntilClosed(connection: RawConnection): Promise<number> {
  const piece = Buffer.alloc(MIB, 'x');
  let sent = 0;
  while (sent < ANNOUNCED && !connection.socket.destroyed && connection.socket.writable) {
    await connection.send(piece);
    sent += piece.length;
  }
  return sent;
}

describe.each(['/healthz', '/v1/openapi.json', '/docs', '/nowhere'])(
  'a body that is sent to GET %s',
  (path) => {
    test('is read no further than a few kilobytes, and its sender is answered and cut off', async () => {
      const connection = await RawConnection.open(api);
      await connection.send(`GET ${path} HTTP/1.1\r\nHost: api\r\nContent-Length: ${ANNOUNCED}\r\n\r\n`);
      const answers = connection.answers(1);
      expect(await sendUntilClosed(connection)).toBeLessThan(MOST_TAKEN);
      const [answer] = await answers;
      expect(answer?.status).toBe(path === '/nowhere' ? 404 : 200);
    });
  },
);

test.each(['/healthz', '/v1/openapi.json', '/docs', '/nowhere', '/v1/calculate'])(
  'a body without end that is sent to GET %s behind two thousand other headers is cut off, too',
  async (path) => {
    const connection = await RawConnection.open(api);
    const others = 'a: b\r\n'.repeat(2100);
    await connection.send(
      `GET ${path} HTTP/1.1\r\nHost: api\r\n${others}Transfer-Encoding: chunked\r\n\r\n${ANNOUNCED.toString(16)}\r\n`,
    );
    expect(await sendUntilClosed(connection)).toBeLessThan(MOST_TAKEN);
  },
);

test('a small body that is sent to a path that takes none leaves the connection for the next request', async () => {
  const connection = await RawConnection.open(api);
  const get = `GET /healthz HTTP/1.1\r\nHost: api\r\n`;
  await connection.send(`${get}Content-Length: 5\r\n\r\nhello${get}\r\n`);
  expect((await connection.answers(2)).map(({ status }) => status)).toEqual([200, 200]);
  connection.close();
});

test('connections that say nothing do not keep out those who ask', async () => {
  const crowded = await startApi({ MAX_CONNECTIONS: '20' });
  try {
    const silent = await Promise.all(Array.from({ length: 19 }, () => RawConnection.open(crowded)));
    for (let asked = 0; asked < 10; asked += 1) {
      const connection = await RawConnection.open(crowded);
      await connection.send('GET /healthz HTTP/1.1\r\nHost: api\r\n\r\n');
      expect((await connection.answers(1)).map(({ status }) => status)).toEqual([200]);
      silent.push(connection);
    }
    for (const connection of silent) connection.close();
  } finally {
    await crowded.stop();
  }
});
