import { expect, test } from 'vitest';
import { Semaphore } from '../../src/bulk/semaphore.js';
import { createLatch } from '../support/latch.js';

const calm = new AbortController().signal;

test('callers who wait take turns, each in the order in which it asked', async () => {
  const semaphore = new Semaphore(1, () => {});
  const start = createLatch();
  const done: string[] = [];
  const ask = (name: string, signal = calm) =>
    semaphore.during(async () => void done.push(name), name.charAt(0), signal);
  const holding = semaphore.during(() => start.opened, 'A', calm);
  const waiting = ['A1', 'A2', 'A3', 'B1', 'C1', 'B2'].map((name) => ask(name));
  start.open();
  await Promise.all([holding, ...waiting]);
  expect(done).toEqual(['A1', 'B1', 'C1', 'A2', 'B2', 'A3']);
});

test('a caller who leaves the line leaves its turn to the next, and the place is free in the end', async () => {
  let taken = -1;
  const semaphore = new Semaphore(1, (places) => {
    taken = places;
  });
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
  expect(taken).toBe(0);
});
