import { describe, expect, test } from 'vitest';
import { fieldErrorsOf, jsonOf } from '../support/client.js';
import { studentWith } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

const { client } = await sharedService();

async function refused(body: unknown) {
  return Object.keys(fieldErrorsOf(await client.calculate(body)));
}

describe('refused by field', () => {
  test.each([
    ['dependency_status', undefined],
    ['dependency_status', 'Dependent'],
    ['grade_level', 'freshman'],
    ['degree_level', 'phd'],
    ['academic_year_terms', 1],
    ['academic_year_terms', 2.5],
    ['is_legacy_borrower', 'true'],
    ['plus_denied', 1],
    ['subsidized_amount', null],
    ['subsidized_amount', -1],
    ['subsidized_amount', 3500.01],
    ['subsidized_amount', '$3,500'],
    ['subsidized_amount', ''],
    ['subsidized_amount', '1e3'],
    ['subsidized_amount', true],
    ['total_limit', 0],
    ['total_limit', 1_000_000_000],
    ['cost_of_attendance', '1,000'],
    ['terms', undefined],
    ['terms', []],
    ['terms', {}],
  ])('%s of %j', async (field, value) => {
    expect(await refused(studentWith({ [field]: value }))).toEqual([field]);
  });

  test.each([
    ['label', undefined],
    ['label', ''],
    ['label', 'x'.repeat(201)],
    ['required', 'yes'],
    ['credits_enrolled', -0.5],
    ['credits_enrolled', '1234567890.1234567'],
    ['full_time_credits', 0],
    ['actual_final_credits', -1],
    ['prior_disbursement_sub', 100.5],
    ['prior_disbursement_sub', 3501],
    ['prior_disbursement_unsub', 2001],
    ['prior_disbursement_grad_plus', 1],
  ])('%s of a term of %j', async (field, value) => {
    expect(await refused(studentWith({}, { [field]: value }))).toEqual([`terms.0.${field}`]);
  });

  test('an element of terms that is no object', async () => {
    expect(await refused(studentWith({ terms: [{ label: 'Fall' }, 7, null, []] }))).toEqual([
      'terms.1',
      'terms.2',
      'terms.3',
    ]);
  });

  test('five terms', async () => {
    const terms = Array.from({ length: 5 }, (_, index) => ({ label: `Term ${index}` }));
    expect(await refused(studentWith({ terms }))).toEqual(['terms']);
  });

  test.each([
    ['missing', undefined],
    ['null', null],
  ])("a legacy graduate borrower's cost of attendance that is %s", async (_, cost_of_attendance) => {
    const legacy = { dependency_status: 'independent', degree_level: 'graduate', is_legacy_borrower: true };
    expect(await refused({ ...legacy, cost_of_attendance, terms: [{ label: 'Fall' }] })).toEqual([
      'cost_of_attendance',
    ]);
  });
});

test('every failing field is named at once, with what was expected and what was given', async () => {
  const answer = await client.calculate({
    dependency_status: 'neither',
    degree_level: 7,
    subsidized_amount: 'lots',
    plus_denied: 'no',
    terms: [
      { label: 'Fall', credits_enrolled: -1 },
      { credits_enrolled: 'many', required: 'maybe' },
    ],
  });
  const errors = fieldErrorsOf(answer);
  expect(Object.keys(errors).toSorted()).toEqual([
    'degree_level',
    'dependency_status',
    'plus_denied',
    'subsidized_amount',
    'terms.0.credits_enrolled',
    'terms.1.credits_enrolled',
    'terms.1.label',
    'terms.1.required',
  ]);
  expect(errors['dependency_status']).toBe('Expected dependent or independent. Given: "neither".');
  expect(errors['terms.0.credits_enrolled']).toContain('-1');
});

test('a prior disbursement beyond its limit is named beside one that cannot be read', async () => {
  const terms = [
    { label: 'Fall', prior_disbursement_sub: 3501 },
    { label: 'Spring', prior_disbursement_sub: 'some' },
  ];
  expect((await refused(studentWith({ terms }))).toSorted()).toEqual([
    'terms.0.prior_disbursement_sub',
    'terms.1.prior_disbursement_sub',
  ]);
});

test.each([
  ['1E+400', 'Expected a number below 1,000,000,000. Given: 1E+400.'],
  ['1e-308', 'Expected at most 15 decimal places. Given: 1e-308.'],
  ['0.1234567890123456', 'Expected at most 15 significant digits. Given: 0.1234567890123456.'],
  ['12345678901234567890', 'Expected a number below 1,000,000,000. Given: 12345678901234567890.'],
])('a JSON number of %s is refused as it was written', async (number, sentence) => {
  const body = JSON.stringify(studentWith({ subsidized_amount: 'here' })).replace('"here"', number);
  expect(fieldErrorsOf(await client.calculate(body))).toEqual({ subsidized_amount: sentence });
});

test('a count of terms that a double would round is refused as it was written', async () => {
  const body = JSON.stringify(studentWith({ academic_year_terms: 'here' })).replace(
    '"here"',
    '2.0000000000000001',
  );
  expect(fieldErrorsOf(await client.calculate(body))).toEqual({
    academic_year_terms: 'Expected at most 15 significant digits. Given: 2.0000000000000001.',
  });
});

test.each(['[]', 'null', 'true', '"text"', '12', '[{}]'])(
  'a body of %s is refused in the form without fields',
  async (body) => {
    const answer = await client.calculate(body);
    expect(answer.status).toBe(422);
    expect(jsonOf(answer)).toMatchObject({ code: 'validation_error', details: null });
  },
);
