import { describe, expect, it } from 'vitest';
import type { ReferenceResult } from '../reference/types.js';
import type { WireNumber } from '../reference/wire.js';
import { calculated, firstYear, graduate, productOutcome, WORKED_EXAMPLES } from './test-students.js';

/** Hand-worked figures around each threshold. Random students are compared in differential.test.ts. */

it.each(WORKED_EXAMPLES)('published and worked examples: $name ($source)', ({ request, expected }) => {
  expect(calculated(request).terms.length).toBeGreaterThan(0);
  expect(productOutcome(request)).toMatchObject({ result: expected });
});

describe('the percent of the year (sections 1 and 2)', () => {
  // 100 x credits / 24, half up
  it.each([
    ['15', 63], // 62.5 exactly
    ['14.9999999999999', 62],
    ['15.0000000000001', 63],
    ['12.119999', 50], // 50.49999...
    ['30', 100], // 125, capped
    ['0', 0],
  ])('%s of 24 credits are %i percent', (credits, percent) => {
    const result = calculated(firstYear([{ full_time_credits: 24, credits_enrolled: credits }]));
    expect(result.reduced_annual_pct).toBe(percent);
  });

  // Fall and spring have 12 of 12 credits; an optional summer adds to both sides or to neither.
  it.each([
    ['skipped optional', false, 0, '24', 100], // 24 / 24
    ['attended optional', false, 3, '36', 75], // 27 / 36
    ['skipped required', true, 0, '36', 67], // 24 / 36 = 66.67
  ])('a %s summer', (_, required, credits, annual, percent) => {
    const result = calculated(firstYear([{}, {}, { required, credits_enrolled: credits }]));
    expect(result).toMatchObject({ annual_ft_credits: annual, reduced_annual_pct: percent });
  });

  it('is 0 percent of 0 credits when no term counts', () => {
    const result = calculated(firstYear([{ required: false, credits_enrolled: 0 }]));
    expect(result).toMatchObject({ annual_ft_credits: '0', reduced_annual_pct: 0 });
  });

  // 12 + 15 are listed. Two missing terms count as the largest, 15: 27 + 30 = 57; 27 / 57 = 47.4 percent.
  it.each([
    [null, '27', 100],
    [2, '27', 100],
    [4, '57', 47],
  ])('measures two listed terms against a year of %s', (academic_year_terms, annual, percent) => {
    const terms = [{ full_time_credits: 12 }, { full_time_credits: 15 }];
    const result = calculated(firstYear(terms, { academic_year_terms }));
    expect(result).toMatchObject({ annual_ft_credits: annual, reduced_annual_pct: percent });
  });
});

describe('the annual limit and eligibility (sections 3 and 4)', () => {
  const legacy = { is_legacy_borrower: true, cost_of_attendance: '30000.99' };
  // Each at 100 percent, where rounding up the cents would exceed the amount itself.
  it.each([
    ['a program limit', graduate([{}, {}], { total_limit: '20000.50' }), [0, 20_000, 0]],
    ['the subsidized amount', firstYear([{}, {}], { subsidized_amount: '1000.50' }), [1000, 4500, 0]],
    ['the Grad PLUS amount', graduate([{}, {}], legacy), [0, 20_500, 9500]],
  ])('is never above the whole dollars of %s', (_, request, amounts) => {
    expect(eligible(request)).toEqual(amounts);
  });

  // 75 percent. T is at most 20,500; Grad PLUS is what the limit leaves above T, at most 9,500.
  it.each<[WireNumber, number, number]>([
    [25000, 15375, 3375], // 20,500 and 4,500
    [20500.67, 15375, 0], // 0.67 x 75% = 0.5025, half up 1, but not above the whole dollars of 0.67
    [20501.67, 15375, 1], // 1.67 x 75% = 1.2525, half up 1
    [15000, 11250, 0],
    [40000, 15375, 7125], // 9,500: the limit leaves more than the cost does
  ])('a program limit of %d holds down a legacy borrower', (total_limit, unsub, gradPlus) => {
    const rest = { is_legacy_borrower: true, cost_of_attendance: 30000, total_limit };
    expect(eligible(graduate([{}, { credits_enrolled: 6 }], rest))).toEqual([0, unsub, gradPlus]);
  });

  it('never gives a rounding dollar more than the reduced combined limit', () => {
    // 50% of 5,000 = 2,500. Subsidized 2,501 -> 1,250.5 -> 1,251. The rest 2,499 -> 1,249.5 would be 1,250.
    const rest = { total_limit: 5000, subsidized_amount: 2501 };
    expect(eligible(firstYear([{}, { credits_enrolled: 0 }], rest))).toEqual([1251, 1249, 0]);
  });

  it('keeps cents until the percent has been applied', () => {
    // 75%: T = 4,000.98 -> 3,000.735 -> 3,001; subsidized 1,000.66 -> 750.495 -> 750; the rest is 2,251.
    const rest = { total_limit: '4000.98', subsidized_amount: '1000.66' };
    expect(eligible(firstYear([{}, { credits_enrolled: 6 }], rest))).toEqual([750, 2251, 0]);
  });
});

function eligible(request: unknown): number[] {
  const result = calculated(request);
  return [
    result.annual_basic_eligibility_sub,
    result.annual_basic_eligibility_unsub,
    result.annual_basic_eligibility_grad_plus,
  ];
}

it.each([
  ['0', 'Not Enrolled', 0, 0],
  ['5.99999999999999', 'Less Than Half-Time', 50, 0], // rounds to 50 percent and is still below half time
  ['6', 'Part-Time', 50, 50],
  ['11.9999999999999', 'Part-Time', 100, 100], // rounds to 100 percent and is still below full time
  ['15', 'Full-Time', 100, 100],
  ['7.5', 'Part-Time', 63, 63], // 62.5
])('enrollment of a term (section 5): %s of 12 credits', (credits_enrolled, status, intensity, disbursed) => {
  const [term] = calculated(firstYear([{ credits_enrolled }])).terms;
  expect(term).toMatchObject({
    enrollment_status: status,
    enrollment_intensity_pct: intensity,
    disbursement_pct: disbursed,
  });
});

function unsubsidized(result: ReferenceResult, option: 'equal' | 'proportional') {
  return result.terms.map((term) => term[option]?.unsubsidized ?? null);
}

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

  // 23.88 of 24 is exactly 99.5 percent, half up 100.
  it.each([
    ['11.87999', 99, [2736, 2709]], // 5,445 x 12 / 23.87999 = 2,736.18
    ['11.88', 100, [null, null]],
  ])('permits unequal installments only below 100 percent: 12 + %s of 24', (spring, percent, amounts) => {
    const result = calculated(firstYear([{ credits_enrolled: 12 }, { credits_enrolled: spring }]));
    expect(result.reduced_annual_pct).toBe(percent);
    expect(unsubsidized(result, 'proportional')).toEqual(amounts);
  });

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
