import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calculated, firstYear, graduate, unsubsidized } from './test-students.js';
import type { ReferenceResult } from './types.js';

const examples = z
  .array(z.object({ name: z.string(), request: z.unknown(), expected: z.record(z.string(), z.unknown()) }))
  .parse(JSON.parse(readFileSync(new URL('../examples/worked-examples.json', import.meta.url), 'utf8')));

/** In the shape of the worked examples: credits as numbers, an empty text where none is due. */
function asPublished(result: ReferenceResult): object {
  return {
    ...result,
    annual_ft_credits: Number(result.annual_ft_credits),
    terms: result.terms.map((term) => ({
      ...term,
      warning: term.has_warning === false ? '' : 'a warning',
      adjustment_explanation: term.has_adjustment_explanation ? 'an explanation' : '',
    })),
  };
}

describe('worked examples', () => {
  it.each(examples)('$name', ({ request, expected }) => {
    expect(asPublished(calculated(request))).toMatchObject(expected);
  });
});

describe('resolved inputs and percent', () => {
  it('takes missing full-time credits as 12 and missing credits as full time', () => {
    const { terms, annual_ft_credits, reduced_annual_pct } = calculated(
      firstYear([{}, { full_time_credits: 15 }]),
    );
    expect(terms.map((term) => term.credits_enrolled)).toEqual(['12', '15']);
    expect(annual_ft_credits).toBe('27');
    expect(reduced_annual_pct).toBe(100);
    expect(terms.map((term) => term.has_warning)).toEqual([true, true]);
  });

  // 100 x credits / 24, half up
  it.each([
    ['15', 63], // 62.5 exactly
    ['14.9999999999999', 62], // just below 62.5
    ['15.0000000000001', 63], // just above 62.5
    ['12.12', 51], // 50.5 exactly
    ['12.119999', 50], // 50.49999...
    ['24', 100],
    ['30', 100], // 125, capped
    ['0', 0],
  ])('%s of 24 credits are %i percent', (credits, percent) => {
    const result = calculated(firstYear([{ full_time_credits: 24, credits_enrolled: credits }]));
    expect(result.reduced_annual_pct).toBe(percent);
  });

  // Fall 12 and spring 12 of 12; an optional summer adds to both sides, or to neither.
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
    expect(result).toMatchObject({
      annual_ft_credits: '0',
      reduced_annual_pct: 0,
      warning_kinds: ['nothing_payable', 'terms.0:not_enrolled'],
    });
  });

  // 12 + 15 listed. Two missing terms of the largest, 15: 27 + 30 = 57; 27 / 57 = 47.4 percent.
  it.each([
    [null, '27', 100],
    [2, '27', 100],
    [3, '42', 64], // 27 / 42 = 64.3
    [4, '57', 47],
  ])('measures two listed terms against a year of %s', (academic_year_terms, annual, percent) => {
    const terms = [{ full_time_credits: 12 }, { full_time_credits: 15 }];
    const result = calculated(firstYear(terms, { academic_year_terms }));
    expect(result).toMatchObject({ annual_ft_credits: annual, reduced_annual_pct: percent });
  });
});

describe('annual limits and eligibility', () => {
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
    [20500.4, 15375, 0], // 0.40 x 75 % = 0.30, half up 0
    [20500.67, 15375, 1], // 0.67 x 75 % = 0.5025, half up 1
    [15000, 11250, 0],
    [40000, 15375, 7125], // 9,500: the limit leaves more than the cost does
  ])('a program limit of %d holds down a legacy borrower', (total_limit, unsub, gradPlus) => {
    const rest = { is_legacy_borrower: true, cost_of_attendance: 30000, total_limit };
    const result = calculated(graduate([{}, { credits_enrolled: 6 }], rest));
    expect(result.annual_basic_eligibility_unsub).toBe(unsub);
    expect(result.annual_basic_eligibility_grad_plus).toBe(gradPlus);
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

describe('terms', () => {
  it.each([
    ['0', 'Not Enrolled', 0, 0],
    ['5.99999999999999', 'Less Than Half-Time', 50, 0], // rounds to 50 percent and is still below half time
    ['6', 'Part-Time', 50, 50],
    ['6.00000000000001', 'Part-Time', 50, 50],
    ['11.9999999999999', 'Part-Time', 100, 100], // rounds to 100 percent and is still below full time
    ['12', 'Full-Time', 100, 100],
    ['15', 'Full-Time', 100, 100],
    ['7.5', 'Part-Time', 63, 63], // 62.5
  ])('%s of 12 credits', (credits_enrolled, status, intensity, disbursed) => {
    const [term] = calculated(firstYear([{ credits_enrolled }])).terms;
    expect(term?.enrollment_status).toBe(status);
    expect([term?.enrollment_intensity_pct, term?.disbursement_pct]).toEqual([intensity, disbursed]);
  });
});

describe('distribution', () => {
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
