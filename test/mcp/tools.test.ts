import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CURRENT_AWARD_YEAR } from '../../src/engine/limits.js';
import { calculate, readStudent } from '../../src/library/index.js';
import { randomStudent } from '../reference/arbitraries.js';
import type { WireRequest, WireTerm } from '../reference/wire.js';
import { jsonOf } from '../support/client.js';
import { sharedService } from '../support/shared-service.js';
import { callTool, GENERATIONS, newClient, overStdio, WHOLE } from './assistants.js';

const { client: caller } = await sharedService();

describe.each(Object.keys(GENERATIONS) as (keyof typeof GENERATIONS)[])(
  'in the protocol of %s',
  (generation) => {
    let client: Client;
    beforeAll(async () => {
      client = newClient(generation);
      await client.connect(overStdio());
    });
    afterAll(() => client.close());
    const call = (name: string, args: Record<string, unknown>) => callTool(client, name, args);

    test('there are two tools, each only reads, and says what it takes and gives', async () => {
      expect(client.getNegotiatedProtocolVersion()).toBe(generation);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['calculate_student', 'explain_rule']);
      for (const { annotations, inputSchema, outputSchema } of tools) {
        expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
        // A default would be a fact that nobody gave.
        expect(JSON.stringify(inputSchema)).not.toContain('"default"');
        expect(outputSchema?.['properties']).toHaveProperty('status');
      }
    });

    test('the only free text that is taken is the label of a term', async () => {
      const { tools } = await client.listTools();
      expect(tools.flatMap(({ inputSchema }) => freeTexts(inputSchema))).toEqual(['terms.label']);
    });

    test('random students have the figures of POST /v1/calculate and of the library', async () => {
      for (let seed = 1; seed <= 40; seed++) {
        const student = complete(randomStudent(seed));
        const answer = await caller.calculate(student);
        const said = await call('calculate_student', { ...student, award_year: CURRENT_AWARD_YEAR });
        const reading = readStudent(student);
        expect({ seed, ok: reading.ok, status: said.status }).toEqual({
          seed,
          ok: answer.status === 200,
          status: answer.status === 200 ? 'calculated' : 'refused',
        });
        if (!reading.ok) expect(said.errors).toEqual(jsonOf(answer)['field_errors']);
        else {
          expect(said.structured['result']).toEqual(jsonOf(answer));
          expect(JSON.parse(JSON.stringify(calculate(reading.student)))).toEqual(jsonOf(answer));
        }
      }
    });

    test('explain: true adds the trace of the API', async () => {
      const { structured } = await call('calculate_student', { ...WHOLE, explain: true });
      const { award_year: _, ...student } = WHOLE;
      const answer = await caller.calculate(student, {}, '?trace=true');
      expect(structured['trace']).toEqual(jsonOf(answer)['trace']);
    });

    test('warnings are told', async () => {
      const [fall, spring] = WHOLE.terms;
      const terms = [fall, { ...spring, credits_enrolled: 3 }];
      const { structured, text } = await call('calculate_student', { ...WHOLE, terms });
      const warnings = z.array(z.string()).parse(structured['warnings']);
      expect(warnings).not.toEqual([]);
      for (const warning of warnings) expect(text).toContain(warning);
    });

    test('a rule comes with its sources', async () => {
      const { text, structured } = await call('explain_rule', { section: '2.2' });
      expect(text).toContain('rounded half up to a whole percent');
      expect(structured['sources']).toContainEqual(
        expect.stringMatching(/^\[statute\] Higher Education Act/),
      );
    });
  },
);

/** The paths of texts in an input schema that could hold a name. */
function freeTexts(schema: unknown, path: readonly string[] = []): string[] {
  const { properties = {}, items, type, enum: choices, pattern, anyOf = [] } = partSchema.parse(schema);
  const takesName = pattern === undefined || new RegExp(pattern, 'u').test('Ann Smith');
  const isFree = type === 'string' && choices === undefined && takesName;
  return [
    ...(isFree ? [path.join('.')] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => freeTexts(inner, [...path, name])),
    ...(items === undefined ? [] : freeTexts(items, path)),
    ...anyOf.flatMap((inner) => freeTexts(inner, path)),
  ];
}

const partSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  type: z.unknown().optional(),
  enum: z.unknown().optional(),
  pattern: z.string().optional(),
  anyOf: z.array(z.unknown()).optional(),
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
