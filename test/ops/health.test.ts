import { expect, test } from 'vitest';
import { Health, type Reading } from '../../src/ops/health.js';

/** A clock that stands still until it is set. */
function createClock(start: Date) {
  let now = start;
  return {
    now: () => now,
    set: (time: Date) => {
      now = time;
    },
  };
}

const nine = new Date('2026-07-01T09:00:00.000Z');
const ten = new Date('2026-07-01T10:00:00.000Z');
const eleven = new Date('2026-07-01T11:00:00.000Z');

test('a degraded dependency is told, but the process stays ready', () => {
  const clock = createClock(nine);
  const health = new Health(clock.now);
  health.watch('redis', () => ({ state: 'degraded', reason: 'not connected' }));
  expect(health.ready()).toBe(true);
  expect(health.report()).toEqual({
    status: 'degraded',
    checks: { redis: { state: 'degraded', since: nine, detail: 'not connected' } },
  });
});

test('a dependency that is down makes the process not ready, whatever the others say', () => {
  const health = new Health();
  health.watch('keys', () => ({ state: 'ok' }));
  let reading: Reading = { state: 'ok' };
  health.watch('threads', () => reading);
  reading = { state: 'down', reason: 'no thread starts' };
  expect(health.ready()).toBe(false);
  expect(health.report().status).toBe('down');
});

test('since is when the state began, and does not move while only the reason changes', () => {
  const clock = createClock(nine);
  const health = new Health(clock.now);
  let reading: Reading = { state: 'ok' };
  health.watch('redis', () => reading);
  clock.set(ten);
  reading = { state: 'degraded', reason: 'first failure' };
  expect(health.report().checks['redis']).toMatchObject({ since: ten, detail: 'first failure' });
  clock.set(eleven);
  reading = { state: 'degraded', reason: 'tenth failure' };
  expect(health.report().checks['redis']).toEqual({ state: 'degraded', since: ten, detail: 'tenth failure' });
});
