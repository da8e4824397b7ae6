import { describe, expect, it } from 'vitest';
import { calculated, firstYear, warningsOf } from './test-students.js';

describe('warnings', () => {
  it.each([
    ['grade_level', { degree_level: 'graduate' }],
    ['cost_of_attendance', { cost_of_attendance: 1000 }],
    ['is_legacy_borrower', { is_legacy_borrower: true }],
    ['plus_denied', { dependency_status: 'independent', plus_denied: true }],
    ['total_limit', { total_limit: 5500 }],
  ])('%s without effect', (field, rest) => {
    const result = calculated(firstYear([{ credits_enrolled: 12 }, { credits_enrolled: 12 }], rest));
    expect(result.warning_kinds).toEqual([`no_effect:${field}`]);
    expect(result.warnings_at_least).toBe(1);
  });

  it('counts a term below half time, nothing payable, and unknown fields', () => {
    const result = calculated({
      ...firstYear([{ credits_enrolled: 5 }], { academic_year_terms: 2 }),
      extra: 1,
      other: 2,
    });
    expect(result.warning_kinds).toEqual(['nothing_payable', 'unknown_fields', 'terms.0:below_half_time']);
    expect(result.warnings_at_least).toBe(3);
  });

  // Twice 12 is 24: a slip such as 60 for 6 is above it, a heavy load is not.
  it.each([
    ['23.999', false],
    ['24', false],
    ['24.001', true],
  ])('%s credits of 12 warn of a slip: %s', (credits_enrolled, warns) => {
    const sentence = `Term 1: ${credits_enrolled} credits are more than twice the full-time credits of 12: check for a typo.`;
    const request = firstYear([{ credits_enrolled }], { academic_year_terms: 2 });
    expect(warningsOf(request)).toEqual(warns ? [sentence] : []);
  });

  it('measures the slip on final credits, and on the full-time credits of the term', () => {
    const fall = { credits_enrolled: 6, actual_final_credits: 13, full_time_credits: 6 };
    expect(warningsOf(firstYear([fall, { credits_enrolled: 25, actual_final_credits: 6 }]))).toEqual([
      'Term 1: 13 credits are more than twice the full-time credits of 6: check for a typo.',
    ]);
  });

  it.each([
    [['Fall', ' Fall', 'Spring', 'Spring '], '"Fall" and "Spring"'],
    [['Fall', 'Fall', 'Fall ', 'Spring'], '"Fall"'],
  ])('names each label that terms share once, blanks around it aside: %j', (labels, named) => {
    const request = firstYear(labels.map((label) => ({ label, credits_enrolled: 12 })));
    expect(warningsOf(request)).toEqual([
      `More than one term is called ${named}: check that none is listed twice.`,
    ]);
  });

  it('names eligibility that no term can take', () => {
    const fall = { credits_enrolled: 12, prior_disbursement_unsub: 1000 };
    expect(warningsOf(firstYear([fall], { academic_year_terms: 2 }))).toEqual([
      '$1,750 of unsubsidized eligibility cannot be paid in any term: every term that is at least half time is already paid.',
    ]);
  });

  it('gathers the own ones of the student first, then those of each term behind its label', () => {
    const request = firstYear([{}, { credits_enrolled: 5 }], { total_limit: 6000 });
    expect(warningsOf(request)).toEqual([
      'total_limit of $6,000 has no effect: it is not lower than the statutory limit of $5,500.',
      'Term 1: Full-time enrollment of 12 credits was assumed because credits_enrolled was not given.',
      'Term 2: Enrollment is less than half time, so nothing new is disbursed for this term.',
    ]);
  });

  const SINGLE_TERM =
    'Only one term was given, and it was taken for the whole academic year. If the year has more terms, give academic_year_terms or the other terms.';

  it.each<[string, readonly object[], number | null, readonly string[]]>([
    ['a single term', [{ credits_enrolled: 12 }], null, [SINGLE_TERM]],
    ['a single term of a year of two', [{ credits_enrolled: 12 }], 2, []],
    ['two terms', [{ credits_enrolled: 12 }, { credits_enrolled: 12 }], null, []],
  ])(
    '%s says whether it was taken for the whole academic year',
    (_, terms, academic_year_terms, warnings) => {
      expect(warningsOf(firstYear([...terms], { academic_year_terms }))).toEqual(warnings);
    },
  );
});
