import { expect, test } from 'vitest';
import { BudgetTimeout, MemoryBudget, type Reservation } from '../../src/bulk/memory-budget.js';

const NEVER_MS = 60_000;
const calm = new AbortController().signal;

/** A budget of 100 bytes, and what it last told of itself. */
function hundred() {
  const told = { held: 0, waiting: 0 };
  const budget = new MemoryBudget(100, (held, waiting) => Object.assign(told, { held, waiting }));
  const reserve = (bytes: number) => budget.reserve(bytes, NEVER_MS, new AbortController().signal);
  return { budget, told, reserve };
}

/** Notes in `log` when something comes about. */
function note(log: string[], name: string, promise: Promise<unknown>): void {
  void promise.then(() => log.push(name));
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

test('many uploads of unknown length that grow at once all come to their end', async () => {
  const { reserve, told } = hundred();
  const grow = async (reservation: Reservation): Promise<void> => {
    for (const bytes of [20, 40, 80]) {
      await reservation.growTo(bytes);
      await settled();
    }
    reservation.release();
  };
  await Promise.all(Array.from({ length: 50 }, async () => grow(await reserve(10))));
  expect(told).toEqual({ held: 0, waiting: 0 });
});

test.each([
  ['to begin', (budget: MemoryBudget) => budget.reserve(60, 10, calm)],
  [
    'to grow',
    async (budget: MemoryBudget) => {
      const reservation = await budget.reserve(40, 10, calm);
      await reservation.growTo(60).finally(() => reservation.release());
    },
  ],
])('an upload that waits too long %s is refused, and keeps nothing', async (_, wait) => {
  const { budget, told, reserve } = hundred();
  const other = await reserve(60);
  await expect(wait(budget)).rejects.toBeInstanceOf(BudgetTimeout);
  expect(told).toEqual({ held: 60, waiting: 0 });
  other.release();
  expect(told).toEqual({ held: 0, waiting: 0 });
});

test('a caller who leaves while its upload waits leaves the line to the next', async () => {
  const { budget, reserve } = hundred();
  await reserve(60);
  const gone = new AbortController();
  const left = budget.reserve(90, NEVER_MS, gone.signal);
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
