import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { Readable } from 'node:stream';
import type { Api } from './api.js';

export interface Outcome {
  /** Null if there was no response. */
  readonly status: number | null;
  readonly headers: IncomingHttpHeaders;
  /** Whether the transfer ended as HTTP requires; otherwise a caller must not trust the body. */
  readonly complete: boolean;
  readonly body: Buffer;
}

type Body = string | Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export type Upload = ReturnType<typeof upload>;

/** Uploads a file, whole or in pieces; the caller can follow the response. `query` begins with "?". */
export function upload(
  { url, token }: Pick<Api, 'url' | 'token'>,
  file: Body,
  { headers = {}, query = '' }: { headers?: Readonly<Record<string, string>>; query?: string } = {},
) {
  const { hostname: host, port } = new URL(url);
  const path = `/v1/calculate/bulk${query}`;
  const usual = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
  return exchange({ host, port, method: 'POST', path, headers: { ...usual, ...headers } }, file);
}

/** One request on its own connection; the caller can follow the response. */
export function exchange(options: RequestOptions, sent: Body = '') {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let answer: IncomingMessage | undefined;
  let isPaused = false;
  const waiting = new Set<{ bytes: number; reached: () => void; missed: (error: Error) => void }>();
  const tell = (): void => {
    for (const waiter of waiting) {
      if (waiter.bytes > bytes) continue;
      waiting.delete(waiter);
      waiter.reached();
    }
  };
  const outgoing = request({ ...options, agent: false });
  const finished = new Promise<Outcome>((resolve) => {
    const end = (complete: boolean): void => {
      for (const { missed } of waiting) missed(new Error(`the answer ended after ${bytes} bytes`));
      waiting.clear();
      const { statusCode: status = null, headers = {} } = answer ?? {};
      resolve({ status, headers, complete, body: Buffer.concat(pieces) });
    };
    // A caller refused while still sending has its response, so a later send error does not matter.
    outgoing.on('error', () => {
      if (answer === undefined) end(false);
    });
    outgoing.on('response', (response) => {
      answer = response;
      response.on('data', (piece: Buffer) => {
        pieces.push(piece);
        bytes += piece.length;
        tell();
      });
      response.on('error', () => end(false));
      response.on('close', () => end(response.complete));
      if (isPaused) response.pause();
      tell();
    });
  });
  if (typeof sent === 'string' || sent instanceof Uint8Array) outgoing.end(sent);
  else Readable.from(sent).pipe(outgoing);
  return {
    /** Resolves when the response has begun and has this many bytes. Rejects if it ends before that. */
    received: (wanted: number) =>
      new Promise<void>((reached, missed) => {
        if (answer !== undefined && bytes >= wanted) reached();
        else waiting.add({ bytes: wanted, reached, missed });
      }),
    finished,
    /** Stops reading, so that TCP backpressure stalls the response. */
    pause: () => {
      isPaused = true;
      answer?.pause();
    },
    resume: () => {
      isPaused = false;
      answer?.resume();
    },
    /** Resets the connection, as a crashing program does; the other end notices at once. */
    leave: () => void outgoing.socket?.resetAndDestroy(),
  };
}
