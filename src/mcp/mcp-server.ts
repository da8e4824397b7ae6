import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { type Field, STUDENT_FIELDS, TERM_FIELDS, valueSchema } from '../contract/field-list.js';
import { isJsonObject, type JsonObject } from '../contract/json-student.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../engine/award-years.js';
import { RULES_VERSION } from '../engine/calculate.js';
import { NOT_CONSIDERED_TEXT } from '../engine/not-considered.js';
import { MAX_TERMS } from '../engine/student.js';
import { calculateStudent, calculateStudentOutput } from './calculate-student.js';
import { MAY_BE_NULL } from './missing-facts.js';
import { explainRule, explainRuleOutput, type RuleSections } from './rule-sections.js';
import type { ToolAnswer } from './tool-answer.js';

export interface McpSurroundings {
  readonly rules: RuleSections;
  /** Receives internal errors; the caller learns only that something went wrong. */
  readonly onDefect: (error: unknown) => void;
}

const INSTRUCTIONS =
  'Exact prorated federal Direct Loan limits. When a tool answers with questions, ask the person each of them: do not guess a grade level, need, credits or payments.';
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/**
 * The two tools for assistants, both read-only. They use the service's code, so a student gets the same
 * dollars. Unlike the service, they never assume a default for a fact that decides dollars, but ask for it.
 * The only free text they take is the label of a term. Their version is the award year and the version of the
 * rules.
 */
export function createMcpServer({ rules, onDefect }: McpSurroundings): McpServer {
  const version = `${CURRENT_AWARD_YEAR}.${RULES_VERSION}`;
  const server = new McpServer({ name: 'prorata', version }, { instructions: INSTRUCTIONS });
  const calling = (tool: (args: JsonObject) => ToolAnswer) => (given: unknown) => {
    try {
      const { structured, isError } = tool(isJsonObject(given) ? given : {});
      // For clients that read only text, as the protocol recommends.
      const content = [{ type: 'text' as const, text: JSON.stringify(structured) }];
      return { content, structuredContent: structured, isError };
    } catch (error) {
      onDefect(error);
      const text = 'Something went wrong inside the tool. Nothing was calculated.';
      return { content: [{ type: 'text' as const, text }], isError: true };
    }
  };
  server.registerTool(
    'calculate_student',
    {
      title: 'Prorated loan limits of one student',
      description: `Exact federal Direct Loan limits for one student who is enrolled less than full time (34 CFR 685.203(m)(1)), per term and for the year. Every fact that decides dollars must be given; the tool answers with the questions to ask for those that are missing. Not considered: ${NOT_CONSIDERED_TEXT}. It takes no name and no number of a student.`,
      inputSchema: z.looseObject({
        ...members(STUDENT_FIELDS),
        terms: member({
          type: 'array',
          items: described(z.looseObject(members(TERM_FIELDS))),
          minItems: 1,
          maxItems: MAX_TERMS,
          description: `The terms of the year in chronological order, 1 to ${MAX_TERMS}.`,
        }),
        award_year: member({ type: 'string', enum: AWARD_YEARS, description: 'The award year.' }),
        explain: member({
          type: 'boolean',
          description: 'true adds the trace: every step with its sources.',
        }),
      }),
      outputSchema: calculateStudentOutput,
      annotations: READ_ONLY,
    },
    calling(calculateStudent),
  );
  const sections = [...rules.keys()];
  server.registerTool(
    'explain_rule',
    {
      title: 'A rule of the calculation, with its sources',
      description: `The text of one section of the rules, with where it comes from: statute, regulation, guidance, practice, or a choice of this service. Not considered: ${NOT_CONSIDERED_TEXT}.`,
      inputSchema: z.looseObject({
        section: member({ type: 'string', enum: sections, description: 'The number of the section.' }),
      }),
      outputSchema: explainRuleOutput,
      annotations: READ_ONLY,
    },
    calling((args) => explainRule(args, rules)),
  );
  return server;
}

type Described = Readonly<Record<string, unknown>>;

/** A member of a call, as shown to the assistant. The contract's reader, not this schema, reports errors. */
function member(described: Described): z.ZodType {
  return z.unknown().optional().meta(described);
}

/** The contract's fields for an assistant: without defaults, and mostly without null. */
function members(fields: readonly Field[]): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    fields.map((field) => [field.name, member(valueSchema(field, MAY_BE_NULL.has(field.name)))]),
  );
}

function described(schema: z.core.$ZodType): Described {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
