import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { type Field, STUDENT_FIELDS, TERM_FIELDS } from '../contract/field-list.js';
import { isJsonObject, type JsonObject } from '../contract/json-student.js';
import { RULES_VERSION } from '../engine/calculate.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../engine/limits.js';
import { PUBLISHED_FIGURES } from '../engine/published-figure.js';
import { MAX_TERMS } from '../engine/student.js';
import { checkFile, MOST_ROWS } from './file-tool.js';
import { MAY_BE_NULL } from './missing-facts.js';
import { personalRefusal } from './read-request.js';
import { explainRule, type RuleSections } from './rule-sections.js';
import { calculateStudent, checkPublished, comparePlans } from './student-tools.js';
import { refusal, type ToolAnswer } from './tool-answer.js';

/** What the tools need from their environment. */
export interface McpSurroundings {
  readonly rules: RuleSections;
  /** Receives internal errors; the caller learns only that something went wrong. */
  readonly onDefect: (error: unknown) => void;
}

/** Tool names; a log line may contain no others. */
export const TOOL_NAMES = [
  'calculate_student',
  'compare_plans',
  'check_figure',
  'explain_rule',
  'check_file',
] as const;

/**
 * The tools for assistants, all of them read-only. They share the code of the service, so that the same student has the same dollars, and
 * differ from it in one thing: where a fact that decides dollars is missing they answer with the question, never with a default. Its version
 * is that of the rules: the award year and their version.
 */
export function createMcpServer({ rules, onDefect }: McpSurroundings): McpServer {
  const version = `${CURRENT_AWARD_YEAR}.${RULES_VERSION}`;
  const server = new McpServer({ name: 'prorata', version }, { instructions: INSTRUCTIONS });
  const register = (
    name: (typeof TOOL_NAMES)[number],
    about: { readonly title: string; readonly description: string; readonly takes: Members },
    tool: (args: JsonObject) => ToolAnswer | Promise<ToolAnswer>,
  ): void => {
    const { title, description, takes } = about;
    const config = { title, description, inputSchema: z.looseObject(takes), annotations: READ_ONLY };
    server.registerTool(name, config, async (given: unknown) => {
      const args = isJsonObject(given) ? given : {};
      // A recipe names columns, such as the one of ids, but contains no student data.
      const { recipe: _, ...looked } = args;
      try {
        return answered(personalRefusal(looked) ?? (await tool(args)));
      } catch (error) {
        onDefect(error);
        return answered(refusal('Something went wrong inside the tool. Nothing was calculated.'));
      }
    });
  };
  register(
    'calculate_student',
    {
      title: 'Prorated loan limits of one student',
      description: `Exact federal Direct Loan limits for one student who is enrolled less than full time (34 CFR 685.203(m)(1)), per term and for the year. ${ASKS} ${NOT_CONSIDERED} ${NO_NAMES}`,
      takes: { ...student(), award_year: AWARD_YEAR, explain: EXPLAIN },
    },
    calculateStudent,
  );
  register(
    'compare_plans',
    {
      title: 'Two plans of one student compared',
      description: `Calculates two students, or two plans of one, and says which inputs differ, which amounts, and at which rule they part. ${ASKS} ${NOT_CONSIDERED} ${NO_NAMES}`,
      takes: {
        first: member({ ...objectOf(student()), description: 'The first plan.' }),
        second: member({ ...objectOf(student()), description: 'The second plan.' }),
        award_year: AWARD_YEAR,
      },
    },
    comparePlans,
  );
  register(
    'check_figure',
    {
      title: 'Whether a published figure is right',
      description: `Says whether a figure of the year that a table, a calculator or somebody else gives for a student is right, and if not, which known mistake gives it. What was paid has no effect on it. ${ASKS} ${NO_NAMES}`,
      takes: {
        ...student(),
        figure: member({
          type: 'string',
          enum: PUBLISHED_FIGURES,
          description: 'Which figure of the year: combined is subsidized and unsubsidized together.',
        }),
        value: member({
          type: ['string', 'number'],
          description: 'What was published, such as 3190, "$3,190" or "54%".',
        }),
        award_year: AWARD_YEAR,
      },
    },
    checkPublished,
  );
  register(
    'explain_rule',
    {
      title: 'A rule of the calculation, with its sources',
      description: `The text of one section of the rules, with where it comes from: statute, regulation, guidance, practice, or a choice of this service. ${NOT_CONSIDERED}`,
      takes: { section: member({ type: 'string', description: `One of ${[...rules.keys()].join(', ')}.` }) },
    },
    (args) => explainRule(args, rules),
  );
  register(
    'check_file',
    {
      title: 'What a file of students would need',
      description: `Takes the header and a few rows of a file of students and says what would be refused and what a person has to decide before the file is calculated. ${NO_NAMES} Leave the cells of names blank and write A, B, C for students. No file is sent.`,
      takes: {
        header: member({
          type: 'array',
          items: { type: 'string' },
          description: 'The names of the columns, as the file has them.',
        }),
        rows: member({
          type: 'array',
          items: { type: 'array', items: { type: 'string' } },
          description: `Up to ${MOST_ROWS} rows, each with one text for each column.`,
        }),
        recipe: member({
          type: 'object',
          description: 'The recipe of an earlier answer, with what the person has decided written into it.',
        }),
        award_year: AWARD_YEAR,
      },
    },
    checkFile,
  );
  return server;
}

const INSTRUCTIONS =
  'Exact prorated federal Direct Loan limits. When a tool answers with questions, ask the person each of them: do not guess a grade level, need, credits or payments.';
const ASKS =
  'Every fact that decides dollars must be given; the tool answers with the questions to ask for those that are missing.';
const NOT_CONSIDERED =
  'Not considered: aggregate and lifetime limits, other financial assistance, Parent PLUS, nonterm, clock-hour and subscription programs, remaining-period proration, professional judgment.';
const NO_NAMES = 'Never give a name, a student number or a social security number.';
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

type Members = Readonly<Record<string, z.ZodType>>;
/** A JSON Schema. */
type Described = Readonly<Record<string, unknown>>;

/** A member of a call as the assistant sees it. What is wrong with one is said by the reader of the contract, not by this schema. */
function member(described: Described): z.ZodType {
  return z.unknown().optional().meta(described);
}

const EXPLAIN = member({
  type: 'boolean',
  description: 'true adds the trace: every step with its sources.',
});
const AWARD_YEAR = member({ type: 'string', enum: AWARD_YEARS, description: 'The award year.' });

/** The fields of a student as the contract describes them. */
function student(): Members {
  return {
    ...members(STUDENT_FIELDS),
    terms: member({
      type: 'array',
      items: objectOf(members(TERM_FIELDS)),
      minItems: 1,
      maxItems: MAX_TERMS,
      description: `The terms of the year in chronological order, 1 to ${MAX_TERMS}.`,
    }),
  };
}

function members(fields: readonly Field[]): Members {
  return Object.fromEntries(fields.map((field) => [field.name, member(fieldSchema(field))]));
}

/** A field without its default, and without null where that would be one: for an assistant there is none. */
function fieldSchema({ name, schema, description, whenNull }: Field): Described {
  const { default: _, anyOf, ...rest } = described(schema);
  const forms = Array.isArray(anyOf) && !MAY_BE_NULL.has(name) ? anyOf.filter(isNoNull) : anyOf;
  return {
    ...rest,
    ...(forms === undefined ? {} : { anyOf: forms }),
    description: MAY_BE_NULL.has(name) ? `${description} Null: ${whenNull}.` : description,
  };
}

function isNoNull(form: unknown): boolean {
  return !isJsonObject(form) || form['type'] !== 'null';
}

function described(schema: z.core.$ZodType): Described {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

function objectOf(of: Members): Described {
  return described(z.looseObject(of));
}

function answered({ text, structured, isError }: ToolAnswer) {
  return { content: [{ type: 'text' as const, text }], structuredContent: structured, isError };
}
