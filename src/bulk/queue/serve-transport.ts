import { setTimeout as delay } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import type { Redis } from 'ioredis';
import { failFastClient } from './redis-client.js';
import { redisErrorText } from './redis-status.js';

const PAYLOAD_LIMITS = { socketTimeoutMs: 5000, commandTimeoutMs: 5000 };
const REPLY_LIMITS = { socketTimeoutMs: 8000 };
const BLOCK_SECONDS = 2;
const BATCH = 32;
/**
 * Replies that come within this time are fetched together, and the chunks after them sent together: waking the event loop for each
 * costs a fifth of the CPU time of the process.
 */
const PAUSE_MS = 20;
const PAUSE_AFTER_ERROR_MS = 250;

/** What the thread is started with. */
export interface TransportData {
  readonly redisUrl: string;
  /** The Redis list of the replies to this process. */
  readonly replyKey: string;
}

/** What is to lie in Redis under a key. */
export interface Payload {
  readonly key: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What the event loop asks for. `id` comes back with the answer. */
export type TransportRequest =
  | {
      readonly kind: 'store';
      readonly id: number;
      readonly payloads: readonly Payload[];
      readonly ttlMs: number;
    }
  | { readonly kind: 'delete'; readonly id: number; readonly keys: readonly string[] };

/** What the thread says. The frames of replies have memory of their own, which moves with them. */
export type TransportMessage =
  | { readonly kind: 'done'; readonly id: number; readonly failure: string | null }
  | { readonly kind: 'replies'; readonly frames: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly kind: 'connection'; readonly isReady: boolean }
  | { readonly kind: 'trouble'; readonly reason: string };

/**
 * The thread's end of {@link import('./transport.js').Transport}: writes payloads and deletes them, in the order in which it is asked, and
 * takes the replies off one Redis list as they come, for ever. A reply that is popped while the connection breaks is lost; whoever
 * waits for it must have another way.
 */
export function serveTransport({ redisUrl, replyKey }: TransportData, port: MessagePort): void {
  const payloads = failFastClient(redisUrl, PAYLOAD_LIMITS);
  // A connection that blocks is good for nothing else.
  const replies = failFastClient(redisUrl, REPLY_LIMITS);
  const tell = (message: TransportMessage, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);
  const trouble = (error: unknown) => tell({ kind: 'trouble', reason: redisErrorText(error) });
  for (const client of [payloads, replies]) {
    client.on('error', trouble);
    client.on('ready', () => {
      if (payloads.status === 'ready' && replies.status === 'ready')
        tell({ kind: 'connection', isReady: true });
    });
    client.on('close', () => tell({ kind: 'connection', isReady: false }));
  }

  port.on('message', (request: TransportRequest) => {
    carryOut(payloads, request).then(
      () => tell({ kind: 'done', id: request.id, failure: null }),
      (error: unknown) => tell({ kind: 'done', id: request.id, failure: redisErrorText(error) }),
    );
  });

  const fetchForEver = async (): Promise<never> => {
    while (true) {
      let pauseMs = PAUSE_AFTER_ERROR_MS;
      try {
        if (replies.status === 'ready') {
          const frames = await nextReplies(replies, replyKey);
          const moved = frames.map(({ buffer }) => buffer);
          if (frames.length > 0) tell({ kind: 'replies', frames }, moved);
          pauseMs = PAUSE_MS;
        }
      } catch (error) {
        trouble(error);
      }
      await delay(pauseMs);
    }
  };
  void fetchForEver();
}

async function carryOut(client: Redis, request: TransportRequest): Promise<void> {
  if (request.kind === 'delete') {
    await client.del(...request.keys);
    return;
  }
  const { payloads, ttlMs } = request;
  await Promise.all(
    payloads.map(({ key, bytes: { buffer, byteOffset, length } }) =>
      client.set(key, Buffer.from(buffer, byteOffset, length), 'PX', ttlMs),
    ),
  );
}

/** Waits for a reply and takes those that came with it; none when none came for a while. */
async function nextReplies(client: Redis, key: string): Promise<Uint8Array<ArrayBuffer>[]> {
  const first = await client.blpopBuffer(key, BLOCK_SECONDS);
  if (first === null) return [];
  const others = (await client.lpopBuffer(key, BATCH)) ?? [];
  return [first[1], ...others].map(inOwnMemory);
}

/** A long reply has memory of its own already; a short one shares that of the client. */
function inOwnMemory(reply: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = reply;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === reply.length;
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(reply);
}
