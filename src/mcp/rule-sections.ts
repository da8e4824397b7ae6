import * as z from 'zod';
import type { JsonObject } from '../contract/json-student.js';
import { PROBLEM, problemOf, type ToolAnswer, unknownMembers } from './tool-answer.js';

export interface RuleSection {
  /** As Markdown. */
  readonly text: string;
  /** What its marks, such as `[statute]`, stand for, and how each source was read. */
  readonly sources: readonly string[];
}

/** The rules by section number, in the order of the document. */
export type RuleSections = ReadonlyMap<string, RuleSection>;

const ANCHOR = /<a id="([0-9]+(?:\.[0-9]+)?)"><\/a>/;

/** The sections of docs/rules.md: each from an anchor with its number to the next anchor, or to a chapter. */
export function ruleSections(markdown: string): RuleSections {
  const marks = [...markdown.matchAll(/^\| (\[[A-Za-z]+\]) \| (.+?) \| (.*?) ?\|$/gm)].map(
    ([, mark = '', source = '', how = '']) => ({ mark, source: `${mark} ${source}${how && ` (${how})`}` }),
  );
  const parts = markdown.split(/(?=^## |^<a id="[0-9]+(?:\.[0-9]+)?"><\/a>)/m);
  return new Map(
    parts.flatMap((part) => {
      const number = ANCHOR.exec(part)?.[1];
      if (number === undefined) return [];
      const text = part.replaceAll(new RegExp(ANCHOR, 'g'), '').trim();
      // A mark may contain more text: [statute: to the nearest whole percentage point].
      const sources = marks.filter(({ mark }) => text.includes(mark.slice(0, -1)));
      return [[number, { text, sources: sources.map(({ source }) => source) }] as const];
    }),
  );
}

/** The structured answer of `explain_rule`, unless the call is refused. */
export const explainRuleOutput = z.object({
  status: z.enum(['explained', 'questions']),
  ...PROBLEM,
  section: z.string().optional(),
  text: z.string().optional().describe('The section as Markdown.'),
  sources: z.array(z.string()).optional().describe('What its marks stand for, and how each was read.'),
});

/** `explain_rule`: a section of the rules with its sources. */
export function explainRule(args: JsonObject, rules: RuleSections): ToolAnswer {
  const { section } = args;
  const sections = [...rules.keys()].join(', ');
  const found = typeof section === 'string' ? rules.get(section.trim()) : undefined;
  const isMissing = section === undefined || section === null;
  const questions = isMissing
    ? [{ field: 'section', question: `Which section? There are ${sections}.` }]
    : [];
  const unknown = `There is no such section. Give one of these as text: ${sections}.`;
  const problem = problemOf(questions, {
    ...unknownMembers(args, ['section']),
    ...(isMissing || found !== undefined ? {} : { section: unknown }),
  });
  return problem ?? { isError: false, structured: { status: 'explained', section, ...found } };
}
