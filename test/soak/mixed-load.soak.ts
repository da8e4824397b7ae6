import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { exercises, nothingLeft } from '../support/exercise.js';
import { withScene } from '../support/scene.js';
import { mixedLoad } from './load.js';
import { growth, type Sample, tableHead, tableRow, takeSample } from './samples.js';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 10);
const SAMPLES = 60;
/** Memory breathes with the garbage collector; what grows by more (MiB) over half of the run does not stop there. */
const MOST_GROWTH_MIB = 25;

it(
  `${MINUTES} minutes of mixed load: every answer right, memory steady, nothing left`,
  async () => {
    const [, small] = await exercises(2000, 4000);
    await withScene({ workers: 2 }, async (scene) => {
      const over = new AbortController();
      const startedAt = performance.now();
      const minute = () => (performance.now() - startedAt) / 60_000;
      const { tally, ended } = await mixedLoad(scene, small, over.signal);
      const samples: Sample[] = [];
      console.log(tableHead);
      for (let taken = 1; taken <= SAMPLES; taken++) {
        await delay(Math.max(0, (MINUTES * taken) / SAMPLES - minute()) * 60_000);
        const { single, bulk, left, refused } = tally.sent;
        const sample = await takeSample(scene, minute(), single + bulk + left + refused);
        samples.push(sample);
        if (taken % 3 === 0) console.log(tableRow(sample));
      }
      over.abort();
      await ended;
      await nothingLeft(scene);
      const sent = Object.entries(tally.sent).map(([kind, count]) => `${kind} ${count}`);
      const [rss, heap] = [growth(samples, 'rssMiB'), growth(samples, 'heapMiB')];
      console.log(`\nsent: ${sent.join(', ')}; failed: ${tally.failures.length}`);
      console.log(`growth over the second half: RSS ${rss.toFixed(1)} MiB, heap ${heap.toFixed(1)} MiB`);
      expect(tally.failures.slice(0, 20)).toEqual([]);
      expect(rss).toBeLessThan(MOST_GROWTH_MIB);
      expect(heap).toBeLessThan(MOST_GROWTH_MIB);
      expect(tally.sent.bulk).toBeGreaterThan(0);
    });
  },
  (MINUTES + 5) * 60_000,
);
