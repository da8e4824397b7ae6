import { afterAll, describe, expect, test } from 'vitest';
import { callTool, newClient, overStdio, WHOLE } from './assistants.js';

const client = newClient('2026-07-28');
await client.connect(overStdio());
afterAll(() => client.close());
const call = (name: string, args: Record<string, unknown>) => callTool(client, name, args);
const [FALL, SPRING] = WHOLE.terms;

function without(name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(WHOLE).filter(([own]) => own !== name));
}

describe('a fact that decides dollars', () => {
  test.each(Object.keys(WHOLE))('is asked where it is missing: %s', async (name) => {
    const { status, isError, asked, structured } = await call('calculate_student', without(name));
    expect({ status, isError }).toEqual({ status: 'questions', isError: false });
    expect(asked[0]?.replace(/\..*/, '')).toBe(name === 'degree_level' ? 'degree_level' : name);
    expect(structured).not.toHaveProperty('result');
  });

  test.each(Object.keys(FALL ?? {}))('is asked of a term: %s', async (name) => {
    const { [name]: _, ...fall } = { ...FALL } as Record<string, unknown>;
    const { status, asked } = await call('calculate_student', { ...WHOLE, terms: [fall, SPRING] });
    expect({ status, asked }).toEqual({ status: 'questions', asked: [`terms.0.${name}`] });
  });

  test.each(['credits_enrolled', 'full_time_credits'])(
    'is not settled by null, which the API would fill in: %s',
    async (name) => {
      const terms = [{ ...FALL, [name]: null }, SPRING];
      const { status, asked } = await call('calculate_student', { ...WHOLE, terms });
      expect({ status, asked }).toEqual({ status: 'questions', asked: [`terms.0.${name}`] });
    },
  );

  test('is whether a term without credits belongs to the year', async () => {
    const summer = { ...SPRING, label: 'Summer', credits_enrolled: '0.0' };
    const asked = (terms: unknown[]) => call('calculate_student', { ...WHOLE, terms });
    expect((await asked([FALL, SPRING, summer])).asked).toEqual(['terms.2.required']);
    const counted = await asked([FALL, SPRING, { ...summer, required: true }]);
    const optional = await asked([FALL, SPRING, { ...summer, required: false }]);
    expect(counted.structured['result']).toMatchObject({ reduced_annual_pct: 58 });
    expect(optional.structured['result']).toMatchObject({ reduced_annual_pct: 88 });
  });

  test('is asked of graduates in their own terms', async () => {
    const graduate = { ...WHOLE, degree_level: 'graduate' };
    expect((await call('calculate_student', graduate)).asked).toEqual(['is_legacy_borrower']);
    expect((await call('calculate_student', { ...graduate, is_legacy_borrower: true })).asked).toEqual([
      'cost_of_attendance',
      'terms.0.prior_disbursement_grad_plus',
      'terms.1.prior_disbursement_grad_plus',
    ]);
  });
});

describe('refused by name is', () => {
  test('a field that is not known, of a student or a term, and a wrong value', async () => {
    const args = { ...WHOLE, ssn: 'x', terms: [{ ...FALL, units: 3 }, SPRING], explain: 'yes' };
    const { isError, errors } = await call('calculate_student', args);
    expect(isError).toBe(true);
    expect(Object.keys(errors)).toEqual(['ssn', 'terms.0.units', 'explain']);
    expect((await call('calculate_student', { ...WHOLE, award_year: '2020-21' })).errors).toHaveProperty(
      'award_year',
    );
  });

  test('a number that a double cannot carry in place of a text, as it was written', async () => {
    const large = 12345678901234567000;
    const { actual_final_credits: _, ...fall } = { ...FALL, label: large } as Record<string, unknown>;
    const terms = await call('calculate_student', { ...WHOLE, terms: [fall, SPRING] });
    expect(terms.errors).toMatchObject({ 'terms.0.label': expect.stringContaining(`Given: ${large}.`) });
    expect(terms.text).toContain('final credits of term 1 known');
    const { errors } = await call('calculate_student', { ...WHOLE, award_year: large });
    expect(errors['award_year']).toContain(`"${large}"`);
  });

  test('what is too much: terms, nesting, members', async () => {
    const terms = Array.from({ length: 20_000 }, () => ({}));
    const { isError, text } = await call('calculate_student', { ...WHOLE, terms });
    expect(isError).toBe(true);
    expect(text.length).toBeLessThan(2000);
    let nested: unknown = 1;
    for (let depth = 0; depth < 500; depth++) nested = { nested };
    expect(await call('calculate_student', { ...WHOLE, nested })).toMatchObject({ isError: true });
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, nth) => [`field${nth}`, nth]));
    expect((await call('calculate_student', { ...WHOLE, ...many })).text.length).toBeLessThan(20_000);
  });
});

test('a rule that is not named is asked for, and one that does not exist is refused', async () => {
  expect(await call('explain_rule', {})).toMatchObject({ status: 'questions', asked: ['section'] });
  expect(await call('explain_rule', { section: '99' })).toMatchObject({ isError: true, status: 'refused' });
});
