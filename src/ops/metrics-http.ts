import type { MetricMaker } from './metric-series.js';

/** From a single answer on an idle machine to a million rows on a busy one. */
const requestBuckets = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300,
];

/** What stands for the key id of a request without a valid key. */
const noKey = 'none';

interface Route {
  readonly observe: (seconds: number) => void;
  readonly countByKey: Map<string, (amount: number) => void>;
}

/**
 * Counts and times requests. Series are found by plain look-ups and bound once: a single-student answer pays
 * about a microsecond.
 */
export function httpMetrics(
  make: MetricMaker,
): (route: string, status: number, keyId: string | undefined, seconds: number) => void {
  const count = make.counterBy('prorata_http_requests_total', 'Requests answered, by route, status and key', [
    'route',
    'status',
    'key_id',
  ]);
  const time = make.durationBy(
    'prorata_http_request_duration_seconds',
    'Time from a request to the end of its answer',
    ['route', 'status'],
    requestBuckets,
  );
  const routes = new Map<string, Map<number, Route>>();

  function seriesOf(route: string, status: number): Route {
    const byStatus = routes.get(route) ?? new Map<number, Route>();
    routes.set(route, byStatus);
    const series = { observe: time({ route, status: String(status) }), countByKey: new Map() };
    byStatus.set(status, series);
    return series;
  }

  return (route, status, keyId = noKey, seconds) => {
    const series = routes.get(route)?.get(status) ?? seriesOf(route, status);
    let countOne = series.countByKey.get(keyId);
    if (countOne === undefined) {
      countOne = count({ route, status: String(status), key_id: keyId });
      series.countByKey.set(keyId, countOne);
    }
    countOne(1);
    series.observe(seconds);
  };
}
