import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { z } from 'zod';
import { freePort } from '../support/free-port.js';
import { type Scene, type SceneOptions, sceneOfTest } from '../support/scene.js';
import { until } from '../support/until.js';
import { ownFolder, serving } from '../support/with-us.js';
import { readText } from '../support/yaml-files.js';

/** How long an alert's condition must hold, instead of the minutes of the shipped rules. */
const HOLD = '1s';

const alertsAnswer = z.object({
  data: z.object({
    alerts: z.array(z.object({ labels: z.looseObject({ alertname: z.string() }), state: z.string() })),
  }),
});
const queryAnswer = z.object({
  status: z.literal('success'),
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});

/**
 * Starts a real Prometheus with the shipped rules, which scrapes these operator ports twice a second;
 * resolves when it has seen each. @throws Error that says what to install if Prometheus is missing.
 */
async function startPrometheus(targets: {
  readonly api: readonly string[];
  readonly worker: readonly string[];
}) {
  if (spawnSync('prometheus', ['--version'], { stdio: 'ignore' }).status !== 0) {
    throw new Error('The drill needs Prometheus: on Debian, apt-get install prometheus');
  }
  const folder = ownFolder('drill');
  const port = await freePort();
  const job = (name: 'api' | 'worker') => ({
    job_name: name,
    static_configs: [{ targets: targets[name].map((url) => new URL(url).host) }],
  });
  const config = {
    global: { scrape_interval: '500ms', scrape_timeout: '400ms', evaluation_interval: '500ms' },
    rule_files: ['recording.yml', 'alerts.yml'],
    scrape_configs: [job('api'), job('worker')],
  };
  await writeFile(join(folder, 'prometheus.yml'), stringify(config));
  const rules = readText('deploy/prometheus/alerts.yml').replaceAll(/^( +for:) .*$/gm, `$1 ${HOLD}`);
  await writeFile(join(folder, 'alerts.yml'), rules);
  await writeFile(join(folder, 'recording.yml'), readText('deploy/prometheus/recording.yml'));
  const { stop } = serving('prometheus', [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  const ask = async (at: string): Promise<unknown> => (await fetch(`http://127.0.0.1:${port}${at}`)).json();
  /** Names of the alerts in these states, sorted and unique. */
  const names = async (states: readonly string[]): Promise<string[]> => {
    const { alerts } = alertsAnswer.parse(await ask('/api/v1/alerts')).data;
    const found = alerts.filter(({ state }) => states.includes(state)).map(({ labels }) => labels.alertname);
    return [...new Set(found)].sort();
  };
  /** How many series an expression has at present, without NaN. */
  const count = async (expr: string): Promise<number> => {
    const answer = queryAnswer.parse(await ask(`/api/v1/query?query=${encodeURIComponent(expr)}`));
    return answer.data.result.filter(({ value: [, value] }) => value !== 'NaN').length;
  };
  const all = targets.api.length + targets.worker.length;
  const seesAll = async () => (await count('up == 1').catch(() => 0)) === all;
  await until(seesAll, 'Prometheus sees every process');
  return {
    firing: () => names(['firing']),
    active: () => names(['firing', 'pending']),
    count,
    stop,
  };
}

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>;

export async function watchedScene(options: SceneOptions): Promise<[scene: Scene, prometheus: Prometheus]> {
  const scene = await sceneOfTest(options);
  const prometheus = await startPrometheus({
    api: scene.apis.map(({ adminUrl }) => adminUrl),
    worker: scene.workers.map(({ adminUrl }) => adminUrl),
  });
  onTestFinished(() => prometheus.stop());
  return [scene, prometheus];
}
