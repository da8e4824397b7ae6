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

/** A caller whose bytes are not HTTP is told, and has this long (milliseconds) to close the connection. */
const LINGER_MS = 10_000;

/** A connection accepted just before the stop has this long (milliseconds) to send its request. */
const FIRST_REQUEST_MS = 1000;

/** Node's codes for headers that are too slow, and for a connection that ended in the middle of a request. */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';
const ENDED = 'HPE_INVALID_EOF_STATE';

const late = new WeakSet<IncomingMessage>();

/** Whether a request came after the stop, on a connection that had one before. A first request is served. */
export function isLate(req: IncomingMessage): boolean {
  return late.has(req);
}

const HEADERS_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** The app's server, with limits on slow and excessive callers. No answer cuts off another. */
export class AppServer {
  readonly server: Server;
  readonly #connections = new Map<Socket, Connection>();
  /** Connections that have not sent a request yet, and those waiting for another one, oldest first. */
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
      // A bulk body takes as long as its connection needs; the routes check that bytes keep arriving.
      requestTimeout: 0,
      // Longer than the idle time of common load balancers, so that they close first and never meet a reset.
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The app itself answers a request without a Host header.
      requireHostHeader: false,
      connectionsCheckingInterval: Math.min(headersTimeoutMs, 5_000),
    });
    server.maxConnections = maxConnections;
    // By default Node 20 drops headers after one or two thousand lines, even the ones that announce a body,
    // and Node 24 refuses the request. The limit in bytes is enough.
    server.maxHeadersCount = 0;
    // A caller who half-closes after sending everything (`nc -N`) still gets the whole answer, which Node
    // would cut off. No public option or type exists: https://github.com/nodejs/node/pull/36819
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

  /** Whether to answer a request: false if the connection has already got an error and is closing. */
  #begin(req: IncomingMessage, res: ServerResponse): boolean {
    const { socket } = req;
    const connection = this.#connections.get(socket);
    if (connection === undefined) return true;
    if (connection.isUnreadable) {
      // Unread bytes would reset the connection when it closes, and lose the error.
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

  /** Keeps serving, but answers whose head is not sent yet say `Connection: close` and end the connection. */
  leave(): void {
    this.#isLeaving = true;
    for (const { open } of this.#connections.values()) {
      for (const res of open) if (!res.headersSent) res.shouldKeepAlive = false;
    }
  }

  /**
   * Accepts no more connections. Resolves once no answer is open, no newly accepted connection may still send
   * a request, and every connection is closed. Until then connections stay open: a further request is
   * answered as late instead of being reset.
   */
  async stop(): Promise<void> {
    // Closing the port resets connections that the system has accepted but this process has not. Node accepts
    // one per turn of the event loop; the first turn may already be past this. A connection that arrives just
    // after the last turn is reset, and its load balancer has to ask another process.
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
   * Handles bytes that are not HTTP, arrived too slowly to become a request, or ended within one. Earlier
   * requests are answered in full; nothing is ever written into another answer.
   */
  #unreadable(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || connection === undefined) {
      socket.destroy();
      return;
    }
    const { last } = connection;
    // Closing in the middle of a body counts as leaving, as a reset does, though the caller may still read.
    if (error.code === ENDED && last?.req.complete === false) noteAbort(last, 'caller_left');
    if (error.code !== TOO_SLOW) {
      this.#refuse(connection, socket, error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400);
      return;
    }
    // After this process was paused, its timers run before it reads the bytes that arrived meanwhile.
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

  /** Handles CONNECT, after which a connection carries no HTTP and Node does not listen to it. */
  #refuseTunnel(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    // Discards what arrives: unread bytes would reset the connection when it closes, and lose the answer.
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
 * Otherwise Express changes the prototype of each object. V8 then discards its optimizations and keeps the
 * objects long after their answer, which takes more time than the rest of a short request. A single answer
 * would take 2.7 times the CPU, and 1.6 times that of a bare Express app:
 * https://github.com/expressjs/express/issues/5998
 */
function bornRequests(app: Express): Required<Pick<NodeServerOptions, 'IncomingMessage' | 'ServerResponse'>> {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Req extends IncomingMessage = IncomingMessage> extends ServerResponse<Req> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response);
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
