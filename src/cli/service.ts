import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { systemCode } from '../keys/system-error.js';
import type { Access } from './access.js';
import { CommandError, EXIT, refusalSchema, refused } from './command-error.js';
import { NoAnswer, type Posting, send } from './posting.js';

/** How patiently to ask a service. */
export interface Patience {
  /** How often to resend a request that got no answer. */
  readonly retries: number;
  readonly signal: AbortSignal;
  /** Receives the reason for a wait, and its length. */
  readonly onWait: (text: string) => void;
}

/**
 * The service itself asks for at most five minutes. If it asks for more than this, the user should run the command
 * again later.
 */
const LONGEST_PAUSE_SECONDS = 900;
const MOST_REFUSAL_BYTES = 1024 * 1024;
/** Errors that waiting does not solve: a name that does not exist, an untrusted certificate, another protocol. */
const LASTING = /^(ENOTFOUND|EPROTO|HPE_|ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

/**
 * Sends a request until the service accepts it, and resolves with the head of a 200 answer. Resends only what got no
 * answer, or one of 502, 503 or 504; never after an answer has begun.
 *
 * @throws CommandError for a refusal or a service that cannot be reached.
 */
export async function ask(
  access: Access,
  posting: Posting,
  { retries, signal, onWait }: Patience,
): Promise<IncomingMessage> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await send(access, posting, signal).catch((error: unknown) => {
      if (error instanceof NoAnswer) return error;
      throw error;
    });
    if (!(outcome instanceof NoAnswer) && outcome.statusCode === 200) return outcome;
    const problem =
      outcome instanceof NoAnswer ? unreachable(access, outcome) : await refusalOf(access, outcome, signal);
    const wish = outcome instanceof NoAnswer ? undefined : retryAfterSeconds(outcome);
    const seconds = wish ?? 2 ** (attempt - 1);
    const isLast = attempt > retries || seconds > LONGEST_PAUSE_SECONDS || !posting.canRepeat();
    if (isLast || !mayChange(outcome)) throw problem;
    onWait(`${firstLine(problem.message)} Trying again in ${seconds} s.`);
    await pause(seconds * 1000, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/**
 * The bytes of an answer.
 *
 * @throws CommandError when it breaks off, or the signal's reason.
 */
export async function* answerBytes(
  response: IncomingMessage,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* response;
    if (response.complete) return;
  } catch (cause) {
    signal.throwIfAborted();
    throw brokenOff(cause);
  }
  throw brokenOff();
}

/** The error for an incomplete answer. */
export function brokenOff(cause?: unknown): CommandError {
  return new CommandError(
    EXIT.unreachable,
    'The service broke off in the middle of its answer. Run the command again: the same file gives the same answer.',
    { cause },
  );
}

function mayChange(outcome: IncomingMessage | NoAnswer): boolean {
  if (outcome instanceof NoAnswer) return !LASTING.test(systemCode(outcome.cause) ?? '');
  return [502, 503, 504].includes(outcome.statusCode ?? 0);
}

/** The Retry-After header, given in seconds or as a date. */
function retryAfterSeconds({ headers }: IncomingMessage): number | undefined {
  const wish = headers['retry-after'];
  if (wish === undefined) return undefined;
  const seconds = /^\d+$/.test(wish) ? Number(wish) : Math.ceil((Date.parse(wish) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

function unreachable({ url }: Access, { cause, message }: NoAnswer): CommandError {
  const code = systemCode(cause);
  const [why, advice] = {
    ECONNREFUSED: [
      'nothing listens there',
      'Start the service, or give its address in PRORATA_URL or with --url.',
    ],
    ENOTFOUND: ['there is no such name', 'Check the address in PRORATA_URL or --url.'],
    EAI_AGAIN: ['its name cannot be looked up now', 'Check the network.'],
    ECONNRESET: ['the connection was broken off before the answer began', 'Run the command again.'],
    EPIPE: ['the connection was broken off before the answer began', 'Run the command again.'],
    EPROTO: ['it does not speak HTTPS there', 'Check the address: http:// or https://, and the port.'],
  }[code ?? ''] ?? [message, 'Check the address in PRORATA_URL or --url, and the network.'];
  return new CommandError(
    EXIT.unreachable,
    `The service at ${url.origin} cannot be reached: ${why}. ${advice}`,
    {
      cause,
    },
  );
}

/** Any answer but 200, as the end of a command. */
async function refusalOf(
  { url }: Access,
  answer: IncomingMessage,
  signal: AbortSignal,
): Promise<CommandError> {
  const status = answer.statusCode ?? 0;
  const body = refusalSchema.safeParse(jsonOf(await textOf(answer, signal)));
  answer.destroy();
  const requestId = answer.headers['x-request-id'];
  const reference =
    requestId === undefined ? '' : ` Its operator finds the reason under request id ${String(requestId)}.`;
  if (status >= 500) {
    const words = body.success && 'message' in body.data ? ` ${body.data.message}` : '';
    return new CommandError(
      EXIT.unreachable,
      `The service at ${url.origin} answered ${status}.${words}${reference}`,
      { refusal: body.success ? body.data : null },
    );
  }
  if (body.success && status !== 404) return refused(body.data);
  const { location } = answer.headers;
  const words =
    location === undefined
      ? 'and not in the way of this service. Check the address in PRORATA_URL or --url.'
      : `and points to ${location}. Give that address in PRORATA_URL or with --url.`;
  return new CommandError(EXIT.refused, `${url.origin} answered ${status}, ${words}`);
}

async function textOf(answer: IncomingMessage, signal: AbortSignal): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of answerBytes(answer, signal)) {
      length += piece.length;
      if (length > MOST_REFUSAL_BYTES) break;
      pieces.push(piece);
    }
  } catch (error) {
    // The status is already known, and is what the command ends with.
    if (signal.aborted || !(error instanceof CommandError)) throw error;
  }
  return Buffer.concat(pieces).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's page, which no schema fits.
    return undefined;
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}
