import { resolve } from 'node:path';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';

const PROGRAM = resolve(import.meta.dirname, '../../dist/src/cli/prorata.js');

/** The two generations of the protocol: with the handshake of 2025, and without. */
export const GENERATIONS = {
  '2025-11-25': { mode: 'legacy' },
  '2026-07-28': { mode: { pin: '2026-07-28' } },
} as const satisfies Record<string, ClientOptions['versionNegotiation']>;

/** The official client of the protocol, not connected yet. */
export function newClient(generation: keyof typeof GENERATIONS): Client {
  return new Client({ name: 'test', version: '1' }, { versionNegotiation: GENERATIONS[generation] });
}

/** `prorata mcp` as an assistant starts it. */
export function overStdio(): StdioClientTransport {
  return new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp'], stderr: 'pipe' });
}

const answerSchema = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })).length(1),
  structuredContent: z.looseObject({
    status: z.string(),
    questions: z.array(z.looseObject({ field: z.string(), question: z.string() })).optional(),
    errors: z.record(z.string(), z.string()).optional(),
  }),
});

/** What a tool answers. */
export async function callTool(client: Client, name: string, args: Record<string, unknown>) {
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
}

const TERM = {
  full_time_credits: 12,
  actual_final_credits: null,
  prior_disbursement_sub: null,
  prior_disbursement_unsub: null,
};

/** A student of whom everything that decides dollars is known. */
export const WHOLE = {
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
