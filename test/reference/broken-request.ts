import { between, type Choices, chance, pick } from './choices.js';
import { buildStudent } from './random-student.js';

type Json = Record<string, unknown>;

const NOT_NUMBERS = ['', '.', '+', '-.', '1e3', '1,000', ' 5', '$5', '0x10', '1.2.3', '١٢', 'Infinity'];
const WRONG_TYPES = [true, [], {}, [5], false] as const;
const TOO_LONG = ['1.234567890123456', 0.1234567890123456, '0.0123456789012345678', 1234567.123456789];
const TOO_LARGE = [1_000_000_000, '1000000000', '1000000000.5', 2e12, '99999999999999'];

function noNumber(choices: Choices): unknown {
  const kind = choices.below(4);
  if (kind === 0) return pick<unknown>(choices, 'abc', ...NOT_NUMBERS);
  if (kind === 1) return pick<unknown>(choices, true, ...WRONG_TYPES);
  if (kind === 2) return pick<unknown>(choices, '1.234567890123456', ...TOO_LONG);
  return pick<unknown>(choices, 1_000_000_000, ...TOO_LARGE);
}

function noNegative(choices: Choices): unknown {
  return chance(choices, 50) ? noNumber(choices) : pick<unknown>(choices, -1, '-1', -0.5, '-.001');
}

function noAmount(choices: Choices): unknown {
  return chance(choices, 60) ? noNegative(choices) : pick<unknown>(choices, 0.5, '100.01', 1750.25, '.5');
}

function notPositive(choices: Choices): unknown {
  return chance(choices, 40) ? pick<unknown>(choices, 0, '0', '0.00', '-0') : noNegative(choices);
}

function noChoice(choices: Choices): unknown {
  return pick<unknown>(choices, '', 'other', 'Dependent', 'first_year ', 3, true, [], {});
}

function noFlag(choices: Choices): unknown {
  return pick<unknown>(choices, null, 'true', 1, 0, 'yes', {});
}

/** Changes that break a field of a student; undefined leaves a field out. */
const BREAK_STUDENT: ((choices: Choices) => Json)[] = [
  (choices) => ({ dependency_status: pick<unknown>(choices, null, noChoice(choices)) }),
  () => ({ dependency_status: undefined }),
  (choices) => ({ degree_level: pick<unknown>(choices, null, noChoice(choices)) }),
  (choices) => ({ grade_level: noChoice(choices) }),
  (choices) => ({ degree_level: undefined, grade_level: pick<unknown>(choices, null, undefined) }),
  (choices) => ({ is_legacy_borrower: noFlag(choices) }),
  (choices) => ({ plus_denied: noFlag(choices) }),
  (choices) => ({ subsidized_amount: pick<unknown>(choices, null, noNegative(choices)) }),
  (choices) => ({
    subsidized_amount: pick<unknown>(choices, 5500.01, '4500.01', 3501, 5501, 50_000, '0.01'),
  }),
  (choices) => ({ cost_of_attendance: noNumber(choices) }),
  (choices) => ({
    degree_level: pick(choices, 'graduate', 'professional'),
    is_legacy_borrower: true,
    subsidized_amount: 0,
    cost_of_attendance: pick<unknown>(choices, null, undefined),
  }),
  (choices) => ({ total_limit: notPositive(choices) }),
  (choices) => ({ academic_year_terms: pick<unknown>(choices, 1, 5, 0, -2, 2.5, '3', true, 1e9) }),
  (choices) => ({ terms: pick<unknown>(choices, [], null, undefined, {}, 'Fall', manyTerms(choices)) }),
];

function manyTerms(choices: Choices): unknown[] {
  return Array.from({ length: between(choices, 5, 22) }, () => ({
    label: 'Term',
    credits_enrolled: pick<unknown>(choices, 12, 12, -1, 'x'),
    prior_disbursement_sub: pick<unknown>(choices, null, 9000, 0.5),
  }));
}

const PAID = ['prior_disbursement_sub', 'prior_disbursement_unsub', 'prior_disbursement_grad_plus'] as const;

const BREAK_TERM: ((choices: Choices) => Json)[] = [
  (choices) => ({
    label: pick<unknown>(choices, '', ' \t', null, 5, 'x'.repeat(201), '😀'.repeat(201), undefined),
  }),
  (choices) => ({ required: noFlag(choices) }),
  (choices) => ({ full_time_credits: notPositive(choices) }),
  (choices) => ({ credits_enrolled: noNegative(choices) }),
  (choices) => ({ actual_final_credits: noNegative(choices) }),
  (choices) => ({ [pick(choices, ...PAID)]: noAmount(choices) }),
  (choices) => ({ [pick(choices, ...PAID)]: pick<unknown>(choices, 3501, 20_501, '9501', 50_001, 1) }),
];

/** A student with one to four fields broken. Some stay valid, if the change has no effect on them. */
export function buildBrokenRequest(choices: Choices): unknown {
  if (chance(choices, 1)) return pick<unknown>(choices, null, [], 'text', 5, true);
  const request: Json = { ...buildStudent(choices) };
  const count = pick(choices, 1, 1, 2, 3, 4);
  for (let broken = 0; broken < count; broken += 1) breakOne(choices, request);
  return JSON.parse(JSON.stringify(request));
}

function breakOne(choices: Choices, request: Json): void {
  const terms: unknown = request['terms'];
  if (!Array.isArray(terms) || terms.length === 0 || terms.length > 4 || chance(choices, 50)) {
    Object.assign(request, BREAK_STUDENT[choices.below(BREAK_STUDENT.length)]?.(choices));
    return;
  }
  const index = choices.below(terms.length);
  const copies: unknown[] = [...terms];
  if (chance(choices, 3)) copies[index] = pick<unknown>(choices, null, 'Fall', []);
  const term = copies[index];
  if (typeof term === 'object' && term !== null && !Array.isArray(term)) {
    copies[index] = { ...term, ...BREAK_TERM[choices.below(BREAK_TERM.length)]?.(choices) };
  }
  request['terms'] = copies;
}
