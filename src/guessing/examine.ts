import type { Steps } from '../table/steps.js';
import { TableError } from '../table/table-error.js';
import type { Decision } from './decisions.js';
import { withEffects } from './effects.js';
import { Facts } from './facts.js';
import type { Guess } from './guess-columns.js';
import { raise } from './raise.js';
import type { Recipe } from './recipe.js';
import { recipeLine } from './settle.js';
import type { SourceTable } from './source.js';

/** What a whole file says under a recipe. It stays on its thread; its decisions can be sent. */
export interface Examination {
  readonly facts: Facts;
  readonly decisions: readonly Decision[];
}

/**
 * Looks at every row of a file to find which decisions it raises, and which of them the recipe settles. Takes linear
 * time and keeps counts and ids, but no rows.
 *
 * @param awardYear the year whose limits apply: they decide which need is too high, and the amounts shown with choices.
 * @throws TableError for a recipe that does not fit the header, or a row that cannot be read.
 */
export function* examine(
  source: SourceTable,
  recipe: Recipe,
  awardYear: string,
  guesses: readonly Guess[] = [],
): Steps<Examination> {
  const facts = yield* new Facts(source, recipe, awardYear).look();
  const raised = raise(facts, guesses, source.header);
  return { facts, decisions: yield* withEffects(facts, source, raised) };
}

/** The decisions not made yet. */
export function openDecisions(decisions: readonly Decision[]): readonly Decision[] {
  return decisions.filter(({ open }) => open);
}

/** Says that more may be asked later; empty if nothing waits. */
export function laterText(decisions: readonly Decision[]): readonly string[] {
  const open = openDecisions(decisions);
  if (!open.some(({ isAwaited }) => isAwaited)) return [];
  return [`More may be asked when ${open.length === 1 ? 'this is' : 'these are'} answered.`];
}

/** @throws TableError that lists every open decision, with the line of a recipe that would settle it. */
export function refuseOpen(decisions: readonly Decision[]): void {
  const open = openDecisions(decisions);
  const messages = [...open.map(decisionText), ...laterText(open)];
  if (open.length > 0)
    throw new TableError(messages.map((message) => ({ message, row: null, column: null })));
}

/** A decision as one line. */
export function decisionText({ question, why, choices, rows }: Decision): string {
  const [first] = choices;
  const where = rows.length === 0 ? '' : ` (rows ${rows.join(', ')})`;
  const line = first === undefined ? '' : ` In the recipe, for example: ${recipeLine(first)}`;
  return `${question} ${why}${where}${line}`;
}
