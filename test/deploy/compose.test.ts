import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadConfig, loadWorkerConfig } from '../../src/ops/config.js';
import { ROOT, readText, readYaml } from '../support/yaml-files.js';
import { podOf } from './manifests.js';

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

/** Variables that compose takes from the operator's shell have their defaults here. */
function environmentOf(name: string): Record<string, string> {
  const given = Object.entries(service(name).environment);
  return Object.fromEntries(given.map(([key, value]) => [key, defaultsOf(value)]));
}

function defaultsOf(text: string): string {
  return text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
}

const graceMs = (name: string) => Number.parseInt(service(name).stop_grace_period, 10) * 1000;

test('everything is published on this machine alone', () => {
  const published = Object.values(services).flatMap(({ ports }) => ports.map(defaultsOf));
  expect(published).toContain('127.0.0.1:3000:8080');
  expect(readText('deploy/nginx/compose.conf')).toContain(`http://api:${loadConfig({}).port};`);
  expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
});

test('no process may use more memory than it is given, nor any swap', () => {
  for (const name of ['redis', 'api', 'proxy', 'worker']) {
    const { mem_limit: memory, memswap_limit: withSwap, cpus } = service(name);
    expect(memory).toBeDefined();
    expect(withSwap).toBe(memory);
    expect(cpus).toBeDefined();
  }
});

test('API and workers have longer to stop than their shutdown takes', () => {
  const { drainDelayMs, shutdownTimeoutMs } = loadConfig(environmentOf('api'));
  expect(graceMs('api')).toBeGreaterThan(drainDelayMs + shutdownTimeoutMs);
  expect(graceMs('worker')).toBeGreaterThan(loadWorkerConfig(environmentOf('worker')).shutdownTimeoutMs);
});

test('Redis is set up as in Kubernetes, and reached by API and workers only', () => {
  const secret = ['--requirepass', '$(REDISCLI_AUTH)'];
  expect(podOf('redis').container.args).toEqual([...service('redis').command, ...secret]);
  expect(service('redis').networks).toEqual(['queue']);
  expect(service('redis').ports).toEqual([]);
  expect(networks['queue']).toEqual({ internal: true });
  const members = Object.keys(services).filter((name) => service(name).networks.includes('queue'));
  expect(members).toEqual(['redis', 'api', 'worker']);
});

test('Prometheus and Grafana are there only when asked for, with files that exist', () => {
  const optional = Object.keys(services).filter((name) => service(name).profiles.includes('observability'));
  expect(optional).toEqual(['prometheus', 'grafana']);
  const volumes = optional.flatMap((name) => service(name).volumes);
  const files = volumes.filter((each) => each.startsWith('./')).map((each) => each.replace(/:.*/, ''));
  expect(files).toHaveLength(3);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('the image starts node itself, as a user without rights, from the lock file', () => {
  const lines = readText('Dockerfile').split('\n');
  expect(lines.filter((line) => line.startsWith('CMD'))).toEqual([
    'CMD ["node", "--initial-heap-size=256", "dist/src/main.js"]',
  ]);
  // Numeric: a platform that forbids root does not look up names.
  expect(lines.filter((line) => line.startsWith('USER'))).toEqual(['USER 1000']);
  expect(lines.filter((line) => /npm (ci|install|i)\b/.test(line))).toEqual([
    expect.stringMatching(/^RUN npm ci$/),
    expect.stringMatching(/^RUN npm ci --omit=dev /),
  ]);
});
