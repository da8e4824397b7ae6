import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import { z } from 'zod';
import { loadConfig } from '../../src/ops/config.js';
import { ROOT, readText, readYaml, readYamlFolder } from '../support/yaml-files.js';
import { deploymentOf, environmentOf } from './manifests.js';
import { manifestSchema } from './schema-check.js';

const hasKubectl = spawnSync('kubectl', ['kustomize', '--help'], { stdio: 'ignore' }).status === 0;

test('the rules for the Prometheus operator are those of Prometheus', async () => {
  const groups = ['recording.yml', 'alerts.yml'].flatMap((file) =>
    z.array(z.unknown()).parse(readYaml(`deploy/prometheus/${file}`)['groups']),
  );
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'prorata' },
    spec: { groups },
  };
  const path = join(ROOT, 'deploy/kubernetes/components/pod-monitor/prometheus-rule.yaml');
  await expect(stringify(rule, { lineWidth: 0 })).toMatchFileSnapshot(path);
});

describe.skipIf(!hasKubectl)('the example, put together by kubectl', () => {
  const text = hasKubectl
    ? execFileSync('kubectl', ['kustomize', join(ROOT, 'deploy/kubernetes/overlays/example')], {
        encoding: 'utf8',
      })
    : '';
  const objects = parseAllDocuments(text).map((document) => manifestSchema.parse(document.toJS()));
  const one = (kind: string, name: string) => {
    const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
    if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
    return found;
  };

  it('has every object in one namespace, which is held to the strictest pod security standard', () => {
    const namespace = one('Namespace', 'prorata');
    expect(namespace.metadata['labels']).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
    const others = objects.filter((object) => object !== namespace);
    expect(new Set(others.map(({ metadata }) => metadata['namespace']))).toEqual(new Set(['prorata']));
  });

  it('gives API and workers the user of the image, who may read the mounted keys', () => {
    const user = Number(/^USER (\d+)$/m.exec(readText('Dockerfile'))?.[1]);
    for (const name of ['prorata-api', 'prorata-worker']) {
      const ids = { runAsUser: user, fsGroup: user };
      expect(one('Deployment', name)).toMatchObject({
        spec: { template: { spec: { securityContext: ids } } },
      });
    }
  });

  it('runs one image in API and workers, pinned so that nobody can exchange it', () => {
    const images = ['prorata-api', 'prorata-worker'].map(
      (name) => /"image":"([^"]+)"/.exec(JSON.stringify(one('Deployment', name)))?.[1],
    );
    expect(new Set(images).size).toBe(1);
    expect(images[0]).toMatch(/^registry\.example\.edu\/prorata-loan-limits@sha256:[0-9a-f]{64}$/);
  });

  it('pins Redis in the same way, with its registry', () => {
    const image = /"image":"([^"]+)"/.exec(JSON.stringify(one('Deployment', 'prorata-redis')))?.[1];
    expect(image).toMatch(/^docker\.io\/library\/redis@sha256:[0-9a-f]{64}$/);
  });

  it('leaves the number of API replicas and of workers to those who scale them', () => {
    for (const name of ['prorata-api', 'prorata-worker']) {
      expect(one('Deployment', name)['spec']).not.toHaveProperty('replicas');
    }
    expect(one('HorizontalPodAutoscaler', 'prorata-api')['spec']).toMatchObject({ minReplicas: 2 });
  });

  it('gives Grafana the dashboard as it is', () => {
    const map = one('ConfigMap', 'prorata-dashboard');
    expect(map.metadata).toMatchObject({ labels: { grafana_dashboard: '1' } });
    expect(map['data']).toEqual({ 'prorata.json': readText('deploy/grafana/dashboards/prorata.json') });
  });

  it('has KEDA ask the API in that namespace', () => {
    expect(JSON.stringify(one('ScaledObject', 'prorata-worker'))).toContain('prorata-api-admin.prorata.svc');
  });
});

/** The base with these components, put together by kubectl. */
function putTogether(...components: string[]): string {
  const folder = mkdtempSync(join(ROOT, 'deploy/kubernetes/overlays/test-'));
  try {
    const paths = components.map((name) => `../../components/${name}`);
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      stringify({ resources: ['../../base'], components: paths }),
    );
    return execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.skipIf(!hasKubectl)('the base with components', () => {
  it('for TLS to Redis has a port that speaks nothing else, and API and workers know who signed it', () => {
    const text = putTogether('redis-tls');
    expect(text).toContain('- --port\n        - "0"\n        - --tls-port\n        - "6379"\n');
    expect(text.match(/name: REDIS_TLS_CA\n +value: \/redis-tls\/ca.crt/g)).toHaveLength(2);
    expect(text.match(/redis-cli --tls --cacert/g)).toHaveLength(2);
    expect(text.match(/secretName: prorata-redis-tls/g)).toHaveLength(3);
  });

  it('for OpenShift asks for no id, which is given there, and has a route that waits for files', () => {
    const text = putTogether('openshift', 'redis-tls');
    expect(text).not.toMatch(/runAsUser|runAsGroup|fsGroup/);
    const seconds = Number(/router\.openshift\.io\/timeout: (\d+)s/.exec(text)?.[1]);
    expect(seconds * 1000).toBeGreaterThan(2 * loadConfig({}).bulkQueueTimeoutMs);
  });
});

describe('what stands in front of the API', () => {
  const nginx = readText('deploy/nginx/prorata.conf');
  const [common = '', bulk = ''] = nginx.split('location = /v1/calculate/bulk');
  const seconds = (name: string, lines = nginx) =>
    Number(new RegExp(`\\b${name}[ =](\\d+)s`).exec(lines)?.[1]);

  it('has ended its idle connections before a replica that leaves closes its port, and takes none for dead', () => {
    expect(nginx.match(/^ +server .*$/gm)).toEqual([
      expect.stringContaining(' max_fails=0;'),
      expect.stringContaining(' max_fails=0;'),
    ]);
    for (const drainDelayMs of [
      loadConfig({ DRAIN_DELAY_MS: '' }, { memoryLimitBytes: 1, parallelism: 1, isAtTerminal: false })
        .drainDelayMs,
      loadConfig(environmentOf(deploymentOf('api'))).drainDelayMs,
    ]) {
      expect(seconds('keepalive_timeout') * 1000).toBeLessThan(drainDelayMs);
    }
  });

  it('waits twice as long as an upload may wait for memory, which a crowded service sees late', () => {
    for (const name of ['proxy_read_timeout', 'proxy_send_timeout']) {
      expect(seconds(name, bulk) * 1000).toBeGreaterThan(2 * loadConfig({}).bulkQueueTimeoutMs);
    }
  });

  it('is set up in Kubernetes as the nginx that the drill tries', () => {
    const ingresses = readYamlFolder('deploy/kubernetes/components/ingress')
      .filter(({ kind }) => kind === 'Ingress')
      .map((object) =>
        z
          .object({ annotations: z.record(z.string(), z.string()) })
          .loose()
          .parse(object['metadata']),
      );
    const directive: Readonly<Record<string, string>> = {
      'proxy-body-size': 'client_max_body_size',
      'connection-proxy-header': 'proxy_set_header Connection',
    };
    const lines = ingresses.map(({ annotations }) =>
      Object.entries(annotations).map(([name, value]) => {
        const short = name.replace('nginx.ingress.kubernetes.io/', '');
        // Times are seconds there.
        const unit = short.endsWith('-timeout') ? 's' : '';
        return `${directive[short] ?? short.replaceAll('-', '_')} ${value}${unit};`;
      }),
    );
    expect(lines).toHaveLength(2);
    expect(lines[0]?.filter((line) => !common.includes(line))).toEqual([]);
    expect(lines[1]?.filter((line) => !nginx.includes(line))).toEqual([]);
    // The controller gives each request an id by itself.
    const settings = /^ +(?:proxy_(?!pass|set_header (?:Host|X-Request-Id))|client_)[^;]+;/gm;
    for (const line of bulk.match(settings) ?? []) {
      expect(lines[1]).toContain(line.trim());
    }
  });
});
