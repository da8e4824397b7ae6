import {
  createServer,
  IncomingMessage,
  type ServerOptions as NodeServerOptions,
  type Server,
  ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { Express } from 'express';
import { bodyBrokenOff } from '../contract/request-errors.js';
import { noteAbort, sendFailure, sendUnreadable, unreadableText } from './send.js';

export interface ServerOptions {
  /** Time that a caller has to send the headers of a request; half a minute by default. */
  readonly headersTimeoutMs?: number;
  /** Maximum number of open connections. One more closes the oldest idle one, or is itself closed. */
  readonly maxConnections: number;
}

interface Connection {
  readonly open: Set<ServerResponse>;
  last: ServerResponse | undefined;
  /** No more requests are read: the connection closes after its last answer. */
  isEnding: boolean;
  /** The last bytes received were not HTTP. */
  isUnreadable: boolean;
}

/** After being told that its bytes are not HTTP, a caller has this long (milliseconds) to close the connection. */
const LINGER_MS = 10_000;

/** A connection accepted at the last moment has this long (milliseconds) to send its request. */
const FIRST_REQUEST_MS = 1000;

/** Node's codes for headers that did not arrive in time, and for a connection that ended in the middle of a request. */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';
const ENDED = 'HPE_INVALID_EOF_STATE';

const late = new WeakSet<IncomingMessage>();

/** Whether a request came after the stop, on a connection that had one before: every connection is served. */
export function isLate(req: IncomingMessage): boolean {
  return late.has(req);
}

const HEADERS_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** The server of the app, with limits against slow and excessive callers. No answer is cut off by another. */
export class AppServer {
  readonly server: Server;
  readonly #connections = new Map<Socket, Connection>();
  /** Connections that have not sent a request yet, or are waiting for another one, oldest first. */
  readonly #silent = new Set<Socket>();
  readonly #idle = new Set<Socket>();
  /** How many connections there have been. */
  #taken = 0;
  #isLeaving = false;
  #isDraining = false;
  #awaitsFirstRequests = false;
  #onChange: () => void = () => {};

  constructor(app: Express, { headersTimeoutMs = HEADERS_TIMEOUT_MS, maxConnections }: ServerOptions) {
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
    // By default a closing server would cut off requests and answers in progress.
    server.closeIdleConnections = () => {};
    const serve = (req: IncomingMessage, res: ServerResponse): void => {
      if (!this.#begin(req, res) || lacksOneHost(req, res)) return;
      req.url = originForm(req.url ?? '');
      app(req, res);
    };
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('request', serve);
    // Routes invite the body themselves, after their checks.
    server.on('checkContinue', serve);
    server.on('checkExpectation', serve);
    server.on('connect', ({ socket }) => this.#refuseTunnel(socket));
    server.on('clientError', (error, socket: Socket) => this.#unreadable(error, socket));
    this.server = server;
  }

  #add(socket: Socket): void {
    this.#taken += 1;
    if (this.#connections.size >= this.server.maxConnections - 1) this.#makeRoom();
    this.#silent.add(socket);
    this.#connections.set(socket, { open: new Set(), last: undefined, isEnding: false, isUnreadable: false });
    socket.once('close', () => {
      this.#connections.delete(socket);
      this.#silent.delete(socket);
      this.#idle.delete(socket);
      this.#onChange();
    });
  }

  /** Whether to answer a request: false if its caller has already been told that it came too late. */
  #begin(req: IncomingMessage, res: ServerResponse): boolean {
    const { socket } = req;
    const connection = this.#connections.get(socket);
    if (connection === undefined) return true;
    if (connection.isUnreadable) {
      // Unread bytes would reset the connection at its end, and lose that answer.
      req.resume();
      return false;
    }
    this.#silent.delete(socket);
    this.#idle.delete(socket);
    if (this.#isLeaving) res.shouldKeepAlive = false;
    if (this.#isDraining && connection.last !== undefined) late.add(req);
    connection.last = res;
    connection.open.add(res);
    res.once('close', () => {
      connection.open.delete(res);
      if (connection.open.size === 0 && this.#connections.has(socket)) this.#idle.add(socket);
      if (connection.isEnding && connection.open.size === 0) socket.destroySoon();
      this.#onChange();
    });
    return true;
  }

  /** Closes the oldest silent connection, so that silent callers cannot keep everybody else out. */
  #makeRoom(): void {
    const [oldest] = this.#silent.size > 0 ? this.#silent : this.#idle;
    oldest?.destroy();
  }

  /** Continues to serve, but from now on each answer whose head is not yet sent says `Connection: close`, and ends its connection. */
  leave(): void {
    this.#isLeaving = true;
    for (const { open } of this.#connections.values()) {
      for (const res of open) if (!res.headersSent) res.shouldKeepAlive = false;
    }
  }

  /**
   * Accepts no more connections. Resolves when no answer is open and no newly accepted connection is expected to send a
   * request, and every connection is closed. Until then they stay open: a further request on one of them is answered as
   * late instead of meeting a reset.
   */
  async stop(): Promise<void> {
    // When the port is closed, the system resets connections that it has accepted but this process has not. Node takes one
    // a turn of the event loop; the first turn may be the one in progress, past its connections. For one that arrives in
    // the moment after the last, a load balancer has to ask another process.
    await turn();
    let taken: number;
    do {
      taken = this.#taken;
      await turn();
    } while (this.#taken > taken);
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.#isDraining = true;
    this.#awaitsFirstRequests = true;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.#awaitsFirstRequests = false;
        this.#onChange();
      }, FIRST_REQUEST_MS);
      this.#onChange = () => {
        if (!this.#isQuiet()) return;
        clearTimeout(timer);
        resolve();
      };
      this.#onChange();
    });
    for (const socket of this.#connections.keys()) socket.destroySoon();
    await closed;
  }

  #isQuiet(): boolean {
    const isBusy = ({ open, last }: Connection): boolean =>
      open.size > 0 || (last === undefined && this.#awaitsFirstRequests);
    return ![...this.#connections.values()].some(isBusy);
  }

  /** Closes every connection, even in the middle of an answer. */
  closeAll(): void {
    for (const [socket, { open }] of this.#connections) {
      for (const res of open) noteAbort(res, 'shutdown');
      // A reset if an answer is cut off: HTTP/1.0 would take a normal close for the end of the answer.
      if (open.size > 0) socket.resetAndDestroy();
      else socket.destroy();
    }
  }

  /**
   * Handles bytes that are not HTTP, arrived too slowly to become a request, or ended in the middle of one. Earlier
   * requests are answered in full; nothing is ever written into another answer.
   */
  #unreadable(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || connection === undefined) {
      socket.destroy();
      return;
    }
    const { last } = connection;
    // A caller who closes in the middle of a body has left like one who resets, though it may still read the answer.
    if (error.code === ENDED && last?.req.complete === false) noteAbort(last, 'caller_left');
    if (error.code !== TOO_SLOW) {
      this.#refuse(connection, socket, error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400);
      return;
    }
    // After this process was paused, what arrived meanwhile is read only after its timers.
    setImmediate(() => {
      if (connection.last === last) this.#refuse(connection, socket, 408);
    });
  }

  #refuse(connection: Connection, socket: Socket, status: number): void {
    if (connection.isUnreadable) return;
    connection.isUnreadable = true;
    connection.isEnding = true;
    const { last, open } = connection;
    if (last !== undefined && !last.req.complete) {
      if (last.headersSent) socket.destroy();
      else sendFailure(last, bodyBrokenOff());
    } else if (open.size === 0) {
      socket.end(unreadableText(status));
      socket.setTimeout(LINGER_MS, () => socket.destroy());
    }
  }

  /** Handles CONNECT. After it a connection carries no more HTTP, and Node no longer listens to it. */
  #refuseTunnel(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    // Discards what arrives: unread bytes would reset the connection at its end, and lose the answer.
    socket.resume();
    this.#unreadable(new Error('CONNECT is not answered.'), socket);
  }
}

/** Whether a request was refused for not having exactly one Host header (RFC 9112, section 3.2). */
function lacksOneHost(req: IncomingMessage, res: ServerResponse): boolean {
  const hosts = req.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 1 || (hosts === 0 && req.httpVersion !== '1.1')) return false;
  const given = hosts === 0 ? 'no Host header' : 'more than one Host header';
  sendUnreadable(res, `The request has ${given}. Send exactly one.`);
  return true;
}

const NOWHERE = '/*';

/** The target of a request, in any form, as `/path`; a path that matches no route if it is not a URL. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  if (!URL.canParse(target)) return NOWHERE;
  const { pathname, search } = new URL(target);
  return pathname.startsWith('/') ? pathname + search : NOWHERE;
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
