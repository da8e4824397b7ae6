import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STUDENT_FIELDS, TERM_FIELDS } from '../../src/contract/field-list.js';
import { randomBrokenRequest, randomStudent } from '../reference/arbitraries.js';
import { mutated } from '../support/mutations.js';
import { STUDENT } from '../support/requests.js';
import { FUZZ_TIMEOUT_MS, fuzzRuns } from '../support/runs.js';
import { sharedService } from '../support/shared-service.js';

/** Only documented responses: the client throws for any other. */

const { client } = await sharedService();

const EDGES: readonly unknown[] = [
  ...[null, true, false, [], {}, [[]], { length: 1 }],
  ...[0, -0, 1, -1, 4, 5, 12, 0.1, 1e-7, 5e-324, 1e21, 999_999_999, 1e9, 3500, 20_501],
  ...['', '-0', '.', '-.', '.5', '5.', '+3', '1e3', '0x1', 'NaN', '٣', '1,000', ' 1', '\u0000', '\ud800'],
  ...['999999999.999999', '0.000000000000001', '1234567890123456', 'x'.repeat(201), '😀'],
  ...['dependent', 'graduate', 'professional', 'first_year'],
];

const namesOf = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name);
const FIELDS = [...namesOf(STUDENT_FIELDS), 'terms', '__proto__', 'constructor', ''];
const MEMBERS_OF_TERM = [...namesOf(TERM_FIELDS), '__proto__'];

const edge = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...EDGES) }, fc.jsonValue(), fc.double());

/** Objects of a few members, with `__proto__` as an ordinary name. */
const members = (names: readonly string[]) =>
  fc.array(fc.tuple(fc.constantFrom(...names), edge), { maxLength: 4 }).map((all) => Object.fromEntries(all));

const edgyStudent = fc
  .tuple(fc.nat().map(randomStudent), members(FIELDS), fc.array(members(MEMBERS_OF_TERM), { maxLength: 5 }))
  .map(([student, own, terms]) => ({
    ...student,
    terms: [
      ...student.terms.map((term, index) => ({ ...term, ...terms[index] })),
      ...terms.slice(student.terms.length),
    ],
    ...own,
  }));

const body = fc.oneof(
  { weight: 4, arbitrary: edgyStudent.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.nat().map((seed) => JSON.stringify(randomBrokenRequest(seed))) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 20 }) },
  { weight: 2, arbitrary: mutated(JSON.stringify(STUDENT), '{}[]",:\\u0123456789eE+-. \n\u0000é'.split('')) },
);

test(
  'whatever body is sent, the answer is a documented one',
  async () => {
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const { status } = await client.calculate(sent);
        expect([200, 400, 422]).toContain(status);
      }),
      { numRuns: fuzzRuns(300) },
    );
  },
  FUZZ_TIMEOUT_MS,
);
