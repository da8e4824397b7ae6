import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Answer } from './client.js';

interface Address {
  readonly host: string;
  readonly port: number;
}

/** A connection that carries exactly the bytes of a test, for requests that no HTTP library would send. */
export class RawConnection {
  /** Resolves when the other side ends or resets the connection. */
  readonly closed: Promise<'ended' | 'reset'>;
  readonly #pieces: Buffer[] = [];
  readonly #answers: Answer[] = [];

  private constructor(readonly socket: Socket) {
    const reader = readAnswers(this.#answers);
    reader.next();
    socket.on('data', (piece: Buffer) => {
      this.#pieces.push(piece);
      reader.next(piece);
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

  get received(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  static async open({ host, port }: Address, first?: string | Uint8Array): Promise<RawConnection> {
    const socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
    await once(socket, 'connect');
    const connection = new RawConnection(socket);
    if (first !== undefined) await connection.send(first);
    return connection;
  }

  /** Opens a connection, sends bytes and waits for the first bytes of a response. */
  static async heard(address: Address, bytes: string | Uint8Array): Promise<RawConnection> {
    const connection = await RawConnection.open(address);
    const answering = once(connection.socket, 'data');
    await connection.send(bytes);
    await answering;
    return connection;
  }

  /** Resolves when the operating system has taken the bytes, or the connection is closed. */
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

  /** Sends mebibytes, at most `most`, until the connection is closed. @returns how many. */
  async sendMebibytes(most: number): Promise<number> {
    const piece = Buffer.alloc(2 ** 20, 'x');
    let sent = 0;
    for (; sent < most && this.socket.writable; sent += 1) await this.send(piece);
    return sent;
  }

  /** Ends only the sending side; responses can still arrive. */
  endSending(): void {
    this.socket.end();
  }

  /** Waits for `count` complete responses or the end of the connection. @returns those received so far. */
  async answers(count: number): Promise<Answer[]> {
    for (let isOver = false; this.#answers.length < count && !isOver; ) {
      const more = once(this.socket, 'data').then(() => false);
      isOver = await Promise.race([more, this.closed.then(() => true)]);
    }
    return [...this.#answers];
  }

  close(): void {
    this.socket.destroy();
  }
}

/** Sends bytes on a new connection. @returns the responses, at most `count` by default. */
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

/** The first response. @throws Error if there is none. */
export async function askRaw(...sent: Parameters<typeof sendRaw>): Promise<Answer> {
  const [answer] = await sendRaw(...sent);
  if (answer === undefined) throw new Error('The connection was closed without an answer.');
  return answer;
}

/** Parses pieces as they arrive and adds each complete response to `answers`, except interim ones (1xx). */
function* readAnswers(answers: Answer[]): Generator<void, never, Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  function* take(length: number, more = 0): Generator<void, Buffer, Buffer> {
    while (!(rest.length >= length + more)) rest = Buffer.concat([rest, yield]);
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length + more);
    return taken;
  }
  function* takeUntil(end: string): Generator<void, string, Buffer> {
    while (!rest.includes(end)) rest = Buffer.concat([rest, yield]);
    return (yield* take(rest.indexOf(end), end.length)).toString('latin1');
  }
  for (;;) {
    const [statusLine = '', ...lines] = (yield* takeUntil('\r\n\r\n')).split('\r\n');
    const status = Number(statusLine.split(' ')[1]);
    const pairs = lines.map((line) => line.split(/:\s*(.*)/s, 2));
    const headers = Object.fromEntries(
      pairs.map(([name = '', value = '']) => [name.toLowerCase(), value.trim()]),
    );
    if (status < 200) continue;
    const body: Buffer[] = [];
    if (headers['transfer-encoding'] === 'chunked') {
      for (let size = -1; size !== 0; ) {
        size = Number.parseInt(yield* takeUntil('\r\n'), 16);
        body.push(yield* take(size, '\r\n'.length));
      }
    } else body.push(yield* take(Number(headers['content-length'] ?? 0)));
    answers.push({ status, headers, text: Buffer.concat(body).toString('utf8') });
  }
}

/** The head of a POST: its usual headers and `lines`, which have no line ends of their own. */
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

export function post(
  api: { readonly token: string },
  path: '/v1/calculate' | '/v1/calculate/bulk',
  body: string,
  ...lines: readonly string[]
): string {
  return postHead(api, path, [`Content-Length: ${Buffer.byteLength(body)}`, ...lines]) + body;
}
