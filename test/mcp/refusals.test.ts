import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callTool, newClient, overStdio, WHOLE } from './assistants.js';

let client: Client;
beforeAll(async () => {
  client = newClient('2026-07-28');
  await client.connect(overStdio());
});
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

  test.each([
    ['credits_enrolled', 'credits_enrolled'],
    ['full_time_credits', 'full_time_credits'],
  ])('is not settled by null, which the API would fill in: %s', async (name, asked) => {
    const terms = [{ ...FALL, [name]: null }, SPRING];
    expect(await call('calculate_student', { ...WHOLE, terms })).toMatchObject({
      status: 'questions',
      asked: [`terms.0.${asked}`],
    });
  });

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

  test('is asked by every tool that calculates; what was paid is none for a figure of the year', async () => {
    const { grade_level: _, award_year, ...student } = WHOLE;
    const compared = await call('compare_plans', { first: student, second: student, award_year });
    expect(compared.asked).toEqual(['first.grade_level', 'second.grade_level']);
    const terms = WHOLE.terms.map(
      ({ prior_disbursement_sub: __, prior_disbursement_unsub: ___, ...term }) => term,
    );
    expect((await call('check_figure', { ...student, terms })).asked).toEqual([
      'award_year',
      'figure',
      'value',
      'grade_level',
    ]);
    expect(await call('explain_rule', {})).toMatchObject({ status: 'questions', asked: ['section'] });
  });
});

describe('refused by name is', () => {
  test.each([
    ['ssn'],
    ['student_name'],
    ['firstName'],
    ['student_id'],
    ['StudentNumber'],
    ['emplid'],
    ['date_of_birth'],
    ['e-mail'],
  ])('a field that says who a student is: %s', async (name) => {
    for (const args of [
      { ...WHOLE, [name]: 'x' },
      { ...WHOLE, terms: [{ ...FALL, [name]: 'x' }, SPRING] },
    ]) {
      const { isError, text, errors } = await call('calculate_student', args);
      expect({ isError, named: Object.keys(errors)[0]?.split('.').at(-1) }).toEqual({
        isError: true,
        named: name,
      });
      expect(text).toContain('No tool takes a name');
    }
  });

  test.each(['123-45-6789', '123 45 6789', 'Fall, 123456789'])('a number in a field: %s', async (label) => {
    const { isError, errors, text } = await call('calculate_student', {
      ...WHOLE,
      terms: [{ ...FALL, label }, SPRING],
    });
    expect({ isError, fields: Object.keys(errors) }).toEqual({ isError: true, fields: ['terms.0.label'] });
    expect(text).not.toContain('6789');
  });

  test('a field that is not known, of a student or a term, and a wrong value', async () => {
    const args = { ...WHOLE, sat_score: 1400, terms: [{ ...FALL, units: 3 }, SPRING], explain: 'yes' };
    const { isError, errors } = await call('calculate_student', args);
    expect(isError).toBe(true);
    expect(Object.keys(errors)).toEqual(['sat_score', 'terms.0.units', 'explain']);
    expect((await call('calculate_student', { ...WHOLE, award_year: '2020-21' })).errors).toHaveProperty(
      'award_year',
    );
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

describe('of a file', () => {
  const HEADER = ['StudentID', 'Name', 'Term', 'Hours', 'Class'];
  const table = { header: HEADER, rows: [['A', '', 'Fall', '9', 'FR']], award_year: '2026-27' };

  test('what a person has to decide is asked, with what settles it', async () => {
    const first = await call('check_file', table);
    expect(first).toMatchObject({ status: 'questions', isError: false });
    expect(first.asked).toContain('need');
    const { questions, recipe } = first.structured;
    expect(JSON.stringify(questions)).toContain('decisions.need: \\"none\\"');
    const settled = {
      ...(recipe as Record<string, unknown>),
      decisions: {
        need: 'none',
        full_time_credits: { undergraduate: '12' },
        year_terms: { terms: 2, missing: 'not_enrolled' },
      },
    };
    const next = await call('check_file', { ...table, recipe: settled });
    expect(next.asked).toContain('column:dependency_status');
    expect(next.asked).not.toContain('need');
  });

  test('what would be refused is said of each student', async () => {
    const header = [
      ...['student_id', 'dependency_status', 'grade_level', 'subsidized_amount', 'academic_year_terms'],
      ...['term_label', 'term_credits_enrolled', 'term_ft_credits'],
    ];
    const rows = [
      ['A', 'dependent', 'first_year', '0', '2', 'Fall', '12', '12'],
      ['B', 'dependent', 'first_year', '0', '2', 'Fall', 'nine', '12'],
    ];
    const { status, structured } = await call('check_file', { header, rows, award_year: '2026-27' });
    expect(status).toBe('checked');
    expect(structured).toMatchObject({ students: 2, failed_students: 1, failures: [{ student: 'B' }] });
  });

  test.each([
    ['a name', ['A', 'Smith', 'Fall', '9', 'FR'], 'header.1'],
    ['a number of a student', ['0012345', '', 'Fall', '9', 'FR'], 'header.0'],
    ['a social security number', ['A', '', 'Fall', '9', '123-45-6789'], 'rows.0.4'],
  ])('%s in a cell is refused', async (_, row, place) => {
    const { isError, errors, text } = await call('check_file', { ...table, rows: [row] });
    expect({ isError, places: Object.keys(errors) }).toEqual({ isError: true, places: [place] });
    expect(text).not.toMatch(/Smith|0012345|6789/);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no header', { rows: [['1']] }, 'header'],
    ['a row that is too short', { header: HEADER, rows: [['A']] }, 'rows.0'],
    [
      'a whole file',
      { header: HEADER, rows: Array.from({ length: 51 }, () => HEADER.map(() => '')) },
      'rows',
    ],
    ['an unknown member', { ...table, path: '/etc/passwd' }, 'path'],
  ])('%s is refused', async (_, args, field) => {
    const { isError, errors } = await call('check_file', args);
    expect({ isError, field: Object.keys(errors)[0] }).toEqual({ isError: true, field });
  });

  test('a recipe that is none is refused', async () => {
    expect(await call('check_file', { ...table, recipe: { format: 'x' } })).toMatchObject({ isError: true });
  });
});
