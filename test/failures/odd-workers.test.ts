import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disturb, nothingStays, recovered } from '../support/exercise.js';
import { metrics } from '../support/operator.js';
import { runWithoutLosses, sceneOfFile } from '../support/scene.js';
import { ownFolder } from '../support/with-us.js';
import { ROOT } from '../support/yaml-files.js';
import { large, small } from './long-form.js';

/** A build with another limit for second-years, so another id. @returns its worker's entry point. */
async function makeOtherBuild(): Promise<string> {
  const folder = ownFolder('other-build');
  await cp(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true, dereference: true });
  for (const name of ['node_modules', 'package.json']) await symlink(join(ROOT, name), join(folder, name));
  for (const [name, old, other] of [
    ['src/engine/limits.js', /\b6_500\b/, '6_400'],
    ['build.json', /(?<="build":")\w{16}/, '0123456789abcdef'],
  ] as const) {
    const text = await readFile(join(folder, 'dist', name), 'utf8');
    if (!old.test(text)) throw new Error(`${name} does not have what is changed.`);
    await writeFile(join(folder, 'dist', name), text.replace(old, other));
  }
  return join(folder, 'dist/workers/queue-worker.js');
}

const other = await makeOtherBuild();

/** Rescues no chunk of a busy worker; a wait this long for each window of chunks outlasts the test. */
const LATE = '300000';
const scene = await sceneOfFile({ workers: 0, apiEnv: { BULK_CHUNK_ROWS: '500', RESCUE_AFTER_MS: LATE } });
const newer = await scene.addWorker({}, other);

describe('workers of another build', { timeout: 300_000 }, () => {
  it('all of them: the API calculates without them', async () => {
    const outcomes = await disturb(scene, large, async () => {});
    expect(outcomes).toMatchObject({ queue: 0, duplicate: 0 });
    await nothingStays(scene);
    await scene.addWorker();
    await recovered(scene, small);
  });

  it('one among others, as in a rolling upgrade: it calculates none of the chunks', async () => {
    const outcomes = await runWithoutLosses(scene, () => disturb(scene, large, async () => {}));
    expect(outcomes).toMatchObject({ retry: 0, rescue: 0, duplicate: 0 });
    const seen = await metrics(newer.adminUrl);
    expect(seen.get('prorata_worker_chunks_total{outcome="calculated"}')).toBe(0);
    newer.kill('SIGKILL');
    await recovered(scene, small);
  });
});
