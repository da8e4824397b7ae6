import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ListenError, listening } from '../../src/ops/listen.js';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Listens, or fails as the API's two servers and the worker's one would. */
async function listen(host: string, port: number): Promise<number> {
  const server = createServer();
  servers.push(server);
  return listening({ host, port, hostVariable: 'HOST', portVariable: 'PORT' }, async () => {
    await once(server.listen({ host, port }), 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  });
}

test('a port that is taken is named, with its variable and what to do', async () => {
  const port = await listen('127.0.0.1', 0);
  await expect(listen('127.0.0.1', port)).rejects.toThrow(
    new ListenError(
      `PORT: port ${port} of 127.0.0.1 is taken. Each process on a machine needs its own; choose another, or 0 for any free one.`,
    ),
  );
});

test('a host that cannot be resolved is named, with its variable and what to do', async () => {
  await expect(listen('bad.invalid', 0)).rejects.toThrow(/^HOST: bad\.invalid cannot be resolved\. Give an/);
});

test('an address of another machine is named, with its variable and what to do', async () => {
  await expect(listen('192.0.2.1', 0)).rejects.toThrow(
    /^HOST: 192\.0\.2\.1 is not an address of this machine\. Give one/,
  );
});

test('an error that has nothing to do with listening is passed on as it is', async () => {
  const defect = new TypeError('a defect');
  const failing = listening({ host: '', port: 0, hostVariable: 'HOST', portVariable: 'PORT' }, () =>
    Promise.reject(defect),
  );
  await expect(failing).rejects.toBe(defect);
});
