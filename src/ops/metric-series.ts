import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** A number that goes up and down, read when the metrics are read. */
export interface Level {
  add(amount: number): void;
  set(value: number): void;
}

/** Makes metrics of one registry. Label values of a series are strings; every new combination is kept for good. */
export interface MetricMaker {
  counter(name: string, help: string): (amount: number) => void;
  /** A series is shown from the moment it is made, at 0. Making one twice counts into the same. */
  counterBy<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
  ): (labels: Readonly<Record<Label, string>>) => (amount: number) => void;
  /** `buckets` in seconds, ascending. */
  durationBy<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: readonly number[],
  ): (labels: Readonly<Record<Label, string>>) => (seconds: number) => void;
  level(name: string, help: string): Level;
  /** A gauge that has no value at all until it is set; `undefined` takes the value away again. */
  reading(name: string, help: string): (value: number | undefined) => void;
  /** A counter that is kept elsewhere and only shown here; `undefined` leaves it as it is. */
  total(name: string, help: string): (value: number | undefined) => void;
}

/** Metrics are registered in `registry` alone, never in the library's global one. */
export function metricMaker(registry: Registry): MetricMaker {
  const registers = [registry];
  return {
    counter(name, help) {
      const counter = new Counter({ name, help, registers });
      return (amount) => counter.inc(amount);
    },
    counterBy(name, help, labelNames) {
      // The library looks a series up by a text of all its labels at every count: too dear for each request.
      const publishes: (() => void)[] = [];
      const collect = () => {
        for (const publish of publishes) publish();
      };
      const counter = new Counter({ name, help, labelNames, registers, collect });
      return (labels) => {
        let pending = 0;
        publishes.push(() => {
          counter.inc(labels, pending);
          pending = 0;
        });
        return (amount) => {
          pending += amount;
        };
      };
    },
    durationBy(name, help, labelNames, buckets) {
      const histogram = new Histogram({ name, help, labelNames, buckets: [...buckets], registers });
      return (labels) => {
        const child = histogram.labels(labels);
        return (seconds) => child.observe(seconds);
      };
    },
    level(name, help) {
      const gauge = new Gauge({ name, help, registers });
      return { add: (amount) => gauge.inc(amount), set: (value) => gauge.set(value) };
    },
    reading(name, help) {
      const gauge = new Gauge({ name, help, registers });
      const show = (value: number | undefined): void =>
        value === undefined ? gauge.remove() : gauge.set(value);
      show(undefined);
      return show;
    },
    total(name, help) {
      const counter = new Counter({ name, help, registers });
      return (value) => {
        if (value === undefined) return;
        counter.reset();
        counter.inc(value);
      };
    },
  };
}
