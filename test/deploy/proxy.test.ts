import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../../src/ops/config.js';
import { readText } from '../support/yaml-files.js';
import { objectsOf, podOf } from './manifests.js';

const nginx = readText('deploy/nginx/prorata.conf');
const [common = '', bulk = ''] = nginx.split('location = /v1/calculate/bulk');
const seconds = (name: string, lines = nginx) => Number(new RegExp(`\\b${name}[ =](\\d+)s`).exec(lines)?.[1]);

test('idle connections end before a replica that leaves closes its port, and none is taken for dead', () => {
  expect(nginx.match(/^ +server .*$/gm)).toEqual([
    expect.stringContaining(' max_fails=0;'),
    expect.stringContaining(' max_fails=0;'),
  ]);
  const surroundings = { memoryLimitBytes: 1, parallelism: 1, isAtTerminal: false };
  for (const { drainDelayMs } of [loadConfig({}, surroundings), loadConfig(podOf('api').env)])
    expect(seconds('keepalive_timeout') * 1000).toBeLessThan(drainDelayMs);
});

test('a file is waited for twice as long as it may wait for memory, which a crowded service sees late', () => {
  for (const name of ['proxy_read_timeout', 'proxy_send_timeout'])
    expect(seconds(name, bulk) * 1000).toBeGreaterThan(2 * loadConfig({}).bulkQueueTimeoutMs);
});

test('the proxy of the compose file has the same settings', () => {
  const settings = (file: string) =>
    (
      readText(file).match(/^ +(?:proxy_|client_max|client_body_b|error_page|add_header|return)[^;]+;/gm) ??
      []
    )
      .map((line) => line.trim())
      .filter((line) => !/^proxy_(?:pass|temp_path|next_upstream_tries|set_header Host) /.test(line));
  expect(settings('deploy/nginx/compose.conf')).toEqual(settings('deploy/nginx/prorata.conf'));
});

test('the ingress of Kubernetes has the same settings', () => {
  const directive: Readonly<Record<string, string>> = {
    'proxy-body-size': 'client_max_body_size',
    'connection-proxy-header': 'proxy_set_header Connection',
  };
  const lines = objectsOf('components/ingress', 'Ingress').map((object) => {
    const { annotations } = z
      .object({ annotations: z.record(z.string(), z.string()) })
      .parse(object['metadata']);
    return Object.entries(annotations).map(([name, value]) => {
      const short = name.replace('nginx.ingress.kubernetes.io/', '');
      // In these annotations, times are in seconds.
      const unit = short.endsWith('-timeout') ? 's' : '';
      return `${directive[short] ?? short.replaceAll('-', '_')} ${value}${unit};`;
    });
  });
  expect(lines).toHaveLength(2);
  expect(lines[0]?.filter((line) => !common.includes(line))).toEqual([]);
  expect(lines[1]?.filter((line) => !nginx.includes(line))).toEqual([]);
  // The controller itself adds an id to each request.
  const settings = /^ +(?:proxy_(?!pass|set_header (?:Host|X-Request-Id))|client_)[^;]+;/gm;
  for (const line of bulk.match(settings) ?? []) expect(lines[1]).toContain(line.trim());
});
