import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Express } from 'express';
import { bornRequests } from './born-requests.js';
import { Connections, lacksOneHost, originForm } from './connections.js';

export interface ServerOptions {
  readonly headersTimeoutMs: number;
  /** Connections held at once: one more makes the oldest that carries nothing close, or is closed itself. */
  readonly maxConnections: number;
}

/** A server that is to listen, and how it is left. */
export interface AppServer {
  readonly server: Server;
  /** Goes on as before, but tells every caller that its connection ends with the answer. */
  leave(): void;
  /** Takes no more connections, and resolves when the last answer is out and every connection closed. */
  stop(): Promise<void>;
  /** Closes what is still open, however far its answer is. */
  closeAll(): void;
}

const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** A server of the app, with limits against slow and crowding callers. */
export function createAppServer(
  app: Express,
  { headersTimeoutMs, maxConnections }: ServerOptions,
): AppServer {
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
  const connections = new Connections(maxConnections);
  // By default a closing server would cut off requests and answers that are on their way.
  server.closeIdleConnections = () => {};
  const serve = (req: IncomingMessage, res: ServerResponse): void => {
    if (!connections.begin(req, res) || lacksOneHost(req, res)) return;
    req.url = originForm(req.url ?? '');
    app(req, res);
  };
  server.on('connection', (socket: Socket) => connections.add(socket));
  server.on('request', serve);
  // Routes invite the body themselves, when nothing speaks against it.
  server.on('checkContinue', serve);
  server.on('checkExpectation', serve);
  server.on('connect', ({ socket }) => connections.refuseTunnel(socket));
  server.on('clientError', (error, socket: Socket) => connections.unreadable(error, socket));
  return {
    server,
    leave: () => connections.leave(),
    stop: () => stop(server, connections),
    closeAll: () => connections.breakOffAll(),
  };
}

/**
 * The system resets the connections that it has taken and this process has not yet when the port is closed. A turn of the event loop
 * takes those that are there; what comes in the moment behind it, a load balancer sends to another process.
 */
async function stop(server: Server, connections: Connections): Promise<void> {
  // The first one may end the turn that runs already, behind its connections.
  await setImmediate();
  await setImmediate();
  const closed = new Promise((resolve) => server.close(resolve));
  await connections.drain();
  await closed;
}
