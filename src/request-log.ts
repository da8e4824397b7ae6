import type { Logger } from 'pino';
import type { ExchangeObserver } from './http/exchange.js';
import type { ApiMetrics } from './ops/api-metrics.js';

/** One line and one count for each request: ids, counts and times, never anything of a student or a token. */
export function observeExchange(
  logger: Logger,
  metrics: Pick<ApiMetrics, 'httpRequest' | 'bulkRows' | 'bulkStudents' | 'bulkStudentsFailed'>,
): ExchangeObserver {
  return (exchange, { method, status, seconds, aborted }) => {
    metrics.httpRequest(exchange.route, status, exchange.keyId, seconds);
    const { rows, students, failed_students: failed } = exchange.notes;
    if (typeof rows === 'number') metrics.bulkRows.inc(rows);
    if (typeof students === 'number') metrics.bulkStudents.inc(students);
    if (typeof failed === 'number') metrics.bulkStudentsFailed.inc(failed);
    const line = {
      request_id: exchange.requestId,
      key_id: exchange.keyId,
      method,
      route: exchange.route,
      status,
      duration_ms: Math.round(seconds * 1000),
      ...exchange.notes,
      ...(aborted ? { aborted } : {}),
      ...(exchange.failure === undefined ? {} : { err: exchange.failure }),
    };
    if (exchange.failure !== undefined) logger.error(line, 'request failed');
    else if (aborted) logger.warn(line, 'the caller left before the answer was complete');
    else logger.info(line, 'request');
  };
}
