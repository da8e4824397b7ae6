import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder = '';

/** Real processes run compiled code; only this folder is compiled, beside a link to the packages. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'process-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const tsconfig = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { noEmit: false, outDir: join(folder, 'dist'), rootDir: root, types: ['node'] },
    include: [join(root, 'src/ops')],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', join(folder, 'tsconfig.json')]);
});

afterAll(() => rm(folder, { recursive: true }));

/** Writes a script of the given lines, with a JSON logger on its standard output. */
async function scriptOf(name: string, body: string): Promise<string> {
  const file = join(folder, `${name}.js`);
  const script = `
    import { createLogger, installFatalHandlers } from './dist/src/ops/logger.js';
    import { createShutdown } from './dist/src/ops/shutdown.js';
    const logger = createLogger({ level: 'info', name: 'child' });
    const keepAlive = () => setInterval(() => {}, 1000);
    ${body}
  `;
  await writeFile(file, script);
  return file;
}

/** Runs such a script and reads what it logs. */
async function run(name: string, body: string) {
  const child = spawn(process.execPath, [await scriptOf(name, body)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const closed = once(child, 'close');
  return {
    child,
    printed: (text: string) => expect.poll(() => output, { timeout: 20_000 }).toContain(text),
    ended: async () => {
      const [code, signal] = await closed;
      const lines = output.trim().split('\n');
      return { code, signal, lines: lines.map((line): Record<string, unknown> => JSON.parse(line)) };
    },
  };
}

test.each([
  ['uncaughtException', `setImmediate(() => { throw new Error('nobody caught this'); });`],
  ['unhandledRejection', `Promise.reject(new Error('nobody caught this'));`],
])(
  '%s ends the process with 1 and one fatal line, and every line before it is written',
  async (origin, failure) => {
    const { ended } = await run(
      origin,
      `installFatalHandlers(logger);
     keepAlive();
     for (let i = 0; i < 3000; i += 1) logger.info({ i }, 'work');
     ${failure}`,
    );
    const { code, lines } = await ended();
    expect(code).toBe(1);
    const written = lines.filter(({ msg }) => msg === 'work').map(({ i }) => Number(i));
    expect(written.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 3000 }, (_, i) => i));
    const fatal = lines.filter(({ level }) => level === 'fatal');
    expect(fatal).toEqual([
      expect.objectContaining({ origin, err: expect.objectContaining({ message: 'nobody caught this' }) }),
    ]);
  },
);

test('a fatal error that is not an Error is logged too', async () => {
  const { ended } = await run('text', `installFatalHandlers(logger); Promise.reject('just text');`);
  const { code, lines } = await ended();
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatchObject({ level: 'fatal', err: { type: 'string', message: 'just text' } });
});

test('no line is lost when the process simply exits', async () => {
  const { ended } = await run(
    'exit',
    `for (let i = 0; i < 50; i += 1) logger.info({ i }, 'work'); process.exit(0);`,
  );
  const { code, lines } = await ended();
  expect(code).toBe(0);
  expect(lines).toHaveLength(50);
});

test('a fatal error ends the process although the disk that takes its log is full', async () => {
  const full = await open('/dev/full', 'w');
  const script = await scriptOf('full', `installFatalHandlers(logger); Promise.reject(new Error('fatal'));`);
  const child = spawn(process.execPath, [script], { stdio: ['ignore', full.fd, 'pipe'] });
  let complaint = '';
  child.stderr?.on('data', (text) => {
    complaint += text;
  });
  const [code] = await once(child, 'close');
  await full.close();
  expect(code).toBe(1);
  expect(complaint).toContain('log lines are being lost: ENOSPC');
});

test('a process leaves although the reader of its log has gone', async () => {
  const { child, printed } = await run(
    'gone',
    `logger.info('only line');
     keepAlive();
     process.once('SIGTERM', () => { logger.info('nobody reads this'); process.exit(0); });`,
  );
  await printed('only line');
  child.stdout.destroy();
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('a few lines reach the reader although the buffer is not full and the process goes on', async () => {
  const { child, printed, ended } = await run('idle', `logger.info('only line'); keepAlive();`);
  await printed('only line');
  child.kill('SIGKILL');
  expect((await ended()).signal).toBe('SIGKILL');
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s finishes what has begun and exits with 0', async (signal) => {
  const { child, printed, ended } = await run(
    signal,
    `const shutdown = createShutdown({ logger, timeoutMs: 10000 });
     const timer = keepAlive();
     shutdown.add('drain', 'requests', () => new Promise((done) => setTimeout(done, 50)));
     shutdown.add('close', 'timer', () => { clearInterval(timer); logger.info('closed'); });
     shutdown.listen();
     logger.info('listening');`,
  );
  await printed('listening');
  child.kill(signal);
  const { code, lines } = await ended();
  expect(code).toBe(0);
  expect(lines.map(({ msg }) => msg)).toEqual(['listening', 'stopping', 'closed', 'stopped']);
});

test('a process whose step hangs still leaves, with 1', async () => {
  const { child, printed, ended } = await run(
    'hang',
    `const shutdown = createShutdown({ logger, timeoutMs: 300 });
     keepAlive();
     shutdown.add('drain', 'requests', () => new Promise(() => {}));
     shutdown.listen();
     logger.info('listening');`,
  );
  await printed('listening');
  child.kill('SIGTERM');
  const { code, lines } = await ended();
  expect(code).toBe(1);
  expect(lines.map(({ step }) => step)).toContain('requests');
});
