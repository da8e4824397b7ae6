import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Compiles the worker process of these tests into a new folder (below node_modules, where imports resolve). */
export function buildWorkerProcess(): { script: string; folder: string } {
  const root = resolve(import.meta.dirname, '../..');
  const folder = mkdtempSync(join(root, 'node_modules/.queue-test-'));
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      rootDir: root,
      outDir: folder,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [],
    files: [join(root, 'test/queue/worker-process.ts')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const tsc = join(root, 'node_modules/.bin/tsc');
  const built = spawnSync(tsc, ['-p', join(folder, 'tsconfig.json')], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the worker process does not compile:\n${built.stdout}`);
  return { script: join(folder, 'test/queue/worker-process.js'), folder };
}
