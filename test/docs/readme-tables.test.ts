import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestColumnTable } from '../../src/contract/openapi/csv-columns.js';
import { type Api, startApi } from '../support/api.js';
import { type Client, createClient, errorOf } from '../support/client.js';
import { REFUSED_FILES } from '../support/refused-files.js';
import { renderConfigTable } from './config-table.js';
import { renderLimitsTable } from './limits-table.js';
import { README, readme, withTables } from './readme.js';

let api: Api;
let client: Client;

beforeAll(async () => {
  api = await startApi();
  client = await createClient(api);
});
afterAll(() => api.stop());

/** What the service says to each file. */
async function refusalTable(): Promise<string> {
  const rows: string[] = [];
  for (const { what, bytes } of REFUSED_FILES) {
    const answer = await client.bulk(bytes);
    expect(answer.status, what).toBe(400);
    rows.push(`| ${what} | ${errorOf(answer).message} |`);
  }
  return ['| Sent | Answered |', '| --- | --- |', ...rows].join('\n');
}

/** `npx vitest run test/docs -u` writes the tables into the README. */
test('the README has the limits, the variables, the columns and the refusals just as the service has them', async () => {
  const tables = {
    limits: renderLimitsTable(),
    config: renderConfigTable(),
    columns: requestColumnTable(),
    refusals: await refusalTable(),
  };
  await expect(withTables(readme, tables)).toMatchFileSnapshot(README);
});
