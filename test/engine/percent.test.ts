import { describe, expect, it } from 'vitest';
import { calculated, firstYear } from './test-students.js';

describe('the percent of the year (sections 1 and 2)', () => {
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
      warning_kinds: ['nothing_payable', 'single_term', 'terms.0:not_enrolled'],
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
