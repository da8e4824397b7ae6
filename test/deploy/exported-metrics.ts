import type { Registry } from 'prom-client';
import { z } from 'zod';
import { apiMetrics, workerMetrics } from '../support/metrics.js';
import { readYaml } from '../support/yaml-files.js';
import type { Query } from './promql.js';

/** Metric names as Prometheus stores them, each with its labels and the values that these have had. */
export type Exported = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

const recordingSchema = z.object({
  groups: z.array(z.object({ rules: z.array(z.strictObject({ record: z.string(), expr: z.string() })) })),
});

/** The rules that Prometheus itself makes series of. */
export function recordingRules(): readonly { readonly record: string; readonly expr: string }[] {
  return recordingSchema
    .parse(readYaml('deploy/prometheus/recording.yml'))
    .groups.flatMap(({ rules }) => rules);
}

/** Labels that Prometheus adds to whatever it scrapes. */
const TARGET_LABELS = ['job', 'instance'];

/** All that API and worker export, once everything that can be measured has happened, and Prometheus' own `up`. */
export async function exportedMetrics(): Promise<Exported> {
  const api = apiMetrics();
  api.requests.inc({ route: '/v1/calculate', status: 200, key_id: 'key' });
  api.requestSeconds.observe({ route: '/v1/calculate', status: 200 }, 0.01);
  api.bulkChunk('queue', 0.1);
  api.observeQueue(
    () => true,
    async () => ({ waiting: 1, active: 1, oldestWaitingSeconds: 1, workers: 1 }),
  );
  api.observeEviction(() => 'noeviction');
  api.observeKeys(() => ({ up: true, inForce: [{ id: 'key', expires_at: '2027-01-01T00:00:00Z' }] }));
  api.observeUploads(() => [{ requestId: 'r', keyId: 'key', progress: 0.5 }]);
  api.requests.inc({ route: '/v1/calculate', status: 'aborted', key_id: 'key' });
  for (const counter of [api.bulkRows, api.bulkStudents, api.bulkStudentsFailed])
    counter.inc({ key_id: 'key' });
  const worker = workerMetrics();
  worker.chunk('calculated', 0.1);
  worker.observeWorker(
    () => true,
    () => true,
  );
  const found = new Map<string, Map<string, Set<string>>>();
  note(found, 'up', []);
  note(found, 'ALERTS', [
    ['alertname', ''],
    ['alertstate', 'firing'],
  ]);
  for (const { record } of recordingRules()) note(found, record, []);
  for (const { registry } of [api, worker]) await noteAll(found, registry);
  return found;
}

async function noteAll(found: Map<string, Map<string, Set<string>>>, registry: Registry): Promise<void> {
  for (const line of (await registry.metrics()).split('\n')) {
    const [, name, labels = ''] = /^([a-z]\w*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name === undefined) continue;
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)];
    note(
      found,
      name,
      pairs.map(([, label = '', value = '']) => [label, value]),
    );
  }
}

function note(
  found: Map<string, Map<string, Set<string>>>,
  name: string,
  pairs: readonly (readonly [string, string])[],
): void {
  const labels = found.get(name) ?? new Map<string, Set<string>>();
  found.set(name, labels);
  for (const label of TARGET_LABELS) labels.set(label, new Set());
  for (const [label, value] of pairs) {
    labels.set(label, (labels.get(label) ?? new Set()).add(value));
  }
}

/** The labels whose every value is known from the start, so that a query for another one can never find anything. */
const CLOSED = ['outcome', 'alertstate', 'cause'];

/** What a query asks for that nothing exports: metrics, labels, and values of labels that have a closed list. */
export function unknownNames({ selectors, labels }: Query, exported: Exported): string[] {
  const metrics = selectors.filter(({ metric }) => !exported.has(metric)).map(({ metric }) => metric);
  const matched = selectors.flatMap(({ metric, matchers }) =>
    matchers.flatMap(({ label, operator, value }) => {
      const values = exported.get(metric)?.get(label);
      if (values === undefined) return [`${metric}{${label}}`];
      if (!CLOSED.includes(label)) return [];
      const wanted = operator.endsWith('~') ? value.split('|') : [value];
      return wanted.filter((one) => !values.has(one)).map((one) => `${metric}{${label}="${one}"}`);
    }),
  );
  const known = new Set(selectors.flatMap(({ metric }) => [...(exported.get(metric)?.keys() ?? [])]));
  return [...metrics, ...matched, ...labels.filter((label) => !known.has(label))];
}

/** The labels that the answer to a query carries: those it groups by, else those of its metrics. */
export function labelsOfAnswer({ selectors, labels }: Query, exported: Exported): string[] {
  if (labels.length > 0) return [...labels];
  return selectors.flatMap(({ metric }) => [...(exported.get(metric)?.keys() ?? [])]);
}
