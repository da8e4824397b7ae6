import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readJsonStudent } from '../../src/contract/json-student.js';
import { CURRENT_AWARD_YEAR } from '../../src/engine/award-years.js';
import { calculate, RULES_VERSION } from '../../src/engine/calculate.js';
import { answerTo } from '../../src/web/one/answer.js';
import { BLANK_CASE, linkTo, readLink, requestOf } from '../../src/web/one/case.js';
import { NO_INCIDENTS } from '../support/browser.js';
import { byId, describePages } from '../support/page-scene.js';
import { forAll } from '../support/runs.js';
import { TYPICAL, TYPICAL_PATH } from './one-cases.js';

const jsonObject = z.record(z.string(), z.unknown());

const typedText = fc.string({ unit: 'binary', maxLength: 60 });
const typedCase = fc.record({
  student: fc.record(
    { degree_level: fc.constantFrom('undergraduate', 'graduate'), subsidized_amount: typedText },
    { requiredKeys: [] },
  ),
  awardYear: fc.constant(CURRENT_AWARD_YEAR),
  terms: fc.array(fc.record({ label: typedText, credits_enrolled: typedText }), {
    minLength: 1,
    maxLength: 4,
  }),
});

/** Reloads from within the page: a reload from outside may use an outdated address in Chromium. */
async function reload(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.evaluate('void setTimeout(() => location.reload(), 0)');
  await loaded;
}

test('a link holds whatever was typed, and gives it back', () => {
  forAll(100, typedCase, (typed) => {
    const read = readLink(new URL(`http://localhost/${linkTo(typed)}`).hash);
    expect(read?.remarks).toEqual([]);
    expect(requestOf(read?.typed ?? BLANK_CASE)).toEqual(requestOf(typed));
  });
});

test('each worked student of the documentation has a link that opens this very student', () => {
  const text = readFileSync(new URL('../../docs/worked-students.md', import.meta.url), 'utf8');
  const students = [
    ...text.matchAll(/```json request\n([^`]+)```[^[]*?```json answer[^`]+```\s+\[[^\]]+\]\(\/(#[^)]+)\)/g),
  ];
  expect(students.length).toBe(text.match(/```json request/g)?.length);
  for (const [, request = '', hash = ''] of students) {
    const opened = answerTo(readLink(hash)?.typed ?? BLANK_CASE);
    const reading = readJsonStudent(jsonObject.parse(JSON.parse(request)));
    if (!opened.ok || !reading.ok) throw new Error(hash);
    // The link also holds what the request leaves to defaults, since the page has none.
    expect({ ...opened.result, warnings: [] }).toEqual({ ...calculate(reading.student), warnings: [] });
  }
});

test('a link is readable, of a version, and names nobody', () => {
  expect(decodeURIComponent(linkTo(TYPICAL))).toBe(
    `#v=1&rules=2026-27.${RULES_VERSION}&degree_level=undergraduate&grade_level=first_year&dependency_status=dependent&subsidized_amount=3500` +
      '&terms.0.label=Fall&terms.0.credits_enrolled=12&terms.0.full_time_credits=12' +
      '&terms.1.label=Spring&terms.1.credits_enrolled=9&terms.1.full_time_credits=12',
  );
  const remarksOn = (hash: string) => readLink(hash)?.remarks.join(' ');
  expect(remarksOn('#v=1&terms.0.label=Fall&student_id=4711')).toContain('left them out: student_id.');
  expect(remarksOn('#v=1&terms.0.label=Fall&b.terms.0.label=Fall')).toContain('b.terms.0.label');
  expect(remarksOn('#v=1&rules=2025-26.1&terms.0.label=Fall')).toContain('made with rules 2025-26.1.');
  expect(readLink('#v=2&terms.0.label=Fall')?.typed).toBeNull();
  expect(readLink(linkTo(TYPICAL))).toEqual({ typed: TYPICAL, remarks: [] });
  expect(readLink('#main')).toBeNull();
});

describePages('the link of the page for one student', (scene) => {
  test('what was typed outlives a reload, a visit elsewhere and the back button', async () => {
    const { page, incidents } = await scene.open(TYPICAL_PATH);
    await byId(page, 'terms.1.credits_enrolled').fill('7.5');
    await page.getByRole('button', { name: 'Add a term' }).click();
    await byId(page, 'terms.2.label').fill('Late summer');
    // In the middle of typing.
    await reload(page);
    expect(await byId(page, 'terms.1.credits_enrolled').inputValue()).toBe('7.5');
    expect(await byId(page, 'terms.2.label').inputValue()).toBe('Late summer');
    await byId(page, 'terms.2.credits_enrolled').fill('3');
    await page.getByRole('navigation').getByRole('link', { name: 'Docs' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    // An image that is still loading would count as a failure.
    await page.waitForLoadState('networkidle');
    await page.goBack();
    expect(await byId(page, 'terms.2.credits_enrolled').inputValue()).toBe('3');
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test('nor is anything lost of a key that was held down', async () => {
    const { page, incidents } = await scene.open(TYPICAL_PATH);
    await byId(page, 'terms.1.credits_enrolled').focus();
    // Faster than a test can type.
    await page.evaluate(`for (let times = 1; times <= 350; times++) {
      document.activeElement.value = String(times);
      document.activeElement.dispatchEvent(new Event('input', { bubbles: true }));
    }`);
    await expect.poll(() => page.evaluate('location.hash')).toContain('credits_enrolled=350');
    await reload(page);
    expect(await byId(page, 'terms.1.credits_enrolled').inputValue()).toBe('350');
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test('a browser that refuses to change the address for a while does not stop the page', async () => {
    const { page, incidents } = await scene.open(TYPICAL_PATH);
    // Safari does this after a hundred changes.
    await page.evaluate("history.pushState = () => { throw new DOMException('too many', 'SecurityError'); }");
    await page.getByRole('button', { name: 'Remove Spring' }).click();
    await expect.poll(() => page.evaluate('location.hash')).not.toContain('Spring');
    expect(incidents).toMatchObject(NO_INCIDENTS);
  });

  test('what was removed comes back with the back button', async () => {
    const { page } = await scene.open(TYPICAL_PATH);
    await byId(page, 'terms.1.credits_enrolled').fill('7');
    await page.getByRole('button', { name: 'Remove Spring' }).click();
    expect(await byId(page, 'terms.1.label').count()).toBe(0);
    await page.goBack();
    expect(await byId(page, 'terms.1.credits_enrolled').inputValue()).toBe('7');
    await page.getByRole('button', { name: 'Start again' }).click();
    expect(await byId(page, 'terms.1.credits_enrolled').inputValue()).toBe('');
    await page.goBack();
    expect(await byId(page, 'terms.1.credits_enrolled').inputValue()).toBe('7');
  });

  test('a link of another version, of other rules, or with strange parts, is told of, and what it says is text', async () => {
    const newer = await scene.open('/#v=9&terms.0.label=Fall');
    expect(await byId(newer.page, 'note').textContent()).toContain('version 9');
    const older = TYPICAL_PATH.replace(/rules=[^&]+/, 'rules=2026-27.1');
    const { page } = await scene.open(`${older.replace('label=Fall', 'label=<b>Fall</b>')}&student_id=4711`);
    expect(await byId(page, 'note').textContent()).toMatch(/made with rules 2026-27.1.*student_id/);
    expect(await page.locator('#answer b').count()).toBe(0);
    expect(await byId(page, 'answer').textContent()).toContain('<b>Fall</b>');
  });

  test('a place on the page does not take the place of the case in the address', async () => {
    const { page } = await scene.open(TYPICAL_PATH);
    await page.evaluate("location.hash = '#answer'");
    await expect.poll(() => page.evaluate('location.hash')).toContain('#v=1');
    expect(await byId(page, 'terms.1.credits_enrolled').inputValue()).toBe('9');
  });
});
