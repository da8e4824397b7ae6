import { type ClientRequest, request } from 'node:http';
import type { Api } from '../support/api.js';

/** How an upload ended for its caller. */
export interface Outcome {
  /** Null when no answer came at all. */
  readonly status: number | null;
  /** Whether the transfer ended as HTTP wants it; a caller must not trust the body otherwise. */
  readonly complete: boolean;
  readonly body: Buffer;
}

/** A bulk upload under way. */
export interface Upload {
  /** Resolves as soon as so many bytes of the answer are here. Rejects when the answer ends before. */
  received(bytes: number): Promise<void>;
  readonly finished: Promise<Outcome>;
  /** Stops reading the answer, so that the network holds it up; `resume` goes on. */
  pause(): void;
  resume(): void;
  /** Breaks the connection off, as a program that crashes does: the other end is told at once. */
  leave(): void;
}

/** Sends a whole file and lets the caller follow its answer. */
export function upload(
  { host, port, token }: Pick<Api, 'host' | 'port' | 'token'>,
  csv: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Upload {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let status: number | null = null;
  let isPaused = false;
  let flow = (_paused: boolean): void => {};
  const waiting: { bytes: number; reached: () => void; missed: (error: Error) => void }[] = [];
  const outgoing: ClientRequest = request({
    host,
    port,
    agent: false,
    method: 'POST',
    path: '/v1/calculate/bulk',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv', ...headers },
  });
  const finished = new Promise<Outcome>((resolve) => {
    const end = (complete: boolean): void => {
      for (const { missed } of waiting.splice(0)) missed(new Error(`the answer ended after ${bytes} bytes`));
      resolve({ status, complete, body: Buffer.concat(pieces) });
    };
    outgoing.on('error', () => end(false));
    outgoing.on('response', (response) => {
      status = response.statusCode ?? null;
      flow = (paused) => void (paused ? response.pause() : response.resume());
      response.on('data', (piece: Buffer) => {
        pieces.push(piece);
        bytes += piece.length;
        for (const waiter of waiting.filter((one) => one.bytes <= bytes)) {
          waiting.splice(waiting.indexOf(waiter), 1);
          waiter.reached();
        }
      });
      response.on('error', () => end(false));
      response.on('close', () => end(response.complete));
      if (isPaused) response.pause();
    });
  });
  outgoing.end(csv);
  const hold = (paused: boolean): void => {
    isPaused = paused;
    flow(paused);
  };
  return {
    received: (wanted) =>
      new Promise((reached, missed) => {
        if (bytes >= wanted) reached();
        else waiting.push({ bytes: wanted, reached, missed });
      }),
    finished,
    pause: () => hold(true),
    resume: () => hold(false),
    leave: () => void outgoing.socket?.resetAndDestroy(),
  };
}
