import type { MetricMaker } from './metric-series.js';

/** From a small chunk on an idle core to one that had to be rescued. */
const chunkBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Name and help of a metric. */
interface Described {
  readonly name: string;
  readonly help: string;
}

/**
 * Counts and times chunks by outcome. Every outcome is counted from 0 on, so that its first occurrence is a rise
 * that a rate can see. A chunk without `seconds` is only counted.
 */
export function chunkMetrics<Outcome extends string>(
  make: MetricMaker,
  outcomes: readonly Outcome[],
  total: Described,
  duration: Described,
): (outcome: Outcome, seconds?: number) => void {
  const count = make.counterBy(total.name, total.help, ['outcome']);
  const time = make.durationBy(duration.name, duration.help, ['outcome'], chunkBuckets);
  const series = new Map(
    outcomes.map((outcome) => [outcome, { count: count({ outcome }), time: time({ outcome }) }]),
  );
  return (outcome, seconds) => {
    const found = series.get(outcome);
    found?.count(1);
    if (seconds !== undefined) found?.time(seconds);
  };
}
