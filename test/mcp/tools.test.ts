import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calculate, readStudent } from '../../src/library/index.js';
import { randomStudent } from '../reference/arbitraries.js';
import type { WireRequest, WireTerm } from '../reference/wire.js';
import { type Api, startApi } from '../support/api.js';
import { type Answer, type Client as Caller, createClient, jsonOf } from '../support/client.js';
import { callTool, GENERATIONS, newClient, overHttp, overStdio, WHOLE } from './assistants.js';

let api: Api;
let caller: Caller;
beforeAll(async () => {
  api = await startApi();
  caller = await createClient(api);
});
afterAll(() => api.stop());

const WAYS = Object.keys(GENERATIONS).flatMap((generation) =>
  (['standard input', 'HTTP'] as const).map((way) => [way, generation as keyof typeof GENERATIONS] as const),
);

describe.each(WAYS)('over %s, protocol of %s', (way, generation) => {
  let client: Client;
  beforeAll(async () => {
    client = newClient(generation);
    await client.connect(way === 'HTTP' ? overHttp(api, api.token) : overStdio());
  });
  afterAll(() => client.close());
  const call = (name: string, args: Record<string, unknown>) => callTool(client, name, args);

  test('there are five tools, and each only reads', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(generation);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'calculate_student',
      'compare_plans',
      'check_figure',
      'explain_rule',
      'check_file',
    ]);
    for (const { annotations, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      // A default would be a fact that nobody gave.
      expect(JSON.stringify(inputSchema)).not.toContain('"default"');
    }
  });

  test('random students have the figures of POST /v1/calculate and of the library', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const student = complete(randomStudent(seed));
      const answer = await caller.calculate(student);
      const said = await call('calculate_student', { ...student, award_year: '2026-27' });
      const reading = readStudent(student);
      expect({ seed, ok: reading.ok, status: said.status }).toEqual({
        seed,
        ok: answer.status === 200,
        status: answer.status === 200 ? 'calculated' : 'refused',
      });
      if (!reading.ok) expect(said.errors).toEqual(fieldErrors(answer));
      else {
        expect(said.structured['result']).toEqual(jsonOf(answer));
        expect(JSON.parse(JSON.stringify(calculate(reading.student)))).toEqual(jsonOf(answer));
      }
    }
  });

  test('a figure that somebody has published is right, or has its mistake named', async () => {
    const check = (value: unknown) => call('check_figure', { ...WHOLE, figure: 'percent', value });
    expect((await check('88 %')).structured).toMatchObject({ status: 'checked', is_right: true, right: 88 });
    expect((await check(87.5)).structured).toMatchObject({
      is_right: false,
      right: 88,
      mistakes: [{ id: 'percent_not_rounded', section: '2.2' }],
    });
  });

  test('two plans differ in what was given, in figures, and from a rule on', async () => {
    const { award_year, ...first } = WHOLE;
    const [fall, spring] = first.terms;
    const second = { ...first, terms: [fall, { ...spring, credits_enrolled: 6 }] };
    const { structured } = await call('compare_plans', { first, second, award_year });
    expect(structured).toMatchObject({
      status: 'compared',
      inputs: [{ path: 'terms.1.credits_enrolled', first: 9, second: 6 }],
    });
    expect(structured['figures']).toContainEqual({ path: 'reduced_annual_pct', first: 88, second: 75 });
    expect(structured['steps']).toContainEqual(expect.objectContaining({ section: '2.2' }));
  });

  test('a rule comes with its sources', async () => {
    const { text, structured } = await call('explain_rule', { section: '2.2' });
    expect(text).toContain('rounded half up to a whole percent');
    expect(structured['sources']).toContainEqual(expect.stringMatching(/^\[statute\] Higher Education Act/));
    expect(await call('explain_rule', { section: '99' })).toMatchObject({ isError: true, status: 'refused' });
  });
});

/** A student with every fact that decides dollars, as the API would have filled it in. */
function complete(student: WireRequest): WireRequest & Record<string, unknown> {
  const whole: WireRequest = {
    degree_level: 'undergraduate',
    is_legacy_borrower: false,
    plus_denied: false,
    subsidized_amount: 0,
    cost_of_attendance: null,
    total_limit: null,
    academic_year_terms: null,
    ...student,
    terms: student.terms.map(completeTerm),
  };
  const needsCost = whole.degree_level !== 'undergraduate' && whole.is_legacy_borrower === true;
  const cost = needsCost ? (whole.cost_of_attendance ?? 30_000) : whole.cost_of_attendance;
  const grade = whole.grade_level ?? (whole.degree_level === 'undergraduate' ? 'first_year' : null);
  return { ...whole, cost_of_attendance: cost ?? null, grade_level: grade };
}

function completeTerm(term: WireTerm): WireTerm {
  const fullTime = term.full_time_credits ?? 12;
  return {
    required: true,
    actual_final_credits: null,
    prior_disbursement_sub: null,
    prior_disbursement_unsub: null,
    prior_disbursement_grad_plus: null,
    ...term,
    full_time_credits: fullTime,
    credits_enrolled: term.credits_enrolled ?? fullTime,
  };
}

function fieldErrors(answer: Answer): unknown {
  return jsonOf(answer)['field_errors'];
}
