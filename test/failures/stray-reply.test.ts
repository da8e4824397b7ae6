import { describe, it, onTestFinished } from 'vitest';
import { disturb, exerciseOf, expectSame, recovered } from '../support/exercise.js';
import { type Scene, sceneOfTest } from '../support/scene.js';
import type { ServiceProcess } from '../support/service-process.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';
import { upload } from '../support/upload.js';
import { IS_LONG, large, ROWS, small } from './long-form.js';

/*
 * A Redis reply that was not requested (faulty proxy, client out of step) gives later requests the wrong
 * answers. Unchecked on either side, a complete file could have rows of another chunk or another caller.
 */

const other = await exerciseOf(ROWS - 1000);
const TRIES = IS_LONG ? 11 : 2;
const MOST_ATTEMPTS = 4 * TRIES;
const LEAVING = 2 * TRIES;
const CHUNKS = { BULK_CHUNK_ROWS: '500' };

function timesGoneOn({ logs }: ServiceProcess): number {
  return logs().filter((line) => line.includes('going on after an error that does no harm')).length;
}

/** Two callers, and stray replies on connections that have sent `asked`. Each caller gets its own bytes. */
async function strayed(scene: Scene, proxy: TcpProxy, asked: string): Promise<void> {
  let strays = 0;
  for (let attempt = 0; strays < TRIES; attempt++) {
    if (attempt === MOST_ATTEMPTS) throw new Error(`No reply went astray behind ${asked}.`);
    const before = proxy.strays;
    await disturb(scene, large, async () => {
      const beside = upload(scene.api, other.csv);
      proxy.strayReplyAfter(asked);
      expectSame(await beside.finished, other);
    });
    // The whole file may have been requested before the next reply of this kind.
    if (proxy.strays > before) strays += 1;
  }
}

describe('a reply that nobody asked for', { timeout: 400_000 }, () => {
  it('comes to a worker when it asks for a payload, gives an answer, asks for work: every caller gets the right bytes', async () => {
    const scene = await sceneOfTest({ workers: 0, apiEnv: CHUNKS });
    const proxy = await startTcpProxy(Number(new URL(scene.redis.url).port));
    onTestFinished(() => proxy.close());
    await scene.addWorker({ REDIS_URL: `redis://127.0.0.1:${proxy.port}`, WORKER_CONCURRENCY: '6' });
    await recovered(scene, small);
    for (const asked of [':payload:', ':answer:', 'evalsha']) {
      await strayed(scene, proxy, asked);
      await recovered(scene, small);
    }
  });

  it('comes to everybody while nothing is asked, and to the API when it fetches an answer or sends chunks: no process ends', async () => {
    const scene = await sceneOfTest({ workers: 2, apiEnv: CHUNKS });
    for (let times = 0; times < TRIES; times++) {
      await recovered(scene, small);
      await until(() => {
        scene.proxy.strayReplies();
        return [scene.api, ...scene.workers].every((one) => timesGoneOn(one) > times);
      }, 'a reply came to each process when it had asked nothing');
      expectSame(await upload(scene.api, large.csv).finished, large);
    }
    for (const asked of ['getdel', ':payload:']) {
      await recovered(scene, small);
      await strayed(scene, scene.proxy, asked);
    }
    await recovered(scene, small);
  });

  it('comes to the API while callers leave, whose answers nobody fetches: another gets the right bytes', async () => {
    const scene = await sceneOfTest({ workers: 2, apiEnv: { BULK_CHUNK_ROWS: '100' } });
    for (let times = 0; times < LEAVING; times++) {
      await disturb(scene, large, async () => {
        const leaving = upload(scene.api, other.csv);
        await leaving.received(20_000);
        scene.proxy.strayReplyAfter(times % 2 === 0 ? 'getdel' : ':payload:');
        leaving.leave();
      });
    }
    await recovered(scene, small);
  });
});
