import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** Stands where a service should be, and answers as the test says. */
export interface FakeService {
  /** What makes the program ask here. */
  readonly env: Readonly<Record<string, string>>;
  /** Bodies that came whole, in order. */
  readonly bodies: readonly string[];
  /** How many requests came. */
  requests(): number;
}

export async function fakeService(
  answer: (res: ServerResponse, nth: number, req: IncomingMessage) => void,
): Promise<FakeService> {
  const bodies: string[] = [];
  let requests = 0;
  const server = createServer((req, res) => {
    const nth = requests++;
    const pieces: Buffer[] = [];
    req.on('data', (piece: Buffer) => pieces.push(piece));
    req.on('error', () => {});
    req.on('end', () => {
      bodies.push(Buffer.concat(pieces).toString('utf8'));
      answer(res, nth, req);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    env: { PRORATA_URL: `http://127.0.0.1:${address.port}`, PRORATA_KEY: 'svc_live_none' },
    bodies,
    requests: () => requests,
  };
}
