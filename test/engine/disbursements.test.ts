import { describe, expect, it } from 'vitest';
import { calculated, firstYear, unsubsidized } from './test-students.js';

describe('disbursements (section 6)', () => {
  it.each([
    [2, 101, [50, 51]], // 50.5 half down, the rest later
    [3, 100, [33, 34, 33]], // 33.33 -> 33; 66.67 -> 67; 100
    [4, 2, [0, 1, 0, 1]], // 0.5 -> 0; 1; 1.5 -> 1; 2
  ])('splits over %i terms %i dollars', (count, total_limit, parts) => {
    const terms = Array.from({ length: count }, () => ({}));
    expect(unsubsidized(calculated(firstYear(terms, { total_limit })), 'equal')).toEqual(parts);
  });

  it('weighs the proportional option by uncapped credits and leaves out a term below half time', () => {
    // 18 + 4 + 6 = 28 of 36 = 77.8 -> 78 percent of 5,500 = 4,290, paid in terms 1 and 3.
    // Equal: 2,145 each. Proportional 18 : 6: 4,290 x 18 / 24 = 3,217.5 half down 3,217, then 1,073.
    const result = calculated(firstYear([18, 4, 6].map((credits_enrolled) => ({ credits_enrolled }))));
    expect(unsubsidized(result, 'equal')).toEqual([2145, 0, 2145]);
    expect(unsubsidized(result, 'proportional')).toEqual([3217, 0, 1073]);
    expect(result.show_both_options).toBe(true);
  });

  it('has no proportional option at 100 percent, and the totals are the same', () => {
    const result = calculated(firstYear([{ credits_enrolled: 18 }, { credits_enrolled: 6 }]));
    expect(unsubsidized(result, 'proportional')).toEqual([null, null]);
    expect(result.total_proportional).toEqual({ subsidized: 0, unsubsidized: 5500, grad_plus: 0 });
    expect(result.show_both_options).toBe(false);
  });

  // 23.88 of 24 is exactly 99.5 percent, half up 100.
  it.each([
    ['11.87999', 99, [2736, 2709]], // 5,445 x 12 / 23.87999 = 2,736.18
    ['11.88', 100, [null, null]],
    ['12', 100, [null, null]],
    ['12.01', 100, [null, null]],
  ])(
    'permits unequal installments only below 100 percent: 12 + %s of 24 credits',
    (spring, percent, amounts) => {
      const result = calculated(firstYear([{ credits_enrolled: 12 }, { credits_enrolled: spring }]));
      expect(result.reduced_annual_pct).toBe(percent);
      expect(unsubsidized(result, 'proportional')).toEqual(amounts);
    },
  );

  // 5,500 dollars at 100 percent. Fall is settled in the first case and the last.
  it.each([
    ['a 0 with final credits', { actual_final_credits: 12, prior_disbursement_unsub: 0 }, [0, 5500]],
    ['a 0 without final credits', { prior_disbursement_unsub: 0 }, [2750, 2750]],
    ['a null with final credits', { actual_final_credits: 12 }, [2750, 2750]],
    ['a dollar', { prior_disbursement_unsub: 1 }, [1, 5499]],
  ])('settles a term by %s or does not', (_, fall, amounts) => {
    expect(unsubsidized(calculated(firstYear([fall, {}])), 'equal')).toEqual(amounts);
  });
});
