import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { loadConfig, loadWorkerConfig } from '../../src/ops/config.js';
import { apiVariables, variableName, workerVariables } from '../../src/ops/config-variables.js';
import { ROOT, readText, readYaml } from '../support/yaml-files.js';
import { baseObjects, containerOf, deploymentOf, environmentOf, probeOf, scaledObject } from './manifests.js';

const api = deploymentOf('api');
const worker = deploymentOf('worker');
const redis = deploymentOf('redis');
const all = [api, worker, redis].map((deployment) => [deployment.metadata.name, deployment] as const);

describe.each(all)('%s', (_name, deployment) => {
  it('runs without any right that it does not need', () => {
    expect(deployment.spec.template.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(containerOf(deployment).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(deployment.spec.template.spec['automountServiceAccountToken']).toBe(false);
  });

  it('is somebody of its own, of no fixed user id, with a place on the disk that is asked for', () => {
    const { serviceAccountName, securityContext } = deployment.spec.template.spec;
    expect(serviceAccountName).toBe(deployment.metadata.name);
    const accounts = baseObjects().filter(({ kind }) => kind === 'ServiceAccount');
    expect(accounts).toContainEqual(
      expect.objectContaining({
        metadata: { name: serviceAccountName },
        automountServiceAccountToken: false,
      }),
    );
    expect(Object.keys(securityContext)).toEqual(['runAsNonRoot', 'seccompProfile']);
    expect(containerOf(deployment)['resources']).toMatchObject({
      requests: { 'ephemeral-storage': '128Mi' },
      limits: { 'ephemeral-storage': '512Mi' },
    });
  });

  it('selects the pods that it makes', () => {
    const { selector, template } = deployment.spec;
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
  });

  it('mounts the volumes that it has, each once', () => {
    const mounted = containerOf(deployment).volumeMounts.map(({ name }) => name);
    expect(mounted).toEqual(deployment.spec.template.spec.volumes.map(({ name }) => name));
  });
});

describe('the API', () => {
  it('has longer to stop than its shutdown takes, the pause for load balancers included', () => {
    const { drainDelayMs, shutdownTimeoutMs } = loadConfig(environmentOf(api));
    const { terminationGracePeriodSeconds } = api.spec.template.spec;
    expect(drainDelayMs).toBeGreaterThanOrEqual(5000);
    expect(terminationGracePeriodSeconds * 1000).toBeGreaterThan(drainDelayMs + shutdownTimeoutMs);
  });

  it('is spread over machines and zones, as the workers are', () => {
    for (const deployment of [api, worker]) {
      expect(deployment.spec.template.spec['topologySpreadConstraints']).toMatchObject([
        { topologyKey: 'kubernetes.io/hostname' },
        { topologyKey: 'topology.kubernetes.io/zone' },
      ]);
    }
  });

  it('is never fewer replicas than asked for during an upgrade', () => {
    expect(api.spec.replicas).toBeGreaterThanOrEqual(2);
    expect(api.spec['strategy']).toMatchObject({ rollingUpdate: { maxUnavailable: 0 } });
  });

  it('reads its keys from the mounted secret', () => {
    const { keysFile } = loadConfig(environmentOf(api));
    const mount = containerOf(api).volumeMounts.find(({ name }) => name === 'keys');
    expect(keysFile).toBe(`${mount?.mountPath}/keys.json`);
    expect(mount?.readOnly).toBe(true);
    const volume = api.spec.template.spec.volumes.find(({ name }) => name === 'keys');
    expect(volume).toMatchObject({ secret: { secretName: 'prorata-keys' } });
  });
});

describe('a worker', () => {
  it('has longer to stop than its shutdown takes, and that is long enough for a chunk to be rescued', () => {
    const { shutdownTimeoutMs } = loadWorkerConfig(environmentOf(worker));
    expect(worker.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(shutdownTimeoutMs / 1000);
    expect(shutdownTimeoutMs).toBeGreaterThanOrEqual(loadConfig({}).rescueAfterMs);
  });

  it('is started as npm run worker starts it, by a program that the image has', () => {
    const { command } = containerOf(worker);
    const script = command.at(-1) ?? '';
    const { scripts } = z
      .object({ scripts: z.object({ worker: z.string() }) })
      .parse(JSON.parse(readText('package.json')));
    expect(command.join(' ')).toBe(scripts.worker);
    expect(existsSync(join(ROOT, script.replace(/^dist\//, '').replace(/\.js$/, '.ts')))).toBe(true);
  });
});

test.each([
  ['API', api, apiVariables.shape],
  ['worker', worker, workerVariables.shape],
])('the %s is given no variable that it does not know', (_name, deployment, variables) => {
  const known = Object.keys(variables).map(variableName);
  expect(known).toEqual(expect.arrayContaining(Object.keys(environmentOf(deployment))));
});

test.each([
  ['API', api],
  ['worker', worker],
])('the %s is probed on the operator port', (_name, deployment) => {
  const { adminPort } = loadConfig(environmentOf(deployment));
  const ports = containerOf(deployment).ports;
  expect(ports.find(({ name }) => name === 'admin')?.containerPort).toBe(adminPort);
  expect(probeOf(deployment, 'livenessProbe').httpGet).toEqual({ path: '/healthz', port: 'admin' });
  expect(probeOf(deployment, 'startupProbe').httpGet).toEqual({ path: '/healthz', port: 'admin' });
  expect(probeOf(deployment, 'readinessProbe').httpGet).toEqual({ path: '/readyz', port: 'admin' });
});

const selecting = z.looseObject({
  kind: z.enum(['Service', 'PodDisruptionBudget', 'NetworkPolicy']),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    selector: z.record(z.string(), z.unknown()).optional(),
    podSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }).optional(),
  }),
});

const selectors = baseObjects()
  .flatMap((object) => (selecting.safeParse(object).success ? [selecting.parse(object)] : []))
  .map(({ kind, metadata, spec }) => {
    const selector = spec.podSelector ?? spec.selector ?? {};
    return { kind, name: metadata.name, labels: selector['matchLabels'] ?? selector };
  });

test.each(selectors)(
  'the $kind $name selects the pods of the Deployment of that name',
  ({ name, labels }) => {
    const selected = all.filter(([, { spec }]) => {
      const pod = Object.entries(spec.template.metadata.labels);
      return Object.entries(z.record(z.string(), z.string()).parse(labels)).every(([key, value]) =>
        pod.some(([podKey, podValue]) => podKey === key && podValue === value),
      );
    });
    expect(selected.map(([deployment]) => deployment)).toEqual([name]);
  },
);

test('API and workers may be disturbed only one pod at a time', () => {
  const budgets = baseObjects().filter(({ kind }) => kind === 'PodDisruptionBudget');
  expect(budgets.map(({ spec }) => spec)).toMatchObject([{ maxUnavailable: 1 }, { maxUnavailable: 1 }]);
});

const policySchema = z.looseObject({
  kind: z.literal('NetworkPolicy'),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    ingress: z.array(
      z.looseObject({
        from: z.array(z.unknown()).optional(),
        ports: z.array(z.object({ port: z.number() }).loose()),
      }),
    ),
  }),
});

function policyOf(name: string) {
  const policies = baseObjects().flatMap((object) => policySchema.safeParse(object).data ?? []);
  const policy = policies.find(({ metadata }) => metadata.name === name);
  if (policy === undefined) throw new Error(`no NetworkPolicy is named ${name}`);
  return policy.spec;
}

test.each([
  ['prorata-api', [[3000], [9090]]],
  ['prorata-worker', [[9090]]],
])('%s is reached on its operator port by Prometheus alone, and on no port by everybody', (name, open) => {
  const { ingress } = policyOf(name);
  const ports = (rules: typeof ingress) => rules.flatMap((rule) => rule.ports.map(({ port }) => port));
  expect(ingress.filter(({ from }) => from === undefined)).toEqual([]);
  expect(ingress.map((rule) => ports([rule]))).toEqual(open);
  expect(ingress.filter((rule) => ports([rule]).includes(9090)).map(({ from }) => from)).toEqual([
    [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
  ]);
});

test('Redis is reached by API and workers, from the namespace of its own, with a password from a secret', () => {
  expect(policyOf('prorata-redis')).toMatchObject({
    policyTypes: ['Ingress', 'Egress'],
    egress: [],
    ingress: [
      {
        from: [
          {
            podSelector: {
              matchLabels: { 'app.kubernetes.io/part-of': 'prorata' },
              matchExpressions: [
                { key: 'app.kubernetes.io/component', operator: 'In', values: ['api', 'worker'] },
              ],
            },
          },
        ],
        ports: [{ protocol: 'TCP', port: 6379 }],
      },
    ],
  });
  for (const deployment of [api, worker]) {
    expect(environmentOf(deployment)['REDIS_URL']).toBe(`redis://:password@${redis.metadata.name}:6379`);
  }
  expect(containerOf(redis).args.slice(-2)).toEqual(['--requirepass', '$(REDISCLI_AUTH)']);
  expect(environmentOf(redis)).toEqual({ REDISCLI_AUTH: 'password' });
});

test('names are asked for on the ports of every kind of cluster, whoever answers there', () => {
  for (const name of ['prorata-api', 'prorata-worker']) {
    const { egress } = z
      .object({ egress: z.array(z.looseObject({ to: z.unknown().optional() })) })
      .parse(policyOf(name));
    const ports = (['UDP', 'TCP'] as const).flatMap((protocol) => [
      { protocol, port: 53 },
      { protocol, port: 5353 },
    ]);
    expect(egress.filter(({ to }) => to === undefined)).toEqual([{ ports: expect.arrayContaining(ports) }]);
  }
});

test('the probes of Redis fail where it answers with an error', () => {
  for (const name of ['livenessProbe', 'readinessProbe']) {
    expect(containerOf(redis)[name]).toMatchObject({
      exec: { command: ['sh', '-c', 'test "$(redis-cli ping)" = PONG'] },
    });
  }
});

test('KEDA scales the worker Deployment and asks the operator port of the API', () => {
  const { spec } = scaledObject();
  expect(spec.scaleTargetRef.name).toBe(worker.metadata.name);
  const service = z
    .looseObject({
      metadata: z.looseObject({ name: z.string() }),
      spec: z.object({
        selector: z.record(z.string(), z.string()),
        ports: z.tuple([z.object({ name: z.string(), port: z.number(), targetPort: z.string() })]),
      }),
    })
    .parse(readYaml('deploy/kubernetes/components/keda/api-admin.yaml'));
  expect(service.spec.selector).toEqual(api.spec.selector.matchLabels);
  const [{ port, targetPort }] = service.spec.ports;
  expect(containerOf(api).ports.map(({ name }) => name)).toContain(targetPort);
  const { url } = spec.triggers[0].metadata;
  expect(url).toBe(`http://${service.metadata.name}.NAMESPACE.svc:${port}/metrics`);
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
