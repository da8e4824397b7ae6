import { setTimeout as delay } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { failFastClient } from './redis-client.js';
import { redisErrorText } from './redis-status.js';

const SOCKET_TIMEOUT_MS = 8000;
const BLOCK_SECONDS = 2;
const BATCH = 32;
/** Replies that come close together are fetched together, and the chunks after them sent together. */
const PAUSE_MS = 5;
const PAUSE_AFTER_ERROR_MS = 250;

/** What the thread of replies is started with. */
export const replyThreadData = z.object({
  redisUrl: z.string(),
  /** The Redis list of the replies to this process. */
  replyKey: z.string(),
});

export type ReplyThreadData = z.infer<typeof replyThreadData>;

/** What the thread tells the event loop. The frame of a reply has memory of its own, which moves with it. */
export type ReplyThreadMessage =
  | { readonly kind: 'reply'; readonly frame: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'connection'; readonly isReady: boolean }
  | { readonly kind: 'trouble'; readonly reason: string };

/**
 * Takes the replies off one Redis list as they come, in the order of the list, for ever, and hands them over; runs on a thread of
 * its own, see {@link import('./reply-thread.js').ReplyThread}. A reply that is popped while the connection breaks is lost; whoever
 * waits for it must have another way.
 */
export function serveReplies({ redisUrl, replyKey }: ReplyThreadData, port: MessagePort): void {
  const tell = (message: ReplyThreadMessage, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);
  const trouble = (error: unknown) => tell({ kind: 'trouble', reason: redisErrorText(error) });
  const client = failFastClient(redisUrl, { socketTimeoutMs: SOCKET_TIMEOUT_MS });
  client.on('error', trouble);
  client.on('ready', () => tell({ kind: 'connection', isReady: true }));
  client.on('close', () => tell({ kind: 'connection', isReady: false }));

  const fetchSome = async (): Promise<void> => {
    for (const reply of await nextReplies(client, replyKey)) {
      const frame = inOwnMemory(reply);
      tell({ kind: 'reply', frame }, [frame.buffer]);
    }
  };
  const fetchForEver = async (): Promise<never> => {
    while (true) {
      const isWell =
        client.status === 'ready' &&
        (await fetchSome().then(
          () => true,
          (error: unknown) => {
            trouble(error);
            return false;
          },
        ));
      await delay(isWell ? PAUSE_MS : PAUSE_AFTER_ERROR_MS);
    }
  };
  void fetchForEver();
}

/** Waits for a reply and takes those that came with it; none when none came for a while. */
async function nextReplies(client: Redis, key: string): Promise<readonly Buffer[]> {
  const first = await client.blpopBuffer(key, BLOCK_SECONDS);
  if (first === null) return [];
  return [first[1], ...((await client.lpopBuffer(key, BATCH)) ?? [])];
}

/** A long reply has memory of its own already; a short one shares that of the client. */
function inOwnMemory(reply: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = reply;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === reply.length;
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(reply);
}
