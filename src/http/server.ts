import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import type { ErrorBody } from '../contract/errors.js';

export interface ServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly headersTimeoutMs: number;
  /** Connections held at once; further ones are closed as they come. */
  readonly maxConnections: number;
}

/** A server that listens. */
export interface RunningServer {
  readonly port: number;
  /** Takes no more connections, closes idle ones, and resolves when the last answer is out. */
  stop(): Promise<void>;
  /** Closes what is still open, however far its answer is. */
  closeAll(): void;
}

const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Serves the app with limits against slow and crowding callers.
 *
 * @throws the system's error when the address cannot be listened on.
 */
export async function startServer(app: Express, options: ServerOptions): Promise<RunningServer> {
  const server = createServer({
    headersTimeout: options.headersTimeoutMs,
    // A bulk body takes as long as its line needs; the routes watch that it keeps coming.
    requestTimeout: 0,
    // Longer than the idle time of common load balancers, so that they close first and never meet a reset.
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    connectionsCheckingInterval: Math.min(options.headersTimeoutMs, 5_000),
  });
  server.maxConnections = options.maxConnections;
  server.on('request', app);
  // Routes invite the body themselves, when nothing speaks against it.
  server.on('checkContinue', app);
  server.on('clientError', answerUnreadable);
  await listen(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => stop(server),
    closeAll: () => server.closeAllConnections(),
  };
}

function listen(server: Server, { host, port }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

const UNREADABLE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what is not HTTP, or came too slowly to become a request. There is no request to log. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = UNREADABLE[error.code ?? ''] ?? 400;
  const body: ErrorBody = {
    code: 'validation_error',
    message:
      'The connection did not carry a readable HTTP/1.1 request. Check its request line, headers and length.',
    details: null,
  };
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}
