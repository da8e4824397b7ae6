import { describe, expect, it } from 'vitest';
import { calculated, firstYear, graduate } from './test-students.js';

describe('the annual limit before the reduction (section 3)', () => {
  it.each([
    ['dependent', 'first_year', false, 3500, 5500],
    ['dependent', 'second_year', false, 4500, 6500],
    ['dependent', 'third_year_and_beyond', false, 5500, 7500],
    ['dependent', 'first_year', true, 3500, 9500],
    ['dependent', 'second_year', true, 4500, 10500],
    ['dependent', 'third_year_and_beyond', true, 5500, 12500],
    ['independent', 'first_year', false, 3500, 9500],
    ['independent', 'second_year', false, 4500, 10500],
    ['independent', 'third_year_and_beyond', true, 5500, 12500],
  ])('%s %s undergraduate, PLUS denied %s', (dependency_status, grade_level, plus_denied, sub, total) => {
    const rest = { dependency_status, grade_level, plus_denied, subsidized_amount: sub };
    const result = calculated(firstYear([{}, {}], rest));
    expect(result.annual_basic_eligibility_sub).toBe(sub);
    expect(result.annual_basic_eligibility_unsub).toBe(total - sub);
  });

  it.each([
    ['graduate', false, 20500, 0],
    ['professional', false, 50000, 0],
    ['graduate', true, 20500, 9500], // cost of attendance 30,000 - 20,500
    ['professional', true, 20500, 9500],
  ])('%s, legacy %s', (degree_level, is_legacy_borrower, unsub, gradPlus) => {
    const result = calculated(
      graduate([{}, {}], { degree_level, is_legacy_borrower, cost_of_attendance: 30000 }),
    );
    expect(result.annual_basic_eligibility_unsub).toBe(unsub);
    expect(result.annual_basic_eligibility_grad_plus).toBe(gradPlus);
  });

  // 75 percent. T is 20,500 at most; Grad PLUS is what the limit leaves over T, at most 9,500.
  it.each([
    [25000, 15375, 3375], // 20,500 and 4,500
    [20500.4, 15375, 0], // 0.40 x 75% = 0.30, half up 0
    [20500.67, 15375, 0], // 0.67 x 75% = 0.5025, half up 1, but not above the whole dollars of 0.67
    [20501.67, 15375, 1], // 1.67 x 75% = 1.2525, half up 1
    [15000, 11250, 0],
    [40000, 15375, 7125], // 9,500: the limit leaves more than the cost does
  ])('a program limit of %d holds down a legacy borrower', (total_limit, unsub, gradPlus) => {
    const rest = { is_legacy_borrower: true, cost_of_attendance: 30000, total_limit };
    const result = calculated(graduate([{}, { credits_enrolled: 6 }], rest));
    expect(result.annual_basic_eligibility_unsub).toBe(unsub);
    expect(result.annual_basic_eligibility_grad_plus).toBe(gradPlus);
  });
});
