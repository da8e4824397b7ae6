import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ask } from '../support/client.js';
import { type Exercise, exerciseOf, expectSame, nothingLeft } from '../support/exercise.js';
import { metrics } from '../support/operator.js';
import { STUDENT } from '../support/requests.js';
import { type Scene, sceneOfTest } from '../support/scene.js';
import { upload } from '../support/upload.js';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 10);
const SAMPLES = 60;
/** Garbage collection causes swings; a growth of more MiB over half of the run is a leak. */
const MOST_GROWTH_MIB = 25;
const LEAVES_AFTER_BYTES = 20_000;

const TEXT = JSON.stringify(STUDENT);

const REFUSED = [
  { status: 400, path: '/v1/calculate', type: 'application/json', body: '{"terms": [' },
  { status: 422, path: '/v1/calculate', type: 'application/json', body: '{"dependency_status": 5}' },
  { status: 415, path: '/v1/calculate', type: 'text/plain', body: TEXT },
  { status: 400, path: '/v1/calculate/bulk', type: 'text/csv', body: 'student_id,term_label\n"1' },
  { status: 400, path: '/v1/calculate/bulk', type: 'text/csv', body: 'dependency_status\nx' },
  { status: 404, path: '/v1/nothing', type: 'text/csv', body: 'x' },
] as const;

/**
 * Callers of every kind, and one that kills a worker every minute, each with the pause between its actions
 * (ms). The load is steady and mixed, but not the maximum.
 */
async function callers(scene: Scene, exercise: Exercise) {
  const { api } = scene;
  const post = (path: string, type: string, body: string) => {
    const headers = { authorization: `Bearer ${api.token}`, 'content-type': type };
    return ask(api, 'POST', path, { headers, body });
  };
  const { text } = await post('/v1/calculate', 'application/json', TEXT);
  const staff = [...scene.workers];
  const single = async () =>
    expect(await post('/v1/calculate', 'application/json', TEXT)).toMatchObject({ status: 200, text });
  const bulk = async () => expectSame(await upload(api, exercise.csv).finished, exercise);
  const leave = async () => {
    const run = upload(api, exercise.csv);
    await run.received(LEAVES_AFTER_BYTES);
    run.leave();
    await run.finished;
  };
  const refused = async () => {
    for (const { status, path, type, body } of REFUSED)
      expect(await post(path, type, body)).toMatchObject({ status });
  };
  const replaceWorker = async () => {
    staff.shift()?.kill('SIGKILL');
    staff.push(await scene.addWorker());
  };
  return [
    { act: single, pauseMs: 25 },
    { act: single, pauseMs: 25 },
    { act: bulk, pauseMs: 400 },
    { act: bulk, pauseMs: 400 },
    { act: leave, pauseMs: 1500 },
    { act: refused, pauseMs: 1800 },
    { act: replaceWorker, pauseMs: 60_000 },
  ];
}

/** Measurements of the service at one moment; of its workers, the largest. */
async function sample({ api, workers, control }: Scene) {
  const mib = (bytes = Number.NaN) => Math.round(bytes / 2 ** 17) / 8;
  const seen = await metrics(api.adminUrl);
  // Killed workers have no metrics.
  const others = await Promise.all(workers.map(({ adminUrl }) => metrics(adminUrl).catch(() => null)));
  const sizes = others.map((other) => other?.get('process_resident_memory_bytes') ?? 0);
  return {
    rssMiB: mib(seen.get('process_resident_memory_bytes')),
    heapMiB: mib(seen.get('nodejs_heap_size_used_bytes')),
    handles: seen.get('nodejs_active_handles_total'),
    workerMiB: mib(Math.max(...sizes)),
    redisKeys: await control.dbsize(),
    redisMiB: mib(Number(/used_memory:(\d+)/.exec(await control.info('memory'))?.[1])),
  };
}

/** Growth over the second half, by the means of its halves. In the first half, caches and pools fill. */
function growth(readings: readonly number[]): number {
  const mean = (from: number, to: number) => {
    const part = readings.slice(readings.length * from, readings.length * to);
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  };
  return 2 * (mean(0.75, 1) - mean(0.5, 0.75));
}

it(
  `${MINUTES} minutes of mixed load: every answer right, memory steady, nothing left`,
  async () => {
    const exercise = await exerciseOf(4000);
    const scene = await sceneOfTest({ workers: 2 });
    const over = new AbortController();
    const done: Record<string, number> = {};
    const failures: string[] = [];
    const load = (await callers(scene, exercise)).map(async ({ act, pauseMs }) => {
      while (!over.signal.aborted) {
        await act().catch((error: unknown) => failures.push(`${act.name}: ${error}`));
        done[act.name] = (done[act.name] ?? 0) + 1;
        // The end of the load cuts the pause short.
        await delay(pauseMs, undefined, { signal: over.signal }).catch(() => {});
      }
    });
    const samples: Awaited<ReturnType<typeof sample>>[] = [];
    while (samples.length < SAMPLES) {
      await delay((MINUTES * 60_000) / SAMPLES);
      samples.push(await sample(scene));
    }
    over.abort();
    await Promise.all(load);
    await nothingLeft(scene);
    console.table(samples.filter((_, nth) => nth % 3 === 2));
    console.log('done', done);
    expect(failures.slice(0, 20)).toEqual([]);
    expect(growth(samples.map(({ rssMiB }) => rssMiB))).toBeLessThan(MOST_GROWTH_MIB);
    expect(growth(samples.map(({ heapMiB }) => heapMiB))).toBeLessThan(MOST_GROWTH_MIB);
  },
  (MINUTES + 5) * 60_000,
);
