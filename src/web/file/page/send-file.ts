import { counted } from '../../../engine/texts.js';
import type { Progress } from '../worker/outcome.js';
import { Refusal } from './worker-client.js';

const BROKEN =
  'Not complete: the connection broke before the whole answer arrived. Nothing was saved. Send the file again, or calculate it here.';

/**
 * Sends a CSV file in our shape to the service and waits for the whole answer. Uses XMLHttpRequest because `fetch` does not
 * report upload progress and needs HTTP/2 to stream an upload. Reports the bytes of the file first, then those of the answer,
 * whose total is not known in advance.
 *
 * @throws Refusal in the service's own words, or if the connection breaks before the last byte; the signal's reason.
 */
export function sendFile(
  file: Blob,
  { key, awardYear }: { readonly key: string; readonly awardYear: string },
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const how = { unit: 'bytes', failedStudents: 0 } as const;
    const tellSent = (done: number) => onProgress({ doing: 'sending', done, total: file.size, ...how });
    request.upload.onprogress = ({ loaded }) => tellSent(loaded);
    request.onprogress = ({ loaded }) => onProgress({ doing: 'receiving', done: loaded, total: 0, ...how });
    request.onerror = () => reject(new Refusal(BROKEN));
    request.onabort = () => reject(signal.reason);
    request.onload = () => {
      if (request.status === 200) resolve(request.response);
      else void refusalOf(request).then(reject);
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

async function refusalOf(request: XMLHttpRequest): Promise<Refusal> {
  const { status } = request;
  const words = await wordsOf(request.response);
  // What the service says names the time itself.
  const seconds = words === '' ? (request.getResponseHeader('Retry-After') ?? '') : '';
  const when = /^\d+$/.test(seconds) ? `Send the file again in ${counted(Number(seconds), 'second')}.` : '';
  const said = words || `The service answered with ${status}.`;
  return new Refusal([said, NEXT_STEPS[status] ?? '', when].join(' ').trim());
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
  401: 'Check the key, and copy all of it.',
  403: 'Ask the operator of the service for a new key.',
  413: 'Split the file, with all rows of a student in one part, or calculate it here.',
  429: 'Something between this page and the service is limiting requests.',
  503: 'The service is busy.',
};
