import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { createShutdown } from '../../src/ops/shutdown.js';
import { createLatch } from '../support/latch.js';

afterEach(() => {
  vi.useRealTimers();
});

/** A shutdown whose exit only notes its code, with the steps that ran and the log lines. */
function prepare(timeoutMs = 10_000, drainDelayMs = 0) {
  const codes: number[] = [];
  const ran: string[] = [];
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const shutdown = createShutdown({ logger, drainDelayMs, timeoutMs, exit: (code) => void codes.push(code) });
  const step = (name: string) => () => void ran.push(name);
  return { shutdown, codes, ran, lines, step };
}

test('steps run phase by phase, and what was opened last is closed first', async () => {
  const { shutdown, codes, ran, step } = prepare();
  shutdown.add('close', 'redis', step('close redis'));
  shutdown.add('drain', 'requests', step('drain'));
  shutdown.add('close', 'queue', step('close queue'));
  shutdown.add('not-ready', 'health', step('not ready'));
  await shutdown.start('test');
  expect(ran).toEqual(['not ready', 'drain', 'close queue', 'close redis']);
  expect(codes).toEqual([0]);
});

test('between being not ready and draining the drain delay passes, which takes nothing of the time to drain', async () => {
  vi.useFakeTimers();
  const { shutdown, codes, ran, step } = prepare(100, 5000);
  shutdown.add('not-ready', 'health', step('not ready'));
  shutdown.add('drain', 'requests', step('drain'));
  const done = shutdown.start('test');
  await vi.advanceTimersByTimeAsync(4999);
  expect(ran).toEqual(['not ready']);
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(ran).toEqual(['not ready', 'drain']);
  expect(codes).toEqual([0]);
});

test('a phase waits for the one before it', async () => {
  const { shutdown, ran, step } = prepare();
  const drained = createLatch();
  shutdown.add('drain', 'requests', () => drained.opened);
  shutdown.add('close', 'redis', step('close'));
  const done = shutdown.start('test');
  await new Promise(setImmediate);
  expect(ran).toEqual([]);
  drained.open();
  await done;
  expect(ran).toEqual(['close']);
});

test.each([
  ['rejects', () => Promise.reject(new Error('broken'))],
  [
    'throws',
    () => {
      throw new Error('broken');
    },
  ],
])('a step that %s is logged by name, the others run, and the exit code is 1', async (_how, broken) => {
  const { shutdown, codes, ran, lines, step } = prepare();
  shutdown.add('drain', 'requests', broken);
  shutdown.add('close', 'redis', step('close'));
  await shutdown.start('test');
  expect(ran).toEqual(['close']);
  expect(codes).toEqual([1]);
  expect(lines.join('')).toContain('"step":"requests"');
});

test('a step that hangs is given up, told so, and leaves time to close the rest', async () => {
  const { shutdown, codes, ran, lines, step } = prepare(100);
  let told = false;
  shutdown.add('drain', 'requests', (signal) => {
    signal.addEventListener('abort', () => {
      told = true;
    });
    return new Promise(() => {});
  });
  shutdown.add('close', 'redis', step('close'));
  await shutdown.start('test');
  expect(told).toBe(true);
  expect(ran).toEqual(['close']);
  expect(codes).toEqual([1]);
  expect(lines.join('')).toContain('not finished after');
});

test('when everything hangs the process still leaves before the time is over', async () => {
  vi.useFakeTimers();
  const { shutdown, codes } = prepare(10_000);
  for (const phase of ['not-ready', 'drain', 'close'] as const) {
    shutdown.add(phase, `${phase} one`, () => new Promise(() => {}));
    shutdown.add(phase, `${phase} two`, () => new Promise(() => {}));
  }
  const done = shutdown.start('test');
  await vi.advanceTimersByTimeAsync(10_000);
  await done;
  expect(codes).toEqual([1]);
});

test('starting twice stops once', async () => {
  const { shutdown, codes, ran, step } = prepare();
  shutdown.add('close', 'redis', step('close'));
  await Promise.all([shutdown.start('one'), shutdown.start('two')]);
  expect(ran).toEqual(['close']);
  expect(codes).toEqual([0]);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s starts it', async (signal) => {
  const { shutdown, codes, lines } = prepare();
  const signals = new EventEmitter();
  shutdown.listen(signals);
  signals.emit(signal, signal);
  await expect.poll(() => codes).toEqual([0]);
  expect(lines[0]).toContain(`"reason":"${signal}"`);
});

test('a second signal leaves at once with 1', () => {
  vi.useFakeTimers();
  const { shutdown, codes } = prepare();
  const signals = new EventEmitter();
  shutdown.add('drain', 'requests', () => new Promise(() => {}));
  shutdown.listen(signals);
  signals.emit('SIGTERM', 'SIGTERM');
  vi.advanceTimersByTime(1000);
  expect(codes).toEqual([]);
  signals.emit('SIGTERM', 'SIGTERM');
  expect(codes).toEqual([1]);
});

test('a Ctrl-C that arrives twice at once, as under npm, is one signal', () => {
  const { shutdown, codes } = prepare();
  const signals = new EventEmitter();
  shutdown.add('drain', 'requests', () => new Promise(() => {}));
  shutdown.listen(signals);
  signals.emit('SIGINT', 'SIGINT');
  signals.emit('SIGINT', 'SIGINT');
  expect(codes).toEqual([]);
});
