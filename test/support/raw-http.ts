import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Answer } from './client.js';

interface Address {
  readonly host: string;
  readonly port: number;
}

/** A connection that carries exactly the bytes of a test: for what no HTTP library would send. */
export class RawConnection {
  readonly socket: Socket;
  received: Buffer = Buffer.alloc(0);
  /** Resolves when the other side has ended or reset the connection; says which. */
  readonly closed: Promise<'ended' | 'reset'>;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (piece: Buffer) => {
      this.received = Buffer.concat([this.received, piece]);
    });
    let wasReset = false;
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET') wasReset = true;
    });
    this.closed = new Promise((resolve) => {
      socket.once('end', () => resolve('ended'));
      socket.once('close', () => resolve(wasReset ? 'reset' : 'ended'));
    });
  }

  /** Opens a connection, and sends the first bytes on it, where there are any. */
  static async open({ host, port }: Address, first?: string | Uint8Array): Promise<RawConnection> {
    const socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
    await once(socket, 'connect');
    const connection = new RawConnection(socket);
    if (first !== undefined) await connection.send(first);
    return connection;
  }

  /** Resolves when the system has taken the bytes, or the connection is gone. */
  async send(bytes: string | Uint8Array): Promise<void> {
    if (!this.socket.writable) return;
    await new Promise<void>((done) => {
      const settle = (): void => {
        this.socket.off('close', settle);
        done();
      };
      this.socket.once('close', settle);
      this.socket.write(bytes, settle);
    });
  }

  /** Says that nothing more comes, and still reads. */
  endSending(): void {
    this.socket.end();
  }

  /** Waits until this many whole answers are there, or the connection is over. */
  async answers(count: number): Promise<Answer[]> {
    for (let isOver = false; ; ) {
      const answers = parseAnswers(this.received);
      if (answers.length >= count || isOver) return answers;
      const more = once(this.socket, 'data').then(() => false);
      isOver = await Promise.race([more, this.closed.then(() => true)]);
    }
  }

  close(): void {
    this.socket.destroy();
  }
}

/** Sends bytes over a connection of their own and gives the answers that came back, at most `count`. */
export async function sendRaw(
  address: Address,
  bytes: string | Uint8Array,
  { count = 1, halfClose = false }: { readonly count?: number; readonly halfClose?: boolean } = {},
): Promise<Answer[]> {
  const connection = await RawConnection.open(address);
  const sent = connection.send(bytes);
  if (halfClose) connection.endSending();
  const answers = await connection.answers(count);
  connection.close();
  await sent;
  return answers;
}

/** The first answer that comes back. @throws Error when there is none. */
export async function askRaw(...sent: Parameters<typeof sendRaw>): Promise<Answer> {
  const [answer] = await sendRaw(...sent);
  if (answer === undefined) throw new Error('The connection was closed without an answer.');
  return answer;
}

/** The whole answers that stand in the bytes, one after the other; interim ones (1xx) are left out. */
function parseAnswers(bytes: Buffer): Answer[] {
  const answers: Answer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end < 0) break;
    const [statusLine = '', ...lines] = bytes.toString('latin1', at, end).split('\r\n');
    const status = Number(statusLine.split(' ')[1]);
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const colon = line.indexOf(':');
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    }
    at = end + 4;
    if (status < 200) continue;
    const body =
      headers['transfer-encoding'] === 'chunked'
        ? chunkedBody(bytes, at)
        : sizedBody(bytes, at, Number(headers['content-length'] ?? 0));
    if (body === undefined) break;
    answers.push({ status, headers, text: body.text });
    at = body.end;
  }
  return answers;
}

function sizedBody(bytes: Buffer, start: number, length: number) {
  const end = start + length;
  return end > bytes.length ? undefined : { text: bytes.toString('utf8', start, end), end };
}

function chunkedBody(bytes: Buffer, start: number) {
  const pieces: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const from = lineEnd + 2;
    if (Number.isNaN(size) || from + size + 2 > bytes.length) return undefined;
    pieces.push(bytes.subarray(from, from + size));
    at = from + size + 2;
    if (size === 0) return { text: Buffer.concat(pieces).toString('utf8'), end: at };
  }
}

/** The bytes of a POST with its usual headers and those of `lines`, each without its line end; its body is not among them. */
export function postHead(
  { token }: { readonly token: string },
  path: '/v1/calculate' | '/v1/calculate/bulk',
  lines: readonly string[],
  version = '1.1',
): string {
  const type = path === '/v1/calculate' ? 'application/json' : 'text/csv';
  const head = [
    `POST ${path} HTTP/${version}`,
    'Host: api',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    ...lines,
  ];
  return `${head.join('\r\n')}\r\n\r\n`;
}

/** A whole POST with its right length. */
export function post(
  api: { readonly token: string },
  path: '/v1/calculate' | '/v1/calculate/bulk',
  body: string,
  ...lines: readonly string[]
): string {
  return postHead(api, path, [`Content-Length: ${Buffer.byteLength(body)}`, ...lines]) + body;
}
