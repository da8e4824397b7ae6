import { expect, test } from 'vitest';
import { z } from 'zod';
import { startApi } from '../support/api.js';
import { csvFile } from '../support/requests.js';
import { studentFile } from '../support/student-file.js';
import { upload } from '../support/upload.js';

const UPLOADS = 60;

test(`the single row of one caller does not wait for the ${UPLOADS} files of another`, async () => {
  const api = await startApi({ BULK_THREADS: '1', BULK_CHUNK_ROWS: '500' });
  try {
    const issued = await api.keys('issue', '--holder', 'Other University');
    const other = { url: api.url, token: z.string().parse(issued['token']) };
    let finished = 0;
    const file = studentFile(4000);
    const runs = Array.from({ length: UPLOADS }, async () => {
      const { status } = await upload(api, file).finished;
      finished += 1;
      return status;
    });
    await Promise.race(runs);
    const row = csvFile('A,dependent,first_year,Fall,12');
    expect((await upload(other, row).finished).status).toBe(200);
    expect(finished).toBeLessThan(UPLOADS / 2);
    expect(await Promise.all(runs)).toEqual(runs.map(() => 200));
  } finally {
    await api.stop();
  }
});
