import { describe, expect, test } from 'vitest';
import { readJsonStudent } from '../../src/contract/json-student.js';
import { calculate, resultOf, workOut } from '../../src/engine/calculate.js';
import { add, compare, exact, isExact, parseExact } from '../../src/engine/exact.js';
import { CURRENT_AWARD_YEAR } from '../../src/engine/limits.js';
import type { Student } from '../../src/engine/student.js';
import { totalDollars } from '../../src/engine/student.js';
import { answerTo } from '../../src/web/one/answer.js';
import type { Case } from '../../src/web/one/case.js';
import { limitOf, limitsOf } from '../../src/web/one/loan-dollars.js';
import { changeText, whatIf } from '../../src/web/one/what-if.js';
import { schoolTable, yearTable } from '../../src/web/one/year-table.js';
import { randomStudent } from '../reference/arbitraries.js';
import { NO_BROWSER } from '../support/browser.js';
import { byId, pageScene } from '../support/page-scene.js';
import { fallPaid, TYPICAL, TYPICAL_PATH, withEntries } from './one-cases.js';

function answered(typed: Case) {
  const answer = answerTo(typed);
  if (!answer.ok) throw new Error(JSON.stringify(answer.errors));
  return answer;
}

const credits = (text: string) => {
  const reading = parseExact(text);
  if (!isExact(reading)) throw new Error(text);
  return reading;
};

/** One term that is the whole year, so that its credits are those of the year. */
function oneTerm(student: Student, enrolled: string, fullTime: string): Student {
  const [term] = student.terms;
  if (term === undefined) throw new Error('There is no term.');
  const alone = { ...term, full_time_credits: credits(fullTime), credits_enrolled: credits(enrolled) };
  return { ...student, academic_year_terms: null, terms: [alone] };
}

test('each row of the year is what the calculation gives at those credits', () => {
  const { student, result } = answered(TYPICAL);
  const { rows, now, fullTime } = yearTable(student, CURRENT_AWARD_YEAR);
  expect([rows.length, fullTime, totalDollars(now)]).toEqual([24, '24', limitOf(result)]);
  for (const row of rows) {
    const there = calculate(oneTerm(student, row.credits, fullTime));
    expect(row).toMatchObject({ percent: there.reduced_annual_pct, ...limitsOf(there) });
  }
});

const NO_NEED = { degree_level: 'undergraduate', subsidized_amount: '0' };

test('each row of the table to publish is what the calculation gives to a student of that kind', () => {
  const { columns, rows } = schoolTable(credits('22.5'), CURRENT_AWARD_YEAR);
  expect(rows.map((row) => row.credits).slice(-2)).toEqual(['22', '22.5']);
  const kinds: [number, string, Partial<Record<string, string>>][] = [
    [
      0,
      'First year',
      {
        dependency_status: 'dependent',
        degree_level: 'undergraduate',
        grade_level: 'first_year',
        subsidized_amount: '3500',
      },
    ],
    [4, 'Second year', { ...NO_NEED, dependency_status: 'dependent', grade_level: 'second_year' }],
    [
      8,
      'Third year on',
      { ...NO_NEED, dependency_status: 'independent', grade_level: 'third_year_and_beyond' },
    ],
    [9, 'Graduate', { degree_level: 'graduate', is_legacy_borrower: 'false' }],
    [10, 'Professional', { degree_level: 'professional', is_legacy_borrower: 'false' }],
  ];
  for (const [column, name, student] of kinds) {
    expect(columns[column]?.name).toBe(name);
    for (const row of rows) {
      const terms = [{ label: 'Year', full_time_credits: '22.5', credits_enrolled: row.credits }];
      const entries = Object.fromEntries(Object.entries(student).map(([key, text]) => [key, text ?? '']));
      const { result } = answered({ awardYear: CURRENT_AWARD_YEAR, student: entries, terms });
      expect([row.percent, row.amounts[column]]).toEqual([
        result.reduced_annual_pct,
        column < 3 ? result.annual_basic_eligibility_sub : limitOf(result),
      ]);
    }
  }
});

test('the next credit up or down, full time and the edge of half time are tried, with what each would change', () => {
  expect(whatIf(answered(TYPICAL))[1]).toBe(
    '1 more credit in Spring: $220 more. 1 fewer: $275 less. Full time is 12 credits: $660 more. Below half time (6 credits), nothing may be paid for Spring. At 5 credits the limit for the year is $935 lower. The rest may be paid in the other terms.',
  );
});

test('what no other term can take is named at the edge of half time', () => {
  expect(whatIf(answered(fallPaid('9')))[1]).toContain(
    'Below half time (6 credits), nothing may be paid for Spring. At 5 credits the limit for the year is $935 lower. $1,485 cannot be paid in any term.',
  );
});

test('what a term was paid already stays with it below half time', () => {
  expect(whatIf(answered(fallPaid('9')))[0]).toContain(
    'Below half time (6 credits), Fall keeps the $2,420 that was paid and gets no more. At 5 credits the limit for the year is $1,650 lower. The rest may be paid in the other terms.',
  );
});

test('what was paid above the limit is named at the edge of half time, and not offered to other terms', () => {
  // 11 of 24 credits are 46 %: $4,830 of $10,500, and $5,250 was paid for fall.
  const student = {
    dependency_status: 'independent',
    degree_level: 'undergraduate',
    grade_level: 'second_year',
    subsidized_amount: '4500',
  };
  const full = { full_time_credits: '12', credits_enrolled: '12' };
  const paid = { prior_disbursement_sub: '2250', prior_disbursement_unsub: '3000' };
  const terms = [
    { label: 'Fall', ...full, actual_final_credits: '6', ...paid },
    { label: 'Spring', ...full },
  ];
  const [text] = whatIf(answered({ awardYear: CURRENT_AWARD_YEAR, student, terms }));
  expect(text).toMatch(
    /At 5 credits the limit .* lower\. \$420 would then have been paid above the limit\.$/,
  );
});

test('a term whose final credits are known cannot be tried', () => {
  const texts = whatIf(answered(withEntries(TYPICAL, { 'terms.0.actual_final_credits': '12' })));
  expect(texts).toHaveLength(1);
  expect(texts[0]).toContain('Spring');
});

/** All that a student was paid, in dollars. */
const paidTo = ({ terms }: Student): number =>
  terms.reduce(
    (
      sum,
      { prior_disbursement_sub: sub, prior_disbursement_unsub: unsub, prior_disbursement_grad_plus: plus },
    ) => sum + (sub ?? 0) + (unsub ?? 0) + (plus ?? 0),
    0,
  );

test('whatever student: one more credit changes what the calculation says, and nothing is tried at negative credits', () => {
  let tried = 0;
  for (let seed = 0; seed < 300; seed++) {
    const reading = readJsonStudent({ ...randomStudent(seed) });
    if (!reading.ok) continue;
    const { student } = reading;
    const working = workOut(student, CURRENT_AWARD_YEAR);
    const result = resultOf(student, working);
    const texts = whatIf({ student, working, result, awardYear: CURRENT_AWARD_YEAR });
    for (const { index, name, plannedCredits } of working.terms) {
      if (student.terms[index]?.actual_final_credits !== null) continue;
      tried++;
      const terms = student.terms.map((term, each) =>
        each === index ? { ...term, credits_enrolled: add(plannedCredits, exact(1)) } : term,
      );
      const after = calculate({ ...student, terms });
      const change = limitOf(after) - limitOf(result);
      // Of what the terms have after it, nothing is left to pay.
      const isPaid = totalDollars(after.total_equal) === paidTo(student);
      const lost = change > 0 && isPaid ? ', which cannot be paid in any term' : '';
      const text = texts.shift() ?? '';
      expect(text).toContain(`1 more credit in ${name}: ${changeText(change)}${lost}.`);
      expect(text.includes('1 fewer: ')).toBe(compare(plannedCredits, exact(1)) >= 0);
    }
    expect(texts).toEqual([]);
    expect(totalDollars(yearTable(student, CURRENT_AWARD_YEAR).now)).toBe(limitOf(result));
  }
  expect(tried).toBeGreaterThan(200);
});

describe.skipIf(NO_BROWSER !== '')(`the tables of the page for one student${NO_BROWSER}`, () => {
  const scene = pageScene();

  test('chart and table say the same, and mark this student', async () => {
    const { page } = await scene.open(TYPICAL_PATH);
    const marked = page.locator('#chart-table tr.now');
    expect((await marked.textContent())?.replace(/\s+/g, ' ')).toBe('2188%$3,080$1,760$4,840');
    expect(await page.locator('#chart svg').getAttribute('aria-label')).toContain(
      'This student: $4,840 at 21 credits',
    );
    await byId(page, 'terms.0.full_time_credits').fill('15');
    expect(await page.locator('#chart-table tbody tr').count()).toBe(27);
  });

  test('the table to publish follows the case until somebody sets a standard', async () => {
    const { page } = await scene.open(TYPICAL_PATH);
    await byId(page, 'school').locator('summary').click();
    const rows = page.locator('#school-table tbody tr');
    expect(await rows.count()).toBe(24);
    await byId(page, 'terms.0.full_time_credits').fill('15');
    expect(await rows.count()).toBe(27);
    await byId(page, 'school-credits').fill('18');
    await byId(page, 'terms.0.full_time_credits').fill('9');
    expect(await rows.count()).toBe(18);
    await byId(page, 'school-credits').fill('0');
    expect(await byId(page, 'school-credits-error').textContent()).toBe(
      'Enter a number of credits above 0. You entered “0”.',
    );
  });

  test('a published figure is right, or its mistake is named', async () => {
    const { page } = await scene.open(TYPICAL_PATH);
    const section = byId(page, 'check-published');
    await section.locator('summary').click();
    const said = [
      ['combined', '4,840', '$4,840 is right.'],
      ['combined', '$4,813', 'The percent was not rounded to a whole percent'],
      ['percent', '87.5 %', '87.5% is not right: it is 88%.'],
      ['subsidized', '3,500', 'The subsidized part was not reduced.'],
      ['unsubsidized', '1', 'No known mistake produces it.'],
      ['combined', 'much', 'Enter the figure as it was published'],
    ] as const;
    for (const [figure, text, expected] of said) {
      await byId(page, 'published-figure').selectOption(figure);
      await byId(page, 'published-value').fill(text);
      expect(await section.textContent()).toContain(expected);
    }
  });
});
