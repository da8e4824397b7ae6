import { describe, expect, it } from 'vitest';
import { CURRENT_AWARD_YEAR, limitsFor } from '../../src/engine/limits.js';

describe('the table of annual limits', () => {
  it('refuses an award year that it does not know, naming those it knows', () => {
    // 2025-26 ended the day before the proration rule took effect, 30 June 2026.
    expect(() => limitsFor('2025-26')).toThrow(/2025-26.*2026-27/);
    expect(() => limitsFor('constructor')).toThrow(/constructor/);
  });

  it('has a date, and a label and a citation for every amount', () => {
    const { effective, dependentUndergraduate, independentUndergraduate, ...others } =
      limitsFor(CURRENT_AWARD_YEAR);
    const amounts = [dependentUndergraduate, independentUndergraduate, others].flatMap((rows) =>
      Object.values(rows),
    );
    expect(effective).toBe(`${CURRENT_AWARD_YEAR.slice(0, 4)}-07-01`);
    expect(amounts).toHaveLength(9);
    for (const { subsidizedMaximum, total } of amounts) {
      for (const { source } of [subsidizedMaximum, total]) expect(source).toMatch(/CFR|U\.S\.C\./);
    }
    expect(new Set(amounts.map(({ label }) => label)).size).toBe(amounts.length);
  });
});
