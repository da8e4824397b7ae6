import { describe, expect, test } from 'vitest';
import { errorOf, fieldErrorsOf, jsonOf, verdict } from '../support/client.js';
import { csvFile, STUDENT } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

const { api, client } = await sharedService();

const KNOWN = '2026-27';
const CSV = csvFile('A,dependent,first_year,Fall,9');

function ask(path: string, contentType: string, body: string) {
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': contentType };
  return client.send('POST', path, { headers, body });
}
const askOne = (query: string) => ask(`/v1/calculate${query}`, 'application/json', JSON.stringify(STUDENT));
const askFile = (query: string) => ask(`/v1/calculate/bulk${query}`, 'text/csv', CSV);

describe('a known award year', () => {
  test('answers one student with the bytes of the current one, and its trace names it', async () => {
    expect((await askOne(`?award_year=${KNOWN}`)).text).toBe((await askOne('')).text);
    const { trace } = jsonOf(await askOne(`?award_year=${KNOWN}&trace=true`));
    expect(trace).toMatchObject({ rules: { award_year: KNOWN } });
  });

  test('answers a file with the bytes of the current one, and a header names it', async () => {
    const [named, current] = [await askFile(`?award_year=${KNOWN}`), await askFile('')];
    expect(named.text).toBe(current.text);
    expect([named, current].map(({ headers }) => headers['x-award-year'])).toEqual([KNOWN, KNOWN]);
  });
});

describe('an award year without a table is refused by name, with those that have one', () => {
  const sentence = (shown: string) =>
    `The query parameter award_year must be 2026-27: other award years have no table of limits. Given: ${shown}. Leave it out for 2026-27.`;
  const CASES: [string, string][] = [
    ['?award_year=2025-26', sentence('"2025-26"')],
    ['?award_year=', sentence('""')],
    ['?award_year=constructor', sentence('"constructor"')],
    ['?award_year=2026-2027', sentence('"2026-2027"')],
    [
      '?award_year=2026-27&award_year=2026-27',
      'The query parameter award_year is given more than once. Give it once.',
    ],
  ];

  test.each(CASES)('for one student: %s', async (query, message) => {
    const answer = await askOne(query);
    expect(verdict(answer)).toEqual([422, 'validation_error']);
    expect(fieldErrorsOf(answer)).toEqual({ award_year: message });
  });

  test.each(CASES)('for a file: %s', async (query, message) => {
    const answer = await askFile(query);
    expect(verdict(answer)).toEqual([400, 'validation_error']);
    expect(errorOf(answer).message).toBe(message);
  });
});
