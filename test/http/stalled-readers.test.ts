import { expect, test } from 'vitest';
import { sharedService } from '../support/shared-service.js';
import { type Upload, upload } from '../support/upload.js';
import { callersFile, expectOwnRows, linesOf } from './callers.js';

/** An answer of 12 MB: more than the system keeps for a caller who does not read. */
const ROWS = 60_000;
const CALLERS = ['A', 'B', 'C', 'D', 'E', 'F'];

const { api } = await sharedService();

/** An upload whose answer has begun and is not read. */
async function unread(caller: string): Promise<Upload> {
  const run = upload(api, callersFile(caller, ROWS));
  run.pause();
  await run.received(0);
  return run;
}

test('callers who stop reading get their own answer in the end, whoever was answered meanwhile', async () => {
  const runs = await Promise.all(CALLERS.map(unread));
  const linesOfQ = linesOf(await upload(api, callersFile('Q', ROWS)).finished);
  expect(linesOfQ).toHaveLength(ROWS + 2);
  for (const [index, run] of runs.entries()) {
    run.resume();
    expectOwnRows(await run.finished, linesOfQ, CALLERS[index] ?? '');
  }
});
