import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.js';
import { studentFile } from '../support/student-file.js';
import { folder, prorata } from './cli-run.js';

/** The answer alone, of 196 MiB, would not fit beside the program's own 60; a busy machine collects garbage late. */
const ROWS = 1_000_000;
const MOST_MEBIBYTES = 250;

test(`${ROWS} rows pass through a service in ${MOST_MEBIBYTES} MiB, and their failed rows are found again`, async () => {
  const cwd = await folder();
  await writeFile(join(cwd, 'in.csv'), studentFile(ROWS));
  const tell = `process.on('exit', () => console.log(Math.round(process.resourceUsage().maxRSS / 1024)))`;
  const api = await startApi();
  try {
    const { code, stdout } = await prorata(
      ['bulk', 'in.csv', '-o', 'out.csv', '--failed', 'failed.csv', '--quiet'],
      {
        cwd,
        env: {
          PRORATA_URL: api.url,
          PRORATA_KEY: api.token,
          NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)}`,
        },
      },
    );
    expect(code).toBe(1);
    expect(Number(stdout)).toBeLessThan(MOST_MEBIBYTES);
  } finally {
    await api.stop();
  }
}, 300_000);
