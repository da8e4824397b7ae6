import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { finished } from '../support/finished.js';
import { ownFolder } from '../support/with-us.js';
import { ROOT } from '../support/yaml-files.js';

const BUILT_WITH = ['scripts', 'tsconfig.json', 'tsconfig.build.json', 'package.json', 'package-lock.json'];

async function project() {
  const root = ownFolder('build');
  for (const name of BUILT_WITH) await cp(join(ROOT, name), join(root, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  await mkdir(join(root, 'src/web'), { recursive: true });
  await mkdir(join(root, 'workers'));
  await mkdir(join(root, 'docs'));
  await writeFile(join(root, 'workers/worker.ts'), 'export {};\n');
  await cp(join(ROOT, 'src/web/tsconfig.json'), join(root, 'src/web/tsconfig.json'));
  await writeFile(join(root, 'src/web/page.ts'), 'export {};\n');
  await writeFile(join(root, 'scripts/web.js'), 'export async function makePages() {}\n');
  const write = (file: string, text: string) => writeFile(join(root, 'src', file), `${text}\n`);
  await write('main.ts', "import { version } from './version.js'; console.log(version);");
  await write('version.ts', 'export const version = 1;');
  const run = async (command: string) => {
    const { code, stdout, stderr } = await finished(spawn(command, { cwd: root, shell: true }));
    return { code, output: stdout + stderr };
  };
  const build = () => run('node scripts/build.js');
  return { root, write, run, build, link: () => readlink(join(root, 'dist')) };
}

test('processes that are started at the same moment from nothing find one whole build', async () => {
  const { run } = await project();
  const start = () => run('node scripts/build.js && node dist/src/main.js');
  const outcomes = await Promise.all([start(), start(), start(), start()]);
  expect(outcomes).toEqual(outcomes.map(() => ({ code: 0, output: '1\n' })));
  expect((await run('ls .dist | wc -l')).output).toBe('1\n');
});

test('nothing is compiled when nothing has changed, nor when a change is taken back', async () => {
  const { root, build, link, write } = await project();
  await build();
  const [first, { mtimeMs }] = [await link(), await stat(join(root, 'dist/src/main.js'))];
  await build();
  expect(await link()).toBe(first);
  await write('version.ts', 'export const version = 2;');
  await build();
  const second = await link();
  expect(second).not.toBe(first);
  await write('version.ts', 'export const version = 1;');
  await build();
  expect(await link()).toBe(first);
  expect((await stat(join(root, 'dist/src/main.js'))).mtimeMs).toBe(mtimeMs);
});

test('a build with other pages has the id of the one before, one with another source has its own', async () => {
  const { root, build, link, write } = await project();
  const built = async () => {
    await build();
    return { folder: await link(), id: await readFile(join(root, 'dist/build.json'), 'utf8') };
  };
  const first = await built();
  expect(JSON.parse(first.id)).toEqual({
    build: expect.stringMatching(/^[0-9a-f]{16}$/),
    version: expect.any(String),
  });
  await writeFile(join(root, 'src/web/style.css'), 'body {}\n');
  await writeFile(join(root, 'docs/quick-start.md'), '# Another page\n');
  const second = await built();
  expect(second.folder).not.toBe(first.folder);
  expect(second.id).toBe(first.id);
  await write('version.ts', 'export const version = 2;');
  expect((await built()).id).not.toBe(first.id);
});

test('a running process keeps its modules while the next build is put in place', async () => {
  const { root, write, build, run } = await project();
  await write(
    'main.ts',
    "console.log('up'); process.stdin.once('data', async () => { console.log((await import('./version.js')).version); process.exit(); });",
  );
  await build();
  const running = spawn(process.execPath, ['dist/src/main.js'], { cwd: root });
  const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('up');
  await write('version.ts', 'export const version = 2;');
  await build();
  running.stdin.write('go\n');
  expect((await lines.next()).value).toBe('1');
  expect((await run('echo go | node dist/src/main.js')).output).toBe('up\n2\n');
});

test('sources that do not compile leave the build before in place', async () => {
  const { write, build, run } = await project();
  await build();
  await write('version.ts', "export const version: number = 'two';");
  const { code, output } = await build();
  expect(code).toBe(1);
  expect(output).toMatch(/version\.ts.*not assignable[\s\S]*The sources do not compile\.\n$/);
  expect((await run('node dist/src/main.js && ls .dist | wc -l')).output).toBe('1\n1\n');
});

test('a plain folder dist is replaced', async () => {
  const { root, build, run } = await project();
  await mkdir(join(root, 'dist/src'), { recursive: true });
  await writeFile(join(root, 'dist/src/main.js'), '');
  expect(await build()).toEqual({ code: 0, output: '' });
  expect((await run('node dist/src/main.js')).output).toBe('1\n');
});
