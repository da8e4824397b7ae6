import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bodyBrokenOff } from '../contract/request-errors.js';
import { noteAbort, sendFailure, sendUnreadable, unreadableText } from './send.js';

interface Connection {
  /** Answers that are not finished. */
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

/**
 * Whether a request came on a kept-open connection after the server had stopped. The first request of a connection is
 * never late: every accepted connection is served.
 */
export function isLate(req: IncomingMessage): boolean {
  return late.has(req);
}

/** The connections of a server and their open answers, so that no answer is cut off by another. */
export class Connections {
  readonly #connections = new Map<Socket, Connection>();
  readonly #most: number;
  /** Connections that have not sent a request yet, or are waiting for another one, oldest first. */
  readonly #silent = new Set<Socket>();
  readonly #idle = new Set<Socket>();
  #isLeaving = false;
  #isDraining = false;
  #awaitsFirstRequests = false;
  #onChange: () => void = () => {};

  /** `most`: the maximum number of connections. One more closes the oldest idle one. */
  constructor(most: number) {
    this.#most = most;
  }

  add(socket: Socket): void {
    if (this.#connections.size >= this.#most - 1) this.#makeRoom();
    this.#silent.add(socket);
    this.#connections.set(socket, { open: new Set(), last: undefined, isEnding: false, isUnreadable: false });
    socket.once('close', () => {
      this.#connections.delete(socket);
      this.#silent.delete(socket);
      this.#idle.delete(socket);
      this.#onChange();
    });
  }

  /**
   * Must be called for each request before it is answered.
   *
   * @returns whether to answer it: false if its caller has already been told that it came too late.
   */
  begin(req: IncomingMessage, res: ServerResponse): boolean {
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

  /** From now on each answer whose head is not yet sent says `Connection: close`, and ends its connection. */
  leave(): void {
    this.#isLeaving = true;
    for (const { open } of this.#connections.values()) {
      for (const res of open) if (!res.headersSent) res.shouldKeepAlive = false;
    }
  }

  /**
   * Resolves when no answer is open and no newly accepted connection is expected to send a request, and then closes all
   * connections. Until then they stay open: a further request on one of them is answered as late instead of meeting a
   * reset.
   */
  async drain(): Promise<void> {
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
  }

  #isQuiet(): boolean {
    const isBusy = ({ open, last }: Connection): boolean =>
      open.size > 0 || (last === undefined && this.#awaitsFirstRequests);
    return ![...this.#connections.values()].some(isBusy);
  }

  /** Closes every connection, even in the middle of an answer. */
  breakOffAll(): void {
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
  unreadable(error: NodeJS.ErrnoException, socket: Socket): void {
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
  refuseTunnel(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    // Discards what arrives: unread bytes would reset the connection at its end, and lose the answer.
    socket.resume();
    this.unreadable(new Error('CONNECT is not answered.'), socket);
  }
}

/**
 * Refuses a request that does not have exactly one Host header, as HTTP/1.1 requires (RFC 9112, section 3.2).
 *
 * @returns whether it was refused.
 */
export function lacksOneHost(req: IncomingMessage, res: ServerResponse): boolean {
  const hosts = req.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 1 || (hosts === 0 && req.httpVersion !== '1.1')) return false;
  const given = hosts === 0 ? 'no Host header' : 'more than one Host header';
  sendUnreadable(res, `The request has ${given}. Send exactly one.`);
  return true;
}

/** A path that matches no route. */
const NOWHERE = '/*';

/** The target of a request, in any form, as `/path`; a path that matches no route if it is not a URL. */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  if (!URL.canParse(target)) return NOWHERE;
  const { pathname, search } = new URL(target);
  return pathname.startsWith('/') ? pathname + search : NOWHERE;
}
