import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Composition, startComposition } from './compose.js';
import { underLoad } from './under-load.js';

const REPLICAS = 2;
const MINUTES = 60_000;

let composition: Composition;
beforeAll(async () => {
  composition = await startComposition(REPLICAS);
}, 15 * MINUTES);
afterAll(() => composition?.stop(), 5 * MINUTES);

it('an upgrade of the compose file as the guide has it loses no request, no file and no replica', {
  timeout: 30 * MINUTES,
}, async () => {
  const { port, token, containers, upgrade } = composition;
  const before = await containers('api');
  await underLoad({ host: '127.0.0.1', port, token }, upgrade);
  const after = await containers('api');
  expect(after).toHaveLength(REPLICAS);
  expect(after.filter((id) => before.includes(id))).toEqual([]);
  expect(await containers('worker')).toHaveLength(REPLICAS);
});
