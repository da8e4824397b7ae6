import { expect, onTestFinished, test, vi } from 'vitest';
import { Liveness } from '../../../src/bulk/queue/start-worker.js';

test('a worker is at fault when work has waited for 15 seconds, not while none waits or nobody can tell', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const record = new Liveness();
  const faultAfter = (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    return record.fault();
  };
  record.saw(false);
  expect(faultAfter(3_600_000)).toBeNull();
  record.saw(true);
  expect(faultAfter(15_000)).toBeNull();
  record.saw(true);
  expect(faultAfter(1)).toContain('15 s');
  record.saw(false);
  expect(faultAfter(60_000)).toBeNull();
});
