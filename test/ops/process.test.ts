import { execFile, spawn } from 'node:child_process';
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { followed } from '../support/finished.js';
import { ownFolder } from '../support/with-us.js';

const OPS = new URL('../../dist/src/ops/', import.meta.url).href;
const folder = ownFolder('process');

/** Runs a script with these lines and a JSON logger on standard output, read here unless `log` is a file. */
async function run(name: string, body: string, log: 'pipe' | FileHandle = 'pipe') {
  const file = join(folder, `${name}.mjs`);
  const script = `
    import { createLogger, installFatalHandlers } from '${OPS}logger.js';
    import { shutDownOnSignal } from '${OPS}shutdown.js';
    const logger = createLogger({ level: 'info', name: 'child' });
    const nothing = { name: 'nothing', run: () => {} };
    const plan = { logger, leave: () => {}, drain: nothing, close: [], timeoutMs: 10000 };
    const keepAlive = () => setInterval(() => {}, 1000);
    ${body}
  `;
  await writeFile(file, script);
  const stdout = log === 'pipe' ? log : log.fd;
  const child = spawn(process.execPath, [file], { stdio: ['ignore', stdout, 'pipe'] });
  const { written, ended } = followed(child);
  return {
    child,
    printed: (text: string) => expect.poll(() => written.stdout).toContain(text),
    heard: (text: string) => expect.poll(() => written.stderr).toContain(text),
    ended: async () => {
      const { code, stdout, stderr: said } = await ended;
      if (log !== 'pipe') await log.close();
      const lines = stdout === '' ? [] : stdout.trim().split('\n');
      return { code, said, lines: lines.map((line): Record<string, unknown> => JSON.parse(line)) };
    },
  };
}

test.each([
  ['uncaughtException', `setImmediate(() => { throw new Error('nobody caught this'); });`],
  ['unhandledRejection', `Promise.reject(new Error('nobody caught this'));`],
])('%s ends the process with 1 and a fatal line, behind all lines before it', async (origin, failure) => {
  const { ended } = await run(
    origin,
    `installFatalHandlers(logger, () => false);
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
});

/** Half a megabyte of lines, far more than a pipe holds, and output only after the event loop has turned. */
const talkative = `
  shutDownOnSignal(plan);
  for (let i = 0; i < 3000; i += 1) logger.info({ i }, 'work');
  keepAlive();
  setTimeout(() => process.stderr.write('still here'), 50);`;

async function unreadPipe(): Promise<FileHandle> {
  const path = join(folder, 'pipe');
  await promisify(execFile)('mkfifo', [path]);
  const pipe = await open(path, 'r+');
  await rm(path);
  return pipe;
}

test('a fatal error ends the process although the reader of its log stands still', async () => {
  const fatal = `installFatalHandlers(logger, () => false); ${talkative} Promise.reject(new Error('fatal'));`;
  const { ended } = await run('stuck-fatal', fatal, await unreadPipe());
  expect((await ended()).code).toBe(1);
});

test.each([
  ['the reader of its log stands still', unreadPipe, 0],
  ['the disk that takes its log is full', () => open('/dev/full', 'w'), 1],
])('a process goes on, and leaves when it is told to, although %s', async (_, log, complaints) => {
  const { child, heard, ended } = await run('stuck', talkative, await log());
  await heard('still here');
  child.kill('SIGTERM');
  const { code, said } = await ended();
  expect(code).toBe(0);
  expect(said.match(/log lines are being lost: ENOSPC/g) ?? []).toHaveLength(complaints);
});

test('a process goes on, and leaves when it is told to, although the reader of its log has gone', async () => {
  const { child, printed, heard, ended } = await run(
    'gone',
    `process.once('SIGUSR2', () => { ${talkative} });
     keepAlive();
     logger.info('only line');`,
  );
  await printed('only line');
  child.stdout?.destroy();
  child.kill('SIGUSR2');
  await heard('still here');
  child.kill('SIGTERM');
  const { code, said } = await ended();
  expect(code).toBe(0);
  expect(said.match(/log lines are being lost: write EPIPE/g)).toHaveLength(1);
});

/** Logs that it is running, and the steps that it runs. */
const leaving = (plan: string) => `
  const step = (name, run = () => logger.info({ ran: name })) => ({ name, run });
  shutDownOnSignal({ ...plan, close: [step('one'), step('two')], ${plan} });
  keepAlive();
  logger.info('here');`;

test.each([
  ['fails', `drain: step('requests', () => Promise.reject(new Error('broken')))`, 'broken'],
  ['hangs', `drain: step('requests', () => new Promise(() => {})), timeoutMs: 100`, 'not finished after'],
])('a step of the stop that %s is told, the others run, and the exit code is 1', async (how, plan, why) => {
  const { child, printed, ended } = await run(how, leaving(plan));
  await printed('here');
  child.kill('SIGTERM');
  const { code, lines } = await ended();
  expect(code).toBe(1);
  expect(lines.flatMap(({ ran }) => ran ?? [])).toEqual(['one', 'two']);
  const err = expect.objectContaining({ message: expect.stringContaining(why) });
  expect(lines).toContainEqual(expect.objectContaining({ level: 'error', step: 'requests', err }));
});

test('a second signal ends the process at once with 1', async () => {
  const later = `leave: () => setTimeout(() => logger.info('later'), 600)`;
  const { child, printed, ended } = await run('impatient', leaving(`${later}, drainDelayMs: 600_000`));
  await printed('here');
  child.kill('SIGTERM');
  await printed('later');
  child.kill('SIGTERM');
  const { code, lines } = await ended();
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatchObject({ level: 'warn', msg: 'a second signal: leaving at once' });
});

test('a Ctrl-C that arrives twice at once, as under npm, is one signal', async () => {
  const twice = `${leaving('')} for (let i = 0; i < 2; i += 1) process.emit('SIGINT', 'SIGINT');`;
  const { code, lines } = await (await run('twice', twice)).ended();
  expect(code).toBe(0);
  expect(lines.map(({ ran, msg }) => ran ?? msg)).toEqual(['here', 'stopping', 'one', 'two', 'stopped']);
});
