import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Liveness } from '../../../src/bulk/queue/start-worker.js';

let now = 0;
let record: Liveness;
beforeEach(() => {
  now = 1_000_000;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  record = new Liveness();
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('the health of a worker', () => {
  it('is good while no work waits, for however long it takes none', () => {
    record.saw(false);
    now += 3_600_000;
    record.saw(false);
    expect(record.fault()).toBeNull();
  });

  it('is good until work has waited for 15 seconds, and bad after that', () => {
    record.saw(true);
    now += 15_000;
    record.saw(true);
    expect(record.fault()).toBeNull();
    now += 1;
    expect(record.fault()).toContain('15 s');
  });

  it('is good while nobody can tell what waits', () => {
    record.saw(true);
    record.saw(false);
    now += 60_000;
    expect(record.fault()).toBeNull();
  });
});
