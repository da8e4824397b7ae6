import { expect, it } from 'vitest';
import { calculate } from '../../src/engine/calculate.js';
import type { Student, Term } from '../../src/engine/student.js';
import type { Trace, TraceValue } from '../../src/engine/trace/trace-format.js';
import { randomStudent } from '../reference/arbitraries.js';
import { AWARD_YEAR } from '../reference/limits.js';
import { Rational, ZERO } from '../reference/rational.js';
import { readRequest } from '../reference/read-request.js';
import { effectiveCredits, isChanged, plannedCredits } from '../reference/terms.js';
import { LOAN_TYPES, type LoanType, type StudentInput } from '../reference/types.js';
import { explained, firstYear, graduate, STUDENTS, traced } from './test-students.js';

/** `$1,250.50`, `88%` or `12` as a number; a percent as its fraction of 1. */
function numberIn(text: string | undefined): Rational {
  const plain = (text ?? '').replaceAll(/[$,%…]/g, '');
  const number = Rational.parse(plain);
  return text?.includes('%') ? number.over(100) : number;
}

const NUMBER = String.raw`-?\$?[\d,]*\d(?:\.\d+)?…?%?`;
const EXPRESSION = new RegExp(`^${NUMBER}(?: [-+x/] ${NUMBER})*$`);

function evaluated(expression: string): Rational {
  const [first, ...rest] = expression.split(/ ([-+]) /);
  let total = product(first);
  for (let at = 0; at < rest.length; at += 2) {
    total = total[rest[at] === '-' ? 'minus' : 'plus'](product(rest[at + 1]));
  }
  return total;
}

function product(text: string | undefined): Rational {
  const [first, ...rest] = (text ?? '').split(/ ([x/]) /);
  let value = numberIn(first);
  for (let at = 0; at < rest.length; at += 2) {
    value = value[rest[at] === '/' ? 'over' : 'times'](numberIn(rest[at + 1]));
  }
  return value;
}

/** Whether an expression has the stated value, which may be cut off at an ellipsis. */
function isValue(expression: string, said: string): boolean {
  if (!EXPRESSION.test(expression) || !EXPRESSION.test(said)) return false;
  const value = evaluated(expression);
  if (!said.includes('…')) return value.equals(numberIn(said));
  const unit = numberIn(said.includes('%') ? '100' : '1');
  const places = /\.(\d+)/.exec(said)?.[1]?.length ?? 0;
  const scale = unit.times(10 ** places);
  return value.times(scale).floor().equals(numberIn(said).times(scale));
}

/** A clause of `label $a - $b = $c; the program's limit leaves $d - $e = $f; the lower is $g`. */
function isTrueClause(clause: string): boolean {
  const plain = clause
    .replace(/^(?:the program's limit leaves |left of the program's limit: |left for both loans: )/, '')
    .replace(/(?<=^|[+] )(1 x [\d.]+ for the term|[2-4] x [\d.]+ for terms) not listed/, (missing) =>
      missing.replace(/ for.*/, ''),
    );
  const [expression = '', said] = plain.split(' = ');
  return said === undefined ? EXPRESSION.test(plain) : isValue(expression, said);
}

const TAIL =
  /^(?:rounded to|capped at|so|not above the whole dollars:|not above|the lower is|a deduction:|less) /;

/** Whether both sides of every equals sign agree and the last number is the step's result. */
function isTrueArithmetic(text: string, result: TraceValue): boolean {
  const clauses = text.split(/; |, (?=[a-z])/);
  let due = ZERO;
  for (const clause of clauses) {
    const earlier = /^less (\S+) for earlier terms = (\S+)$/.exec(clause);
    if (earlier !== null) {
      if (!due.minus(numberIn(earlier[1])).equals(numberIn(earlier[2]))) return false;
    } else if (TAIL.test(clause)) {
      if (!EXPRESSION.test(clause.replace(TAIL, ''))) return false;
    } else if (!isTrueClause(clause)) return false;
    due = numberIn(lastNumber(clause));
  }
  const last = lastNumber(text) ?? '';
  const value = last.includes('%') ? numberIn(last).times(100) : numberIn(last);
  return (
    (typeof result === 'number' || typeof result === 'string') && value.equals(Rational.parse(String(result)))
  );
}

function lastNumber(text: string): string | undefined {
  return [...text.matchAll(new RegExp(NUMBER, 'g'))].at(-1)?.[0];
}

type Said = Record<string, unknown>;

/** Warnings that name a step that does not exist, or that the answer does not have. */
function strayWarnings(student: Student, trace: Trace): string[] {
  const ids = new Set(trace.steps.map(({ id }) => id));
  const said = trace.warnings.map(({ text, term }) =>
    term === null ? text : `${student.terms[term]?.label.trim()}: ${text}`,
  );
  expect(said).toEqual(calculate(student, AWARD_YEAR).warnings);
  return trace.warnings.flatMap(({ text, steps }) =>
    steps.filter((step) => !ids.has(step)).map((step) => `"${text}" names ${step}`),
  );
}

const inDollars = (amount: number) => `$${amount.toLocaleString('en-US')}`;

/** Money warnings whose amount or conclusion differs from the steps that they follow from. */
function falseWarnings({ steps, warnings }: Trace): string[] {
  const resultOf = (id = '') => steps.find((step) => step.id === id)?.result.value;
  const isFalse = ({ text, steps: [first = '', held = '', overaward] }: Trace['warnings'][number]) => {
    if (first.startsWith('unscheduled.'))
      return !text.startsWith(`${inDollars(Number(resultOf(first)))} of `);
    if (!first.startsWith('overdisbursement.')) return false;
    const excess = Number(resultOf(held.replace('held_back', 'excess')));
    const less = Number(resultOf(held));
    const rest = `Nothing later can absorb ${less === 0 ? 'it' : `the other ${inDollars(excess - less)}`}.`;
    return (
      !text.startsWith(`${inDollars(excess)} `) ||
      text.includes(` is ${inDollars(less)} lower because of it`) !== less > 0 ||
      text.includes(rest) !== less < excess ||
      text.includes('within the eligibility as planned') === resultOf(overaward)
    );
  };
  return warnings.filter(isFalse).map(({ text }) => `a warning: "${text}"`);
}

const NAMES = { sub: 'subsidized', unsub: 'unsubsidized', grad_plus: 'Grad PLUS' } as const;

/** The expected explanation of an adjustment: each changed term with its credits, and the term's dollars. */
function explanation(facts: StudentInput, adjusted: Readonly<Record<LoanType, number>>): string {
  const changes = facts.terms.filter(isChanged).map((term) => {
    return `${term.label.trim()} changed from ${plannedCredits(term)} to ${effectiveCredits(term)} credits`;
  });
  const parts = LOAN_TYPES.filter((loan) => adjusted[loan] !== 0).map((loan) => {
    const amount = adjusted[loan];
    return `${inDollars(Math.abs(amount))} ${amount < 0 ? 'less' : 'more'} ${NAMES[loan]}`;
  });
  const list = new Intl.ListFormat('en-GB');
  return parts.length === 0 ? '' : `${list.format(changes)}, so this term pays ${list.format(parts)}.`;
}

/** Explanations of adjustments that omit a change or state another amount than the term has. */
function falseExplanations(facts: StudentInput, student: Student): string[] {
  return calculate(student, AWARD_YEAR).terms.flatMap((term) => {
    const { adjustment_sub: sub, adjustment_unsub: unsub, adjustment_grad_plus: grad_plus } = term;
    const text = term.adjustment_explanation;
    return text === explanation(facts, { sub, unsub, grad_plus }) ? [] : [`explained as "${text}"`];
  });
}

/** Unusual terms that might break sentences. */
const ODD_TERMS: readonly Partial<Record<keyof Term, unknown>>[] = [
  {},
  { credits_enrolled: 0 },
  { credits_enrolled: 5 },
  { credits_enrolled: 6, actual_final_credits: 6, prior_disbursement_unsub: 0 },
  { actual_final_credits: 0, prior_disbursement_unsub: 0 },
  { actual_final_credits: 3, prior_disbursement_unsub: 700 },
  { prior_disbursement_unsub: 0 },
  { prior_disbursement_unsub: 900, prior_disbursement_sub: 0 },
  { credits_enrolled: 0, required: false },
  { credits_enrolled: 4, prior_disbursement_unsub: 50 },
];

const oddStudents = ODD_TERMS.flatMap((fall) =>
  ODD_TERMS.flatMap((spring): Said[] => {
    const terms = [fall, spring] as Parameters<typeof firstYear>[0];
    return [{ ...firstYear(terms) }, { ...graduate(terms) }];
  }),
);

/** Sentences with unequal sides of an equals sign, or with another result than their step. */
function falseSums(trace: Trace): string[] {
  return trace.steps
    .filter(({ worked }) => worked.includes(' = '))
    .filter(({ worked, result }) => {
      const arithmetic = worked
        .replace(/^the lower of .* = /, '')
        .replaceAll(/; [^;]* does not count/g, '')
        .replace(/ less (?:subsidized|unsubsidized|Grad PLUS)$/, '');
      return !isTrueArithmetic(arithmetic, result.value);
    })
    .map(({ id, worked }) => `${id} says "${worked}"`);
}

it(`a trace has true sums, warnings and explanations, for odd students and ${STUDENTS} random ones`, () => {
  const random = Array.from({ length: STUDENTS }, (_, seed): Said => ({ ...randomStudent(seed) }));
  for (const request of [...oddStudents, ...random]) {
    const read = explained(request);
    const facts = readRequest(JSON.parse(JSON.stringify(request)));
    if (read === null || 'refused' in facts) continue;
    const { student, trace } = read;
    const found = [
      ...falseSums(trace),
      ...strayWarnings(student, trace),
      ...falseWarnings(trace),
      ...falseExplanations(facts, student),
    ];
    if (found.length > 0) expect.fail(`${JSON.stringify(request)}: ${found.join('; ')}`);
  }
});

const settled = firstYear([
  { actual_final_credits: 12, prior_disbursement_unsub: 0 },
  { credits_enrolled: 12, required: false },
]);
const left = firstYear([{ credits_enrolled: 0, required: false, prior_disbursement_unsub: 0 }]);
const overpaid = firstYear([{ credits_enrolled: 6, prior_disbursement_unsub: 5500 }, {}]);

// The traces of the worked examples cover the other sentences.
it.each([
  [settled, 'planned_credits.0', 'none given, so full time: 12'],
  [settled, 'credits_changed.0', '12 as planned'],
  [settled, 'counts.1', 'optional with 12 credits, so it counts'],
  [settled, 'open.0.unsub', 'closed by a recorded $0 with final credits, so it takes none'],
  [left, 'annual_percent', 'no credits, so 0%'],
  [left, 'settled.0.unsub', '$0 without final credits: no unsubsidized loan was paid yet'],
  [overpaid, 'overaward.unsub', 'no credits changed, so it is an overaward'],
])('a trace says what is so, $1: $2', (request, step, sentence) => {
  expect(traced(request).steps.find(({ id }) => id === step)?.worked).toBe(sentence);
});

const digestOf = (request: Said) => traced(request).digest;
const request = (credits: unknown, more: object = {}): Said => ({
  dependency_status: 'dependent',
  grade_level: 'first_year',
  ...more,
  terms: [{ label: 'Fall', credits_enrolled: credits }],
});

it('the digest of a request is the same however a figure is spelled and a default is written out', () => {
  const digest = digestOf(request(9));
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(digestOf(request('9.00'))).toBe(digest);
  expect(digestOf(request(9, { plus_denied: false, subsidized_amount: '0' }))).toBe(digest);
  expect(digestOf(request(9, { nickname: 'not read' }))).toBe(digest);
});

it('the digest of a request differs where anything that is read differs', () => {
  const digests = [
    request(9),
    request('9.00000000000001'),
    request(9, { subsidized_amount: '0.01' }),
    request(9, { plus_denied: true }),
    request(9, { academic_year_terms: 2 }),
  ].map(digestOf);
  expect(new Set(digests).size).toBe(digests.length);
});

// The traces of the examples cover how many there are, and which.
it('the steps that decided are in the order of the steps', () => {
  for (let seed = 0; seed < 100; seed++) {
    const read = explained(randomStudent(seed));
    if (read === null) continue;
    const { steps, decisive } = read.trace;
    expect(steps.map(({ id }) => id).filter((id) => decisive.includes(id))).toEqual(decisive);
  }
});
