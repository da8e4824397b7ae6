import { expect, test } from 'vitest';
import { csvFile } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';
import { type Upload, upload } from '../support/upload.js';

/** An answer of 12 MB, by its long label: more than the system keeps for a caller who does not read. */
const ROWS = 60_000;
const LABEL = 'x'.repeat(98);
const CALLERS = ['A', 'B', 'C', 'D', 'E', 'F'];

const { api } = await sharedService();

/** Every row of the file bears its caller's name, a single letter that is in no column name and in no word of the answer. */
const sent = (caller: string): Upload =>
  upload(
    api,
    csvFile(
      ...Array.from({ length: ROWS }, (_, row) => `${caller}${row},dependent,first_year,${caller}${LABEL},9`),
    ),
  );
const linesOf = async ({ finished }: Upload) => (await finished).body.toString('utf8').split('\r\n');

/** An upload whose answer has begun and is not read. */
async function unread(caller: string): Promise<Upload> {
  const run = sent(caller);
  run.pause();
  await run.received(0);
  return run;
}

test('callers who stop reading get their own answer in the end, whoever was answered meanwhile', async () => {
  const runs = await Promise.all(CALLERS.map(unread));
  const [header, ...rows] = await linesOf(sent('Q'));
  expect(rows).toHaveLength(ROWS + 1);
  for (const [index, run] of runs.entries()) {
    run.resume();
    const expected = [header, ...rows.map((row) => row.replaceAll('Q', CALLERS[index] ?? ''))];
    const lines = await linesOf(run);
    expect(lines.findIndex((line, at) => line !== expected[at])).toBe(-1);
    expect(lines).toHaveLength(expected.length);
  }
});
