import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { readYamlFolder } from '../support/yaml-files.js';
import { baseObjects, scaledObject } from './manifests.js';
import { manifestSchema, schemaProblems, typeProblems } from './schema-check.js';

const manifests = [
  ...baseObjects(),
  ...['keda', 'autoscale-api', 'ingress', 'openshift'].flatMap((name) =>
    readYamlFolder(`deploy/kubernetes/components/${name}`).filter(
      ({ kind }) => !['Component', 'Kustomization', 'ScaledObject', 'Route'].includes(String(kind)),
    ),
  ),
].map((object) => manifestSchema.parse(object));

describe('the Kubernetes manifests', () => {
  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    '%s keeps to the schema of its kind',
    (_name, manifest) => {
      expect(schemaProblems(manifest)).toEqual([]);
    },
  );

  it('have no field that Kubernetes does not know', async () => {
    expect(await typeProblems(manifests)).toEqual([]);
  });
});

const service = manifestSchema.parse({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'broken' },
  spec: { selector: { a: 'b' }, ports: [{ port: '80' }] },
});

test('the schema check finds a value of a wrong type', () => {
  expect(schemaProblems(service)).toEqual([expect.stringContaining('/spec/ports/0/port must be integer')]);
});

test('the type check finds a field that is misspelt', async () => {
  const misspelt = { ...service, spec: { selector: { a: 'b' }, ports: [{ port: 80, targetport: 'http' }] } };
  expect(await typeProblems([misspelt])).toEqual([expect.stringContaining('targetport')]);
});

test('the ScaledObject has the fields that KEDA knows', () => {
  expect(() => scaledObject()).not.toThrow();
});

test('the PodMonitor has the fields that the Prometheus operator knows, and scrapes API and workers', () => {
  const labels = z.record(z.string(), z.string());
  const podMonitor = z.strictObject({
    apiVersion: z.literal('monitoring.coreos.com/v1'),
    kind: z.literal('PodMonitor'),
    metadata: z.strictObject({ name: z.string() }),
    spec: z.strictObject({
      jobLabel: z.literal('app.kubernetes.io/component'),
      selector: z.strictObject({
        matchLabels: labels,
        matchExpressions: z.array(
          z.strictObject({ key: z.string(), operator: z.literal('In'), values: z.array(z.string()) }),
        ),
      }),
      podMetricsEndpoints: z.tuple([
        z.strictObject({
          port: z.literal('admin'),
          path: z.literal('/metrics'),
          interval: z.string().regex(/^\d+s$/),
        }),
      ]),
    }),
  });
  const objects = readYamlFolder('deploy/kubernetes/components/pod-monitor');
  const monitor = podMonitor.parse(objects.find(({ kind }) => kind === 'PodMonitor'));
  expect(monitor.spec.selector).toEqual({
    matchLabels: { 'app.kubernetes.io/part-of': 'prorata' },
    matchExpressions: [{ key: 'app.kubernetes.io/component', operator: 'In', values: ['api', 'worker'] }],
  });
});
