/*
 * Copies the build for `npm pack`, which leaves symbolic links out, and dist is one: node scripts/copy-build.js [--remove]
 *
 * Into a folder of its own, lib, so that whoever starts from dist meanwhile finds a whole build there.
 */
import { cpSync, realpathSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const COPY = 'lib';

process.chdir(resolve(import.meta.dirname, '..'));
rmSync(COPY, { recursive: true, force: true });
if (!process.argv.includes('--remove')) {
  const build = realpathSync('dist');
  for (const name of ['src', 'workers', 'web', 'build.json']) {
    cpSync(join(build, name), join(COPY, name), { recursive: true });
  }
}
