import { expect, test } from 'vitest';
import { z } from 'zod';
import { inWords } from '../../src/contract/field-words.js';
import { groupedDollars } from '../../src/engine/texts.js';
import { type Case, linkTo, requestOf } from '../../src/web/one/case.js';
import { WORKED_EXAMPLES } from '../engine/test-students.js';
import { NO_INCIDENTS } from '../support/browser.js';
import { jsonOf } from '../support/client.js';
import { byId, describePages } from '../support/page-scene.js';
import { valueAt } from '../support/value-at.js';
import { TYPICAL, TYPICAL_PATH, withEntries } from './one-cases.js';

const jsonObject = z.record(z.string(), z.unknown());
const requestSchema = z.looseObject({ terms: z.array(jsonObject) });

const LEGACY: Case = {
  awardYear: TYPICAL.awardYear,
  student: {
    dependency_status: 'independent',
    degree_level: 'graduate',
    is_legacy_borrower: 'true',
    cost_of_attendance: '38000',
  },
  terms: [
    { label: 'Fall', full_time_credits: '9', credits_enrolled: '4.5' },
    { label: 'Spring', full_time_credits: '9', credits_enrolled: '4.5' },
  ],
};

const CASES: [string, Case][] = [
  ...WORKED_EXAMPLES.map(({ name, request }): [string, Case] => [name, asTyped(request)]),
  ['a graduate legacy borrower', LEGACY],
];

/** A request as a person types it, with defaults that affect dollars, since the page has none. */
function asTyped(request: unknown): Case {
  const { terms, ...student } = requestSchema.parse(request);
  const texts = (object: z.infer<typeof jsonObject>): Record<string, string> =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, String(value)]));
  return {
    awardYear: TYPICAL.awardYear,
    student: {
      degree_level: 'undergraduate',
      subsidized_amount: '0',
      is_legacy_borrower: 'false',
      ...texts(student),
    },
    terms: terms.map((term) => ({ full_time_credits: '12', ...texts(term) })),
  };
}

describePages('the answer of the page for one student', (scene) => {
  async function serviceAnswer(typed: Case) {
    const answer = await scene.client.calculate(requestOf(typed), {}, `?award_year=${typed.awardYear}`);
    return { status: answer.status, body: jsonOf(answer) };
  }

  test.each(CASES)('is that of the service: %s', async (_, typed) => {
    const { page, incidents } = await scene.open(`/${linkTo(typed)}`);
    const { body } = await serviceAnswer(typed);
    const figures = await page.locator('#answer button.figure').all();
    const shown: Record<string, string> = {};
    for (const figure of figures) {
      const path = ((await figure.getAttribute('id')) ?? '').replace(/^figure-/, '');
      shown[path] = (await figure.textContent()) ?? '';
    }
    const expected = Object.keys(shown).map((path) => {
      // If both payment plans are the same, the page shows one.
      const value = String(valueAt(body, path));
      return [path, path.endsWith('_pct') ? `${value}%` : groupedDollars(value)];
    });
    expect(Object.keys(shown)).toContain('annual_basic_eligibility_unsub');
    expect(shown).toEqual(Object.fromEntries(expected));
    for (const warning of z.array(z.string()).parse(body['warnings'])) {
      expect(await page.locator('#answer .note.care').textContent()).toContain(inWords(warning));
    }
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test('the answer is there before the key stroke is over: it waits for nothing, and asks nobody', async () => {
    const { page, incidents } = await scene.open(TYPICAL_PATH);
    await byId(page, 'terms.1.credits_enrolled').waitFor();
    const before = incidents.requests.length;
    // In one browser task, so a later update cannot be what is seen.
    const shown = await page.evaluate(`{
      const box = document.getElementById('terms.1.credits_enrolled');
      box.value = '6';
      box.dispatchEvent(new Event('input', { bubbles: true }));
      document.querySelector('.first-sentence strong').textContent;
    }`);
    expect(shown).toBe('Pay up to $2,062 for Fall and $2,063 for Spring.');
    expect(incidents.requests.slice(before)).toEqual([]);
  });

  test('each figure says how it was worked out, with its rule and its source', async () => {
    const { page } = await scene.open(TYPICAL_PATH);
    await byId(page, 'figure-annual_basic_eligibility_sub').click();
    const reasons = byId(page, 'figure-annual_basic_eligibility_sub-reasons');
    expect(await reasons.locator('td:nth-child(3)').allTextContents()).toEqual([
      '21 / 24 = 87.5%, rounded to 88%',
      'dependent undergraduate, first year: $5,500',
      'no program limit was given, so $5,500',
      '$3,500, within the maximum of $3,500',
      '$5,500 x 88% = $4,840',
      '$3,500 x 88% = $3,080',
    ]);
    expect(await reasons.textContent()).toContain('statute: 20 U.S.C. 1087e(a)(7)');
    expect(await reasons.getByRole('link').first().getAttribute('href')).toBe('/docs/rules#2.2');
    // The reasons stay open and follow what is typed.
    await byId(page, 'terms.1.credits_enrolled').fill('6');
    expect(await reasons.locator('td:nth-child(3)').first().textContent()).toBe('18 / 24 = 75%');
  });

  test.each([
    ['a word for credits', { 'terms.1.credits_enrolled': 'nine' }],
    ['a payment with cents', { 'terms.0.prior_disbursement_sub': '$1,000.50' }],
    ['several at once', { 'terms.0.full_time_credits': '0', 'terms.1.credits_enrolled': '-1' }],
    ['more digits than a number may have', { 'terms.0.credits_enrolled': '12.00000000000000001' }],
    ['more paid than the limit', { 'terms.0.prior_disbursement_unsub': '9000' }],
  ])('bad input is told of at its field, and where the answer would be: %s', async (_, entries) => {
    const { page, incidents } = await scene.open(TYPICAL_PATH);
    for (const more of await page.getByText('Final credits, payments').all()) await more.click();
    for (const [path, text] of Object.entries(entries)) await byId(page, path).fill(text);
    const { status, body } = await serviceAnswer(withEntries(TYPICAL, entries));
    expect(status).toBe(422);
    const errors = z.record(z.string(), z.string()).parse(body['field_errors']);
    expect(Object.keys(errors).sort()).toEqual(Object.keys(entries).sort());
    for (const path of Object.keys(errors)) {
      const message = (await byId(page, `${path}-error`).textContent()) ?? '';
      expect(message).not.toBe('');
      const field = byId(page, path);
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await field.getAttribute('aria-describedby')).toContain(`${path}-error`);
      expect(await page.locator('#answer').textContent()).toContain(message);
    }
    expect(await page.locator('#answer button.figure').count()).toBe(0);
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test('what is missing is asked for, and the question leads to its field', async () => {
    const { page } = await scene.open('/');
    await byId(page, 'degree_level').selectOption('undergraduate');
    expect(await page.locator('#answer').textContent()).toContain('Grade level: which year of study, ');
    expect(await page.locator('#answer button.figure, [aria-invalid=true]').count()).toBe(0);
    await page.getByRole('button', { name: 'Spring: how many credits, enrolled or planned?' }).click();
    expect(await page.evaluate('document.activeElement.id')).toBe('terms.1.credits_enrolled');
  });

  test('of the example says of each term what was paid, what may be paid now, and why', async () => {
    const { page } = await scene.open('/');
    await page.getByRole('button', { name: 'Load an example' }).click();
    expect(await page.locator('.first-sentence').textContent()).toBe(
      'Pay up to $845 for Spring. Fall keeps the $3,250 that was paid.',
    );
    const rows = await page
      .locator('.figures tbody tr')
      .evaluateAll((found) => found.map((row) => [...row.children].map(({ textContent }) => textContent)));
    expect(rows.slice(0, 8)).toEqual([
      ['Fall At least half time: 9 of 12 credits; 12 were planned. $3,250 was paid.'],
      ['Subsidized', '$1,500', '$0'],
      ['Unsubsidized', '$1,750', '$0'],
      ['Total', '$3,250', '$0'],
      [
        expect.stringMatching(
          /^Spring At least half time: 6 of 12 credits\. Fall changed from 12 to 9 credits/,
        ),
      ],
      ['Subsidized', '$0', '$390'],
      ['Unsubsidized', '$0', '$455'],
      ['Total', '$0', '$845'],
    ]);
  });

  test('a need above the maximum is calculated with the maximum, and said', async () => {
    const { page } = await scene.open(TYPICAL_PATH);
    await byId(page, 'subsidized_amount').fill('12,000');
    expect(await page.locator('#answer .note.info').textContent()).toBe(
      'The need of $12,000 is above $3,500, the subsidized maximum of this student. $3,500 was used.',
    );
    expect(await byId(page, 'figure-annual_basic_eligibility_sub').textContent()).toBe('$3,080');
    expect(await byId(page, 'subsidized_amount').inputValue()).toBe('12,000');
  });

  test('what was assumed is beside the figures, one press from being put right', async () => {
    const { page } = await scene.open(TYPICAL_PATH);
    expect(await byId(page, 'academic_year_terms').isVisible()).toBe(false);
    await page
      .getByRole('button', { name: 'Change: The academic year has only the terms listed here.' })
      .click();
    expect(await page.evaluate('document.activeElement.id')).toBe('academic_year_terms');
    await byId(page, 'academic_year_terms').selectOption('3');
    expect(await page.getByText('The academic year has only').count()).toBe(0);
    expect(await byId(page, 'figure-reduced_annual_pct').textContent()).toBe('58%');
  });

  test('a mistake in a part that is folded leads to its field', async () => {
    const { page } = await scene.open(
      `/${linkTo(withEntries(TYPICAL, { 'terms.0.actual_final_credits': 'many' }))}`,
    );
    await page.locator('summary', { hasText: 'Final credits, payments' }).first().click();
    await byId(page, 'terms.0.actual_final_credits').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Fall: Final credits' }).click();
    expect(await page.evaluate('document.activeElement.id')).toBe('terms.0.actual_final_credits');
    expect(await byId(page, 'terms.0.actual_final_credits').isVisible()).toBe(true);
  });

  test('a fault of the page takes its figures down, and what was typed comes back', async () => {
    const { page, incidents } = await scene.open(TYPICAL_PATH);
    await page.evaluate("URLSearchParams.prototype.append = () => { throw new Error('out of order'); }");
    await byId(page, 'terms.1.credits_enrolled').fill('6');
    await page.getByRole('alert').getByText('This page ran into an error and stopped').waitFor();
    expect(await page.getByText('$4,840').count()).toBe(0);
    expect(incidents.errors).toEqual([expect.stringContaining('out of order')]);
    await page.reload();
    expect(await page.locator('.first-sentence strong').textContent()).toContain('Pay up to');
  });

  test('what a link gives is not folded away', async () => {
    const { page } = await scene.open(
      '/#v=1&dependency_status=dependent&grade_level=first_year&total_limit=5000&terms.0.label=Fall&terms.1.label=Spring&terms.1.actual_final_credits=6',
    );
    expect(await byId(page, 'total_limit').isVisible()).toBe(true);
    expect(await byId(page, 'terms.0.actual_final_credits').isVisible()).toBe(false);
    expect(await byId(page, 'terms.1.actual_final_credits').isVisible()).toBe(true);
  });
});
