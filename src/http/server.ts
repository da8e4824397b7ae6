import {
  createServer,
  IncomingMessage,
  type ServerOptions as NodeServerOptions,
  type Server,
  ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Express } from 'express';
import { Connections, lacksOneHost, originForm } from './connections.js';

export interface ServerOptions {
  /** Time that a caller has to send the headers of a request; half a minute by default. */
  readonly headersTimeoutMs?: number;
  /** Maximum number of open connections. One more closes the oldest idle one, or is itself closed. */
  readonly maxConnections: number;
}

/** A server, and how to stop it. */
export interface AppServer {
  readonly server: Server;
  /** Continues to serve, but closes each connection after its next answer. */
  leave(): void;
  /** Accepts no more connections. Resolves when the last answer is sent and every connection is closed. */
  stop(): Promise<void>;
  /** Closes everything still open, even in the middle of an answer. */
  closeAll(): void;
}

const HEADERS_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** A server for the app, with limits against slow and excessive callers. */
export function createAppServer(
  app: Express,
  { headersTimeoutMs = HEADERS_TIMEOUT_MS, maxConnections }: ServerOptions,
): AppServer {
  const server = createServer({
    ...bornRequests(app),
    headersTimeout: headersTimeoutMs,
    // A bulk body takes as long as its connection needs; the routes check that it keeps arriving.
    requestTimeout: 0,
    // Longer than the idle time of common load balancers, so that they close first and never meet a reset.
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The app answers a missing Host header itself.
    requireHostHeader: false,
    connectionsCheckingInterval: Math.min(headersTimeoutMs, 5_000),
  });
  server.maxConnections = maxConnections;
  // By default Node 20 hides the headers after a thousand lines or two, among them those that announce a body, and
  // Node 24 refuses. The limit in bytes is enough.
  server.maxHeadersCount = 0;
  // A caller who half-closes after sending everything (`nc -N`) still gets the whole answer, which Node would cut off.
  // There is no public option or type for this: https://github.com/nodejs/node/pull/36819
  Object.assign(server, { httpAllowHalfOpen: true });
  const connections = new Connections(maxConnections);
  // By default a closing server would cut off requests and answers in progress.
  server.closeIdleConnections = () => {};
  const serve = (req: IncomingMessage, res: ServerResponse): void => {
    if (!connections.begin(req, res) || lacksOneHost(req, res)) return;
    req.url = originForm(req.url ?? '');
    app(req, res);
  };
  server.on('connection', (socket: Socket) => connections.add(socket));
  server.on('request', serve);
  // Routes invite the body themselves, after their checks.
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
 * When the port is closed, the system resets connections that it has accepted but this process has not. One turn of the
 * event loop takes those already waiting; for any that arrive in the moment after, a load balancer retries another
 * process.
 */
async function stop(server: Server, connections: Connections): Promise<void> {
  // The first turn may be the one already in progress, past its connections.
  await setImmediate();
  await setImmediate();
  const closed = new Promise((resolve) => server.close(resolve));
  await connections.drain();
  await closed;
}

/**
 * Request and response classes that have the app's prototypes from the start.
 *
 * Otherwise Express changes the prototype of each object. V8 then discards its optimizations and keeps the objects
 * alive long after their answer, which takes more time than the rest of a short request. Without this, a single answer
 * takes 2.7 times the CPU, and 1.6 times that of a bare Express app:
 * https://github.com/expressjs/express/issues/5998
 */
function bornRequests(app: Express): Required<Pick<NodeServerOptions, 'IncomingMessage' | 'ServerResponse'>> {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Req extends IncomingMessage = IncomingMessage> extends ServerResponse<Req> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response);
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
