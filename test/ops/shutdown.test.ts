import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { type ShutdownPlan, type ShutdownStep, shutDownOnSignal } from '../../src/ops/shutdown.js';

afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<void>(() => {});

/** A process that only notes its exit code, the steps that ran and the log lines. */
function prepare(plan: Partial<ShutdownPlan> = {}) {
  const codes: number[] = [];
  const ran: string[] = [];
  const lines: string[] = [];
  const step = (name: string): ShutdownStep => ({ name, run: () => void ran.push(name) });
  const signals = new EventEmitter();
  shutDownOnSignal(
    {
      logger: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
      leave: () => void ran.push('leave'),
      drain: step('drain'),
      close: [step('close one'), step('close two')],
      timeoutMs: 10_000,
      ...plan,
    },
    { on: (signal, listener) => signals.on(signal, listener), exit: (code) => void codes.push(code) },
  );
  const signal = (name: 'SIGTERM' | 'SIGINT' = 'SIGTERM') => signals.emit(name, name);
  const exited = () => expect.poll(() => codes).toHaveLength(1);
  return { codes, ran, lines, signal, exited };
}

test('a step that fails is logged by name, the others run, and the exit code is 1', async () => {
  const broken = () => Promise.reject(new Error('broken'));
  const { codes, ran, lines, signal, exited } = prepare({ drain: { name: 'requests', run: broken } });
  signal();
  await exited();
  expect(ran).toEqual(['leave', 'close one', 'close two']);
  expect(codes).toEqual([1]);
  expect(lines.join('')).toContain('"step":"requests"');
});

test('a step that hangs is given up, and leaves time to close the rest', async () => {
  const { codes, ran, lines, signal, exited } = prepare({
    drain: { name: 'requests', run: never },
    timeoutMs: 100,
  });
  signal();
  await exited();
  expect(ran).toEqual(['leave', 'close one', 'close two']);
  expect(codes).toEqual([1]);
  expect(lines.join('')).toContain('not finished after');
});

test('a second signal leaves at once with 1', () => {
  vi.useFakeTimers();
  const { codes, signal } = prepare({ drain: { name: 'requests', run: never } });
  signal();
  vi.advanceTimersByTime(1000);
  expect(codes).toEqual([]);
  signal();
  expect(codes).toEqual([1]);
});

test('a Ctrl-C that arrives twice at once, as under npm, is one signal', async () => {
  const { codes, ran, signal, exited } = prepare();
  signal('SIGINT');
  signal('SIGINT');
  await exited();
  expect(codes).toEqual([0]);
  expect(ran).toEqual(['leave', 'drain', 'close one', 'close two']);
});
