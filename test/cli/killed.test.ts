import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { finished } from '../support/finished.js';
import { runsOf } from '../support/runs.js';
import { folder, namesIn, prorata, start } from './cli-run.js';
import { studentFile } from './files.js';

/** The long run is PRORATA_KILLS=200. */
const KILLS = runsOf('PRORATA_KILLS', 6);

test(
  `killed at ${KILLS} random moments, leaves every file as it was or whole`,
  async () => {
    const cwd = await folder();
    const read = (name: string) => readFile(join(cwd, name), 'utf8');
    const reset = async () => {
      await writeFile(join(cwd, 'out.csv'), 'yesterday');
      await writeFile(join(cwd, 'failed.csv'), 'yesterday');
    };
    await writeFile(join(cwd, 'in.csv'), studentFile(4000));
    const args = ['bulk', 'in.csv', '-o', 'out.csv', '--failed', 'failed.csv'];
    const startedAt = performance.now();
    expect((await prorata(args, { cwd })).code).toBe(1);
    const longestMs = 1.2 * (performance.now() - startedAt);
    const [answer, failed] = [await read('out.csv'), await read('failed.csv')];
    const ends = new Set<string>();
    for (let kill = 0; kill < KILLS; kill++) {
      await reset();
      const child = start(args, { cwd });
      const end = finished(child);
      const afterMs = Math.random() * longestMs;
      await pause(afterMs);
      const signal = kill % 3 === 0 ? 'SIGTERM' : 'SIGKILL';
      child.kill(signal);
      await end;
      const what = `kill ${kill}, ${signal} after ${afterMs} ms`;
      const [out, rows] = [await read('out.csv'), await read('failed.csv')];
      expect([true, true], what).toEqual([
        out === 'yesterday' || out === answer,
        rows === 'yesterday' || rows === failed,
      ]);
      ends.add(out === answer ? 'whole' : 'as it was');
      // What nobody can take away after a SIGKILL does not look like an answer.
      const parts = (await namesIn(cwd)).filter((name) => !/^(in|out|failed)\.csv$/.test(name));
      for (const part of parts) expect(part, what).toMatch(/^\.(out|failed)\.csv\.[0-9a-f]{12}\.part$/);
    }
    if (KILLS >= 100) expect([...ends].sort()).toEqual(['as it was', 'whole']);
  },
  KILLS * 10_000 + 120_000,
);
