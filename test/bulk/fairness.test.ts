import { afterEach, expect, it, test, vi } from 'vitest';
import { MemoryBudget, SMALL_BYTES } from '../../src/bulk/memory-budget.js';
import { Semaphore } from '../../src/bulk/semaphore.js';
import { SharedWindow } from '../../src/bulk/shared-window.js';
import { createLatch } from '../support/latch.js';

const NEVER_MS = 60_000;
const calm = new AbortController().signal;

afterEach(() => vi.useRealTimers());

/** A budget of 100 bytes, all for one caller by default; its last report; and a log of what happened. */
function memory(more: { readonly totalBytes?: number; readonly callerBytes?: number } = {}) {
  const told = { held: 0, waiting: 0 };
  const { totalBytes = 100, callerBytes = totalBytes } = more;
  const limits = { totalBytes, callerBytes };
  const budget = new MemoryBudget(limits, (held, waiting) => Object.assign(told, { held, waiting }));
  const reserve = async (bytes: number, caller = 'A', announcedBytes = 0) => {
    const reservation = budget.open(caller, NEVER_MS, calm);
    await reservation.growTo(bytes, announcedBytes);
    return reservation;
  };
  const log: string[] = [];
  const note = (name: string, promise: Promise<unknown>): void => {
    void promise.then(() => log.push(name)).catch(() => {});
  };
  /** Expects exactly these notes in the log, in this order. */
  const expectDone = async (...names: readonly string[]): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual(names);
  };
  return { budget, told, reserve, log, note, expectDone };
}

test('uploads wait in the order in which they came, and a small one does not overtake a large one', async () => {
  const { reserve, told, note, expectDone } = memory();
  const first = await reserve(60);
  const large = reserve(90);
  note('large', large);
  note('small', reserve(10));
  await expectDone();
  expect(told).toEqual({ held: 60, waiting: 2 });
  first.release();
  await expectDone('large', 'small');
  expect(told).toEqual({ held: 100, waiting: 0 });
});

test('an upload larger than the budget is let in when nothing else is held', async () => {
  const { reserve, note, expectDone } = memory();
  const small = await reserve(1);
  note('huge', reserve(500));
  await expectDone();
  small.release();
  await expectDone('huge');
});

test('an upload in the middle goes before those that have not begun', async () => {
  const { reserve, note, expectDone } = memory();
  const growing = await reserve(40);
  const other = await reserve(50);
  note('new', reserve(30));
  note('growth', growing.growTo(60));
  await expectDone();
  other.release();
  await expectDone('growth', 'new');
});

test('uploads that wait for one another in the middle do not wait for ever: the eldest goes on, alone', async () => {
  const { reserve, told, note, expectDone } = memory();
  const [eldest, second, third] = await Promise.all([reserve(30), reserve(30), reserve(30)]);
  note('third', third.growTo(60));
  note('second', second.growTo(60));
  await expectDone();
  await eldest.growTo(60);
  await eldest.growTo(120);
  // The oldest upload stays the only one above the total until it ends.
  await expectDone();
  expect(told).toEqual({ held: 180, waiting: 2 });
  eldest.release();
  await expectDone('second');
  second.release();
  await expectDone('second', 'third');
});

test.each([
  ['to begin', 60],
  ['to grow', 40],
])('an upload that waits too long %s is refused, and keeps nothing', async (_, bytes) => {
  const { budget, told, reserve } = memory();
  const other = await reserve(60);
  const reservation = budget.open('A', 10, calm);
  const grown = reservation.growTo(bytes).then(() => reservation.growTo(60));
  await expect(grown).rejects.toMatchObject({ status: 503 });
  reservation.release();
  expect(told).toEqual({ held: 60, waiting: 0 });
  other.release();
  expect(told).toEqual({ held: 0, waiting: 0 });
});

test('a caller who leaves while its upload waits leaves the line to the next', async () => {
  const { budget, reserve, note, expectDone } = memory();
  await reserve(60);
  const gone = new AbortController();
  const left = budget.open('A', NEVER_MS, gone.signal).growTo(90);
  note('next', reserve(40));
  gone.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await expectDone('next');
});

test('what is held beyond the total keeps others waiting', async () => {
  const { reserve, told, note, expectDone } = memory();
  const first = await reserve(50);
  first.resizeTo(120);
  note('next', reserve(1));
  await expectDone();
  first.resizeTo(90);
  await expectDone('next');
  expect(told.held).toBe(91);
});

test('one caller holds no more than its share, and what waits for it keeps nobody else waiting', async () => {
  const { reserve, note, expectDone } = memory({ callerBytes: 50 });
  const first = await reserve(40);
  note('second of A', reserve(20));
  note('B', reserve(50, 'B'));
  await expectDone('B');
  first.release();
  await expectDone('B', 'second of A');
});

test('uploads of one caller that wait for one another within its share do not wait for ever', async () => {
  const { reserve, note, expectDone } = memory({ callerBytes: 50 });
  const [eldest, younger] = await Promise.all([reserve(25), reserve(25), reserve(20, 'B')]);
  note('younger', younger.growTo(40));
  note('eldest', eldest.growTo(40));
  await expectDone('eldest');
  eldest.release();
  await expectDone('eldest', 'younger');
});

test('of the callers who wait to begin, the one who holds least is next', async () => {
  const { reserve, note, expectDone } = memory();
  const [one] = await Promise.all([reserve(40, 'A'), reserve(20, 'B'), reserve(40, 'C')]);
  note('A', reserve(20, 'A'));
  note('C', reserve(20, 'C'));
  note('B', reserve(20, 'B'));
  one.release();
  await expectDone('A', 'B');
});

test('a small upload of a caller who holds nothing begins however full it is; its second one waits', async () => {
  const { reserve, note, expectDone } = memory({ totalBytes: 4 * SMALL_BYTES });
  const whole = await reserve(4 * SMALL_BYTES);
  note('large', reserve(SMALL_BYTES + 1, 'C'));
  note('small', reserve(SMALL_BYTES, 'B'));
  note('second', reserve(SMALL_BYTES, 'B'));
  await expectDone('small');
  whole.release();
  await expectDone('small', 'large', 'second');
});

test('what is announced is kept free for ten seconds, then only what has arrived counts', async () => {
  vi.useFakeTimers();
  const { reserve, told, note, log } = memory();
  await reserve(10, 'A', 90);
  note('next', reserve(20, 'A', 60));
  await vi.advanceTimersByTimeAsync(9999);
  expect(log).toEqual([]);
  expect(told).toEqual({ held: 10, waiting: 1 });
  await vi.advanceTimersByTimeAsync(1);
  expect(log).toEqual(['next']);
  expect(told).toEqual({ held: 30, waiting: 0 });
});

test('callers who wait take turns, each in the order in which it asked', async () => {
  const semaphore = new Semaphore(1);
  const start = createLatch();
  const done: string[] = [];
  const ask = (name: string) => semaphore.during(async () => void done.push(name), name.charAt(0), calm);
  const holding = semaphore.during(() => start.opened, 'A', calm);
  const waiting = ['A1', 'A2', 'A3', 'B1', 'C1', 'B2'].map((name) => ask(name));
  start.open();
  await Promise.all([holding, ...waiting]);
  expect(done).toEqual(['A1', 'B1', 'C1', 'A2', 'B2', 'A3']);
});

test('a caller who leaves the line leaves its turn to the next, and the place is free in the end', async () => {
  const semaphore = new Semaphore(1);
  const start = createLatch();
  const gone = new AbortController();
  const holding = semaphore.during(() => start.opened, 'A', calm);
  const left = semaphore.during(async () => 'never', 'B', gone.signal);
  const next = semaphore.during(async () => 'next', 'C', calm);
  gone.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  start.open();
  await holding;
  expect(await next).toBe('next');
  expect(await semaphore.during(async () => 'free', 'D', calm)).toBe('free');
});

/** How many of 16 chunks each of these concurrent runs, named by their callers, may have in progress. */
async function chunksOf(callers: readonly string[]): Promise<number[]> {
  const window = new SharedWindow(16);
  const over = createLatch();
  const windows: (() => number)[] = [];
  const all = callers.map((caller) =>
    window.during(caller, (chunks) => {
      windows.push(chunks);
      return over.opened;
    }),
  );
  const chunks = windows.map((each) => each());
  over.open();
  await Promise.all(all);
  return chunks;
}

it.each([
  ['is whole for a run alone', 'A', [16]],
  ['is whole for each of four runs', 'AAAA', [16, 16, 16, 16]],
  ['goes to the eldest runs of a caller, and one chunk to the others', 'AAAAAAA', [16, 16, 16, 16, 1, 1, 1]],
  ['is shared by callers first', 'AAAAB', [16, 16, 1, 1, 16]],
  ['is shared by five callers', 'ABCDE', [12, 12, 12, 12, 12]],
])('a window %s', async (_, callers, chunks) => {
  expect(await chunksOf([...callers])).toEqual(chunks);
});

it('a window is given back by a run that ends or fails', async () => {
  const window = new SharedWindow(1);
  for (let run = 0; run < 4; run++) void window.during('A', () => new Promise(() => {}));
  await expect(window.during('A', () => Promise.reject(new Error('over')))).rejects.toThrow('over');
  expect(await window.during('B', async (chunks) => chunks())).toBe(1);
  expect(await window.during('A', async (chunks) => chunks())).toBe(1);
});
