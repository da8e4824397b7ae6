/*
 * Runs the tests of the service on the Node version of the image: npm run test:image [-- test/http]
 *
 * npm installs that version into a temporary folder; nothing is added to the project.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

const ROOMS = ['test/http', 'test/bulk', 'test/failures', 'test/web'];
const root = resolve(import.meta.dirname, '..');
const [, version] = /^ARG NODE_IMAGE=node:(\d+)/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? [];
if (version === undefined)
  throw new Error('The Dockerfile names no version of Node: expected ARG NODE_IMAGE=node:24-slim.');

const folder = mkdtempSync(join(tmpdir(), 'image-node-'));
try {
  const name = `node-${process.platform}-${process.arch}`;
  run('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${version}`]);
  const bin = join(folder, 'node_modules', name, 'bin');
  const rooms = process.argv.length > 2 ? process.argv.slice(2) : ROOMS;
  run(join(bin, 'node'), ['--version']);
  run(join(bin, 'node'), [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...rooms], bin);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} program @param {string[]} args @param {string} [first] a folder to search first */
function run(program, args, first) {
  const PATH = [first, process.env['PATH']].filter((part) => part !== undefined).join(delimiter);
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH },
  });
  if (error !== undefined) throw error;
  if (status !== 0) process.exitCode = status ?? 1;
  if (status !== 0 && first === undefined) throw new Error(`${program} ${args.join(' ')} failed`);
}
