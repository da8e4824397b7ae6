import { describe, expect, it } from 'vitest';
import { isJsonObject, readJsonStudent } from '../../src/contract/json-student.js';
import { requestTrace } from '../../src/contract/request-trace.js';
import { calculate } from '../../src/engine/calculate.js';
import type { Student, Term } from '../../src/engine/student.js';
import type { Trace } from '../../src/engine/trace/trace-format.js';
import { randomStudent } from '../reference/arbitraries.js';
import { compare, parseRational, type Rational, ZERO } from '../reference/rational.js';
import { enrollmentStatus } from '../reference/terms.js';
import type { TermInput } from '../reference/types.js';
import { runsOf } from '../support/runs.js';
import { firstYear, graduate } from './test-students.js';

/** Students per run; `npm run test:fuzz` has many more. */
const STUDENTS = runsOf('SENTENCE_STUDENTS', 600);

type LoanType = 'sub' | 'unsub' | 'grad_plus';
type Said = Record<string, unknown>;

/** What a request says of a term, read without the code under test. */
class TermFacts {
  readonly #term: Said;

  constructor(term: Said) {
    this.#term = term;
  }

  paid(loanType: LoanType): Rational | null {
    return this.#number(`prior_disbursement_${loanType}`);
  }

  get isOver(): boolean {
    return this.#number('actual_final_credits') !== null;
  }

  get status(): string {
    const input: TermInput = {
      label: '',
      required: true,
      full_time_credits: this.#number('full_time_credits'),
      credits_enrolled: this.#number('credits_enrolled'),
      actual_final_credits: this.#number('actual_final_credits'),
      prior: { sub: null, unsub: null, grad_plus: null },
    };
    return enrollmentStatus(input);
  }

  #number(name: string): Rational | null {
    const value = this.#term[name];
    return typeof value === 'number' || typeof value === 'string' ? parseRational(String(value)) : null;
  }
}

/** A claim of a sentence about one term and loan type: the words that make it, and when it is true. */
const CLAIMS: readonly {
  readonly words: RegExp;
  readonly isTrue: (term: TermFacts, loanType: LoanType) => boolean;
}[] = [
  {
    words: /was disbursed and stays|already disbursed|\$[\d,]+ was disbursed/,
    isTrue: (term, loan) => compare(term.paid(loan) ?? ZERO, ZERO) > 0,
  },
  {
    words: /recorded \$0|\$0 is recorded|\$0 with final credits/,
    isTrue: (term, loan) =>
      term.isOver && term.paid(loan) !== null && compare(term.paid(loan) ?? ZERO, ZERO) === 0,
  },
  { words: /on a term that is not over/, isTrue: (term) => !term.isOver },
  { words: /No \w.* disbursement is on record/, isTrue: (term, loan) => term.paid(loan) === null },
  { words: /at least half time/, isTrue: (term) => /^(Full|Part)-Time$/.test(term.status) },
  { words: /below half time/, isTrue: (term) => term.status === 'Less Than Half-Time' },
  { words: /not enrolled/, isTrue: (term) => term.status === 'Not Enrolled' },
];

/** Every sentence of a trace about one term that claims what the request does not say. */
function falseSentences(request: Said, trace: Trace): string[] {
  const terms = (request['terms'] as Said[]).map((term) => new TermFacts(term));
  return trace.steps.flatMap(({ id, worked, for: { term: index, loan } }) => {
    const term = index === null ? undefined : terms[index];
    if (term === undefined) return [];
    const borrowed: LoanType = loan ?? 'unsub';
    return CLAIMS.filter(
      ({ words, isTrue }) =>
        words.test(worked) && !/may not borrow|may still borrow/.test(worked) && !isTrue(term, borrowed),
    ).map(({ words }) => `${id} says "${worked}" (${words.source})`);
  });
}

/** Every warning that names a step that does not exist, or that the answer does not have. */
function strayWarnings(student: Student, trace: Trace): string[] {
  const ids = new Set(trace.steps.map(({ id }) => id));
  const said = trace.warnings.map(({ text, term }) =>
    term === null ? text : `${student.terms[term]?.label.trim()}: ${text}`,
  );
  expect(said).toEqual(calculate(student).warnings);
  return trace.warnings.flatMap(({ text, steps }) =>
    steps.filter((step) => !ids.has(step)).map((step) => `"${text}" names ${step}`),
  );
}

/** Terms that are odd in a way that sentences stumble over. */
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

function oddStudents(): Said[] {
  const found: Said[] = [];
  for (const fall of ODD_TERMS) {
    for (const spring of ODD_TERMS) {
      const terms = [fall, spring] as Parameters<typeof firstYear>[0];
      found.push({ ...firstYear(terms) }, { ...graduate(terms) });
    }
  }
  return found;
}

describe('the sentences of a trace', () => {
  it(`claim nothing that the request does not say, for odd students and ${STUDENTS} random ones`, () => {
    const random = Array.from({ length: STUDENTS }, (_, seed): Said => ({ ...randomStudent(seed) }));
    const seen = new Set<string>();
    for (const request of [...oddStudents(), ...random]) {
      const body: unknown = JSON.parse(JSON.stringify(request));
      if (!isJsonObject(body)) throw new TypeError('A request is an object.');
      const reading = readJsonStudent(body);
      if (!reading.ok) continue;
      const trace = requestTrace(body, reading.student);
      const found = [...falseSentences(request, trace), ...strayWarnings(reading.student, trace)];
      if (found.length > 0) expect.fail(`${JSON.stringify(request)}: ${found.join('; ')}`);
      for (const { worked } of trace.steps) {
        for (const { words } of CLAIMS) if (words.test(worked)) seen.add(words.source);
      }
    }
    // Each claim was made by somebody, or it would not have been tested.
    expect(seen.size).toBe(CLAIMS.length);
  });
});

describe('the digest of a request', () => {
  const digestOf = (request: Said) => {
    const reading = readJsonStudent(request);
    if (!reading.ok) throw new Error('The request was refused.');
    return requestTrace(request, reading.student).digest;
  };
  const request = (credits: unknown, more: object = {}): Said => ({
    dependency_status: 'dependent',
    grade_level: 'first_year',
    ...more,
    terms: [{ label: 'Fall', credits_enrolled: credits }],
  });

  it('is the same however a figure is spelled and a default is written out', () => {
    const digest = digestOf(request(9));
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(digestOf(request('9.00'))).toBe(digest);
    expect(digestOf(request(9, { plus_denied: false, subsidized_amount: '0' }))).toBe(digest);
    expect(digestOf(request(9, { nickname: 'not read' }))).toBe(digest);
  });

  it('differs where anything that is read differs', () => {
    const digests = [
      request(9),
      request('9.00000000000001'),
      request(9, { subsidized_amount: '0.01' }),
      request(9, { plus_denied: true }),
      request(9, { academic_year_terms: 2 }),
    ].map(digestOf);
    expect(new Set(digests).size).toBe(digests.length);
  });
});

describe('the steps that decided', () => {
  it('are ten at most, in the order of the steps, and the percent and the limit are always among them', () => {
    for (let seed = 0; seed < 100; seed++) {
      const body: unknown = JSON.parse(JSON.stringify(randomStudent(seed)));
      if (!isJsonObject(body)) throw new TypeError('A request is an object.');
      const reading = readJsonStudent(body);
      if (!reading.ok) continue;
      const { steps, decisive } = requestTrace(body, reading.student);
      expect(decisive.length).toBeLessThanOrEqual(10);
      expect(decisive).toEqual(expect.arrayContaining(['annual_percent', 'statutory_limit']));
      expect(steps.map(({ id }) => id).filter((id) => decisive.includes(id))).toEqual(decisive);
    }
  });
});
