import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIELDS } from '../../src/contract/field-list.js';
import { readJsonStudent } from '../../src/contract/json-student.js';
import { MAX_TERMS } from '../../src/engine/student.js';
import { answerTo } from '../../src/web/one/answer.js';
import { assumptionsOf } from '../../src/web/one/assumptions.js';
import { BLANK_CASE, requestOf } from '../../src/web/one/case.js';
import { linkTo } from '../../src/web/one/case-link.js';
import { offeredFullTime } from '../../src/web/one/case-terms.js';
import { firstSentences } from '../../src/web/one/first-sentence.js';
import { noticeText } from '../../src/web/one/notice.js';
import {
  FIRST_STATE,
  hasUnsavedWork,
  nextState,
  type OneEvent,
  type OneState,
} from '../../src/web/one/state.js';
import { textProblem } from '../../src/web/one/typed-text.js';
import { fallPaid, TYPICAL, withEntries } from './one-cases.js';

const stateAfter = (...events: OneEvent[]) => events.reduce(nextState, FIRST_STATE);
const opened = (typed = TYPICAL): OneState => stateAfter({ type: 'address-read', hash: linkTo(typed) });

const sentences = (typed: typeof TYPICAL) => {
  const answer = answerTo(typed);
  return answer.ok ? firstSentences(answer) : [JSON.stringify(answer)];
};

test('a need below what was paid is refused with what to do', () => {
  const answer = answerTo(withEntries(fallPaid('6'), { subsidized_amount: '1000' }));
  const [message] = answer.ok ? [] : Object.values(answer.errors);
  expect(message).toMatch(/^Cannot exceed \$1,000 in total.* Check the subsidized need and what was paid/);
});

describe('nothing is calculated from a blank that decides dollars', () => {
  test('a blank page asks for everything, and calculates nothing', () => {
    const answer = answerTo(FIRST_STATE.typed);
    expect(answer).toMatchObject({ ok: false, errors: {} });
    expect(answer.ok ? [] : answer.questions.map(({ path }) => path)).toEqual([
      'degree_level',
      'terms.0.credits_enrolled',
      'terms.0.full_time_credits',
      'terms.1.credits_enrolled',
      'terms.1.full_time_credits',
    ]);
  });

  test.each([
    'degree_level',
    'grade_level',
    'dependency_status',
    'subsidized_amount',
    'terms.0.credits_enrolled',
    'terms.1.full_time_credits',
    'terms.1.label',
  ])('an undergraduate without %s is asked about', (path) => {
    const answer = answerTo(withEntries(TYPICAL, { [path]: ' ' }));
    expect(answer.ok ? 'calculated' : answer.questions.map((question) => question.path)).toEqual([path]);
  });

  test.each([
    ['is_legacy_borrower', { is_legacy_borrower: '' }],
    ['cost_of_attendance', { is_legacy_borrower: 'true' }],
  ])('a professional student without %s is asked about', (path, entries) => {
    const answer = answerTo(withEntries(TYPICAL, { degree_level: 'professional', ...entries }));
    expect(answer.ok ? 'calculated' : answer.questions.map((question) => question.path)).toEqual([path]);
  });

  test('what is taken for granted is listed, and what is given is not', () => {
    const paths = (typed: typeof TYPICAL) => assumptionsOf(typed).map(({ path }) => path);
    expect(paths(TYPICAL)).toEqual([
      'plus_denied',
      'total_limit',
      'academic_year_terms',
      'terms.0.actual_final_credits',
      'terms.0.prior_disbursement_sub',
    ]);
    const given = { total_limit: '5000', academic_year_terms: '3', plus_denied: 'true' };
    expect(paths(withEntries(fallPaid('9'), given))).toEqual([
      'terms.0.actual_final_credits',
      'terms.1.prior_disbursement_sub',
    ]);
    // A term counts even without enrollment, which decides something where there is none.
    expect(paths(withEntries(TYPICAL, { 'terms.1.credits_enrolled': '0' }))).toContain('terms.1.required');
  });

  test('a loan of which nothing is entered as paid, beside one that was paid, was not paid', () => {
    const texts = assumptionsOf(withEntries(fallPaid('9'), { 'terms.0.prior_disbursement_unsub': '' }));
    expect(texts).toContainEqual({
      text: 'Fall: no unsubsidized loan was paid so far.',
      path: 'terms.0.prior_disbursement_unsub',
    });
  });
});

test('the notice does not offer more than the limit to a student who was paid too much', () => {
  const paid = { 'terms.0.prior_disbursement_unsub': '2000', 'terms.0.credits_enrolled': '6' };
  const [overpaid, usual] = [withEntries(fallPaid('5'), paid), fallPaid('9')].map((typed) => {
    const answer = answerTo(typed);
    return answer.ok ? noticeText(answer, 'equal') : JSON.stringify(answer);
  });
  expect(overpaid).not.toContain('The maximum you may borrow');
  expect(overpaid).toContain('paid above your limit for the year\n  Direct Unsubsidized Loan: $1,080');
  expect(usual).toContain('The maximum you may borrow');
  expect(usual).not.toContain('above your limit');
});

test('the notice says why nothing is paid for a term: its limit is used up only where it is', () => {
  const noticeOf = (entries: Readonly<Record<string, string>>) => {
    const answer = answerTo(withEntries(TYPICAL, entries));
    return answer.ok ? noticeText(answer, 'equal') : JSON.stringify(answer);
  };
  const zero = { 'terms.0.prior_disbursement_sub': '0', 'terms.0.prior_disbursement_unsub': '0' };
  expect(noticeOf({ ...zero, 'terms.0.actual_final_credits': '12' })).toContain(
    'Fall\n  No loan: nothing was paid for this term, and its credits are final.',
  );
  const all = { 'terms.0.prior_disbursement_sub': '3080', 'terms.0.prior_disbursement_unsub': '1760' };
  expect(noticeOf(all)).toContain('Spring\n  No loan: no part of the annual limit is left for this term.');
});

describe('the first sentence says what to do', () => {
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
    [
      'nothing below half time',
      fallPaid('5'),
      ['Pay $0 for Spring.', 'Fall keeps the $2,420 that was paid.'],
    ],
    [
      'too much paid',
      withEntries(fallPaid('5'), {
        'terms.0.prior_disbursement_unsub': '2000',
        'terms.0.credits_enrolled': '6',
      }),
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
      'paid for a term without credits',
      withEntries(fallPaid('9'), { 'terms.0.actual_final_credits': '0' }),
      [
        'Pay $0 for Spring.',
        'Paid so far: $2,420 for Fall.',
        'Of that, $210 subsidized and $120 unsubsidized are above the limit for the year.',
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
  ])('%s', (_, typed, expected) => {
    expect(sentences(typed)).toEqual(expected);
  });
});

describe('need above the subsidized maximum', () => {
  test('is a usual fact: the maximum is used, and the case keeps what was typed', () => {
    const typed = withEntries(TYPICAL, { subsidized_amount: '$12,000' });
    const answer = answerTo(typed);
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    const capped = answerTo(TYPICAL);
    expect(answer.result).toEqual(capped.ok ? capped.result : null);
    expect(answer.request['subsidized_amount']).toBe('3500');
    expect(answer.cappedNeed).toMatchObject({ isProgramLimit: false });
    expect(requestOf(typed)['subsidized_amount']).toBe('12000');
  });

  test('is bounded by the own limit of the program where that is lower', () => {
    const answer = answerTo(withEntries(TYPICAL, { total_limit: '2,000' }));
    expect(answer.ok && [answer.request['subsidized_amount'], answer.cappedNeed?.isProgramLimit]).toEqual([
      '2000',
      true,
    ]);
  });

  test('one within it is used as it is', () => {
    const answer = answerTo(TYPICAL);
    expect(answer.ok && answer.cappedNeed).toBeNull();
  });
});

describe('terms come and go', () => {
  const change = fc.oneof(
    fc.record({
      type: fc.constant('term-added' as const),
      at: fc.nat(MAX_TERMS),
      isSummer: fc.boolean(),
    }),
    fc.record({ type: fc.constant('term-removed' as const), index: fc.nat(MAX_TERMS - 1) }),
  );

  test('no two terms get one name, whatever is added, inserted and removed', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (events) => {
        const { terms } = events.reduce(nextState, opened()).typed;
        const names = terms.map(({ label = '' }) => label.toLowerCase());
        expect(new Set(names).size).toBe(names.length);
        expect(names.length).toBeGreaterThanOrEqual(1);
        expect(names.length).toBeLessThanOrEqual(MAX_TERMS);
      }),
    );
  });

  test('a name that a person gave is not given again in other capitals', () => {
    const renamed = nextState(opened(), {
      type: 'typed',
      place: { name: 'label', term: 1 },
      text: 'WINTER ',
    });
    const { terms } = nextState(renamed, { type: 'term-added', at: 1, isSummer: false }).typed;
    expect(terms.map(({ label }) => label)).toEqual(['Fall', 'Spring', 'WINTER ']);
  });

  test('a new term is asked about, at its place, with the full-time credits of its neighbor', () => {
    const state = nextState(opened(), { type: 'term-added', at: 1, isSummer: false });
    expect(state.typed.terms[1]).toEqual({ label: 'Winter', full_time_credits: '12' });
    expect(state.focus).toEqual({ id: 'terms.1.credits_enrolled' });
    expect(answerTo(state.typed)).toMatchObject({ questions: [{ path: 'terms.1.credits_enrolled' }] });
  });

  test.each([
    ['header', 0],
    ['trailer', 2],
  ] as const)('a summer as %s counts only where the student enrolls', (_, place) => {
    const state = nextState(opened(), { type: 'term-added', at: place, isSummer: true });
    const typed = withEntries(state.typed, { [`terms.${place}.credits_enrolled`]: '0' });
    const answer = answerTo(typed);
    expect(answer.ok && [answer.result.annual_ft_credits, answer.result.reduced_annual_pct]).toEqual([
      24, 88,
    ]);
  });

  test('what was removed can be brought back', () => {
    const removed = nextState(opened(), { type: 'term-removed', index: 1 });
    expect(removed.note?.text).toBe('Spring was removed.');
    expect(nextState(removed, { type: 'undone' }).typed).toEqual(opened().typed);
  });
});

describe('+ and −', () => {
  const step = (path: string, text: string, direction: 1 | -1) => {
    const [, place, name = path] = /^terms\.(\d)\.(.*)$/.exec(path) ?? [];
    const at = { name, term: place === undefined ? null : Number(place) };
    const state = nextState(opened(withEntries(TYPICAL, { [path]: text })), {
      type: 'stepped',
      place: at,
      direction,
    });
    const typed = state.typed;
    return (at.term === null ? typed.student : typed.terms[at.term])?.[name];
  };

  test.each([
    ['subsidized_amount', '3,500', 1, '3,600'],
    ['subsidized_amount', '$3,500.50', -1, '3,400.50'],
    ['subsidized_amount', '950', 1, '1050'],
    ['subsidized_amount', '50', -1, '0'],
    ['subsidized_amount', '', 1, '100'],
    ['subsidized_amount', 'much', 1, 'much'],
    ['terms.0.credits_enrolled', '7.25', -1, '6.25'],
    ['terms.0.credits_enrolled', '0.5', -1, '0'],
    ['terms.0.credits_enrolled', '', 1, '1'],
    ['terms.0.credits_enrolled', '0.1', 1, '1.1'],
  ] as const)('%s %j, in direction %i, is %j', (path, text, direction, expected) => {
    expect(step(path, text, direction)).toBe(expected);
  });
});

describe('full-time credits of the first term', () => {
  const fullTimeOf = ({ typed }: OneState) => typed.terms.map((term) => term['full_time_credits'] ?? '');
  const typing = (text: string, term = 0): OneEvent => ({
    type: 'typed',
    place: { name: 'full_time_credits', term },
    text,
  });

  test('are offered for the terms that have none, and put there when accepted', () => {
    const typed = stateAfter(typing('15'));
    expect(offeredFullTime(typed.typed)).toBe('15');
    expect(answerTo(typed.typed).ok).toBe(false);
    const accepted = nextState(typed, { type: 'full-time-accepted' });
    expect(fullTimeOf(accepted)).toEqual(['15', '15']);
    expect(offeredFullTime(accepted.typed)).toBeNull();
  });

  test('never replace those that a term has', () => {
    const own = stateAfter(typing('15'), typing('9', 1));
    expect(offeredFullTime(own.typed)).toBeNull();
    expect(fullTimeOf(nextState(own, { type: 'full-time-accepted' }))).toEqual(['15', '9']);
    expect(offeredFullTime(FIRST_STATE.typed)).toBeNull();
  });
});

describe('what would be lost', () => {
  const typing: OneEvent = { type: 'typed', place: { name: 'credits_enrolled', term: 0 }, text: '12' };

  test('is asked about once something was typed, and no longer once it is kept or taken back', () => {
    expect(hasUnsavedWork(FIRST_STATE)).toBe(false);
    expect(hasUnsavedWork(opened())).toBe(false);
    expect(hasUnsavedWork(stateAfter({ type: 'example-loaded' }))).toBe(false);
    const typed = stateAfter(typing);
    expect(hasUnsavedWork(typed)).toBe(true);
    expect(hasUnsavedWork(nextState(typed, { type: 'kept' }))).toBe(false);
    expect(hasUnsavedWork(nextState(typed, { ...typing, text: '' }))).toBe(false);
  });

  test.each(['example-loaded', 'started-again'] as const)('can be brought back after %s', (type) => {
    const replaced = nextState(stateAfter(typing), { type });
    expect(replaced.typed).not.toEqual(stateAfter(typing).typed);
    const back = nextState(replaced, { type: 'undone' });
    expect(back.typed).toEqual(stateAfter(typing).typed);
    expect(hasUnsavedWork(back)).toBe(true);
  });

  test('a blank page that starts again has nothing to bring back', () => {
    expect(
      nextState(stateAfter({ type: 'example-loaded' }), { type: 'started-again' }).note?.undo,
    ).not.toBeNull();
    expect(stateAfter({ type: 'example-loaded' }).note?.undo).toBeNull();
    expect(stateAfter({ type: 'started-again' })).toBe(FIRST_STATE);
  });

  test('is asked about after Back has brought it back, too', () => {
    const link = linkTo(stateAfter(typing).typed);
    const replaced = nextState(stateAfter(typing), { type: 'example-loaded' });
    expect(hasUnsavedWork(nextState(replaced, { type: 'address-read', hash: link }))).toBe(true);
  });
});

test('nothing of one case survives into the next', () => {
  const used = [
    { type: 'part-toggled', id: 'figure-reduced_annual_pct', isOpen: true },
    { type: 'part-toggled', id: 'more', isOpen: true },
  ] satisfies OneEvent[];
  const state = nextState(used.reduce<OneState>(nextState, opened()), {
    type: 'address-read',
    hash: linkTo(BLANK_CASE),
  });
  expect(state).toMatchObject({ parts: {}, typed: BLANK_CASE });
});

test('an event changes no state that came before it', () => {
  const state = opened();
  const before = structuredClone(state);
  nextState(state, { type: 'typed', place: { name: 'label', term: 0 }, text: 'x' });
  nextState(state, { type: 'term-removed', index: 0 });
  expect(state).toEqual(before);
});

test('a text is refused on the page where the service refuses it, and nowhere else', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      '0',
      '-1',
      '1.5',
      '3,500',
      '$3,500.00',
      '1e3',
      '0,5',
      '999999999',
      '1000000000',
      'true',
      '3',
    ),
    fc.constantFrom(
      '12.00000000000000001',
      '.5',
      '5.',
      'first_year',
      'dependent',
      '100.50',
      '-0.5',
      '9'.repeat(16),
    ),
  );
  for (const field of FIELDS.filter(({ name }) => name !== 'label')) {
    fc.assert(
      fc.property(text, (given) => {
        const trimmed = given.trim();
        fc.pre(trimmed !== '');
        const isTerm =
          TYPICAL.terms.some((term) => field.name in term) || /^(required|actual|prior)/.test(field.name);
        const path = isTerm ? `terms.1.${field.name}` : field.name;
        // Every field is asked for in one of these.
        const legacy = { degree_level: 'graduate', is_legacy_borrower: 'true', cost_of_attendance: '30000' };
        const isGraduate = [
          'is_legacy_borrower',
          'cost_of_attendance',
          'prior_disbursement_grad_plus',
        ].includes(field.name);
        const typed = withEntries(TYPICAL, { ...(isGraduate ? legacy : {}), [path]: trimmed });
        const reading = readJsonStudent(requestOf(typed));
        const refused = reading.ok ? [] : reading.failures.filter(({ field: name }) => name === field.name);
        const isOwn = refused.some(({ message }) => isOfText(message));
        const problem = textProblem(field, trimmed);
        if (isOwn) expect([field.name, trimmed, problem]).not.toEqual([field.name, trimmed, null]);
        if (problem !== null) expect([field.name, trimmed, refused]).not.toEqual([field.name, trimmed, []]);
      }),
    );
  }
});

/** A rule between fields is no fault of the text. */
function isOfText(message: string): boolean {
  return !/^(Cannot exceed|A legacy|An undergraduate)/.test(message);
}
