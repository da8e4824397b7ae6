import { expect, it } from 'vitest';
import { firstYear, warningsOf } from './test-students.js';

it.each([
  [['Fall', ' Fall', 'Spring', 'Spring '], '"Fall" and "Spring"'],
  [['Fall', 'Fall', 'Fall ', 'Spring'], '"Fall"'],
])('a warning names each label that terms share once, blanks around it aside: %j', (labels, named) => {
  const request = firstYear(labels.map((label) => ({ label, credits_enrolled: 12 })));
  expect(warningsOf(request)).toEqual([
    `More than one term is called ${named}: check that none is listed twice.`,
  ]);
});

// Other sentences about an over-disbursement are in the traces of the worked examples.
it('a warning calls an over-disbursement an overaward where no credits changed', () => {
  const fall = { credits_enrolled: 6, prior_disbursement_unsub: 5500 };
  expect(warningsOf(firstYear([fall, { credits_enrolled: 12 }]))).toEqual([
    'Term 1: $1,375 unsubsidized was disbursed beyond the eligibility for the year. Nothing later can absorb it. It is an overaward, which has to be resolved before any more federal aid is paid.',
  ]);
});

it('the own warnings of the student come first, then those of each term behind its label', () => {
  const request = firstYear([{}, { credits_enrolled: 5 }], { total_limit: 6000 });
  expect(warningsOf(request)).toEqual([
    'total_limit of $6,000 has no effect on the subsidized and unsubsidized loans: it is not lower than the statutory limit of $5,500.',
    'Term 1: Full-time enrollment of 12 credits was assumed because credits_enrolled was not given.',
    'Term 2: Enrollment is less than half time, so nothing new is disbursed for this term.',
  ]);
});
