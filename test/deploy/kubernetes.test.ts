import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import { z } from 'zod';
import { loadConfig, loadWorkerConfig } from '../../src/ops/config.js';
import { apiVariables, variableName, workerVariables } from '../../src/ops/config-variables.js';
import { ROOT, readText, readYaml } from '../support/yaml-files.js';
import { objectsOf, podOf } from './manifests.js';

const NO_KUBECTL = spawnSync('kubectl', ['kustomize', '--help'], { stdio: 'ignore' }).status !== 0;

test.each(['api', 'worker', 'redis'] as const)(
  'the %s runs without any right that it does not need, of no fixed user id, with a place on the disk that is asked for',
  (component) => {
    const { pod, container } = podOf(component);
    const serviceAccountName = `prorata-${component}`;
    expect(pod).toMatchObject({ automountServiceAccountToken: false, serviceAccountName });
    const seccompProfile = { type: 'RuntimeDefault' };
    expect(pod['securityContext']).toEqual({ runAsNonRoot: true, seccompProfile });
    const nothing = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
    expect(container).toMatchObject({
      securityContext: { ...nothing, readOnlyRootFilesystem: true },
      resources: { requests: { 'ephemeral-storage': '128Mi' }, limits: { 'ephemeral-storage': '512Mi' } },
    });
  },
);

test('API and workers have longer to stop than their shutdown takes', () => {
  const [api, worker] = [podOf('api'), podOf('worker')];
  const { drainDelayMs, shutdownTimeoutMs } = loadConfig(api.env);
  expect(drainDelayMs).toBeGreaterThanOrEqual(5000);
  expect(api.pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(drainDelayMs + shutdownTimeoutMs);
  const workerMs = loadWorkerConfig({ ...worker.env, REDIS_URL: 'redis://redis:6379' }).shutdownTimeoutMs;
  expect(worker.pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(workerMs);
  // Long enough to rescue a chunk.
  expect(workerMs).toBeGreaterThanOrEqual(loadConfig({}).rescueAfterMs);
});

test('an upgrade takes no API replica away before another is ready, and a drained node one pod at a time', () => {
  const [api] = objectsOf('base', 'Deployment');
  expect(api?.['spec']).toMatchObject({ replicas: 2, strategy: { rollingUpdate: { maxUnavailable: 0 } } });
  const budgets = objectsOf('base', 'PodDisruptionBudget').map(({ spec }) => spec);
  expect(budgets).toMatchObject([{ maxUnavailable: 1 }, { maxUnavailable: 1 }]);
});

test('the keys are read where their secret is mounted', () => {
  const { env, container, pod } = podOf('api');
  expect(loadConfig(env).keysFile).toBe('/keys/keys.json');
  expect(container['volumeMounts']).toContainEqual({ name: 'keys', mountPath: '/keys', readOnly: true });
  expect(pod['volumes']).toMatchObject([{ name: 'keys', secret: { secretName: 'prorata-keys' } }, {}]);
});

test('a worker is started by a program that the image has, the API as the image starts it', () => {
  const [program, script = ''] = podOf('worker').container.command;
  expect(program).toBe('node');
  expect(existsSync(join(ROOT, script.replace(/^dist\//, '').replace(/\.js$/, '.ts')))).toBe(true);
  expect(podOf('api').container.command).toEqual([]);
});

test.each([
  ['api', apiVariables.shape],
  ['worker', workerVariables.shape],
] as const)('the %s is given those of the installation and no unknown variable', (component, variables) => {
  const { names, container } = podOf(component);
  expect(Object.keys(variables).map(variableName)).toEqual(expect.arrayContaining(names));
  expect(container['envFrom']).toEqual([{ configMapRef: { name: 'prorata-settings', optional: true } }]);
});

test.each(['api', 'worker'] as const)('the %s is probed on the operator port', (component) => {
  const alive = { httpGet: { path: '/healthz', port: 'admin' } };
  expect(podOf(component).container).toMatchObject({
    ports: expect.arrayContaining([{ name: 'admin', containerPort: loadConfig({}).adminPort }]),
    startupProbe: alive,
    livenessProbe: alive,
    readinessProbe: { httpGet: { path: '/readyz', port: 'admin' } },
  });
});

test.each([
  'base',
  ...readdirSync(join(ROOT, 'deploy/kubernetes/components')).map((name) => `components/${name}`),
])('the kustomization of %s lists every file beside it', (folder) => {
  const path = `deploy/kubernetes/${folder}`;
  const { resources } = z
    .looseObject({ resources: z.array(z.string()) })
    .parse(readYaml(`${path}/kustomization.yaml`));
  const files = readdirSync(join(ROOT, path)).filter((name) => name !== 'kustomization.yaml');
  expect(resources.toSorted()).toEqual(files.toSorted());
});

describe.skipIf(NO_KUBECTL)(`put together by kubectl${NO_KUBECTL ? ' (not here)' : ''}`, () => {
  const kustomize = (folder: string) =>
    execFileSync('kubectl', ['kustomize', join(ROOT, folder)], { encoding: 'utf8' });
  const withComponents = (...components: string[]): string => {
    const folder = mkdtempSync(join(ROOT, 'deploy/kubernetes/overlays/test-'));
    try {
      const paths = components.map((name) => `../../components/${name}`);
      const text = stringify({ resources: ['../../base'], components: paths });
      writeFileSync(join(folder, 'kustomization.yaml'), text);
      return kustomize(folder.slice(ROOT.length));
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('the example is one namespace, held to the strictest pod security standard', () => {
    const objects = parseAllDocuments(kustomize('deploy/kubernetes/overlays/example')).map((document) =>
      z
        .object({ kind: z.string(), metadata: z.looseObject({ namespace: z.string().optional() }) })
        .parse(document.toJS()),
    );
    const [namespace] = objects.filter(({ kind }) => kind === 'Namespace');
    expect(namespace?.metadata).toMatchObject({
      labels: { 'pod-security.kubernetes.io/enforce': 'restricted' },
    });
    const others = objects.filter((object) => object !== namespace);
    expect(new Set(others.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['prorata']));
  });

  it('the example pins its images, runs as the user of ours, has its settings, and leaves replicas to those who scale', () => {
    const text = kustomize('deploy/kubernetes/overlays/example');
    const images = [...text.matchAll(/^ +image: (.*)@sha256:[0-9a-f]{64}$/gm)].map(([, name]) => name);
    expect(images).toEqual([
      'registry.example.edu/prorata-loan-limits',
      'docker.io/library/redis',
      'registry.example.edu/prorata-loan-limits',
    ]);
    const user = /^USER (\d+)$/m.exec(readText('Dockerfile'))?.[1];
    expect(text.match(new RegExp(`^ +(?:runAsUser|fsGroup): ${user}$`, 'gm'))).toHaveLength(5);
    expect(text).toContain('PUBLIC_URL: https://limits.example.edu\n');
    // The name has a hash of the content, so that a change restarts the pods.
    expect(text.match(/^ +name: prorata-settings-\w+$/gm)).toHaveLength(3);
    expect(text.match(/^ {2}replicas: /gm)).toHaveLength(1);
    expect(text).toContain('url: http://prorata-api-admin.prorata.svc:9090/metrics');
  });

  it('for TLS to Redis has a port that speaks nothing else, and API and workers know who signed it', () => {
    const text = withComponents('redis-tls');
    expect(text).toContain('- --port\n        - "0"\n        - --tls-port\n        - "6379"\n');
    expect(text.match(/name: REDIS_TLS_CA\n +value: \/redis-tls\/ca.crt/g)).toHaveLength(2);
    expect(text.match(/redis-cli --tls --cacert/g)).toHaveLength(2);
    expect(text.match(/secretName: prorata-redis-tls/g)).toHaveLength(3);
  });

  it('for OpenShift asks for no id, which is given there, and has a route that waits for files', () => {
    const text = withComponents('openshift', 'redis-tls');
    expect(text).not.toMatch(/runAsUser|runAsGroup|fsGroup/);
    const seconds = Number(/router\.openshift\.io\/timeout: (\d+)s/.exec(text)?.[1]);
    expect(seconds * 1000).toBeGreaterThan(2 * loadConfig({}).bulkQueueTimeoutMs);
  });
});
