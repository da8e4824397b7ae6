import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { createClient, verdict } from '../support/client.js';
import { CSV_HEADER, STUDENT } from '../support/requests.js';

/**
 * Very long numbers: work that grows with the square of their length would stop the process for minutes. The time
 * limit is there to end a test that hangs, and with it those that follow.
 */

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
// Waited for even after a test that hung, so that its process does not stay.
afterAll(() => api.stop());

const HANGS_MS = 30_000;
const LONG = 1_000_000;

const TEXT = JSON.stringify(STUDENT);
const zeros = '0'.repeat(LONG);

test.each([
  ['a string of zeros and a letter', `"${zeros}x"`],
  ['a string of zeros between ones', `"1${zeros}1"`],
  ['a string of zeros behind the point and a 1', `"0.${zeros}1"`],
  ['a number of zeros between ones', `1${zeros}1`],
  ['a number of zeros behind the point and a 1', `0.${zeros}1`],
  ['a number with a long exponent', `1e${zeros}9999`],
])(
  '%s, a million long, is refused by field',
  async (_, number) => {
    const answer = await (await createClient(api)).calculate(TEXT.replace('3500', number));
    expect(verdict(answer)).toEqual([422, 'validation_error']);
    expect(answer.text.length).toBeLessThan(1000);
  },
  HANGS_MS,
);

test(
  'a file of numbers as long as a cell may be is answered row by row',
  async () => {
    const cell = `${'0'.repeat(4095)}x`;
    const lines = Array.from({ length: 5000 }, (_, index) => `S${index},dependent,first_year,Fall,${cell}\n`);
    const answer = await (await createClient(api)).bulk(`${CSV_HEADER}\n${lines.join('')}`);
    expect(answer.text.split('\r\n')).toHaveLength(5002);
  },
  HANGS_MS,
);
