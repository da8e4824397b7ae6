import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../reference/wire.js';
import { firstYear, graduate, refusalMessages, refusedFields, warningsOf } from './test-students.js';

const terms = [{}, {}];
const legacy = { is_legacy_borrower: true, cost_of_attendance: 30_000 };

it.each([
  ['$3,500, the subsidized maximum', {}],
  ['$1,000.50, the total limit', { grade_level: 'second_year', total_limit: '1000.5' }],
])('a subsidized amount (section 8) names the amount that it cannot exceed: %s', (most, rest) => {
  const student = firstYear(terms, { subsidized_amount: '3500.01', ...rest });
  expect(refusalMessages(student)['subsidized_amount']).toBe(
    `Cannot exceed ${most} of this student. Given: $3,500.01.`,
  );
});

it('a cost of attendance that is needed (section 8) is asked for in words', () => {
  expect(refusalMessages(graduate(terms, { is_legacy_borrower: true }))['cost_of_attendance']).toBe(
    'A legacy graduate borrower needs a cost of attendance, less other financial assistance. Nothing was given.',
  );
});

describe('prior disbursements (section 8)', () => {
  /** The fields refused if a loan type was paid `first` in the fall and `second` in the spring. */
  function paid(student: WireRequest, loan: 'sub' | 'unsub' | 'grad_plus', first: number, second: number) {
    const field = `prior_disbursement_${loan}`;
    const terms = student.terms.map((term, at) => ({ ...term, [field]: [first, second][at] }));
    return refusedFields({ ...student, terms });
  }

  it.each<[string, WireRequest, 'sub' | 'unsub' | 'grad_plus', number]>([
    ['subsidized amount, its cents aside', firstYear(terms, { subsidized_amount: '3000.99' }), 'sub', 3000],
    ['rest of 3,499.50', firstYear(terms, { subsidized_amount: '2000.5' }), 'unsub', 3499],
    ['rest of a program limit', firstYear(terms, { subsidized_amount: 1, total_limit: 4000 }), 'unsub', 3999],
    ['total after a PLUS denial', firstYear(terms, { plus_denied: true }), 'unsub', 9500],
    ['limit of a graduate', graduate(terms), 'unsub', 20_500],
    ['Grad PLUS gap', graduate(terms, legacy), 'grad_plus', 9500],
    ['Grad PLUS in a program limit', graduate(terms, { ...legacy, total_limit: 25_000 }), 'grad_plus', 4500],
    ['Grad PLUS of a new graduate', graduate(terms), 'grad_plus', 0],
  ])('may reach the %s and not pass it', (_, student, loan, base) => {
    const crossed = (term: number) => [`terms.${term}.prior_disbursement_${loan}`];
    const first = Math.floor(base / 2);
    if (base > 0) expect(paid(student, loan, first, base - first - 1)).toEqual([]);
    expect(paid(student, loan, first, base - first)).toEqual([]);
    expect(paid(student, loan, first, base - first + 1)).toEqual(crossed(1));
    // The first payment alone exceeds it, so only the first is named.
    expect(paid(student, loan, base + 1, 1)).toEqual(crossed(0));
  });

  it('name the amount that they cannot exceed and what was given', () => {
    const student = firstYear([{ prior_disbursement_unsub: 4000 }, { prior_disbursement_unsub: 2000 }]);
    expect(refusalMessages(student)).toEqual({
      'terms.1.prior_disbursement_unsub': 'Cannot exceed $5,500 in total. Given up to this term: $6,000.',
    });
    expect(refusalMessages(firstYear([{ prior_disbursement_grad_plus: 1 }]))).toMatchObject({
      'terms.0.prior_disbursement_grad_plus': expect.stringMatching(
        /Grad PLUS loans; a Parent PLUS loan does not belong here\.$/,
      ),
    });
  });
});

it.each([
  [['Fall', ' Fall', 'Spring', 'Spring '], '"Fall" and "Spring"'],
  [['Fall', 'Fall', 'Fall ', 'Spring'], '"Fall"'],
])('a warning names each label that terms share once, blanks around it aside: %j', (labels, named) => {
  const request = firstYear(labels.map((label) => ({ label, credits_enrolled: 12 })));
  expect(warningsOf(request)).toEqual([
    `More than one term is called ${named}: check that none is listed twice.`,
  ]);
});

// The traces of the worked examples cover other sentences about over-disbursement.
it('a warning calls an over-disbursement an overaward where no credits changed', () => {
  const fall = { credits_enrolled: 6, prior_disbursement_unsub: 5500 };
  expect(warningsOf(firstYear([fall, { credits_enrolled: 12 }]))).toEqual([
    'Term 1: $1,375 unsubsidized was disbursed beyond the eligibility for the year. Nothing later can absorb it. It is an overaward, which has to be resolved before any more federal aid is paid.',
  ]);
});

it('a program limit that payments leave nothing of for Grad PLUS is not said to have no effect', () => {
  const fall = { full_time_credits: 9, actual_final_credits: 4.5, prior_disbursement_unsub: 20_000 };
  const legacy = { is_legacy_borrower: true, cost_of_attendance: 21_500 };
  const terms = [fall, { full_time_credits: 9, credits_enrolled: 4.5 }];
  const warnings = warningsOf(graduate(terms, { ...legacy, total_limit: 40_000 })).join(' ');
  expect(warnings).toContain('The Grad PLUS amount that remains is $500 lower because of it');
  expect(warnings).not.toContain('no effect');
});

it('the own warnings of the student come first, then those of each term behind its label', () => {
  const request = firstYear([{}, { credits_enrolled: 5 }], { total_limit: 6000 });
  expect(warningsOf(request)).toEqual([
    'total_limit of $6,000 has no effect on the subsidized and unsubsidized loans: it is not lower than the statutory limit of $5,500.',
    'Term 1: No credits were given, so full-time enrollment (12 credits) was assumed.',
    'Term 2: Enrollment is less than half time, so nothing new is disbursed for this term.',
  ]);
});
