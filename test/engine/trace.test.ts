import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FIELDS } from '../../src/contract/field-list.js';
import { calculate } from '../../src/engine/calculate.js';
import type { Student } from '../../src/engine/student.js';
import { traceOf } from '../../src/engine/trace/trace.js';
import type { Trace, TraceValue } from '../../src/engine/trace/trace-format.js';
import { traceText } from '../../src/engine/trace/trace-text.js';
import { randomStudent } from '../reference/arbitraries.js';
import { AWARD_YEAR } from '../reference/limits.js';
import { Rational } from '../reference/rational.js';
import { valueAt } from '../support/value-at.js';
import {
  explained,
  figures,
  firstYear,
  graduate,
  STUDENTS,
  traced,
  WORKED_EXAMPLES,
} from './test-students.js';
import { RULE_IDS, recomputed } from './trace-evaluator.js';

function faults(request: unknown, student: Student, trace: Trace): string[] {
  const answer = new Map(figures(JSON.parse(JSON.stringify(calculate(student, AWARD_YEAR)))));
  const results = new Map<string, TraceValue>();
  const found: string[] = [];
  for (const step of trace.steps) {
    const { field, value } = step.result;
    if (results.has(`step:${step.id}`)) found.push(`${step.id} comes twice`);
    for (const input of step.inputs) {
      const isTrue = input.from.startsWith('step:')
        ? results.get(input.from) === input.value
        : isGiven(request, input.from, input.value);
      if (!isTrue) found.push(`${step.id}: ${input.name} is not what ${input.from} says`);
    }
    if (field !== null && (!answer.has(field) || answer.get(field) !== value))
      found.push(`${step.id} is not ${field}`);
    if (field !== null) answer.delete(field);
    if (step.worked === '' || (!step.applies && !step.worked.endsWith('.')))
      found.push(`${step.id} gives no reason`);
    if (recomputed(step) !== value) found.push(`${step.id}: ${recomputed(step)} is ${value}`);
    results.set(`step:${step.id}`, value);
  }
  return [...found, ...[...answer.keys()].map((field) => `${field} is the result of no step`)];
}

/** Whether the request has the value that an input claims, or leaves it to that default. */
function isGiven(request: unknown, from: string, value: TraceValue): boolean {
  const path = from.replace('input:', '');
  const said = valueAt(request, path);
  const field = path.split('.').at(-1) ?? '';
  if (said === undefined || said === null) return value === (DEFAULTS[field] ?? null);
  if (typeof said === 'boolean' || WORDS.has(field)) return value === said;
  return String(value) === Rational.parse(String(said)).toString();
}

const WORDS = new Set(FIELDS.filter(({ options }) => options !== undefined).map(({ name }) => name));
const DEFAULTS = Object.fromEntries(FIELDS.map(({ name, standIn }) => [name, standIn]));

const LEGACY = { is_legacy_borrower: true, cost_of_attendance: 30_000, total_limit: 25_000 };

describe('a trace', () => {
  it(`explains every figure of ${STUDENTS} students once, by its inputs`, { timeout: 1_800_000 }, () => {
    const rules = new Set<string>();
    for (let seed = 0; seed < STUDENTS; seed++) {
      const request = randomStudent(seed);
      const read = explained(request);
      if (read === null) continue;
      const found = faults(request, read.student, read.trace);
      if (found.length > 0) expect.fail(`student ${seed} ${JSON.stringify(request)}: ${found.join('; ')}`);
      for (const { id, applies } of read.trace.steps) if (applies) rules.add(id.split('.')[0] ?? '');
    }
    // Every rule must have applied to at least one student.
    for (const rule of RULE_IDS) expect(rules).toContain(rule);
  });

  it('has a step of every rule of docs/rules.md for every student, whether it applies or not', () => {
    const document = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');
    const sections = [...document.matchAll(/<a id="([\d.]+)">/g)].map(([, section]) => section);
    // The defaults of 1.6 are listed under `assumed`; 6.2 is how 6.3 and 6.4 split.
    const rules = sections.filter(
      (section) => /^[1-7]\./.test(section ?? '') && !/^(1\.6|6\.2)$/.test(section ?? ''),
    );
    const changed = { actual_final_credits: 6, prior_disbursement_unsub: 2750 };
    const legacy = graduate([{ credits_enrolled: 6 }, {}], LEGACY);
    for (const request of [firstYear([{}]), firstYear([changed, {}]), legacy]) {
      const { steps, assumed, not_considered } = traced(request);
      expect([...new Set(steps.map(({ section }) => section))].sort()).toEqual(rules);
      for (const { section } of [...assumed, ...not_considered]) expect(sections).toContain(section);
    }
  });

  it('cites what fits the student, and says of each text how it was read', () => {
    const legacy = { is_legacy_borrower: true, cost_of_attendance: 30_000 };
    const cited = (request: unknown) =>
      traced(request).steps.flatMap(({ sources, parameters }) => [
        ...sources.map(({ cite }) => cite),
        ...parameters.map(({ source }) => source),
      ]);
    const foreign = (request: unknown, paragraphs: RegExp) =>
      cited(request).filter((cite) => paragraphs.test(cite));
    const OF_GRADUATES = /1087e\(a\)\((3|4|8)\)|\(iv\)/;
    const OF_UNDERGRADUATES = /1078|table 1[AB]|\(c\)\(2\)/;
    const OF_LEGACY = /\(a\)\(8\)|\(iv\)(?!\(A\))/;
    expect(foreign(firstYear([{}, {}]), OF_GRADUATES)).toEqual([]);
    expect(foreign(firstYear([{}, {}]), /\(b\)\(2\)/)).toEqual([]);
    expect(foreign(firstYear([{}, {}], { dependency_status: 'independent' }), / \(b\)\(1\)/)).toEqual([]);
    expect(foreign(graduate([{}, {}]), OF_UNDERGRADUATES)).toEqual([]);
    expect(foreign(graduate([{}, {}]), OF_LEGACY)).toEqual([]);
    expect(foreign(graduate([{}, {}], legacy), OF_UNDERGRADUATES)).toEqual([]);
    expect(foreign(graduate([{}, {}], legacy), /\(a\)\(4\)/)).toEqual([]);
    for (const { sources } of traced(firstYear([{}, {}])).steps) {
      for (const { kind, read } of sources) {
        expect(read === null).toBe(kind === 'practice' || kind === 'choice');
      }
    }
  });

  // 50% of 1.50 is 0.75, half up 1: also its whole dollars, so neither decides. The traces have other sides.
  const half = firstYear([{ credits_enrolled: 6 }], { total_limit: '1.5', subsidized_amount: '1.5' });
  it.each([
    ['annual_percent', firstYear([{ credits_enrolled: 13 }]), 'the cap of 100 percent'],
    ['subsidized_eligibility.sub', half, null],
  ])('names the side that decides a minimum or a cap: %s, case %#', (id, request, side) => {
    expect(traced(request).steps.find((step) => step.id === id)?.decided_by).toBe(side);
  });

  it('names what was assumed, and the defaults of fields that a request leaves out', () => {
    const terms = [{ credits_enrolled: 6, required: false }, { full_time_credits: 9 }];
    expect(traced(firstYear(terms)).assumed).toEqual([
      { input: 'degree_level', value: 'undergraduate', section: '1.6' },
      { input: 'subsidized_amount', value: '0', section: '1.6' },
      { input: 'plus_denied', value: 'false', section: '1.6' },
      { input: 'terms.1.required', value: 'true', section: '1.6' },
      { input: 'terms.0.full_time_credits', value: '12', section: '1.1' },
      { input: 'terms.1.credits_enrolled', value: '9', section: '1.2' },
      { input: 'total_limit', value: 'none', section: '1.6' },
      { input: 'academic_year_terms', value: '2', section: '1.6' },
    ]);
  });
});

const legacy = {
  is_legacy_borrower: true,
  cost_of_attendance: '38000.00',
  total_limit: 30_000,
  academic_year_terms: 3,
};
const others = [
  {
    name: 'legacy graduate, Grad PLUS under a program limit, a term not listed, an optional summer skipped',
    request: graduate(
      [
        {
          label: 'Fall',
          full_time_credits: 9,
          credits_enrolled: 4.5,
          actual_final_credits: 3,
          prior_disbursement_grad_plus: 4000,
        },
        { label: 'Summer', full_time_credits: 6, credits_enrolled: 0, required: false },
      ],
      legacy,
    ),
  },
  {
    name: 'too much paid, and no term left to absorb it',
    request: firstYear([
      { label: 'Fall', credits_enrolled: 12, actual_final_credits: 0, prior_disbursement_unsub: 2750 },
      { label: 'Spring', credits_enrolled: 3 },
    ]),
  },
];

/** Together with the other examples, these have nearly every kind of sentence that a step can have. */
const SHOWN =
  /^(?:subsidized overpaid|legacy with a program limit|fall drops to six|too much paid for fall|a program limit with cents)/;
const EXAMPLES = [...WORKED_EXAMPLES.filter(({ name }) => SHOWN.test(name)), ...others];
const fileOf = ({ name }: { readonly name: string }): string =>
  `${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}.txt`;

it('no trace is left of an example that there is no more', () => {
  const kept = readdirSync(new URL('traces/', import.meta.url));
  expect(kept.filter((file) => !EXAMPLES.map(fileOf).includes(file))).toEqual([]);
});

it.each(EXAMPLES)('the trace of an example (-u writes it): $name', async ({ name, request }) => {
  const { student } = explained(request) ?? expect.fail('The request was refused.');
  await expect(traceText(name, traceOf(student, AWARD_YEAR))).toMatchFileSnapshot(
    `traces/${fileOf({ name })}`,
  );
});
