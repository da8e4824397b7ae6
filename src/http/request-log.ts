import type { Logger } from 'pino';
import type { ApiMetrics } from '../ops/api-metrics.js';
import type { RequestObserver } from './request-context.js';
import type { AbortCause } from './send.js';

const ABORTED: Readonly<Record<AbortCause, string>> = {
  caller_left: 'the caller left before the answer was complete',
  shutdown: 'the answer was broken off: this process had no time left to finish it',
  time_limit: 'the answer was broken off: the caller took too long',
  failure: 'the answer was broken off: it could not be finished',
};

/** One line and one count for each request: ids, counts and times, never anything of a student or a token. */
export function observeRequests(
  logger: Logger,
  metrics: Pick<
    ApiMetrics,
    'requests' | 'aborted' | 'requestSeconds' | 'bulkRows' | 'bulkStudents' | 'bulkStudentsFailed'
  >,
): RequestObserver {
  return (context, { method, status, seconds, aborted }) => {
    const { route, keyId } = context;
    const key = { key_id: keyId ?? 'none' };
    metrics.requests.inc({ route, status: aborted === undefined ? status : 'aborted', ...key });
    // Whatever the status of an answer that is not complete says, its caller has not what it says.
    if (aborted === undefined) metrics.requestSeconds.observe({ route, status }, seconds);
    // An alert follows, which nobody without a key may set off.
    else if (context.isAuthenticated) metrics.aborted.inc({ route, cause: aborted });
    const { rows, students, failed_students: failed } = context.notes;
    if (typeof rows === 'number') metrics.bulkRows.inc(key, rows);
    if (typeof students === 'number') metrics.bulkStudents.inc(key, students);
    if (typeof failed === 'number') metrics.bulkStudentsFailed.inc(key, failed);
    const line = {
      request_id: context.requestId,
      key_id: keyId ?? null,
      method,
      route,
      // The caller may have read a status of 200, and has no answer.
      ...(aborted === undefined ? { status } : { aborted }),
      duration_ms: Math.round(seconds * 1000),
      ...context.notes,
      ...(context.failure === undefined ? {} : { err: context.failure }),
    };
    if (context.failure !== undefined) logger.error(line, 'request failed');
    else if (aborted !== undefined) logger.warn(line, ABORTED[aborted]);
    // A balancer asks every few seconds.
    else logger[route === '/healthz' ? 'debug' : 'info'](line, 'request');
  };
}
