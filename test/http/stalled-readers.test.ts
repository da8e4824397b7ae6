import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { csvFile } from '../support/requests.js';

/** With labels this long an answer has 12 MB: more than the system keeps for a caller who does not read. */
const ROWS = 60_000;
const LABEL = 'x'.repeat(98);
const CALLERS = ['A', 'B', 'C', 'D', 'E', 'F'];

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const fileOf = (caller: string) =>
  csvFile(
    ...Array.from({ length: ROWS }, (_, row) => `${caller}${row},dependent,first_year,${caller}${LABEL},9`),
  );

/** An answer of which nothing is read yet. */
async function unread(caller: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'text/csv' };
  const call = request(`${api.url}/v1/calculate/bulk`, { method: 'POST', agent: false, headers });
  const answered = once(call, 'response');
  call.end(fileOf(caller));
  const [answer] = await answered;
  return answer;
}

test('callers who stop reading get their own answer in the end, whoever was answered meanwhile', async () => {
  const answers = await Promise.all(CALLERS.map(unread));
  const [header, ...rows] = (await text(await unread('Q'))).split('\r\n');
  expect(rows).toHaveLength(ROWS + 1);
  for (const [index, answer] of answers.entries()) {
    const lines = (await text(answer)).split('\r\n');
    const expected = [header, ...rows.map((row) => row.replaceAll('Q', CALLERS[index] ?? ''))];
    expect(lines.findIndex((line, at) => line !== expected[at])).toBe(-1);
    expect(lines).toHaveLength(expected.length);
  }
});
