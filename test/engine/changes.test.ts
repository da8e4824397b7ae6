import { describe, expect, it } from 'vitest';
import type { ReferenceResult } from '../reference/types.js';
import { calculated, firstYear, unsubsidized } from './test-students.js';

const adjustments = ({ terms }: ReferenceResult) => terms.map((term) => term.adjustment_unsub);
const sources = ({ terms }: ReferenceResult) => terms.map((term) => term.adjustment_source_index);
const flags = ({ terms }: ReferenceResult) => terms.map((term) => term.final_term_overdisbursement);

describe('changes after a disbursement (section 7)', () => {
  it('adds what a rise in credits leaves to pay', () => {
    // Planned 6 + 12 of 24 = 75% = 4,125; now 100% = 5,500. Paid 2,062. Left 3,438 instead of 2,063: + 1,375.
    const fall = { credits_enrolled: 6, actual_final_credits: 12, prior_disbursement_unsub: 2062 };
    const result = calculated(firstYear([fall, {}]));
    expect(unsubsidized(result, 'equal')).toEqual([2062, 3438]);
    expect(adjustments(result)).toEqual([0, 1375]);
    expect(sources(result)).toEqual([null, 0]);
  });

  it('puts the odd dollar of a deduction on the later term', () => {
    // Planned 100% = 5,500; now 30 of 36 = 83% = 4,565. Paid 1,833. Left 2,732 instead of 3,667: - 935 = - 467 - 468.
    const fall = { actual_final_credits: 6, prior_disbursement_unsub: 1833 };
    const result = calculated(firstYear([fall, {}, {}]));
    expect(unsubsidized(result, 'equal')).toEqual([1833, 1366, 1366]);
    expect(adjustments(result)).toEqual([0, -467, -468]);
  });

  it('compares with the plan throughout: an optional term dropped leaves the year too', () => {
    // Planned 12 + 12 + 6 of 36 = 83% = 4,565. Now 24 of 24 = 100% = 5,500. Paid 1,522: 3,978 left, not 3,043: + 935.
    const summer = { required: false, credits_enrolled: 6, actual_final_credits: 0 };
    const result = calculated(firstYear([{ prior_disbursement_unsub: 1522 }, {}, summer]));
    expect(result.annual_ft_credits).toBe('24');
    expect(unsubsidized(result, 'equal')).toEqual([1522, 3978, 0]);
    expect(adjustments(result)).toEqual([0, 935, 0]);
    expect(sources(result)).toEqual([null, 2, null]);
  });

  it('names the latest of several changed terms', () => {
    // Planned 36 of 36 = 5,500. Now 9 + 9 + 12 = 30 of 36 = 83% = 4,565. Paid 1,833. The one open term: - 935.
    const fall = { actual_final_credits: 9, prior_disbursement_unsub: 1833 };
    const spring = { actual_final_credits: 9, prior_disbursement_unsub: 0 };
    const result = calculated(firstYear([fall, spring, {}]));
    expect(adjustments(result)).toEqual([0, 0, -935]);
    expect(sources(result)).toEqual([null, null, 1]);
  });

  it('adjusts nothing before anything of the loan type is disbursed', () => {
    const result = calculated(firstYear([{ actual_final_credits: 6, prior_disbursement_sub: 0 }, {}]));
    expect(adjustments(result)).toEqual([0, 0]);
    expect(result.terms.map((term) => term.has_adjustment_explanation)).toEqual([false, false]);
  });
});

describe('over-disbursement (section 7.5)', () => {
  // 6 of 24 = 25% of 3,500 = 875 subsidized; 1,750 were paid in fall. Excess 875.
  const fall = { actual_final_credits: 6, prior_disbursement_sub: 1750, prior_disbursement_unsub: 400 };
  const need = { subsidized_amount: 3500 };

  it('marks the last term that was paid, not a later one with a recorded 0', () => {
    const spring = { actual_final_credits: 0, prior_disbursement_sub: 0 };
    const result = calculated(firstYear([fall, spring], need));
    expect(flags(result)).toEqual([true, false]);
    expect(result.terms[0]?.has_warning).toBe(true);
  });

  it('keeps what was disbursed in both options and leaves the rest unsplit without an open term', () => {
    // Unsubsidized: 25% of 5,500 = 1,375 - 875 = 500; 400 paid; 100 left and no open term to pay it in.
    const result = calculated(firstYear([fall, { actual_final_credits: 0 }], need));
    expect(result.annual_basic_eligibility_unsub).toBe(500);
    expect(result.total_equal).toEqual({ subsidized: 1750, unsubsidized: 400, grad_plus: 0 });
    expect(result.total_proportional).toEqual(result.total_equal);
  });

  it('is none when exactly the reduced limit was disbursed', () => {
    const exact = { actual_final_credits: 6, prior_disbursement_sub: 875 };
    expect(flags(calculated(firstYear([exact, { actual_final_credits: 0 }], need)))).toEqual([false, false]);
  });
});
