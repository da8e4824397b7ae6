import { beforeEach, describe, expect, it } from 'vitest';
import { Liveness } from '../../../src/bulk/queue/queue-watch.js';

let now = 0;
let record: Liveness;
beforeEach(() => {
  now = 1_000_000;
  record = new Liveness(2, () => now);
});

describe('the health of a worker', () => {
  it('is good while no work waits, for however long it takes none', () => {
    record.saw(0);
    now += 3_600_000;
    record.saw(0);
    expect(record.fault()).toBeNull();
  });

  it('is good until work has waited for 15 seconds, and bad after that', () => {
    record.saw(3);
    now += 15_000;
    record.saw(3);
    expect(record.fault()).toBeNull();
    now += 1;
    expect(record.fault()).toContain('15 s');
  });

  it('is good again when it takes work, and counts anew from then on', () => {
    record.saw(3);
    now += 60_000;
    record.took();
    expect(record.fault()).toBeNull();
    record.finished();
    record.saw(3);
    now += 15_001;
    expect(record.fault()).not.toBeNull();
  });

  it('is good while it holds as much as it can, though work waits', () => {
    record.took();
    record.took();
    record.saw(9);
    now += 60_000;
    expect(record.fault()).toBeNull();
  });

  it('is bad when it holds less than it can and takes no more', () => {
    record.took();
    record.saw(9);
    now += 15_001;
    expect(record.fault()).not.toBeNull();
  });

  it('is good while nobody can tell what waits', () => {
    record.saw(3);
    record.saw(0);
    now += 60_000;
    expect(record.fault()).toBeNull();
  });
});
