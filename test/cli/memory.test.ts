import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.js';
import { runsOf } from '../support/runs.js';
import { studentFile } from '../support/student-file.js';
import { folder, prorata } from './cli-run.js';

/** The answer alone would fill it; the long run is MEMORY_ROWS=1000000. */
const ROWS = runsOf('MEMORY_ROWS', 400_000);
const MOST_MEBIBYTES = 150;

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
