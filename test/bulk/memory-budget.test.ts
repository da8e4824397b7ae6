import { afterEach, expect, test, vi } from 'vitest';
import { MemoryBudget, SMALL_BYTES } from '../../src/bulk/memory-budget.js';

const NEVER_MS = 60_000;
const calm = new AbortController().signal;

/** Memory that a budget has granted. */
async function reserved(budget: MemoryBudget, bytes: number, caller = 'A', announcedBytes = 0) {
  const reservation = budget.open(caller, NEVER_MS, calm);
  await reservation.growTo(bytes, announcedBytes);
  return reservation;
}

afterEach(() => vi.useRealTimers());

/** A budget of 100 bytes, of which one caller may hold as many as `callerBytes`, and what it last told of itself. */
function hundred(callerBytes = 100) {
  const told = { held: 0, waiting: 0 };
  const limits = { totalBytes: 100, callerBytes };
  const budget = new MemoryBudget(limits, (held, waiting) => Object.assign(told, { held, waiting }));
  const reserve = (bytes: number, caller = 'A', announcedBytes = 0) =>
    reserved(budget, bytes, caller, announcedBytes);
  return { budget, told, reserve };
}

/** Notes in `log` when something comes about. */
function note(log: string[], name: string, promise: Promise<unknown>): void {
  void promise.then(
    () => log.push(name),
    () => undefined,
  );
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('uploads wait in the order in which they came, and a small one does not overtake a large one', async () => {
  const { reserve, told } = hundred();
  const first = await reserve(60);
  const log: string[] = [];
  const large = reserve(90);
  note(log, 'large', large);
  note(log, 'small', reserve(10));
  await settled();
  expect(log).toEqual([]);
  expect(told).toEqual({ held: 60, waiting: 2 });
  first.release();
  await settled();
  expect(log).toEqual(['large', 'small']);
  expect(told).toEqual({ held: 100, waiting: 0 });
});

test('an upload larger than the budget is let in when nothing else is held', async () => {
  const { reserve } = hundred();
  const small = await reserve(1);
  const log: string[] = [];
  note(log, 'huge', reserve(500));
  await settled();
  expect(log).toEqual([]);
  small.release();
  await settled();
  expect(log).toEqual(['huge']);
});

test('an upload in the middle goes before those that have not begun', async () => {
  const { reserve } = hundred();
  const growing = await reserve(40);
  const other = await reserve(50);
  const log: string[] = [];
  note(log, 'new', reserve(30));
  note(log, 'growth', growing.growTo(60));
  await settled();
  expect(log).toEqual([]);
  other.release();
  await settled();
  expect(log).toEqual(['growth', 'new']);
});

test('uploads that wait for one another in the middle do not wait for ever: the eldest goes on, alone', async () => {
  const { reserve, told } = hundred();
  const [eldest, second, third] = await Promise.all([reserve(30), reserve(30), reserve(30)]);
  const log: string[] = [];
  note(log, 'third', third.growTo(60));
  note(log, 'second', second.growTo(60));
  await settled();
  expect(log).toEqual([]);
  await eldest.growTo(60);
  await eldest.growTo(120);
  await settled();
  // The eldest stays the only one above the total until it has ended.
  expect(log).toEqual([]);
  expect(told).toEqual({ held: 180, waiting: 2 });
  eldest.release();
  await settled();
  expect(log).toEqual(['second']);
  second.release();
  await settled();
  expect(log).toEqual(['second', 'third']);
});

test.each([
  ['to begin', 60],
  ['to grow', 40],
])('an upload that waits too long %s is refused, and keeps nothing', async (_, bytes) => {
  const { budget, told, reserve } = hundred();
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
  const { budget, reserve } = hundred();
  await reserve(60);
  const gone = new AbortController();
  const left = budget.open('A', NEVER_MS, gone.signal).growTo(90);
  const log: string[] = [];
  note(log, 'next', reserve(40));
  gone.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await settled();
  expect(log).toEqual(['next']);
});

test('what is held beyond the total keeps others waiting', async () => {
  const { reserve, told } = hundred();
  const first = await reserve(50);
  first.resizeTo(120);
  const log: string[] = [];
  note(log, 'next', reserve(1));
  await settled();
  expect(log).toEqual([]);
  first.resizeTo(90);
  await settled();
  expect(log).toEqual(['next']);
  expect(told.held).toBe(91);
});

test('one caller holds no more than its share, and what waits for it keeps nobody else waiting', async () => {
  const { reserve } = hundred(50);
  const first = await reserve(40);
  const log: string[] = [];
  note(log, 'second of A', reserve(20));
  note(log, 'B', reserve(50, 'B'));
  await settled();
  expect(log).toEqual(['B']);
  first.release();
  await settled();
  expect(log).toEqual(['B', 'second of A']);
});

test('uploads of one caller that wait for one another within its share do not wait for ever', async () => {
  const { reserve } = hundred(50);
  const [eldest, younger] = await Promise.all([reserve(25), reserve(25), reserve(20, 'B')]);
  const log: string[] = [];
  note(log, 'younger', younger.growTo(40));
  note(log, 'eldest', eldest.growTo(40));
  await settled();
  expect(log).toEqual(['eldest']);
  eldest.release();
  await settled();
  expect(log).toEqual(['eldest', 'younger']);
});

test('of the callers who wait to begin, the one who holds least is next', async () => {
  const { reserve } = hundred();
  const [one] = await Promise.all([reserve(40, 'A'), reserve(20, 'B'), reserve(40, 'C')]);
  const log: string[] = [];
  note(log, 'A', reserve(20, 'A'));
  note(log, 'C', reserve(20, 'C'));
  note(log, 'B', reserve(20, 'B'));
  one.release();
  await settled();
  expect(log).toEqual(['A', 'B']);
});

test('a small upload of a caller who holds nothing begins however full it is; its second one waits', async () => {
  const limits = { totalBytes: 4 * SMALL_BYTES, callerBytes: 4 * SMALL_BYTES };
  const budget = new MemoryBudget(limits, () => {});
  const reserve = (caller: string, bytes: number) => reserved(budget, bytes, caller);
  const whole = await reserve('A', limits.totalBytes);
  const log: string[] = [];
  note(log, 'large', reserve('C', SMALL_BYTES + 1));
  note(log, 'small', reserve('B', SMALL_BYTES));
  note(log, 'second', reserve('B', SMALL_BYTES));
  await settled();
  expect(log).toEqual(['small']);
  whole.release();
  await settled();
  expect(log).toEqual(['small', 'large', 'second']);
});

test('what is announced is kept free for ten seconds, then only what has arrived counts', async () => {
  vi.useFakeTimers();
  const { reserve, told } = hundred();
  await reserve(10, 'A', 90);
  const log: string[] = [];
  note(log, 'next', reserve(20, 'A', 60));
  await vi.advanceTimersByTimeAsync(9999);
  expect(log).toEqual([]);
  expect(told).toEqual({ held: 10, waiting: 1 });
  await vi.advanceTimersByTimeAsync(1);
  expect(log).toEqual(['next']);
  expect(told).toEqual({ held: 30, waiting: 0 });
});
