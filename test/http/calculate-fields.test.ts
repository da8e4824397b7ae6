import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { jsonOf } from '../support/client.js';
import { STUDENT, studentWith } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

const { client } = await sharedService();

async function result(body: unknown) {
  const answer = await client.calculate(body);
  expect(answer.status, answer.text).toBe(200);
  return jsonOf(answer);
}

const termList = z.array(z.looseObject({}));

describe('defaults', () => {
  const minimal = { dependency_status: 'dependent', grade_level: 'first_year', terms: [{ label: 'Fall' }] };

  test.each([
    ['degree_level', 'undergraduate'],
    ['academic_year_terms', null],
    ['cost_of_attendance', null],
    ['is_legacy_borrower', false],
    ['plus_denied', false],
    ['subsidized_amount', '0'],
    ['total_limit', null],
  ])('an absent %s is taken as %j', async (field, value) => {
    expect(await result(minimal)).toEqual(await result({ ...minimal, [field]: value }));
  });

  test.each([
    ['required', true],
    ['credits_enrolled', null],
    ['full_time_credits', 12],
    ['full_time_credits', null],
    ['actual_final_credits', null],
    ['prior_disbursement_sub', null],
    ['prior_disbursement_unsub', null],
    ['prior_disbursement_grad_plus', null],
  ])('an absent %s of a term is taken as %j', async (field, value) => {
    const explicit = { ...minimal, terms: [{ label: 'Fall', [field]: value }] };
    expect(await result(minimal)).toEqual(await result(explicit));
  });

  test('terms come back with the credits and the flag that were resolved', async () => {
    const [term] = termList.parse((await result(minimal))['terms']);
    expect(term).toMatchObject({ required: true, credits_enrolled: 12, full_time_credits: 12 });
  });

  test('an absent grade_level is taken as null, which graduates may have', async () => {
    const graduate = {
      dependency_status: 'independent',
      degree_level: 'graduate',
      terms: [{ label: 'Fall' }],
    };
    expect(await result(graduate)).toEqual(await result({ ...graduate, grade_level: null }));
  });
});

describe('accepted', () => {
  test.each([
    ['a decimal string', '3500'],
    ['a decimal string with a sign', '+3500'],
    ['a decimal string that ends with a point', '3500.'],
    ['a decimal string with zeros around it', '0003500.00'],
    ['a number with an exponent', 3.5e3],
  ])('%s is the same amount as the number', async (_, subsidized_amount) => {
    expect(await result(studentWith({ subsidized_amount }))).toEqual(await result(STUDENT));
  });

  test.each([
    ['dependency_status', 'independent'],
    ['grade_level', 'second_year'],
    ['grade_level', 'third_year_and_beyond'],
    ['degree_level', 'undergraduate'],
    ['academic_year_terms', 2],
    ['academic_year_terms', 4],
    ['subsidized_amount', 0],
    ['subsidized_amount', 3500],
    ['total_limit', 4000],
    ['plus_denied', true],
    ['is_legacy_borrower', true],
    ['cost_of_attendance', 30_000],
  ])('%s may be %j', async (field, value) => {
    await result(studentWith({ [field]: value }));
  });

  test.each(['graduate', 'professional'])('degree_level may be %s', async (degree_level) => {
    await result({ dependency_status: 'independent', degree_level, terms: [{ label: 'Fall' }] });
  });

  test('a label may have 200 characters, however many bytes they take', async () => {
    const label = '😀'.repeat(200);
    const [term] = termList.parse((await result(studentWith({}, { label })))['terms']);
    expect(term).toMatchObject({ label });
  });

  test('credits come back as the decimal that was sent, with up to 15 digits', async () => {
    const answer = await client.calculate(studentWith({}, { credits_enrolled: '7.12345678901234' }));
    expect(answer.text).toContain('"credits_enrolled":7.12345678901234,');
  });

  test('four terms are calculated', async () => {
    const terms = ['Fall', 'Winter', 'Spring', 'Summer'].map((label) => ({ label }));
    expect((await result(studentWith({ terms })))['terms']).toHaveLength(4);
  });
});

test('unknown fields are ignored and named in the warnings', async () => {
  const plain = await result(STUDENT);
  const { warnings, terms, ...rest } = await result(
    studentWith({ credits: 1, ['__proto__x']: 2 }, { credit_enrolled: 3 }),
  );
  const { warnings: plainWarnings, terms: _, ...plainRest } = plain;
  expect(rest).toEqual(plainRest);
  expect(plainWarnings).toEqual([]);
  expect(warnings).toEqual([
    'Unknown field "credits" was ignored.',
    'Unknown field "__proto__x" was ignored.',
    'Fall: Unknown field "credit_enrolled" was ignored.',
  ]);
  expect(termList.parse(terms)[0]).toMatchObject({
    warning: 'Unknown field "credit_enrolled" was ignored.',
  });
});

test('keys of a result come in the order of the contract', async () => {
  const body = await result(studentWith({}, { actual_final_credits: 9, prior_disbursement_unsub: 500 }));
  expect(Object.keys(body)).toEqual([
    'annual_ft_credits',
    'reduced_annual_pct',
    'annual_basic_eligibility_sub',
    'annual_basic_eligibility_unsub',
    'annual_basic_eligibility_grad_plus',
    'terms',
    'total_equal',
    'total_proportional',
    'show_both_options',
    'warnings',
  ]);
  const [term] = termList.parse(body['terms']);
  expect(Object.keys(term ?? {})).toEqual([
    'label',
    'required',
    'credits_enrolled',
    'full_time_credits',
    'enrollment_status',
    'enrollment_intensity_pct',
    'disbursement_pct',
    'equal',
    'proportional',
    'adjustment_sub',
    'adjustment_unsub',
    'adjustment_grad_plus',
    'adjustment_source_index',
    'adjustment_explanation',
    'final_term_overdisbursement',
    'warning',
  ]);
  expect(Object.keys(z.record(z.string(), z.number()).parse(body['total_equal']))).toEqual([
    'subsidized',
    'unsubsidized',
    'grad_plus',
  ]);
});
