import { type ClientRequest, type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Access } from './access.js';

/** What is sent to a service. */
export interface Posting {
  readonly path: 'v1/calculate' | 'v1/calculate/bulk';
  /** Undefined for the one that the service takes for the current one. */
  readonly awardYear: string | undefined;
  readonly contentType: 'application/json' | 'text/csv';
  /** Undefined where it is not known before the end. */
  readonly byteLength: number | undefined;
  /** The bytes from the beginning; asked once for each time that something is sent. */
  readonly body: () => AsyncIterable<Uint8Array>;
  /** Whether the body can be had again. */
  readonly canRepeat: () => boolean;
}

const CONNECT_MS = 15_000;
/** How long to wait for the invitation to send the body, which a proxy in between may not pass on. */
const INVITATION_MS = 1000;
/** A service that has no memory free lets an upload wait, and says nothing meanwhile. */
const SILENCE_MS = 300_000;

/** No connection came about, or none that lasted until an answer began. The cause is the system's error. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Sends a posting and resolves with the head of the answer, whatever its status. The body follows when the service has looked at the
 * head and asks for it, so that one who is refused learns why before anything was sent.
 *
 * @throws NoAnswer, what the body throws, or the signal's reason.
 */
export function send(
  { url, key }: Access,
  { path, awardYear, contentType, byteLength, body }: Posting,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': contentType,
    Expect: '100-continue',
    ...(byteLength === undefined ? {} : { 'Content-Length': byteLength }),
  };
  const target = new URL(path, url);
  if (awardYear !== undefined) target.searchParams.set('award_year', awardYear);
  const isSecure = url.protocol === 'https:';
  const open = isSecure ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const outgoing = open(target, { method: 'POST', agent: false, headers, signal });
    let hasAnswer = false;
    let hasBegun = false;
    const fail = (error: unknown): void => {
      // A service that refuses while we send may close the connection on us, and its answer is still to be read.
      if (hasAnswer) return;
      outgoing.destroy();
      reject(signal.aborted ? signal.reason : error);
    };
    const begin = (): void => {
      if (hasBegun || hasAnswer) return;
      hasBegun = true;
      sendBody(outgoing, body(), () => hasAnswer).catch(fail);
    };
    onConnected(outgoing, isSecure, () => {
      const invitation = setTimeout(begin, INVITATION_MS);
      outgoing.once('close', () => clearTimeout(invitation));
    });
    outgoing.setTimeout(SILENCE_MS, () => {
      outgoing.destroy(new Error(`nothing was heard of it for ${SILENCE_MS / 60_000} minutes`));
    });
    outgoing.on('continue', begin);
    outgoing.on('error', (cause) => fail(new NoAnswer(cause.message, { cause })));
    outgoing.once('response', (response) => {
      hasAnswer = true;
      resolve(response);
    });
  });
}

/** Gives up a request whose connection takes too long. */
function onConnected(outgoing: ClientRequest, isSecure: boolean, then: () => void): void {
  outgoing.once('socket', (socket) => {
    const late = setTimeout(() => {
      outgoing.destroy(new Error(`no connection within ${CONNECT_MS / 1000} seconds`));
    }, CONNECT_MS);
    outgoing.once('close', () => clearTimeout(late));
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      clearTimeout(late);
      then();
    });
  });
}

/** Sends pieces at the speed at which they are taken, until there are no more or the answer comes before. */
async function sendBody(
  outgoing: ClientRequest,
  pieces: AsyncIterable<Uint8Array>,
  isOver: () => boolean,
): Promise<void> {
  for await (const piece of pieces) {
    if (isOver() || outgoing.destroyed) return;
    if (!outgoing.write(piece)) await taken(outgoing);
  }
  outgoing.end();
}

function taken(outgoing: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      for (const name of ['drain', 'close', 'response']) outgoing.off(name, settle);
      resolve();
    };
    for (const name of ['drain', 'close', 'response']) outgoing.on(name, settle);
  });
}
