import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { readText, readYaml } from '../support/yaml-files.js';
import { type Exported, exportedMetrics, labelsOfAnswer, unknownNames } from './exported-metrics.js';
import { readQuery } from './promql.js';
import { hasPromtool, promtool } from './promtool.js';

const targetSchema = z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() });
const panelSchema = z.looseObject({
  id: z.int(),
  type: z.enum(['row', 'timeseries', 'stat']),
  title: z.string(),
  gridPos: z.object({ x: z.int().min(0), y: z.int().min(0), w: z.int().max(24), h: z.int() }),
  datasource: z.object({ type: z.literal('prometheus'), uid: z.literal(`\${datasource}`) }).optional(),
  targets: z.array(targetSchema.loose()).default([]),
});
const dashboard = z
  .looseObject({ uid: z.string(), title: z.string(), panels: z.array(panelSchema) })
  .parse(JSON.parse(readText('deploy/grafana/dashboards/prorata.json')));
const graphs = dashboard.panels.filter(({ type }) => type !== 'row');
const targets = graphs.flatMap(({ title, targets }) =>
  targets.map((target) => ({ name: `${title} ${target.refId}`, ...target })),
);
let exported: Exported;

beforeAll(async () => {
  exported = await exportedMetrics();
});

describe.each(targets)('the query $name of the dashboard', ({ expr, legendFormat }) => {
  it('asks for nothing that is not exported', () => {
    expect(readQuery(expr).selectors).not.toEqual([]);
    expect(unknownNames(readQuery(expr), exported)).toEqual([]);
  });

  it('names its lines by labels that they have', () => {
    const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
    expect(labelsOfAnswer(readQuery(expr), exported)).toEqual(expect.arrayContaining(named));
  });
});

test('every panel asks something of the data source that the dashboard offers to choose', () => {
  expect(graphs.filter(({ targets }) => targets.length === 0)).toEqual([]);
  expect(graphs.filter(({ datasource }) => datasource === undefined)).toEqual([]);
});

test('no two panels share an id or lie on each other', () => {
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});

test('every metric of our own is on the dashboard', () => {
  const shown = new Set(targets.flatMap(({ expr }) => readQuery(expr).selectors.map(({ metric }) => metric)));
  const family = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
  const families = new Set([...shown].map(family));
  const own = [...exported.keys()].filter((name) => name.startsWith('prorata_'));
  expect(own.filter((name) => !families.has(family(name)))).toEqual([]);
});

test('Grafana finds the dashboard and a data source', () => {
  const provisioning = 'deploy/grafana/provisioning';
  expect(readYaml(`${provisioning}/dashboards/files.yml`)['providers']).toMatchObject([
    { type: 'file', options: { path: '/var/lib/grafana/dashboards' } },
  ]);
  expect(readYaml(`${provisioning}/datasources/prometheus.yml`)['datasources']).toMatchObject([
    { type: 'prometheus', url: 'http://prometheus:9090', isDefault: true },
  ]);
});

test(`every query can be parsed (${hasPromtool ? 'by promtool' : 'only its names are: no promtool here'})`, () => {
  if (!hasPromtool) return expect(targets.map(({ expr }) => readQuery(expr))).toHaveLength(targets.length);
  const rules = targets.map(({ expr }, index) => ({
    record: `query_${index}`,
    expr: expr.replaceAll('$__rate_interval', '1m'),
  }));
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
  try {
    writeFileSync(join(folder, 'rules.yml'), stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect(promtool('check', 'rules', join(folder, 'rules.yml'))).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
