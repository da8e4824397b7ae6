import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { loadConfig, loadWorkerConfig } from '../../src/ops/config.js';
import { ROOT, readText, readYaml } from '../support/yaml-files.js';
import { containerOf, deploymentOf } from './manifests.js';

const serviceSchema = z.looseObject({
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.coerce.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()).default(['default']),
  profiles: z.array(z.string()).default([]),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .default('10s'),
});
const { services, networks } = z
  .looseObject({ services: z.record(z.string(), serviceSchema), networks: z.record(z.string(), z.unknown()) })
  .parse(readYaml('docker-compose.yml'));

function service(name: string): z.infer<typeof serviceSchema> {
  return serviceSchema.parse(services[name]);
}

/** A variable that compose takes from the shell of the operator is at its default here. */
function environmentOf(name: string): Record<string, string> {
  const given = Object.entries(service(name).environment);
  return Object.fromEntries(given.map(([key, value]) => [key, defaultsOf(value)]));
}

function defaultsOf(text: string): string {
  return text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
}

const graceMs = (name: string) => Number.parseInt(service(name).stop_grace_period, 10) * 1000;

test('workers can be started in any number: none has a name or a host port of its own', () => {
  expect(service('worker').ports).toEqual([]);
  expect(service('worker')).not.toHaveProperty('container_name');
});

test('everything is published on this machine alone', () => {
  const published = Object.values(services).flatMap(({ ports }) => ports.map(defaultsOf));
  expect(published).toContain('127.0.0.1:3000:8080');
  expect(readText('deploy/nginx/compose.conf')).toContain(`http://api:${loadConfig({}).port};`);
  expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
});

test('API replicas can be started in any number behind the proxy: their operator ports are a range for whoever wants more than one', () => {
  expect(service('api')).not.toHaveProperty('container_name');
  const variables = service('api').ports.map((port) => /\$\{(\w+):-\d+\}:\d+$/.exec(port)?.[1]);
  expect(variables).toEqual(['API_ADMIN_PORT']);
});

test('no process may use more memory than it is given, nor any swap', () => {
  for (const name of ['redis', 'api', 'proxy', 'worker']) {
    const { mem_limit: memory, memswap_limit: withSwap, cpus } = service(name);
    expect(memory).toBeDefined();
    expect(withSwap).toBe(memory);
    expect(cpus).toBeDefined();
  }
});

test('no log fills the disk, and no process fills the machine with others', () => {
  for (const name of Object.keys(services)) {
    expect(service(name)['logging']).toEqual({
      driver: 'json-file',
      options: { 'max-size': '10m', 'max-file': '5' },
    });
    expect(service(name)['pids_limit']).toBeLessThanOrEqual(256);
  }
});

test('the proxy has the settings of the nginx for other machines', () => {
  const settings = (file: string) =>
    (readText(file).match(/^ +(?:proxy_|client_max|client_body_b)[^;]+;/gm) ?? [])
      .map((line) => line.trim())
      .filter((line) => !/^proxy_(?:pass|temp_path|next_upstream_tries|set_header Host) /.test(line));
  expect(settings('deploy/nginx/compose.conf')).toEqual(settings('deploy/nginx/prorata.conf'));
  expect(service('proxy').volumes).toEqual(['./deploy/nginx/compose.conf:/etc/prorata/nginx.conf:ro']);
});

test('API and workers have longer to stop than their shutdown takes', () => {
  const { drainDelayMs, shutdownTimeoutMs } = loadConfig(environmentOf('api'));
  expect(graceMs('api')).toBeGreaterThan(drainDelayMs + shutdownTimeoutMs);
  expect(graceMs('worker')).toBeGreaterThan(loadWorkerConfig(environmentOf('worker')).shutdownTimeoutMs);
});

test('API and workers wait for a Redis that answers', () => {
  for (const name of ['api', 'worker']) {
    expect(service(name)['depends_on']).toEqual({ redis: { condition: 'service_healthy' } });
  }
});

describe('Redis', () => {
  it('keeps nothing, refuses when full, and is set up as in Kubernetes', () => {
    const { command } = service('redis');
    const settings = command.join(' ');
    expect(settings).toContain('--save  --appendonly no');
    expect(settings).toContain('--maxmemory-policy noeviction');
    expect(containerOf(deploymentOf('redis')).args).toEqual([
      ...command,
      '--requirepass',
      '$(REDISCLI_AUTH)',
    ]);
  });

  it('is reached by API and workers only', () => {
    const [network = ''] = service('redis').networks;
    expect(service('redis').networks).toHaveLength(1);
    expect(networks[network]).toEqual({ internal: true });
    const members = Object.keys(services).filter((name) => service(name).networks.includes(network));
    expect(members).toEqual(['redis', 'api', 'worker']);
    expect(service('redis').ports).toEqual([]);
  });
});

test('the key file lies on the volume', () => {
  const keysFile = /KEYS_FILE=(\S+)/.exec(readText('Dockerfile'))?.[1];
  expect(keysFile).toBe('/data/keys.json');
  expect(service('api').volumes).toEqual(['keys:/data']);
});

test('Prometheus and Grafana are there only when asked for, with files that exist', () => {
  const optional = Object.keys(services).filter((name) => service(name).profiles.includes('observability'));
  expect(optional).toEqual(['prometheus', 'grafana']);
  const mounted = optional
    .flatMap((name) => service(name).volumes)
    .filter((volume) => volume.startsWith('./'));
  const missing = mounted
    .map((volume) => volume.split(':')[0] ?? '')
    .filter((path) => !existsSync(join(ROOT, path)));
  expect(mounted).toHaveLength(3);
  expect(missing).toEqual([]);
});

test('the image starts node itself, as a user without rights, from the lock file', () => {
  const lines = readText('Dockerfile').split('\n');
  expect(lines.filter((line) => line.startsWith('CMD'))).toEqual(['CMD ["node", "dist/src/main.js"]']);
  // A number: a platform that admits no root does not look names up.
  expect(lines.filter((line) => line.startsWith('USER'))).toEqual(['USER 1000']);
  expect(lines.filter((line) => /npm (ci|install|i)\b/.test(line))).toEqual([
    expect.stringMatching(/^RUN npm ci /),
    expect.stringMatching(/^RUN npm ci --omit=dev /),
  ]);
});
