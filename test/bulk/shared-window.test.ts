import { describe, expect, it } from 'vitest';
import { SharedWindow } from '../../src/bulk/shared-window.js';
import { createLatch } from '../support/latch.js';

/** The chunks that each of these runs at once, named by their callers, may have under way. */
async function chunksOf(callers: readonly string[], whole: number): Promise<number[]> {
  const window = new SharedWindow(whole);
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

const runs = (caller: string, count: number): string[] => Array.from({ length: count }, () => caller);

describe('a window of 16 chunks', () => {
  it('is whole for each of up to four runs', async () => {
    expect(await chunksOf(['A'], 16)).toEqual([16]);
    expect(await chunksOf(runs('A', 4), 16)).toEqual([16, 16, 16, 16]);
  });

  it('goes to the eldest runs of a caller, and one chunk to each of the others', async () => {
    expect(await chunksOf(runs('A', 7), 16)).toEqual([16, 16, 16, 16, 1, 1, 1]);
  });

  it('is shared by callers first', async () => {
    expect(await chunksOf([...runs('A', 4), 'B'], 16)).toEqual([16, 16, 1, 1, 16]);
    expect(await chunksOf(['A', 'B', 'C', 'D', 'E'], 16)).toEqual([12, 12, 12, 12, 12]);
  });

  it('is given back by a run that ends or fails', async () => {
    const window = new SharedWindow(1);
    for (let run = 0; run < 4; run++) void window.during('A', () => new Promise(() => {}));
    await expect(window.during('A', () => Promise.reject(new Error('over')))).rejects.toThrow('over');
    expect(await window.during('B', async (chunks) => chunks())).toBe(1);
    expect(await window.during('A', async (chunks) => chunks())).toBe(1);
  });
});
