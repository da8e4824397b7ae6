import { expect, test } from 'vitest';
import { Health, type Reading } from '../../src/ops/health.js';

test('since is when the state began, and does not move while only the reason changes', () => {
  let now = new Date('2026-07-01T09:00:00.000Z');
  const ten = new Date('2026-07-01T10:00:00.000Z');
  const health = new Health(() => now);
  let reading: Reading = { state: 'ok' };
  health.watch('redis', () => reading);
  now = ten;
  reading = { state: 'degraded', reason: 'first failure' };
  expect(health.report().checks['redis']).toMatchObject({ since: ten, detail: 'first failure' });
  now = new Date('2026-07-01T11:00:00.000Z');
  reading = { state: 'degraded', reason: 'tenth failure' };
  expect(health.report().checks['redis']).toEqual({ state: 'degraded', since: ten, detail: 'tenth failure' });
});
