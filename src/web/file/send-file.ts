/** How far sending is, in bytes. */
export interface SendingProgress {
  readonly sent: number;
  readonly received: number;
}

/** What came of sending a file. */
export type Sending =
  | { readonly kind: 'answer'; readonly answer: Blob }
  /** With the service's own words, and after how many seconds it may be asked again where it says so. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly body: Blob;
      readonly retryAfter: number | null;
    }
  /** The connection broke off before the last byte, or never came about. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'cancelled' };

/**
 * Sends a CSV file of ours to the service and waits for the whole answer. An XMLHttpRequest, because `fetch` tells nobody how far an
 * upload is and needs HTTP/2 to stream one.
 */
export function sendFile(
  file: Blob,
  key: string,
  onProgress: (progress: SendingProgress) => void,
  signal: AbortSignal,
): Promise<Sending> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let progress: SendingProgress = { sent: 0, received: 0 };
    const tell = (change: Partial<SendingProgress>): void => {
      progress = { ...progress, ...change };
      onProgress(progress);
    };
    request.upload.onprogress = ({ loaded }) => tell({ sent: loaded });
    request.onprogress = ({ loaded }) => tell({ sent: file.size, received: loaded });
    request.onerror = () => resolve({ kind: 'broken' });
    request.ontimeout = () => resolve({ kind: 'broken' });
    request.onabort = () => resolve({ kind: 'cancelled' });
    request.onload = () => {
      if (request.status === 200) resolve({ kind: 'answer', answer: request.response });
      else resolve(refusalOf(request));
    };
    signal.addEventListener('abort', () => request.abort());
    request.open('POST', '/v1/calculate/bulk');
    request.responseType = 'blob';
    request.setRequestHeader('Authorization', `Bearer ${key}`);
    request.setRequestHeader('Content-Type', 'text/csv');
    request.setRequestHeader('Accept', 'text/csv');
    request.send(file);
  });
}

function refusalOf(request: XMLHttpRequest): Sending {
  const seconds = Number(request.getResponseHeader('Retry-After') ?? Number.NaN);
  return {
    kind: 'refused',
    status: request.status,
    body: request.response,
    retryAfter: Number.isFinite(seconds) ? seconds : null,
  };
}
