import { resolve } from 'node:path';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { calculate, readStudent } from '../../src/library/index.js';
import { jsonOf } from '../support/client.js';
import { sharedService } from '../support/shared-service.js';

const PROGRAM = resolve(import.meta.dirname, '../../dist/src/cli/prorata.js');

const answerSchema = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })).length(1),
  structuredContent: z.looseObject({
    status: z.string(),
    questions: z.array(z.looseObject({ field: z.string(), question: z.string() })).optional(),
    errors: z.record(z.string(), z.string()).optional(),
  }),
});

async function connected(versionNegotiation: NonNullable<ClientOptions['versionNegotiation']>) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation });
  const args = [PROGRAM, 'mcp'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' }));
  afterAll(() => client.close());
  const call = async (name: string, args: Record<string, unknown>) => {
    const answer = answerSchema.parse(await client.callTool({ name, arguments: args }));
    const { status, questions = [], errors = {} } = answer.structuredContent;
    return {
      status,
      isError: answer.isError ?? false,
      text: answer.content[0]?.text ?? '',
      asked: questions.map(({ field }) => field),
      errors,
      structured: answer.structuredContent,
    };
  };
  return { client, call };
}

/** Both generations of the protocol: with the handshake of 2025, and without. */
const GENERATIONS = {
  '2025-11-25': await connected({ mode: 'legacy' }),
  '2026-07-28': await connected({ mode: { pin: '2026-07-28' } }),
};

const TERM = {
  full_time_credits: 12,
  actual_final_credits: null,
  prior_disbursement_sub: null,
  prior_disbursement_unsub: null,
};

/** A student with all facts that affect dollars. */
const WHOLE = {
  award_year: '2026-27',
  degree_level: 'undergraduate',
  dependency_status: 'dependent',
  grade_level: 'first_year',
  subsidized_amount: 3500,
  plus_denied: false,
  total_limit: null,
  academic_year_terms: null,
  terms: [
    { label: 'Fall', credits_enrolled: 12, ...TERM },
    { label: 'Spring', credits_enrolled: 9, ...TERM },
  ],
};

const LEGACY = {
  degree_level: 'graduate',
  is_legacy_borrower: true,
  cost_of_attendance: '30000.50',
  subsidized_amount: 0,
};

/** Students of every kind, as differences from {@link WHOLE}. Two are refused. */
const STUDENTS: readonly object[] = [
  {},
  {
    dependency_status: 'independent',
    grade_level: 'third_year_and_beyond',
    total_limit: '4000.98',
    academic_year_terms: 3,
  },
  {
    terms: [
      { ...WHOLE.terms[0], actual_final_credits: '6.5', prior_disbursement_unsub: 1000, required: true },
      WHOLE.terms[1],
    ],
  },
  { ...LEGACY, terms: WHOLE.terms.map((term) => ({ ...term, prior_disbursement_grad_plus: 500 })) },
  { degree_level: 'professional', is_legacy_borrower: false, subsidized_amount: '0' },
  { plus_denied: true, subsidized_amount: 3501, total_limit: -1 },
  {
    ...LEGACY,
    terms: WHOLE.terms.map((term) => ({ ...term, label: ' ', prior_disbursement_grad_plus: 20_000 })),
  },
];

const { client: caller } = await sharedService();

describe.each(Object.entries(GENERATIONS))('in the protocol of %s', (generation, { client, call }) => {
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

  test.each(STUDENTS)('a student has the figures of the service and of the library: %#', async (changes) => {
    const { award_year, ...student } = { ...WHOLE, ...changes };
    const answer = await caller.calculate(student, {}, `?award_year=${award_year}`);
    const said = await call('calculate_student', { ...student, award_year });
    const reading = readStudent(student, award_year);
    expect({ ok: reading.ok, status: said.status }).toEqual({
      ok: answer.status === 200,
      status: answer.status === 200 ? 'calculated' : 'refused',
    });
    if (!reading.ok) expect(said.errors).toEqual(jsonOf(answer)['field_errors']);
    else {
      expect(said.structured['result']).toEqual(jsonOf(answer));
      expect(JSON.parse(JSON.stringify(calculate(reading.student)))).toEqual(jsonOf(answer));
    }
  });

  test('explain: true adds the trace of the API', async () => {
    const { structured } = await call('calculate_student', { ...WHOLE, explain: true });
    const { award_year, ...student } = WHOLE;
    const answer = await caller.calculate(student, {}, `?trace=true&award_year=${award_year}`);
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
    expect(structured['sources']).toContainEqual(expect.stringMatching(/^\[statute\] Higher Education Act/));
  });
});

/** Paths of strings in an input schema that could hold a name. */
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

const { call } = GENERATIONS['2026-07-28'];
const [FALL, SPRING] = WHOLE.terms;

describe('a fact that decides dollars', () => {
  test.each(Object.keys(WHOLE))('is asked where it is missing: %s', async (name) => {
    const { status, isError, asked, structured } = await call('calculate_student', {
      ...WHOLE,
      [name]: undefined,
    });
    expect({ status, isError }).toEqual({ status: 'questions', isError: false });
    expect(asked[0]?.replace(/\..*/, '')).toBe(name);
    expect(structured).not.toHaveProperty('result');
  });

  test.each<[name: string, value: undefined | null]>([
    ...Object.keys(FALL ?? {}).map((name): [string, undefined] => [name, undefined]),
    // The API would fill in these fields.
    ['credits_enrolled', null],
    ['full_time_credits', null],
  ])('is asked of a term: %s is %s', async (name, value) => {
    const terms = [{ ...FALL, [name]: value }, SPRING];
    const { status, asked, text } = await call('calculate_student', { ...WHOLE, terms });
    expect(text.includes('Null: ')).toBe(/^(actual|prior)_/.test(name));
    expect({ status, asked }).toEqual({ status: 'questions', asked: [`terms.0.${name}`] });
  });

  test('is whether a term without credits belongs to the year', async () => {
    const summer = { ...SPRING, label: 'Summer', credits_enrolled: '0.0' };
    const asked = (terms: unknown[]) => call('calculate_student', { ...WHOLE, terms });
    expect((await asked([FALL, SPRING, summer])).asked).toEqual(['terms.2.required']);
    const counted = await asked([FALL, SPRING, { ...summer, required: true }]);
    const optional = await asked([FALL, SPRING, { ...summer, required: false }]);
    expect(counted.structured['result']).toMatchObject({ reduced_annual_pct: 58 });
    expect(optional.structured['result']).toMatchObject({ reduced_annual_pct: 88 });
  });

  test('is asked of graduates in their own terms', async () => {
    const graduate = { ...WHOLE, degree_level: 'graduate', grade_level: undefined };
    const unknown = await call('calculate_student', { ...graduate, degree_level: undefined });
    expect(unknown.asked).toEqual(['degree_level']);
    expect((await call('calculate_student', graduate)).asked).toEqual(['is_legacy_borrower']);
    expect((await call('calculate_student', { ...graduate, is_legacy_borrower: true })).asked).toEqual([
      'cost_of_attendance',
      'terms.0.prior_disbursement_grad_plus',
      'terms.1.prior_disbursement_grad_plus',
    ]);
  });
});

describe('refused by name is', () => {
  test('a field that is not known, of a student or a term, and a wrong value', async () => {
    const args = { ...WHOLE, ssn: 'x', terms: [{ ...FALL, units: 3 }, SPRING], explain: 'yes' };
    const { isError, errors } = await call('calculate_student', args);
    expect(isError).toBe(true);
    expect(Object.keys(errors)).toEqual(['ssn', 'terms.0.units', 'explain']);
    expect((await call('calculate_student', { ...WHOLE, award_year: '2020-21' })).errors).toHaveProperty(
      'award_year',
    );
  });

  test('a number that a double cannot carry in place of a text, as it was written', async () => {
    const large = 12345678901234567000;
    const fall = { ...FALL, label: large, actual_final_credits: undefined };
    const terms = await call('calculate_student', { ...WHOLE, terms: [fall, SPRING] });
    expect(terms.errors).toMatchObject({ 'terms.0.label': expect.stringContaining(`Given: ${large}.`) });
    expect(terms.text).toContain('Term 1: how many final credits');
    const { errors } = await call('calculate_student', { ...WHOLE, award_year: large });
    expect(errors['award_year']).toContain(`"${large}"`);
  });

  test('what is too much: terms, nesting, members', async () => {
    const terms = Array.from({ length: 20_000 }, () => ({}));
    const { isError, text } = await call('calculate_student', { ...WHOLE, terms });
    expect(isError).toBe(true);
    expect(text.length).toBeLessThan(2000);
    let nested: unknown = 1;
    for (let depth = 0; depth < 500; depth++) nested = { nested };
    expect(await call('calculate_student', { ...WHOLE, nested })).toMatchObject({ isError: true });
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, nth) => [`field${nth}`, nth]));
    expect((await call('calculate_student', { ...WHOLE, ...many })).text.length).toBeLessThan(20_000);
  });
});

test('a rule that is not named is asked for, and one that does not exist is refused', async () => {
  expect(await call('explain_rule', {})).toMatchObject({ status: 'questions', asked: ['section'] });
  expect(await call('explain_rule', { section: '99' })).toMatchObject({ isError: true, status: 'refused' });
});
