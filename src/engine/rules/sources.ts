import type { TraceSource } from '../trace/trace-format.js';

/** The sources of docs/rules.md, each written as a trace prints it: its kind, then what is cited. */

/** The date as of which third parties' descriptions of law and guidance were read, ISO date. */
export const POLICY_READ_ON = '2026-11-26';

/** Texts that were not read and may change a rule. Whoever awards by these figures should check them. */
export const NOT_READ: readonly string[] = [
  '34 CFR 685.203(m)(1), verbatim',
  "the Department's Loan Limits FAQ of 20 May 2026, verbatim",
  "the Department's FAQ of August 2026 on reducing annual limits for less than full-time enrollment",
  'FSA Handbook 2026-27, volume 8',
  'the other provisions of the statute and of 34 CFR that are cited here, verbatim',
];

type Kind = TraceSource['kind'];

/** A source as a trace prints it: `choice: the odd dollar goes to the later term`. */
export type Source = `${Kind}: ${string}`;

/** How each kind of source was read: no law or guidance verbatim. Practices and choices have no text. */
const READ: Readonly<Record<Kind, TraceSource['read']>> = {
  statute: 'restated',
  rule: 'restated',
  handbook: 'restated',
  ED: 'third party',
  practice: null,
  choice: null,
};

/** Splits a source into its kind and its citation, and adds how it was read. */
export function sourceOf(source: Source): TraceSource {
  const end = source.indexOf(': ');
  const kind = source.slice(0, end) as Kind;
  return { kind, cite: source.slice(end + 2), read: READ[kind] };
}

// Sources that rules in several files cite; the others are in the records of their rules.

export const UNDERGRADUATE_LAW: Source =
  'statute: 20 U.S.C. 1087e(a)(1), with 1078(b)(1)(A) for subsidized and 1078-8(d) for unsubsidized amounts';
export const REDUCTION_LAW: Source = 'statute: 20 U.S.C. 1087e(a)(7)(A)';
export const REDUCTION_RULE: Source = 'rule: 34 CFR 685.203(m)(1)';
export const PROGRAM_LIMIT_RULE: Source = 'rule: 34 CFR 685.203(m)(2)';
export const LEGACY: Source = 'statute: 20 U.S.C. 1087e(a)(8)';
export const HALF_TIME: Source = 'rule: 34 CFR 685.200(a)(1)(i)';
export const ED_NETTING: Source =
  'ED: Schedule of Reductions questions and answers, 10 April 2026, example 4: what was paid stays and is netted from later terms';
export const SUMMER_COUNTS: Source =
  'choice: an optional term that the student attends adds its credits and its full-time credits, as schools publish it';
export const NEED_FIRST: Source =
  'choice: the percent applies to the amount that need allows, as vendors publish it; examples 3 to 6 of the Department, 10 April 2026, start from such an amount without saying why';
export const ZERO_CLOSES: Source =
  'choice: a 0 recorded beside final credits means that nothing was paid for the term and nothing will be';
export const PAID_WITHOUT_CREDITS: Source =
  'choice: a payment for a term without credits counts as disbursed until it is returned: by 34 CFR 668.22 if the student attended, by 668.21 if not';
