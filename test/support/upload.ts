import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { Readable } from 'node:stream';
import type { Api } from './api.js';

export interface Outcome {
  /** Null when no answer came at all. */
  readonly status: number | null;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** Whether the transfer ended as HTTP wants it; a caller must not trust the body otherwise. */
  readonly complete: boolean;
  readonly body: Buffer;
}

type Body = string | Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export type Upload = ReturnType<typeof upload>;

/** Sends a file, whole or piece by piece, and lets the caller follow its answer. `query` begins with "?". */
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

/** One request on a connection of its own, whose answer the caller follows. */
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
    // A caller who is refused while it still sends has its answer, whatever becomes of the sending.
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
    /** Resolves as soon as the answer has begun and so many bytes of it are here. Rejects when it ends before. */
    received: (wanted: number) =>
      new Promise<void>((reached, missed) => {
        if (answer !== undefined && bytes >= wanted) reached();
        else waiting.add({ bytes: wanted, reached, missed });
      }),
    finished,
    /** Stops reading the answer, so that the network holds it up; `resume` goes on. */
    pause: () => {
      isPaused = true;
      answer?.pause();
    },
    resume: () => {
      isPaused = false;
      answer?.resume();
    },
    /** Breaks the connection off, as a program that crashes does: the other end is told at once. */
    leave: () => void outgoing.socket?.resetAndDestroy(),
  };
}
