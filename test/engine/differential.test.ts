import { expect, it } from 'vitest';
import { type Field, STUDENT_FIELDS, TERM_FIELDS } from '../../src/contract/field-list.js';
import { randomBrokenRequest, randomStudent } from '../reference/arbitraries.js';
import { referenceCalculate } from '../reference/calculate.js';
import { runsOf } from '../support/runs.js';
import { disagreements, productOutcome } from './test-students.js';

/** Per run; `npm run test:fuzz` uses many more. */
const STUDENTS = runsOf('DIFFERENTIAL_STUDENTS', 6000);

it(`an independent exact calculation agrees on every figure of ${STUDENTS} random students`, () => {
  for (let seed = 0; seed < STUDENTS; seed++) expectAgreement(seed, randomStudent(seed));
});

it('it refuses the same fields of requests that are broken in several places', () => {
  for (let seed = 0; seed < STUDENTS / 4; seed++) {
    const request = randomBrokenRequest(seed);
    if (typeof request !== 'object' || request === null || Array.isArray(request)) continue;
    expectAgreement(seed, request);
  }
});

it('random students have something else than its default in every field, so that no rule about one goes unseen', () => {
  const students = Array.from({ length: 2000 }, (_, seed) => randomStudent(seed));
  const isUsed = (sent: object, { name, whenAbsent }: Field): boolean => {
    const value: unknown = Reflect.get(sent, name);
    return value != null && String(value) !== String(whenAbsent);
  };
  const unused = [
    ...STUDENT_FIELDS.filter((field) => !students.some((student) => isUsed(student, field))),
    ...TERM_FIELDS.filter((field) => !students.some(({ terms }) => terms.some((one) => isUsed(one, field)))),
  ];
  expect(unused.map(({ name }) => name)).toEqual([]);
});

function expectAgreement(seed: number, request: unknown): void {
  const found = disagreements(referenceCalculate(request), productOutcome(request));
  if (found.length > 0)
    expect.fail(`student ${seed} ${JSON.stringify(request)} differs: ${found.join('; ')}`);
}
