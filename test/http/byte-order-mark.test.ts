import { describe, expect, test } from 'vitest';
import { type Answer, errorOf, verdict } from '../support/client.js';
import { csvFile } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

/** A spreadsheet takes a CSV for UTF-8 when it begins with a byte order mark. */

const { api, client } = await sharedService();

const CSV = csvFile('A,dependent,first_year,Otoño,12');
const MARK = '\uFEFF';

function ask(query: string, accept = 'text/csv'): Promise<Answer> {
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'text/csv', accept };
  return client.send('POST', `/v1/calculate/bulk${query}`, { headers, body: CSV });
}

test('stands in front of a CSV answer when it is asked for, and only then', async () => {
  const plain = (await ask('')).text;
  expect(plain.startsWith('student_id,')).toBe(true);
  expect((await ask('?bom=true')).text).toBe(MARK + plain);
  for (const query of ['?', '?bom=false']) {
    expect((await ask(query)).text, query).toBe(plain);
  }
});

test('never stands in front of NDJSON', async () => {
  const ndjson = 'application/x-ndjson';
  expect((await ask('?bom=true', ndjson)).text).toBe((await ask('', ndjson)).text);
});

describe('another value is refused by name', () => {
  test.each(['?bom', '?bom=1', '?bom=true&bom=true'])('%s', async (query) => {
    const answer = await ask(query);
    expect(verdict(answer)).toEqual([400, 'validation_error']);
    expect(errorOf(answer).message).toContain('bom');
  });
});
