import { describe, expect, it } from 'vitest';
import { disturb, expectSame, expiring, nothingLeft, nothingStays, recovered } from '../support/exercise.js';
import { bulkGauge, readyz, workersAre } from '../support/operator.js';
import { requestKeys, runWithoutLosses, sceneOfFile, sceneOfTest } from '../support/scene.js';
import { until } from '../support/until.js';
import { upload } from '../support/upload.js';
import { large, small } from './long-form.js';

const UNDER_WAY_BYTES = 100_000;
/** Makes a run last for seconds, even on a fast machine. */
const SLOW_NETWORK_MS = 8;
const CHUNKS = { BULK_CHUNK_ROWS: '200' };
/** Payloads outlive the wait of a chunk, so none expires during a test. */
const LASTING = { ...CHUNKS, RESCUE_AFTER_MS: '300000' };
/** Time for a long file on a busy machine; the default limit suits the patience of a load balancer. */
const PATIENT = { ...CHUNKS, SHUTDOWN_TIMEOUT_MS: '300000' };

/** The first API stays; each of the others leaves in a different way. */
const replicas = await sceneOfFile({ workers: 2, apis: 4, apiEnv: PATIENT });
const lasting = await sceneOfFile({ workers: 1, apiEnv: LASTING });

describe('in the middle of an upload', { timeout: 400_000 }, () => {
  it('one of two API replicas is told to stop: both finish everything that was begun', async () => {
    const scene = replicas;
    scene.proxy.delayMs = SLOW_NETWORK_MS;
    const [stays, leaves] = scene.apis;
    if (stays === undefined || leaves === undefined) throw new Error('two replicas were wanted');
    const runs = [upload(stays, large.csv), upload(leaves, large.csv), upload(leaves, small.csv)];
    await Promise.all(runs.map((run) => run.received(UNDER_WAY_BYTES)));
    leaves.kill('SIGTERM');
    await leaves.logged(({ msg }) => msg === 'stopping');
    expect((await readyz(leaves.adminUrl)).httpStatus).toBe(503);
    const late = await upload(leaves, small.csv).finished;
    // Refused at the port, or accepted at the last moment and served.
    expect([null, 200]).toContain(late.status);
    const sent = [large, large, small];
    for (const [nth, { finished }] of runs.entries()) expectSame(await finished, sent[nth] ?? small);
    expect(await leaves.ended).toEqual({ code: 0, signal: null });
    await recovered(scene, small);
  });

  it('all workers are told to stop: they finish what they hold, the API does the rest', async () => {
    const scene = await sceneOfTest({
      workers: 0,
      apiEnv: { ...CHUNKS, RESCUE_AFTER_MS: '30000' },
      workerEnv: { SHUTDOWN_TIMEOUT_MS: '60000' },
    });
    scene.proxy.delayMs = SLOW_NETWORK_MS;
    const outcomes = await runWithoutLosses(scene, async () => {
      const staff = await Promise.all([scene.addWorker(), scene.addWorker()]);
      await workersAre(scene.api.adminUrl, 2);
      const ends = await disturb(scene, large, async () => {
        for (const worker of staff) worker.kill('SIGTERM');
      });
      for (const { ended } of staff) expect(await ended).toEqual({ code: 0, signal: null });
      return ends;
    });
    // A worker's answer that is slow to arrive may be taken for lost, and then counts as a duplicate.
    expect(outcomes).toMatchObject({ retry: 0 });
    expect(outcomes['rescue']).toBeGreaterThan(0);
    await nothingStays(scene);
    await scene.addWorker();
    await recovered(scene, small);
  });

  it('the caller leaves while workers calculate: nothing waits for its expiry', async () => {
    const scene = lasting;
    scene.proxy.delayMs = SLOW_NETWORK_MS;
    const expired = await expiring(scene);
    const run = upload(scene.api, large.csv);
    await run.received(UNDER_WAY_BYTES);
    expect(await requestKeys(scene)).not.toEqual([]);
    run.leave();
    await nothingLeft(scene);
    expect(expired).toEqual([]);
    expect((await run.finished).complete).toBe(false);
    const isOver = async () => (await bulkGauge(scene.api, 'window_chunks_in_flight')) === 0;
    await until(isOver, 'no chunk is under way');
    await recovered(scene, small);
  });

  it('the caller leaves while nobody calculates: nothing waits for its expiry', async () => {
    const scene = lasting;
    const [frozen] = scene.workers;
    frozen?.kill('SIGSTOP');
    const run = upload(scene.api, large.csv);
    const { waitingList: waiting } = scene;
    await until(async () => (await scene.control.llen(waiting)) > 10, 'chunks wait');
    run.leave();
    const isGone = async () =>
      (await scene.control.llen(waiting)) === 0 &&
      !(await scene.keys()).some((key) => key.includes(':payload:'));
    await until(isGone, 'no chunk and no payload is in Redis');
    expect((await run.finished).complete).toBe(false);
    frozen?.kill('SIGCONT');
    await recovered(scene, small);
  });

  it.for([
    ['workers go on', 2, false],
    ['the workers die with it', 3, true],
  ] as const)(
    'the API is killed, %s: the caller sees a broken transfer, and nothing is left for ever',
    async ([, nth, killsWorkers]) => {
      const scene = replicas;
      scene.proxy.delayMs = SLOW_NETWORK_MS;
      const doomed = scene.apis[nth];
      if (doomed === undefined) throw new Error('more replicas were wanted');
      const run = upload(doomed, large.csv);
      await run.received(UNDER_WAY_BYTES);
      doomed.kill('SIGKILL');
      if (killsWorkers) for (const worker of scene.workers) worker.kill('SIGKILL');
      const { complete } = await run.finished;
      await nothingStays(scene);
      if (complete) throw new Error('the caller must see that the transfer is broken');
      if (killsWorkers) await scene.addWorker();
      await recovered(scene, small);
    },
  );
});
