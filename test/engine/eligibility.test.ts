import { describe, expect, it } from 'vitest';
import { calculated, firstYear, graduate } from './test-students.js';

describe('eligibility for the year (section 4)', () => {
  // Each at 100 percent, where the cents would round up beyond the amount itself.
  it.each([
    ['a program limit', graduate([{}, {}], { total_limit: '20000.50' }), [0, 20_000, 0]],
    ['the subsidized amount', firstYear([{}, {}], { subsidized_amount: '1000.50' }), [1000, 4500, 0]],
    [
      'the Grad PLUS amount',
      graduate([{}, {}], { is_legacy_borrower: true, cost_of_attendance: '30000.99' }),
      [0, 20_500, 9500],
    ],
  ])('is never above the whole dollars of %s', (_, request, amounts) => {
    const result = calculated(request);
    expect([
      result.annual_basic_eligibility_sub,
      result.annual_basic_eligibility_unsub,
      result.annual_basic_eligibility_grad_plus,
    ]).toEqual(amounts);
  });

  it('never gives a rounding dollar more than the reduced combined limit', () => {
    // 50 percent of 5,000 = 2,500. Subsidized 2,501 -> 1,250.5 -> 1,251. The rest 2,499 -> 1,249.5 would be 1,250.
    const rest = { total_limit: 5000, subsidized_amount: 2501 };
    const result = calculated(firstYear([{}, { credits_enrolled: 0 }], rest));
    expect(result.annual_basic_eligibility_sub).toBe(1251);
    expect(result.annual_basic_eligibility_unsub).toBe(1249);
  });

  it('keeps cents until the percent has been applied', () => {
    // 75 percent: T = 4,000.98 -> 3,000.735 -> 3,001; subsidized 1,000.66 -> 750.495 -> 750; the rest is 2,251.
    const rest = { total_limit: '4000.98', subsidized_amount: '1000.66' };
    const result = calculated(firstYear([{}, { credits_enrolled: 6 }], rest));
    expect(result.annual_basic_eligibility_sub).toBe(750);
    expect(result.annual_basic_eligibility_unsub).toBe(2251);
  });
});
