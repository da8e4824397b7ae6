import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldErrorsOf, jsonOf } from '../support/client.js';
import { STUDENT, studentWith } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

/** One student as JSON. bulk-reference.test.ts checks answers and refused fields of random students. */

const { client } = await sharedService();

async function result(body: unknown) {
  const answer = await client.calculate(body);
  expect(answer.status, answer.text).toBe(200);
  return jsonOf(answer);
}

const termList = z.array(z.looseObject({}));

test('an answer has its keys in the order of the contract', async () => {
  const body = await result(studentWith({}, { actual_final_credits: 9, prior_disbursement_unsub: 500 }));
  const keys = (value: unknown) => Object.keys(z.looseObject({}).parse(value)).join(' ');
  expect(keys(body)).toBe(
    'annual_ft_credits reduced_annual_pct annual_basic_eligibility_sub annual_basic_eligibility_unsub annual_basic_eligibility_grad_plus terms total_equal total_proportional show_both_options warnings',
  );
  expect(keys(termList.parse(body['terms'])[0])).toBe(
    'label required credits_enrolled full_time_credits enrollment_status enrollment_intensity_pct disbursement_pct equal proportional adjustment_sub adjustment_unsub adjustment_grad_plus adjustment_source_index adjustment_explanation final_term_overdisbursement warning',
  );
  expect(keys(body['total_equal'])).toBe('subsidized unsubsidized grad_plus');
});

test('an answer names unknown fields, which are ignored, in its warnings', async () => {
  const { warnings, terms, ...rest } = await result(
    studentWith(
      { ['__proto__']: { total_limit: 1 }, constructor: { total_limit: 1 } },
      { credit_enrolled: 3 },
    ),
  );
  const { warnings: plainWarnings, terms: _, ...plainRest } = await result(STUDENT);
  expect(rest).toEqual(plainRest);
  expect(plainWarnings).toEqual([]);
  expect(warnings).toEqual([
    'Unknown field "__proto__" was ignored.',
    'Unknown field "constructor" was ignored.',
    'Fall: Unknown field "credit_enrolled" was ignored.',
  ]);
  expect(termList.parse(terms)[0]).toMatchObject({ warning: 'Unknown field "credit_enrolled" was ignored.' });
});

test.each([
  ['a number with an exponent', '0.35e+4'],
  ['a number with 20 zeros behind the point', '3500.00000000000000000000'],
  ['a decimal string with 100,000 zeros behind the point', `"3500.${'0'.repeat(100_000)}"`],
])('%s is the same amount as the number', async (_, amount) => {
  const body = JSON.stringify(STUDENT).replace('3500', amount);
  expect((await client.calculate(body)).text).toBe((await client.calculate(STUDENT)).text);
});

test.each([
  ['1E+400', 'Expected at most 9 digits before the decimal point. Given: 1E+400.'],
  ['1e-308', 'Expected at most 15 decimal places. Given: 1e-308.'],
  ['-4e-320', 'Expected at most 15 decimal places. Given: -4e-320.'],
  ['0.1234567890123456', 'Expected at most 15 significant digits. Given: 0.1234567890123456.'],
  ['9007199254740993', 'Expected at most 9 digits before the decimal point. Given: 9007199254740993.'],
])('a JSON number of %s is refused as it was written', async (number, sentence) => {
  const body = JSON.stringify(STUDENT).replace('3500', number);
  expect(fieldErrorsOf(await client.calculate(body))).toEqual({ subsidized_amount: sentence });
});
