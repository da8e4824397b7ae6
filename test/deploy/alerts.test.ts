import { join } from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { ROOT, readText, readYaml } from '../support/yaml-files.js';
import {
  type Exported,
  exportedMetrics,
  labelsOfAnswer,
  recordingRules,
  unknownNames,
} from './exported-metrics.js';
import { readQuery } from './promql.js';
import { hasPromtool, promtool } from './promtool.js';

const alertSchema = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().regex(/^\d+[sm]$/),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string(), runbook_url: z.string() }),
});
const rulesSchema = z.strictObject({
  groups: z.tuple([z.strictObject({ name: z.string(), rules: z.array(alertSchema) })]),
});
const ruleTestsSchema = z.looseObject({
  tests: z.array(
    z.looseObject({
      input_series: z.array(z.object({ series: z.string(), values: z.string() })),
      alert_rule_test: z.array(
        z.looseObject({ alertname: z.string(), exp_alerts: z.array(z.unknown()).default([]) }),
      ),
    }),
  ),
});

const alerts = rulesSchema.parse(readYaml('deploy/prometheus/alerts.yml')).groups[0].rules;
const { tests } = ruleTestsSchema.parse(readYaml('deploy/prometheus/alerts.test.yml'));
const names = alerts.map(({ alert }) => alert);
let exported: Exported;

beforeAll(async () => {
  exported = await exportedMetrics();
});

test('each alert that operators rely on is there, once', () => {
  expect(names.toSorted()).toEqual([
    'AnswersBrokenOff',
    'ApiDown',
    'AvailabilityBurnsFast',
    'AvailabilityBurnsSlow',
    'BuildsDiffer',
    'DescriptorsHigh',
    'EventLoopSlow',
    'InternalErrors',
    'KeyExpiresSoon',
    'KeysFileStale',
    'LatencyBurnsFast',
    'LatencyBurnsSlow',
    'MemoryHigh',
    'NoWorkersWithWork',
    'ProcessRestarts',
    'QueueOldestTooOld',
    'RedisDown',
    'RedisEvicts',
    'RescuesHigh',
    'UploadsWaiting',
    'WorkerUnhealthy',
  ]);
});

describe.each(alerts.map((alert) => [alert.alert, alert] as const))('the alert %s', (name, alert) => {
  it('asks for nothing that is not exported', () => {
    expect(readQuery(alert.expr).selectors).not.toEqual([]);
    expect(unknownNames(readQuery(alert.expr), exported)).toEqual([]);
  });

  it('says what to do, in the operator’s guide', () => {
    const anchor = `alert-${name.toLowerCase()}`;
    const docs = '{{ with $externalLabels.prorata_docs }}{{ . }}{{ else }}docs/operations.md{{ end }}';
    expect(alert.annotations.runbook_url).toBe(`${docs}#${anchor}`);
    expect(readText('docs/operations.md')).toContain(`<a id="${anchor}"></a>\n### Alert: ${name}\n`);
  });

  it('speaks of labels that it has', () => {
    const spoken = [...alert.annotations.description.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label);
    const known = labelsOfAnswer(readQuery(alert.expr), exported);
    expect(known).toEqual(expect.arrayContaining(spoken));
  });

  it('is made to fire in the rule tests, and kept silent by a healthy service', () => {
    const cases = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
    const own = cases.filter(({ alertname }) => alertname === name);
    expect(own.filter(({ exp_alerts }) => exp_alerts.length > 0)).not.toEqual([]);
    expect(tests[0]?.alert_rule_test).toContainEqual({ eval_time: '15m', alertname: name, exp_alerts: [] });
  });
});

test.each(recordingRules())(
  'the recording rule $record asks for nothing that is not exported',
  ({ expr }) => {
    expect(readQuery(expr).selectors).not.toEqual([]);
    expect(unknownNames(readQuery(expr), exported)).toEqual([]);
  },
);

test('no objective counts pages, health checks or callers who left', () => {
  const selectors = recordingRules()
    .flatMap(({ expr }) => readQuery(expr).selectors)
    .filter(({ metric }) => metric.startsWith('prorata_'));
  const matchers = selectors.map(({ matchers }) =>
    matchers.map(({ label, operator, value }) => `${label}${operator}${value}`),
  );
  expect(
    matchers.filter(
      (each) =>
        !each.some((one) =>
          ['route=~/v1/calculate.*', 'route=/v1/calculate', 'cause=~shutdown|failure'].includes(one),
        ),
    ),
  ).toEqual([]);
});

test('the rule tests feed only series that are exported', () => {
  const series = tests.flatMap(({ input_series }) => input_series.map((input) => input.series));
  expect(series.flatMap((text) => unknownNames(readQuery(text), exported))).toEqual([]);
});

test(`the rules are valid and pass their tests (${hasPromtool ? 'run by promtool' : 'not run: no promtool here'})`, () => {
  if (!hasPromtool) return expect(tests.length).toBeGreaterThan(names.length);
  const folder = join(ROOT, 'deploy/prometheus');
  expect(promtool('check', 'config', join(folder, 'prometheus.yml'))).toBe('');
  expect(promtool('test', 'rules', join(folder, 'alerts.test.yml'))).toBe('');
});

test('a misspelt metric, label, outcome or grouping would be found', () => {
  const wrong =
    'sum by (rout) (rate(prorata_bulk_chunk_total{job="api"}[5m])) / prorata_redis_up{jobs="api"}';
  expect(unknownNames(readQuery(wrong), exported)).toEqual([
    'prorata_bulk_chunk_total',
    'prorata_bulk_chunk_total{job}',
    'prorata_redis_up{jobs}',
    'rout',
  ]);
  const outcome = readQuery('prorata_bulk_chunks_total{outcome=~"queue|rescued"}');
  expect(unknownNames(outcome, exported)).toEqual(['prorata_bulk_chunks_total{outcome="rescued"}']);
});
