import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Makes a server listen on this machine, at a port of its own unless one is given, which is returned. */
export async function listenHere(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** A TCP port of this machine that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenHere(server);
  await once(server.close(), 'close');
  return port;
}
