import { describe, expect, it } from 'vitest';
import { SharedWindow } from '../../src/bulk/collector.js';

/** The chunks that each of so many runs at once may have under way. */
async function chunksOf(runs: number, whole: number): Promise<number> {
  const window = new SharedWindow(whole);
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const all = Array.from({ length: runs }, () => window.during('A', () => over));
  const chunks = window.chunks('A');
  end();
  await Promise.all(all);
  expect(window.chunks('A')).toBe(whole);
  return chunks;
}

describe('a window of 16 chunks', () => {
  it.each([
    [1, 16],
    [4, 16],
    [5, 12],
    [8, 8],
    [32, 2],
    [64, 1],
    [1000, 1],
  ])('gives each of %i runs %i', async (runs, chunks) => {
    expect(await chunksOf(runs, 16)).toBe(chunks);
  });

  it('is shared by callers first, and by the runs of each then', async () => {
    const window = new SharedWindow(16);
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const all = Array.from({ length: 16 }, () => window.during('A', () => over));
    all.push(window.during('B', () => over));
    expect([window.chunks('A'), window.chunks('B')]).toEqual([2, 16]);
    end();
    await Promise.all(all);
  });

  it('is given back by a run that fails', async () => {
    const window = new SharedWindow(1);
    await expect(window.during('A', () => Promise.reject(new Error('over')))).rejects.toThrow('over');
    expect(window.chunks('A')).toBe(1);
  });
});

it('a window of one chunk stays one chunk', async () => {
  expect(await chunksOf(64, 1)).toBe(1);
});
