import { type ClientRequest, type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Access } from './access.js';

/** A request to a service. */
export interface Posting {
  readonly path: 'v1/calculate' | 'v1/calculate/bulk';
  /** Undefined for the service's current year. */
  readonly awardYear: string | undefined;
  readonly contentType: 'application/json' | 'text/csv';
  /** Undefined if it is not known before the end. */
  readonly byteLength: number | undefined;
  /** The bytes from the beginning; called once for each attempt. */
  readonly body: () => AsyncIterable<Uint8Array>;
  /** Whether the body can be sent again. */
  readonly canRepeat: () => boolean;
}

const CONNECT_MS = 15_000;
/** How long to wait for the invitation to send the body, since a proxy may not pass it on. */
const INVITATION_MS = 1000;
/** A service without free memory keeps an upload waiting, and is silent meanwhile. */
const SILENCE_MS = 300_000;

/** There was no connection, or it did not last until an answer began. The cause is the system's error. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Sends a request and resolves with the head of the answer, whatever its status. The body follows when the service has
 * checked the head and asks for it, so that a refused caller learns why before anything is sent.
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
      // A service that refuses while the body is being sent may close the connection; its answer can still be read.
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

/** Gives up on a request that takes too long to connect. */
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

/** Sends pieces at the speed at which they are taken, until there are no more or the answer arrives first. */
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
