import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { createApiMetrics } from '../../src/ops/api-metrics.js';
import { createWorkerMetrics } from '../../src/ops/metrics.js';
import { ownFolder } from '../support/with-us.js';
import { ROOT, readDashboard, readText, readYaml } from '../support/yaml-files.js';

const alertSchema = z.object({
  alert: z.string(),
  expr: z.string(),
  annotations: z.object({ description: z.string(), runbook_url: z.string() }),
});
const rulesOf = <Rule>(file: string, rule: z.ZodType<Rule>) =>
  z
    .object({ groups: z.array(z.object({ rules: z.array(rule) })) })
    .parse(readYaml(`deploy/prometheus/${file}`))
    .groups.flatMap(({ rules }) => rules);
const alerts = rulesOf('alerts.yml', alertSchema);
const records = rulesOf('recording.yml', z.object({ record: z.string(), expr: z.string() }));

const { tests } = z
  .object({
    tests: z.array(
      z.object({
        input_series: z.array(z.object({ series: z.string() })),
        alert_rule_test: z.array(
          z.object({
            eval_time: z.string(),
            alertname: z.string(),
            exp_alerts: z.array(z.unknown()).default([]),
          }),
        ),
      }),
    ),
  })
  .parse(readYaml('deploy/prometheus/alerts.test.yml'));

const panels = readDashboard();
const targets = panels.flatMap((panel) => panel.targets);

/** Every series that the API and a worker export, with all measurements present. */
async function exportedSeries(): Promise<string> {
  const api = createApiMetrics('test');
  api.requests.inc({ route: '/v1/calculate', status: 200, key_id: 'key' });
  api.requestSeconds.observe({ route: '/v1/calculate', status: 200 }, 0.01);
  api.bulkChunk('queue', 0.1);
  const redis = { state: () => ({ state: 'ok' as const }), evictionPolicy: 'noeviction' };
  const reading = { waiting: 1, active: 1, oldestWaitingSeconds: 1, workers: 1 };
  api.observeQueue({ redis, queueStats: async () => reading });
  api.observeKeys({ isCurrent: true, inForce: () => [{ id: 'key', expires_at: '2027-01-01T00:00:00Z' }] });
  for (const each of [api.bulkRows, api.bulkStudents, api.bulkStudentsFailed]) each.inc({ key_id: 'key' });
  const worker = createWorkerMetrics('test');
  worker.chunk('calculated', 0.1);
  worker.observeWorker({ redis, fault: () => null });
  return `${await api.registry.metrics()}\n${await worker.registry.metrics()}`;
}

const series = await exportedSeries();
const metrics = new Set([...series.matchAll(/^([a-z]\w*)(?:\{| )/gm)].map(([, name]) => name));
/** Our own labels, and those that Prometheus adds to scraped series and to alerts. */
const labels = new Set([
  ...[...series.matchAll(/(\w+)="/g)].map(([, name]) => name),
  ...['job', 'instance', 'alertstate', 'alertname'],
]);
const OURS = /\b(?:prorata|process|nodejs)_\w+/g;

/** What a query asks for that nobody exports. Prometheus checks the rest of it. */
function unknownNames(expr: string): string[] {
  const asked = expr.match(OURS) ?? [];
  const recorded = expr.match(/\bprorata:[\w:]+/g) ?? [];
  const matched = [...expr.matchAll(/(\w+)(?:=|!=|=~|!~)"/g)].map(([, label = '']) => label);
  const grouped = [...expr.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(/\s*,\s*/),
  );
  // Labels whose possible values are all known.
  const closed = [...expr.matchAll(/\b(outcome|cause)=~?"([^"]*)"/g)].flatMap(([, label, values = '']) =>
    values.split('|').map((value) => `${label}="${value}"`),
  );
  return [
    ...asked.filter((name) => !metrics.has(name)),
    ...recorded.filter((name) => !records.some(({ record }) => record === name)),
    ...[...matched, ...grouped].filter((label) => !labels.has(label)),
    ...closed.filter((pair) => !series.includes(pair)),
  ];
}

test('no rule, panel or rule test asks for a metric, a label or an outcome that is not exported', () => {
  const asked = [...alerts, ...records, ...targets].map(({ expr }) => expr);
  const fed = tests.flatMap(({ input_series }) => input_series.map((input) => input.series));
  expect([...asked, ...fed].flatMap(unknownNames)).toEqual([]);
});

test('KEDA scales by a metric that is exported', () => {
  const scaled = readText('deploy/kubernetes/components/keda/scaled-object.yaml');
  expect(metrics).toContain(/valueLocation: "?([\w]+)/.exec(scaled)?.[1]);
});

describe.each(alerts)('the alert $alert', ({ alert, annotations }) => {
  it('says what to do, in the operator’s guide', () => {
    const anchor = `alert-${alert.toLowerCase()}`;
    const docs = '{{ with $externalLabels.prorata_docs }}{{ . }}{{ else }}docs/operations.md{{ end }}';
    expect(annotations.runbook_url).toBe(`${docs}#${anchor}`);
    expect(readText('docs/operations.md')).toContain(`\n### Alert: ${alert}\n`);
  });

  it('is made to fire in the rule tests, and kept silent by a healthy service', () => {
    const own = tests
      .flatMap(({ alert_rule_test }) => alert_rule_test)
      .filter((one) => one.alertname === alert);
    expect(own.filter(({ exp_alerts }) => exp_alerts.length > 0)).not.toEqual([]);
    expect(tests[0]?.alert_rule_test).toContainEqual({ eval_time: '15m', alertname: alert, exp_alerts: [] });
  });
});

test('no objective counts pages, health checks or callers who left', () => {
  const selectors = records.flatMap(({ expr }) => expr.match(/\bprorata_\w+\{[^}]*\}?/g) ?? []);
  const counted = /route=~"\/v1\/calculate\.\*"|route="\/v1\/calculate"|cause=~"shutdown\|failure"/;
  expect(selectors.filter((selector) => !counted.test(selector))).toEqual([]);
});

it('the dashboard has every metric of our own, and asks the data source that its reader chose', () => {
  const family = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '');
  const shown = new Set(targets.flatMap(({ expr }) => expr.match(OURS) ?? []).map(family));
  const own = [...metrics].filter((name) => name?.startsWith('prorata_')).map((name) => family(name ?? ''));
  expect(own.filter((name) => !shown.has(name))).toEqual([]);
  const graphs = panels.filter(({ type }) => type !== 'row');
  expect(new Set(graphs.map(({ datasource }) => datasource?.uid))).toEqual(new Set([`\${datasource}`]));
});

it('the dashboard is found by the Grafana of the compose file, with its data source', () => {
  const provisioning = 'deploy/grafana/provisioning';
  expect(readYaml(`${provisioning}/dashboards/files.yml`)['providers']).toMatchObject([
    { type: 'file', options: { path: '/var/lib/grafana/dashboards' } },
  ]);
  expect(readYaml(`${provisioning}/datasources/prometheus.yml`)['datasources']).toMatchObject([
    { type: 'prometheus', url: 'http://prometheus:9090', isDefault: true },
  ]);
});

/** promtool, which checks rules, comes with Prometheus; not every developer has it. */
const NO_PROMTOOL = spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status !== 0;

/** The output of promtool; empty if it has no complaint. */
function promtool(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

const MISSING = NO_PROMTOOL ? ' (not here: apt-get install prometheus)' : '';

describe.skipIf(NO_PROMTOOL)(`promtool${MISSING}`, () => {
  const folder = join(ROOT, 'deploy/prometheus');

  it('accepts the configuration and the rules, and every alert fires when it has to', () => {
    expect(promtool('check', 'config', join(folder, 'prometheus.yml'))).toBe('');
    expect(promtool('test', 'rules', join(folder, 'alerts.test.yml'))).toBe('');
  });

  it('can read every query of the dashboard', () => {
    const rules = targets.map(({ expr }, index) => ({
      record: `query_${index}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }));
    const file = join(ownFolder('dashboard'), 'rules.yml');
    writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect(promtool('check', 'rules', file)).toBe('');
  });
});

test('the rules for the Prometheus operator are those of Prometheus', async () => {
  const groups = ['recording.yml', 'alerts.yml'].flatMap((file) =>
    z.array(z.unknown()).parse(readYaml(`deploy/prometheus/${file}`)['groups']),
  );
  const kind = { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule' };
  const rule = { ...kind, metadata: { name: 'prorata' }, spec: { groups } };
  const path = join(ROOT, 'deploy/kubernetes/components/pod-monitor/prometheus-rule.yaml');
  await expect(stringify(rule, { lineWidth: 0 })).toMatchFileSnapshot(path);
});
