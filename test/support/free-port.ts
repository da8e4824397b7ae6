import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Makes a server listen on localhost. @returns the port, a free one by default. */
export async function listenHere(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenHere(server);
  await once(server.close(), 'close');
  return port;
}
