import type { Logger } from 'pino';
import type { RequestObserver } from './http/request-context.js';
import type { ApiMetrics } from './ops/api-metrics.js';

/** One line and one count for each request: ids, counts and times, never anything of a student or a token. */
export function observeRequests(
  logger: Logger,
  metrics: Pick<ApiMetrics, 'httpRequest' | 'bulkRows' | 'bulkStudents' | 'bulkStudentsFailed'>,
): RequestObserver {
  return (context, { method, status, seconds, aborted }) => {
    metrics.httpRequest(context.route, status, context.keyId, seconds);
    const { rows, students, failed_students: failed } = context.notes;
    if (typeof rows === 'number') metrics.bulkRows.inc(rows);
    if (typeof students === 'number') metrics.bulkStudents.inc(students);
    if (typeof failed === 'number') metrics.bulkStudentsFailed.inc(failed);
    const line = {
      request_id: context.requestId,
      key_id: context.keyId,
      method,
      route: context.route,
      status,
      duration_ms: Math.round(seconds * 1000),
      ...context.notes,
      ...(aborted ? { aborted } : {}),
      ...(context.failure === undefined ? {} : { err: context.failure }),
    };
    if (context.failure !== undefined) logger.error(line, 'request failed');
    else if (aborted) logger.warn(line, 'the caller left before the answer was complete');
    else logger.info(line, 'request');
  };
}
