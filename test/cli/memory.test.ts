import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.js';
import { folder, prorata } from './cli-run.js';
import { studentFile } from './files.js';

/** The answer alone has 78 MiB. */
const ROWS = 400_000;
const MOST_MEBIBYTES = 64;

/**
 * Run in the command's process: prints the most memory, in MiB, that it could not do without at any of many moments. How late garbage is
 * collected depends on what else the machine does, so it is collected first.
 */
const WATCH = `
  import v8 from 'node:v8';
  import vm from 'node:vm';
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc');
  let most = 0;
  const look = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    most = Math.max(most, heapUsed + external);
  };
  setInterval(look, 50).unref();
  process.on('exit', () => console.log(Math.round(most / 2 ** 20)));
`;

test(`${ROWS} rows pass through a service, and their failed rows are found again, in ${MOST_MEBIBYTES} MiB`, async () => {
  const cwd = await folder();
  await writeFile(join(cwd, 'in.csv'), studentFile(ROWS));
  const api = await startApi();
  try {
    const { code, stdout } = await prorata(
      ['bulk', 'in.csv', '-o', 'out.csv', '--failed', 'failed.csv', '--quiet'],
      {
        cwd,
        env: {
          PRORATA_URL: api.url,
          PRORATA_KEY: api.token,
          NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WATCH)}`,
        },
      },
    );
    expect(code).toBe(1);
    expect(Number(stdout)).toBeGreaterThan(0);
    expect(Number(stdout)).toBeLessThan(MOST_MEBIBYTES);
  } finally {
    await api.stop();
  }
}, 300_000);
