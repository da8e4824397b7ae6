import { listed } from '../../engine/texts.js';
import { type Answered, traceOfAnswer } from './answer.js';
import { type Case, isAsked, isBlankAt, pathOf } from './case.js';
import { termNames } from './case-terms.js';

/** A default used because nothing was given, and the field where it can be corrected. */
export interface Assumption {
  readonly text: string;
  /** The path of the first field that it is about. */
  readonly path: string;
}

/** Every default that replaces a blank field, in the order of the form. None of them raises the limit. */
export function assumptionsOf(typed: Case): Assumption[] {
  return [...studentAssumptions(typed), ...termAssumptions(typed)];
}

function studentAssumptions(typed: Case): Assumption[] {
  const count = typed.terms.length;
  const texts: Readonly<Record<string, string>> = {
    plus_denied: 'No parent was denied a PLUS loan.',
    total_limit: 'The program has no annual limit of its own.',
    academic_year_terms:
      count === 1 ? 'The academic year has this one term.' : `The academic year has these ${count} terms.`,
  };
  return Object.entries(texts)
    .filter(([name]) => isAsked(name, typed) && isBlankAt(typed, { name, term: null }))
    .map(([path, text]) => ({ path, text }));
}

const PAYMENTS = ['prior_disbursement_sub', 'prior_disbursement_unsub', 'prior_disbursement_grad_plus'];

function termAssumptions(typed: Case): Assumption[] {
  const names = termNames(typed);
  const found: Assumption[] = [];
  const assume = (fields: readonly string[], textOf: (terms: string) => string) => {
    const asked = fields.filter((name) => isAsked(name, typed));
    const blank = names.flatMap((_, term) =>
      asked.every((name) => isBlankAt(typed, { name, term })) ? [term] : [],
    );
    const [first] = blank;
    const [name] = asked;
    if (first === undefined || name === undefined) return;
    const terms = listed(blank.map((term) => names[term] ?? ''));
    found.push({ text: textOf(terms), path: pathOf({ name, term: first }) });
  };
  assume(['actual_final_credits'], (terms) => `${terms}: final credits are not known yet.`);
  assume(PAYMENTS, (terms) => `${terms}: nothing was paid so far.`);
  assume(['required'], (terms) => `${terms}: counted in the year even without enrollment.`);
  return found;
}

/** What the calculation does not consider. */
export function notConsidered(answer: Answered): string {
  const texts = traceOfAnswer(answer).not_considered.map(({ text }) => text);
  return `The answer ignores these and may be too high. Check each of them before you award: ${texts.join('; ')}.`;
}
