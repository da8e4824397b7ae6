import type { Sending, SendingProgress } from './send-file.js';
import type { SendingProblem } from './service-section.js';
import type { Progress } from './worker-messages.js';

/** The next step for a status, where the words of the service do not say it. */
const NEXT_STEPS: Readonly<Record<number, string>> = {
  401: 'Check the key: it must be copied whole.',
  403: 'Ask the operator of the service for a new key.',
  413: 'Split the file, with all rows of a student in one part, or calculate it here.',
  429: 'Something between this page and the service lets no more through at the moment.',
  503: 'The service is busy.',
};

/** What a sending that brought no answer means; `words` are those of the service, empty where it had none. */
export function sendingProblem(sending: Exclude<Sending, { kind: 'answer' }>, words: string): SendingProblem {
  if (sending.kind === 'cancelled') return { message: 'Cancelled. No answer was kept.', retryAfter: null };
  if (sending.kind === 'broken') {
    return {
      message:
        'Not complete: the connection broke off before the whole answer was here. Nothing was saved. Send the file again, or calculate it here.',
      retryAfter: null,
    };
  }
  const { status, retryAfter } = sending;
  const said = words === '' ? `The service answered with ${status}.` : words;
  const message = [said, NEXT_STEPS[status] ?? ''].filter((text) => text !== '').join(' ');
  return { message, retryAfter };
}

/** How far a sending is, for people: the bytes of the file first, then those of the answer, whose number nobody knows before. */
export function sendingProgress({ sent, received }: SendingProgress, fileBytes: number): Progress {
  const how = { unit: 'bytes', failedStudents: 0 } as const;
  if (received === 0) return { doing: 'sending', done: sent, total: fileBytes, ...how };
  return { doing: 'receiving', done: received, total: 0, ...how };
}
