import type { Progress } from '../worker/outcome.js';

/** The outcome of sending a file. */
export type Sending =
  | { readonly kind: 'answer'; readonly answer: Blob }
  /** With the service's own words, and the seconds after which to retry if it says so. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly words: string;
      readonly retryAfter: number | null;
    }
  /** The connection broke before the last byte, or was never made. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'cancelled' };

/** Why sending brought no answer, as shown to the person. */
export interface SendingProblem {
  readonly message: string;
  /** Seconds until it can be sent again; null if there is nothing to wait for. */
  readonly retryAfter: number | null;
}

/**
 * Sends a CSV file in our shape to the service and waits for the whole answer. Uses XMLHttpRequest because `fetch` does not
 * report upload progress and needs HTTP/2 to stream an upload. Reports the bytes of the file first, then those of the answer,
 * whose total is not known in advance.
 */
export function sendFile(
  file: Blob,
  { key, awardYear }: { readonly key: string; readonly awardYear: string },
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Sending> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const how = { unit: 'bytes', failedStudents: 0 } as const;
    const tellSent = (done: number) => onProgress({ doing: 'sending', done, total: file.size, ...how });
    request.upload.onprogress = ({ loaded }) => tellSent(loaded);
    request.onprogress = ({ loaded }) => onProgress({ doing: 'receiving', done: loaded, total: 0, ...how });
    request.onerror = () => resolve({ kind: 'broken' });
    request.onabort = () => resolve({ kind: 'cancelled' });
    request.onload = () => {
      if (request.status === 200) resolve({ kind: 'answer', answer: request.response });
      else resolve(refusalOf(request));
    };
    signal.addEventListener('abort', () => request.abort());
    request.open('POST', `/v1/calculate/bulk?award_year=${awardYear}`);
    request.responseType = 'blob';
    request.setRequestHeader('Authorization', `Bearer ${key}`);
    request.setRequestHeader('Content-Type', 'text/csv');
    request.setRequestHeader('Accept', 'text/csv');
    request.send(file);
    tellSent(0);
  });
}

async function refusalOf(request: XMLHttpRequest): Promise<Sending> {
  const seconds = Number(request.getResponseHeader('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : null;
  const words = await wordsOf(request.response);
  return { kind: 'refused', status: request.status, words, retryAfter };
}

/** The sentence of an error body; empty if something between the page and the service answered in another format. */
async function wordsOf(body: Blob): Promise<string> {
  try {
    const said: unknown = JSON.parse(await body.text());
    const message = typeof said === 'object' && said !== null && 'message' in said ? said.message : '';
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
}

/** The next step for a status whose error does not say it. */
const NEXT_STEPS: Readonly<Record<number, string>> = {
  401: 'Check the key: it must be copied whole.',
  403: 'Ask the operator of the service for a new key.',
  413: 'Split the file, with all rows of a student in one part, or calculate it here.',
  429: 'Something between this page and the service lets no more through at the moment.',
  503: 'The service is busy.',
};

/** Explains a failed sending, and says what to do. */
export function sendingProblem(sending: Exclude<Sending, { kind: 'answer' }>): SendingProblem {
  if (sending.kind === 'cancelled') return { message: 'Cancelled. No answer was kept.', retryAfter: null };
  if (sending.kind === 'broken') {
    return {
      message:
        'Not complete: the connection broke off before the whole answer was here. Nothing was saved. Send the file again, or calculate it here.',
      retryAfter: null,
    };
  }
  const { status, words, retryAfter } = sending;
  const said = words === '' ? `The service answered with ${status}.` : words;
  const message = [said, NEXT_STEPS[status] ?? ''].filter((text) => text !== '').join(' ');
  return { message, retryAfter };
}
