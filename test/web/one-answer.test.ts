import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { groupedDollars } from '../../src/engine/texts.js';
import { type Case, FIRST_CASE, requestOf } from '../../src/web/one/case.js';
import { linkTo } from '../../src/web/one/case-link.js';
import { NO_BROWSER, NO_INCIDENTS } from '../support/browser.js';
import { jsonOf } from '../support/client.js';
import { byId, pageScene } from '../support/page-scene.js';

const jsonObject = z.record(z.string(), z.unknown());
const examples = z
  .array(z.object({ name: z.string(), request: z.looseObject({ terms: z.array(jsonObject) }) }))
  .parse(JSON.parse(readFileSync(new URL('../examples/worked-examples.json', import.meta.url), 'utf8')));

const LEGACY: Case = {
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
  ...examples.map(({ name, request }): [string, Case] => [name, asTyped(request)]),
  ['a graduate borrower under the interim exception', LEGACY],
];

/** A request as somebody would type it. */
function asTyped({ terms, ...student }: (typeof examples)[number]['request']): Case {
  const texts = (object: z.infer<typeof jsonObject>) =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, String(value)]));
  return { student: texts(student), terms: terms.map(texts) };
}

/** The value at a path such as `terms.0.equal.subsidized`. */
function at(answer: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (Array.isArray(value) ? value[Number(name)] : jsonObject.parse(value)[name]),
      answer,
    );
}

describe.skipIf(NO_BROWSER !== '')(`the answer of the page for one student${NO_BROWSER}`, () => {
  const scene = pageScene();

  async function serviceAnswer(typed: Case) {
    const answer = await scene.client.calculate(requestOf(typed));
    return { status: answer.status, body: jsonOf(answer) };
  }

  test.each(CASES)('is that of the service: %s', async (_, typed) => {
    const { page, incidents } = await scene.open(`/${linkTo({ a: typed, b: null })}`);
    const { body } = await serviceAnswer(typed);
    const figures = await page.locator('#answers button.figure').all();
    const shown: Record<string, string> = {};
    for (const figure of figures) {
      const path = ((await figure.getAttribute('id')) ?? '').replace(/^a-/, '');
      shown[path] = (await figure.textContent()) ?? '';
    }
    const expected = Object.keys(shown).map((path) => {
      // Where both ways of paying are one, the page shows it once.
      const value = String(at(body, path));
      return [path, path.endsWith('_pct') ? `${value} %` : groupedDollars(value)];
    });
    expect(Object.keys(shown)).toContain('annual_basic_eligibility_unsub');
    expect(shown).toEqual(Object.fromEntries(expected));
    for (const warning of z.array(z.string()).parse(body['warnings'])) {
      expect(await page.locator('#answers .note').textContent()).toContain(warning);
    }
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test('asks nobody: after the page is loaded there is no request', async () => {
    const { page, incidents } = await scene.open('/');
    await byId(page, 'terms.1.credits_enrolled').waitFor();
    const before = incidents.requests.length;
    await byId(page, 'terms.1.credits_enrolled').fill('6');
    await page.getByText('$4,125').first().waitFor();
    expect(incidents.requests.slice(before)).toEqual([]);
  });

  test('the answer is there before the key stroke is over: it waits for nothing', async () => {
    const { page } = await scene.open('/');
    // One task of the browser: nothing that comes later can be seen.
    const shown = await page.evaluate(`{
      const box = document.getElementById('terms.1.credits_enrolled');
      box.value = '6';
      box.dispatchEvent(new Event('input'));
      document.querySelector('.headline').textContent;
    }`);
    expect(shown).toBe('$4,125 for the year, 75 % of the full limit');
  });

  test('each figure says how it was worked out, with its rule and its source', async () => {
    const { page } = await scene.open('/');
    await byId(page, 'a-annual_basic_eligibility_sub').click();
    const reasons = byId(page, 'a-annual_basic_eligibility_sub-reasons');
    expect(await reasons.locator('.worked').allTextContents()).toEqual([
      '21 / 24 = 87.5 %, rounded to 88 %',
      'dependent undergraduate, first year: $5,500',
      '$5,500; the program has no limit of its own',
      '$3,500, within the maximum of $3,500',
      '$5,500 x 88 % = $4,840',
      '$3,500 x 88 % = $3,080',
    ]);
    expect(await reasons.textContent()).toContain('statute: 20 U.S.C. 1087e(a)(7)');
    expect(await reasons.getByRole('link').first().getAttribute('href')).toBe('/docs/rules#2.2');
    // It stays open, and follows what is typed.
    await byId(page, 'terms.1.credits_enrolled').fill('6');
    expect(await reasons.locator('.worked').first().textContent()).toBe('18 / 24 = 75 %');
  });

  test.each([
    ['a word for credits', { 'terms.1.credits_enrolled': 'nine' }],
    ['more than the subsidized maximum, written with a comma', { subsidized_amount: '$9,000' }],
    [
      'several at once',
      { 'terms.0.full_time_credits': '0', 'terms.1.credits_enrolled': '-1', 'terms.0.label': ' ' },
    ],
    ['more digits than a number may have', { 'terms.0.credits_enrolled': '12.00000000000000001' }],
  ])('bad input is refused at its field in the words of the service: %s', async (_, entries) => {
    const { page, incidents } = await scene.open('/');
    for (const [path, text] of Object.entries(entries)) await byId(page, path).fill(text);
    const student: Record<string, string> = { ...FIRST_CASE.student };
    const terms = FIRST_CASE.terms.map((term): Record<string, string> => ({ ...term }));
    for (const [path, text] of Object.entries(entries)) {
      const [, place, name = path] = /^terms\.(\d)\.(.*)$/.exec(path) ?? [];
      const object = place === undefined ? student : terms[Number(place)];
      if (object !== undefined) object[name] = text;
    }
    const { status, body } = await serviceAnswer({ student, terms });
    expect(status).toBe(422);
    const errors = z.record(z.string(), z.string()).parse(body['field_errors']);
    expect(Object.keys(errors).sort()).toEqual(Object.keys(entries).sort());
    for (const [path, message] of Object.entries(errors)) {
      expect(await byId(page, `${path}-error`).textContent()).toBe(message);
      const field = byId(page, path);
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await field.getAttribute('aria-describedby')).toContain(`${path}-error`);
      expect(await page.locator('#answers').textContent()).toContain(message);
    }
    expect(await page.locator('#answers button.figure').count()).toBe(0);
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test('a mistake in a part that is folded unfolds it, and a press on its name leads to it', async () => {
    const { page } = await scene.open(
      `/#v=1&dependency_status=dependent&degree_level=undergraduate&grade_level=first_year&terms.0.label=Fall&terms.0.actual_final_credits=many`,
    );
    await page.getByRole('button', { name: 'Fall: Final credits' }).click();
    expect(await page.evaluate('document.activeElement.id')).toBe('terms.0.actual_final_credits');
    expect(await byId(page, 'terms.0.actual_final_credits').isVisible()).toBe(true);
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
