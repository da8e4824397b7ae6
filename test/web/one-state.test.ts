import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_TERMS } from '../../src/engine/student.js';
import { type Answered, answerTo, assumptionsOf } from '../../src/web/one/answer.js';
import {
  BLANK_CASE,
  type Case,
  linkTo,
  offeredFullTime,
  requestOf,
  withFullTime,
  withoutTerm,
  withTerm,
} from '../../src/web/one/case.js';
import { noticeText } from '../../src/web/one/notice.js';
import { firstSentences } from '../../src/web/one/payments.js';
import { FIRST_STATE, nextState, type OneEvent, type OneState } from '../../src/web/one/state.js';
import { forAll } from '../support/runs.js';
import { fallPaid, TYPICAL, withEntries } from './one-cases.js';

const stateAfter = (...events: OneEvent[]) => events.reduce(nextState, FIRST_STATE);
const opened = (typed: Case): OneState => stateAfter({ type: 'address-read', hash: linkTo(typed) });

function answered(typed: Case): Answered {
  const answer = answerTo(typed);
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

const askedOf = (typed: Case) => {
  const answer = answerTo(typed);
  return answer.ok ? 'calculated' : answer.questions.map(({ path }) => path);
};

test('a need below what was paid is refused with what to do', () => {
  const answer = answerTo(withEntries(fallPaid('6'), { subsidized_amount: '1000' }));
  const [message] = answer.ok ? [] : Object.values(answer.errors);
  expect(message).toMatch(
    /^Cannot exceed \$1,000 in total.* Check what was paid.* resolve the overaward first/,
  );
});

describe('nothing is calculated from a blank that decides dollars', () => {
  test('a blank page asks for everything', () => {
    expect(askedOf(BLANK_CASE)).toEqual([
      'degree_level',
      'terms.0.credits_enrolled',
      'terms.0.full_time_credits',
      'terms.1.credits_enrolled',
      'terms.1.full_time_credits',
    ]);
  });

  const graduate = { degree_level: 'graduate', is_legacy_borrower: 'true', cost_of_attendance: '30000' };
  test.each([
    ['degree_level', {}],
    ['grade_level', {}],
    ['dependency_status', {}],
    ['subsidized_amount', {}],
    ['terms.0.credits_enrolled', {}],
    ['terms.1.full_time_credits', {}],
    ['terms.1.label', {}],
    ['is_legacy_borrower', graduate],
    ['cost_of_attendance', graduate],
  ])('a student without %s is asked about', (path, entries) => {
    expect(askedOf(withEntries(TYPICAL, { ...entries, [path]: ' ' }))).toEqual([path]);
  });

  test('what is taken for granted is listed, and what is given is not', () => {
    const paths = (typed: Case) => assumptionsOf(typed).map(({ path }) => path);
    expect(paths(TYPICAL)).toEqual([
      'plus_denied',
      'total_limit',
      'academic_year_terms',
      'terms.0.actual_final_credits',
      'terms.0.prior_disbursement_sub',
      'terms.0.prior_disbursement_unsub',
    ]);
    const given = { total_limit: '5000', academic_year_terms: '3', plus_denied: 'true' };
    expect(paths(withEntries(fallPaid('9'), given))).toEqual([
      'terms.0.actual_final_credits',
      'terms.1.prior_disbursement_sub',
      'terms.1.prior_disbursement_unsub',
    ]);
    // Whether a term counts without enrollment matters if the student is not enrolled in it.
    expect(paths(withEntries(TYPICAL, { 'terms.1.credits_enrolled': '0' }))).toContain('terms.1.required');
  });
});

/** More was paid for the fall than its credits allow. */
const TOO_MUCH = { 'terms.0.prior_disbursement_unsub': '2000', 'terms.0.credits_enrolled': '6' };

describe('the notice', () => {
  const noticeOf = (typed: Case) => noticeText(answered(typed), 'equal');

  test('names each loan apart, when and how it is paid, and the right to cancel', () => {
    const notice = noticeOf(TYPICAL);
    for (const part of [
      'Fall\n  Direct Subsidized Loan: $1,540\n  Direct Unsubsidized Loan: $880\n  Date: ____________________\n  How it is paid: ____________________',
      '88 percent of the limit for full-time enrollment',
      'you may cancel all or part of a loan',
    ])
      expect(notice).toContain(part);
    expect(noticeText(answered(TYPICAL), 'proportional')).toContain('Direct Subsidized Loan: $1,760');
    const below = noticeOf(fallPaid('5'));
    expect(below).toContain('Direct Subsidized Loan: $1,540 (already paid)');
    expect(below).toContain(
      'Spring\n  No loan. Less than half time (6): 5 of 12 credits. Nothing may be paid now.',
    );
  });

  test('does not offer more than the limit to a student who was paid too much', () => {
    const overpaid = noticeOf(withEntries(fallPaid('5'), TOO_MUCH));
    expect(overpaid).not.toContain('The maximum you may borrow');
    expect(overpaid).toContain('paid above your limit for the year\n  Direct Unsubsidized Loan: $1,080');
    expect(noticeOf(fallPaid('9'))).toContain('The maximum you may borrow');
    expect(noticeOf(fallPaid('9'))).not.toContain('above your limit');
  });

  test('says why nothing is paid for a term, as the page does', () => {
    const all = { 'terms.0.prior_disbursement_sub': '3080', 'terms.0.prior_disbursement_unsub': '1760' };
    expect(noticeOf(withEntries(TYPICAL, all))).toContain(
      'Spring\n  No loan. At least half time: 9 of 12 credits. None of the limit for the year is left for this term.',
    );
  });
});

test.each([
  [
    'both terms',
    TYPICAL,
    [
      'Pay up to $2,420 for Fall and $2,420 for Spring.',
      'Or by credits: $2,766 for Fall and $2,074 for Spring.',
    ],
  ],
  [
    'one after the other was paid',
    fallPaid('9'),
    ['Pay up to $2,420 for Spring.', 'Fall keeps the $2,420 that was paid.'],
  ],
  ['nothing below half time', fallPaid('5'), ['Pay $0 for Spring.', 'Fall keeps the $2,420 that was paid.']],
  [
    'too much paid',
    withEntries(fallPaid('5'), TOO_MUCH),
    [
      'Pay nothing yet. $1,080 unsubsidized was paid above the limit: an overaward to resolve before any more federal aid is paid.',
      'Paid so far: $3,540 for Fall.',
    ],
  ],
  [
    'too much paid because credits fell, and the other loan still due',
    withEntries(TYPICAL, {
      'terms.0.actual_final_credits': '6',
      'terms.0.prior_disbursement_unsub': '1500',
      'terms.1.credits_enrolled': '6',
    }),
    [
      'Pay up to $625 for Fall and $625 for Spring.',
      'Paid so far: $1,500 for Fall.',
      'Of that, $500 unsubsidized is above the limit for the year.',
    ],
  ],
  [
    'everything settled',
    withEntries(fallPaid('9'), {
      'terms.1.prior_disbursement_sub': '10',
      'terms.1.prior_disbursement_unsub': '10',
    }),
    [
      'Pay nothing more. No term has anything left to pay.',
      'What was paid stays: $2,420 for Fall and $20 for Spring.',
    ],
  ],
  [
    'paid for a term without credits',
    withEntries(fallPaid('9'), { 'terms.0.actual_final_credits': '0' }),
    [
      'Pay $0 for Spring.',
      'Paid so far: $2,420 for Fall.',
      'Of that, $210 subsidized and $120 unsubsidized are above the limit for the year.',
    ],
  ],
])('the first sentence says what to do: %s', (_, typed, expected) => {
  expect(firstSentences(answered(typed))).toEqual(expected);
});

test.each([
  ['the subsidized maximum', { subsidized_amount: '$12,000' }, '3500'],
  ['the own limit of the program where that is lower', { total_limit: '2,000' }, '2000'],
])('a need above %s is a usual fact: that is used, and the case keeps what was typed', (_, entries, used) => {
  const typed = withEntries(TYPICAL, entries);
  const { student, cappedNeed } = answered(typed);
  expect(cappedNeed).not.toBeNull();
  expect(student).toEqual(answered(withEntries(typed, { subsidized_amount: used })).student);
  expect(requestOf(typed)['subsidized_amount']).not.toBe(used);
});

describe('terms come and go', () => {
  test('no two terms get one name, whatever is added, inserted and removed', () => {
    const change = fc.record({ at: fc.nat(MAX_TERMS - 1), how: fc.constantFrom('term', 'summer', 'remove') });
    forAll(100, fc.array(change, { maxLength: 12 }), (changes) => {
      const renamed = withEntries(TYPICAL, { 'terms.1.label': 'WINTER ' });
      const { terms } = changes.reduce((typed, { at, how }) => {
        if (how === 'remove') return typed.terms.length > 1 ? withoutTerm(typed, at) : typed;
        return withTerm(typed, at, how === 'summer');
      }, renamed);
      const names = terms.map(({ label = '' }) => label.trim().toLowerCase());
      expect(new Set(names).size).toBe(names.length);
      expect(names).not.toContain('');
      expect(names.length).toBeLessThanOrEqual(MAX_TERMS);
    });
  });

  test('a new term is asked about, with the full-time credits of its neighbor', () => {
    const typed = withTerm(TYPICAL, 1);
    expect(typed.terms[1]).toEqual({ label: 'Winter', full_time_credits: '12' });
    expect(askedOf(typed)).toEqual(['terms.1.credits_enrolled']);
  });

  test.each([
    ['header', 0],
    ['trailer', 2],
  ] as const)('a summer as %s counts only where the student enrolls', (_, place) => {
    const typed = withEntries(withTerm(TYPICAL, place, true), { [`terms.${place}.credits_enrolled`]: '0' });
    expect(answered(typed).result).toMatchObject({ annual_ft_credits: 24, reduced_annual_pct: 88 });
  });

  test('full-time credits of the first term are offered for those that have none, and replace no others', () => {
    expect(offeredFullTime(BLANK_CASE)).toBeNull();
    const typed = withEntries(BLANK_CASE, { 'terms.0.full_time_credits': '15' });
    expect(offeredFullTime(typed)).toBe('15');
    expect(withFullTime(typed, '15').terms.map((term) => term['full_time_credits'])).toEqual(['15', '15']);
    const own = withEntries(typed, { 'terms.1.full_time_credits': '9' });
    expect(offeredFullTime(own)).toBeNull();
    expect(withFullTime(own, '15')).toEqual(own);
  });
});

test('nothing of one case survives into the next', () => {
  const opening: OneEvent = { type: 'part-toggled', id: 'more', isOpen: true };
  const blank: OneEvent = { type: 'address-read', hash: linkTo(BLANK_CASE) };
  const state = nextState(nextState(opened(TYPICAL), opening), blank);
  expect(state).toMatchObject({ parts: {}, typed: BLANK_CASE });
});
