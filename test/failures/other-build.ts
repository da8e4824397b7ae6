import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** The program as its next version might be: with another limit for second-year students. */
export interface OtherBuild {
  /** The entry point of its worker. */
  readonly worker: string;
  remove(): Promise<void>;
}

/** Copies the build (below node_modules, where imports resolve) and changes one dollar amount in the copy. */
export async function makeOtherBuild(): Promise<OtherBuild> {
  const folder = await mkdtemp(join(ROOT, 'node_modules/.other-build-'));
  await cp(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  const limits = join(folder, 'dist/src/engine/limits.js');
  const text = await readFile(limits, 'utf8');
  const changed = text.replace(/\b6_?500\b/, '6400');
  if (changed === text) throw new Error('the limit is not where it was');
  await writeFile(limits, changed);
  return {
    worker: join(folder, 'dist/workers/queue-worker.js'),
    remove: () => rm(folder, { recursive: true }),
  };
}
