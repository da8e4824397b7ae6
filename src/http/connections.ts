import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bodyBrokenOff } from '../contract/request-errors.js';
import { noteAbort, sendFailure, sendUnreadable, unreadableText } from './send.js';

interface Connection {
  /** Answers that are not over. */
  readonly open: Set<ServerResponse>;
  last: ServerResponse | undefined;
  /** What comes is not read any more: the connection is closed when its last answer is out. */
  isEnding: boolean;
  /** What came last was no HTTP. */
  isUnreadable: boolean;
}

/** A caller who was told that this was no HTTP has this long (milliseconds) to close the connection. */
const LINGER_MS = 10_000;

/** A connection that was taken at the last moment has this long (milliseconds) to bring its request. */
const FIRST_REQUEST_MS = 1000;

/** Node's code for headers that did not come in time. */
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';

const late = new WeakSet<IncomingMessage>();

/**
 * Whether a request came on a connection that was kept open, after the server had stopped. The first one of a connection is never
 * late: whoever was let in is served.
 */
export function isLate(req: IncomingMessage): boolean {
  return late.has(req);
}

/** The connections of a server and the answers that are open on each, so that none is cut off by its neighbours. */
export class Connections {
  readonly #connections = new Map<Socket, Connection>();
  readonly #most: number;
  /** Connections that have not brought a request yet, and those that wait for another one, the oldest first. */
  readonly #silent = new Set<Socket>();
  readonly #idle = new Set<Socket>();
  #isLeaving = false;
  #isDraining = false;
  #awaitsFirstRequests = false;
  #onChange: () => void = () => {};

  /** `most`: where one more comes, the oldest that carries nothing makes room. */
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
   * To be called for each request before anything is answered.
   *
   * @returns whether it is to be answered: not where its caller has been told that it came too late.
   */
  begin(req: IncomingMessage, res: ServerResponse): boolean {
    const { socket } = req;
    const connection = this.#connections.get(socket);
    if (connection === undefined) return true;
    if (connection.isUnreadable) {
      // Bytes that nobody reads would turn the end of the connection into a reset, and lose that answer.
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

  /** Those who say nothing cannot keep everybody else out. */
  #makeRoom(): void {
    const [oldest] = this.#silent.size > 0 ? this.#silent : this.#idle;
    oldest?.destroy();
  }

  /** From now on each answer whose head is not out yet says `Connection: close`, and its connection ends with it. */
  leave(): void {
    this.#isLeaving = true;
    for (const { open } of this.#connections.values()) {
      for (const res of open) if (!res.headersSent) res.shouldKeepAlive = false;
    }
  }

  /**
   * Resolves when no answer is open and no request is expected on a connection that was just taken, and closes them all. Until
   * then they stay open: a request that follows on one of them is late, and told so, instead of meeting a reset.
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

  /** Closes every connection, however far its answers are. */
  breakOffAll(): void {
    for (const [socket, { open }] of this.#connections) {
      for (const res of open) noteAbort(res, 'shutdown');
      // A reset where an answer is cut off: HTTP/1.0 would take a plain close for its end.
      if (open.size > 0) socket.resetAndDestroy();
      else socket.destroy();
    }
  }

  /**
   * Deals with bytes that are not HTTP, or came too slowly to become a request, or ended in the middle of one. What was
   * asked before them is answered in full; nothing is ever written into another answer.
   */
  unreadable(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || connection === undefined) {
      socket.destroy();
      return;
    }
    const { last } = connection;
    if (error.code !== TOO_SLOW) {
      this.#refuse(connection, socket, error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400);
      return;
    }
    // After a pause of this process what came meanwhile is read only behind its timers.
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

  /** Deals with CONNECT, behind which a connection carries no more HTTP and Node listens to it no longer. */
  refuseTunnel(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    // What comes is read into nothing: unread bytes would turn the end into a reset, and lose the answer.
    socket.resume();
    this.unreadable(new Error('CONNECT is not answered.'), socket);
  }
}

/**
 * Refuses a request that has not the one Host that HTTP/1.1 demands (RFC 9112, section 3.2).
 *
 * @returns whether it is answered with that.
 */
export function lacksOneHost(req: IncomingMessage, res: ServerResponse): boolean {
  const hosts = req.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 1 || (hosts === 0 && req.httpVersion !== '1.1')) return false;
  const given = hosts === 0 ? 'no Host header' : 'more than one Host header';
  sendUnreadable(res, `The request has ${given}. Send exactly one.`);
  return true;
}

/** A path that no route has. */
const NOWHERE = '/*';

/** `/path` of whatever form the target of a request has; a path that leads nowhere for one that is no URL. */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  if (!URL.canParse(target)) return NOWHERE;
  const { pathname, search } = new URL(target);
  return pathname.startsWith('/') ? pathname + search : NOWHERE;
}
