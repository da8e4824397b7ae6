import { describe, expect, it } from 'vitest';
import { CURRENT_AWARD_YEAR, limitsFor } from '../../src/engine/limits.js';

describe('the table of annual limits', () => {
  it('refuses an award year that it does not know, naming those it knows', () => {
    // 2025-26 ended the day before the proration rule took effect, 30 June 2026.
    expect(() => limitsFor('2025-26')).toThrow(/2025-26.*2026-27/);
    expect(() => limitsFor('constructor')).toThrow(/constructor/);
  });

  it('has a citation for every limit', () => {
    const { effective, citations, ...limits } = limitsFor(CURRENT_AWARD_YEAR);
    expect(effective).toBe('2026-07-01');
    expect(Object.keys(citations).sort()).toEqual(Object.keys(limits).sort());
    for (const citation of Object.values(citations)) expect(citation).toMatch(/CFR|U\.S\.C\./);
  });

  it('has one subsidized maximum for each grade level, dependent or independent', () => {
    const { dependentUndergraduate, independentUndergraduate } = limitsFor(CURRENT_AWARD_YEAR);
    for (const grade of ['first_year', 'second_year', 'third_year_and_beyond'] as const) {
      expect(independentUndergraduate[grade].subsidizedMaximum).toBe(
        dependentUndergraduate[grade].subsidizedMaximum,
      );
    }
  });
});
