import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Api } from '../support/api.js';
import { metrics } from '../support/operator.js';
import { postHead, RawConnection } from '../support/raw-http.js';
import { CSV_HEADER } from '../support/requests.js';
import { serviceOfTest } from '../support/shared-service.js';

test('a caller who leaves while the upload is decompressed gives back the memory that was reserved', async () => {
  const api = await serviceOfTest();
  // Some 85 KB that become 35 MB: all of it has arrived long before it is unpacked.
  const rows = ',dependent,first_year,Fall,12\n'.repeat(1_200_000);
  const body = gzipSync(`${CSV_HEADER}\n${rows}`);
  const connection = await RawConnection.open(api);
  const head = postHead(api, '/v1/calculate/bulk', [
    `Content-Length: ${body.length}`,
    'Content-Encoding: gzip',
  ]);
  connection.socket.write(head);
  connection.socket.write(body, () => connection.socket.destroy());
  await api.logged(({ route, aborted }) => route === '/v1/calculate/bulk' && aborted === 'caller_left');
  await expect.poll(() => heldBytes(api)).toBe(0);
});

test.each([
  ['in chunks', 'Transfer-Encoding: chunked', '5\r\nstude\r\n', (socket: Socket) => socket.end()],
  ['of a length', 'Content-Length: 100000', 'stude', (socket: Socket) => socket.end()],
  ['and resets', 'Content-Length: 100000', 'stude', (socket: Socket) => socket.resetAndDestroy()],
])(
  'a caller who closes in the middle of an upload %s has left, and its memory is free at once',
  async (_, header, body, leave) => {
    // Longer than the test: not the clock of a stalled body may be what ends it.
    const api = await serviceOfTest({ BODY_IDLE_TIMEOUT_MS: '600000' });
    const connection = await RawConnection.open(api, postHead(api, '/v1/calculate/bulk', [header]) + body);
    await expect.poll(() => heldBytes(api)).not.toBe(0);
    leave(connection.socket);
    const line = await api.logged(({ aborted }) => aborted === 'caller_left');
    expect(line).toMatchObject({ level: 'warn', key_id: api.keyId });
    expect(line).not.toHaveProperty('status');
    await expect.poll(() => heldBytes(api)).toBe(0);
    connection.close();
  },
);

async function heldBytes({ adminUrl }: Api): Promise<number | undefined> {
  return (await metrics(adminUrl)).get('prorata_bulk_upload_bytes_held');
}
