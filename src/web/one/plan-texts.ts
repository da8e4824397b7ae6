import { inWords } from '../field-labels.js';
import { type Answered, traceOfAnswer } from './answer.js';
import type { Case } from './case.js';
import type { Plans } from './case-link.js';
import type { PlanName } from './state.js';

/** A plan of the page; its name is empty if it is the only one. */
export interface NamedPlan {
  readonly plan: PlanName;
  readonly name: string;
  readonly typed: Case;
}

/** One plan, or two with names to tell them apart. */
export function namedPlans({ a, b }: Plans): NamedPlan[] {
  if (b === null) return [{ plan: 'a', name: '', typed: a }];
  return [
    { plan: 'a', name: 'Plan A', typed: a },
    { plan: 'b', name: 'Plan B', typed: b },
  ];
}

/** The warnings of an answer, with the page's labels instead of field names. */
export function notesOf({ result }: Answered): string[] {
  return result.warnings.map((warning) => inWords(warning));
}

/** What the calculation does not consider. */
export function notConsidered(answer: Answered): string {
  const texts = traceOfAnswer(answer).not_considered.map(({ text }) => text);
  return `The answer ignores these and may be too high. Check each of them before you award: ${texts.join('; ')}.`;
}
