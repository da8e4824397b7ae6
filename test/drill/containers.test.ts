import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Composition, startComposition } from './compose.js';
import { underLoad } from './under-load.js';

/** How often both replicas are restarted. */
const ROUNDS = Number(process.env['DRILL_RESTARTS'] ?? 3);
const MINUTES = 60_000;

let composition: Composition;
beforeAll(async () => {
  composition = await startComposition(2);
}, 15 * MINUTES);
afterAll(() => composition?.stop(), 5 * MINUTES);

it(`both API containers are restarted ${ROUNDS} times behind the proxy of the compose file: nothing is lost`, {
  timeout: 30 * MINUTES,
}, async () => {
  const { port, token, containers, restart } = composition;
  const replicas = await containers('api');
  expect(replicas).toHaveLength(2);
  const start = performance.now();
  const { singles, files, wrong } = await underLoad({ host: '127.0.0.1', port, token }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) for (const replica of replicas) await restart(replica);
  });
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `${2 * ROUNDS} restarts in ${seconds.toFixed(0)} s under ${singles} single answers and ${files} files`,
  );
  expect({ count: wrong.length, some: wrong.slice(0, 10) }).toEqual({ count: 0, some: [] });
});
