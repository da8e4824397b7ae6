import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { disturb, nothingStays, recovered } from '../support/exercise.js';
import { readyz, workersAre } from '../support/operator.js';
import { sceneOfFile } from '../support/scene.js';
import { until } from '../support/until.js';
import type { Upload } from '../support/upload.js';
import { IS_LONG, large, small } from './long-form.js';

/** Makes a run last for seconds, even on a fast machine. */
const SLOW_NETWORK_MS = IS_LONG ? 2 : 8;
/** Until then, Redis has received what a process sent before it was frozen. */
const ARRIVAL_MS = 10 * SLOW_NETWORK_MS;
const TIMEOUT_MS = IS_LONG ? 600_000 : 300_000;
/** For a slow machine: each kill costs the start of a process. */
const MOST_KILLS = IS_LONG ? 1000 : 4;

const scene = await sceneOfFile({ workers: 2, apiEnv: { BULK_CHUNK_ROWS: IS_LONG ? '250' : '100' } });

/** Acts every `ms` until the run is over, at most `most` times. @returns how often. */
async function repeatedly(run: Upload, ms: number, most: number, act: () => Promise<void>): Promise<number> {
  let times = 0;
  const over = run.finished.then(() => true);
  do {
    await act();
    times += 1;
  } while (times < most && !(await Promise.race([over, delay(ms, false, { ref: false })])));
  return times;
}

describe('every answer is right when, in the middle of an upload,', { timeout: TIMEOUT_MS }, () => {
  it('a worker is killed with SIGKILL every 2 seconds', async () => {
    scene.proxy.delayMs = SLOW_NETWORK_MS;
    const staff = [...scene.workers];
    let kills = 0;
    const outcomes = await disturb(scene, large, async (run) => {
      kills = await repeatedly(run, 2000, MOST_KILLS, async () => {
        staff.shift()?.kill('SIGKILL');
        staff.push(await scene.addWorker());
      });
    });
    expect(kills).toBeGreaterThanOrEqual(2);
    expect((outcomes['retry'] ?? 0) + (outcomes['rescue'] ?? 0)).toBeGreaterThan(0);
    await recovered(scene, small);
  });

  it('all workers are killed and none is left', async () => {
    const outcomes = await disturb(scene, large, async () => {
      for (const worker of scene.workers) worker.kill('SIGKILL');
    });
    expect(outcomes['rescue']).toBeGreaterThan(0);
    await workersAre(scene.api.adminUrl, 0);
    expect(await readyz(scene.api.adminUrl)).toMatchObject({ httpStatus: 200, checks: { redis: 'ok' } });
    await nothingStays(scene);
    await scene.addWorker();
    await recovered(scene, small);
  });

  it('a worker is frozen with SIGSTOP, and goes on later', async () => {
    scene.proxy.delayMs = SLOW_NETWORK_MS;
    const frozen = scene.workers.at(-1);
    const outcomes = await disturb(scene, large, async () => {
      // The only worker holds all active jobs. If a job's payload exists, it has no answer yet.
      const isHolding = async (): Promise<boolean> => {
        frozen?.kill('SIGSTOP');
        await delay(ARRIVAL_MS);
        for (const job of await scene.control.lrange(scene.activeList, 0, -1))
          if (await scene.control.exists(`${scene.prefix}:payload:${job}`)) return true;
        frozen?.kill('SIGCONT');
        return false;
      };
      await until(isHolding, 'it is frozen with a chunk in its hands');
      await scene.addWorker();
    });
    expect((outcomes['retry'] ?? 0) + (outcomes['rescue'] ?? 0)).toBeGreaterThan(0);
    frozen?.kill('SIGCONT');
    await recovered(scene, small);
    for (const { adminUrl } of scene.workers.slice(-2)) expect((await readyz(adminUrl)).status).toBe('ok');
  });
});
