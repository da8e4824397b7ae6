import { describe, expect, it } from 'vitest';
import { firstYear, warningsOf } from './test-students.js';

describe('warnings', () => {
  it.each([
    [['Fall', ' Fall', 'Spring', 'Spring '], '"Fall" and "Spring"'],
    [['Fall', 'Fall', 'Fall ', 'Spring'], '"Fall"'],
  ])('names each label that terms share once, blanks around it aside: %j', (labels, named) => {
    const request = firstYear(labels.map((label) => ({ label, credits_enrolled: 12 })));
    expect(warningsOf(request)).toEqual([
      `More than one term is called ${named}: check that none is listed twice.`,
    ]);
  });

  // Need 3,500 of 5,500. 75%: 2,625 and 1,500, 4,125 together.
  const need = { subsidized_amount: 3500 };
  const dropped = { credits_enrolled: 12, actual_final_credits: 6 };
  const AFTER_THE_DROP =
    "What was disbursed is within the eligibility as planned. If it was disbursed before the credits changed, returning it is the school's choice. If after, it is an overaward, which has to be resolved before any more federal aid is paid.";

  it('says of an over-disbursement whether another loan makes up for it, and whether it was right as planned', () => {
    const warning = (fall: object, spring: object = {}) =>
      warningsOf(
        firstYear(
          [
            { credits_enrolled: 12, ...fall },
            { credits_enrolled: 12, ...spring },
          ],
          need,
        ),
      );
    expect(warning({ ...dropped, prior_disbursement_unsub: 2000 })).toEqual([
      `Term 1: $500 unsubsidized was disbursed beyond the eligibility for the year. The subsidized amount that remains is $500 lower because of it, so both loans together stay within the annual limit. ${AFTER_THE_DROP}`,
    ]);
    // 3,500 subsidized and 1,400 unsubsidized: 875 too much, of which the last 100 unsubsidized make up for 100.
    expect(warning({ ...dropped, prior_disbursement_sub: 3500, prior_disbursement_unsub: 1400 })[0]).toBe(
      `Term 1: $875 subsidized was disbursed beyond the eligibility for the year. The unsubsidized amount that remains is $100 lower because of it. Nothing later can absorb the other $775. ${AFTER_THE_DROP}`,
    );
    expect(
      warningsOf(
        firstYear([{ credits_enrolled: 6, prior_disbursement_unsub: 5500 }, { credits_enrolled: 12 }]),
      ),
    ).toEqual([
      'Term 1: $1,375 unsubsidized was disbursed beyond the eligibility for the year. Nothing later can absorb it. It is an overaward, which has to be resolved before any more federal aid is paid.',
    ]);
    expect(
      warningsOf(
        firstYear([
          { credits_enrolled: 6, actual_final_credits: 3, prior_disbursement_unsub: 5500 },
          { credits_enrolled: 12 },
        ]),
      )[1],
    ).toBe(
      'Term 1: $2,035 unsubsidized was disbursed beyond the eligibility for the year. Nothing later can absorb it. More was disbursed than the eligibility as planned, too: it is an overaward, which has to be resolved before any more federal aid is paid.',
    );
  });

  it('leaves what was paid for a term without credits to 34 CFR 668.22 and 668.21', () => {
    const fall = { credits_enrolled: 12, actual_final_credits: 0, prior_disbursement_unsub: 2750 };
    expect(warningsOf(firstYear([fall, { credits_enrolled: 3 }])).slice(1)).toEqual([
      'Term 1: The student is not enrolled, so nothing new is disbursed for this term.',
      'Term 1: This term was paid and has no credits: 34 CFR 668.22 decides what is returned if the student attended, 34 CFR 668.21 if not.',
      'Term 1: $2,035 unsubsidized was disbursed beyond the eligibility for the year. Nothing later can absorb it. What was disbursed is within the eligibility as planned.',
      'Term 2: Enrollment is less than half time, so nothing new is disbursed for this term.',
    ]);
  });

  it('gathers the own ones of the student first, then those of each term behind its label', () => {
    const request = firstYear([{}, { credits_enrolled: 5 }], { total_limit: 6000 });
    expect(warningsOf(request)).toEqual([
      'total_limit of $6,000 has no effect on the subsidized and unsubsidized loans: it is not lower than the statutory limit of $5,500.',
      'Term 1: Full-time enrollment of 12 credits was assumed because credits_enrolled was not given.',
      'Term 2: Enrollment is less than half time, so nothing new is disbursed for this term.',
    ]);
  });
});
