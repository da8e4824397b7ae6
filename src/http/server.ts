import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import { bornRequests } from './born-requests.js';
import { Connections, lacksOneHost, originForm } from './connections.js';

export interface ServerOptions {
  readonly headersTimeoutMs: number;
  /** Connections held at once; further ones are closed as they come. */
  readonly maxConnections: number;
}

const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** A server of the app that is to listen, with limits against slow and crowding callers; it is stopped by its connections. */
export function createAppServer(
  app: Express,
  { headersTimeoutMs, maxConnections }: ServerOptions,
): { readonly server: Server; readonly connections: Connections } {
  const server = createServer({
    ...bornRequests(app),
    headersTimeout: headersTimeoutMs,
    // A bulk body takes as long as its line needs; the routes watch that it keeps coming.
    requestTimeout: 0,
    // Longer than the idle time of common load balancers, so that they close first and never meet a reset.
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Missing it is answered in our own words.
    requireHostHeader: false,
    connectionsCheckingInterval: Math.min(headersTimeoutMs, 5_000),
  });
  server.maxConnections = maxConnections;
  // A caller who has sent everything and says so (`nc -N`) still gets its whole answer, which Node would cut off where
  // it stands. No option and no type has this: https://github.com/nodejs/node/pull/36819
  Object.assign(server, { httpAllowHalfOpen: true });
  const connections = new Connections(server);
  const serve = (req: IncomingMessage, res: ServerResponse): void => {
    connections.begin(req, res);
    if (lacksOneHost(req, res)) return;
    req.url = originForm(req.url ?? '');
    app(req, res);
  };
  server.on('request', serve);
  // Routes invite the body themselves, when nothing speaks against it.
  server.on('checkContinue', serve);
  server.on('checkExpectation', serve);
  server.on('connect', ({ socket }) => connections.refuseTunnel(socket));
  server.on('clientError', (error, socket: Socket) => connections.unreadable(error, socket));
  return { server, connections };
}
