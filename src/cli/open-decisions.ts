import type { Decision } from '../guessing/decisions.js';
import { laterText, openDecisions } from '../guessing/examine.js';
import type { Proposal } from '../guessing/propose.js';
import type { Recipe } from '../guessing/recipe.js';
import { recipeLine } from '../guessing/settle.js';
import { CommandError, EXIT } from './command-error.js';
import { onOneLine } from './streams.js';

/** A file that cannot be calculated until somebody makes the decisions that it leaves open. */
export class OpenDecisions extends CommandError {
  /** What was understood, and every decision. */
  readonly proposal: Proposal;

  /**
   * @param notes what was read differently than one may expect, such as one sheet of several.
   * @param recipePath where the proposed recipe was written; undefined if it was not.
   */
  constructor(name: string, proposal: Proposal, notes: readonly string[], recipePath: string | undefined) {
    super(EXIT.refused, openText(name, proposal, notes, recipePath), { details: proposal });
    this.proposal = proposal;
  }
}

function openText(
  name: string,
  { recipe, decisions }: Proposal,
  notes: readonly string[],
  recipePath: string | undefined,
): string {
  const open = openDecisions(decisions);
  const count =
    open.length === 1
      ? 'One decision is open. It decides dollars, so nothing is calculated until you make it.'
      : `${open.length} decisions are open. They decide dollars, so nothing is calculated until you make them.`;
  const todo =
    recipePath === undefined
      ? 'To write a recipe that you can complete, run: prorata check FILE --recipe-out recipe.json'
      : `Write one line of each into ${recipePath}. Then run the command again with --recipe ${recipePath}.`;
  return [
    `${name} was understood like this:`,
    ...[...notes, ...understood(recipe)].map((line) => `  ${onOneLine(line)}`),
    '',
    count,
    ...open.flatMap((decision, at) => ['', ...decisionLines(decision, at + 1).map(onOneLine)]),
    '',
    ...laterText(open),
    todo,
  ].join('\n');
}

/** What each row is and which column is which, as lines of text. */
export function understood({ shape, columns }: Recipe): readonly string[] {
  const rows = {
    term: 'one term of a student',
    student: 'one student',
    course: 'one course',
    fund: 'one fund',
  };
  const ofTerms = shape.rows === 'student' ? shape.terms : [];
  const rules = [
    ...Object.entries(columns).map(([ours, rule]) => ({ ours, rule })),
    ...ofTerms.flatMap((term) =>
      Object.entries(term.columns).map(([ours, rule]) => ({ ours: `${ours} (${term.label})`, rule })),
    ),
  ];
  const fund =
    shape.rows === 'fund' ? [`"${shape.fund}" is the fund, "${shape.paid}" what was paid of it`] : [];
  return [
    `Each row is ${rows[shape.rows]}.`,
    ...fund,
    ...rules.flatMap(({ ours, rule }) => {
      if (rule === undefined) return [];
      if ('constant' in rule) return [`${ours} is ${rule.constant} on every row`];
      const values = Object.entries(rule.values ?? {}).map(
        ([theirs, meaning]) => `${theirs} = ${meaning || 'none'}`,
      );
      return [`${ours} is "${rule.column}"${values.length === 0 ? '' : ` (${values.join(', ')})`}`];
    }),
  ];
}

function decisionLines({ question, why, rows, choices }: Decision, number: number): readonly string[] {
  const where = rows.length === 0 ? '' : ` ${rows.length === 1 ? 'Row' : 'Rows'} ${rows.join(', ')}.`;
  return [
    `${number}. ${question}`,
    `   ${why}${where}`,
    ...choices.flatMap((choice) => [
      `   - ${choice.label}`,
      ...(choice.effect === null ? [] : [`     ${choice.effect}`]),
      `     ${recipeLine(choice)}`,
    ]),
  ];
}
