import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listen } from '../../src/ops/listen.js';
import { OperatorError } from '../../src/ops/logged-errors.js';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Listens, or fails as the API's two servers and the worker's one would. */
function listenOn(host: string, port: number): Promise<number> {
  const server = createServer();
  servers.push(server);
  return listen(server, { host, port, hostVariable: 'HOST', portVariable: 'PORT' });
}

test('a port that is taken is named, with its variable and what to do', async () => {
  const port = await listenOn('127.0.0.1', 0);
  await expect(listenOn('127.0.0.1', port)).rejects.toThrow(
    new OperatorError(
      `PORT: port ${port} of 127.0.0.1 is taken. Each process on a machine needs its own; choose another, or 0 for any free one.`,
    ),
  );
});

test('an address of another machine is named, with its variable and what to do', async () => {
  await expect(listenOn('192.0.2.1', 0)).rejects.toThrow(
    /^HOST: 192\.0\.2\.1 is not an address of this machine\. Give one/,
  );
});
