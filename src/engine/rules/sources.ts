import type { TraceSource } from '../trace/trace-format.js';

/** The sources of docs/rules.md as trace steps cite them, and how thoroughly each was read. */

/** The date of the law and guidance that the rules reflect, ISO date. */
export const POLICY_READ_ON = '2026-11-22';

/** Texts that were not read and may change a rule, for those who award by these figures to check. */
export const NOT_READ: readonly string[] = [
  '34 CFR 685.203(m)(1), verbatim',
  "the Department's Loan Limits FAQ of 20 May 2026, verbatim",
  "the Department's FAQ of August 2026 on reducing annual limits for less than full-time enrollment",
  'FSA Handbook 2026-27, volume 8',
  'the other provisions of the statute and of 34 CFR that are cited here, verbatim',
];

/** A provision of title 20 of the U.S. Code, restated from third parties' descriptions: none was read verbatim. */
export function statute(provision: string): TraceSource {
  return { kind: 'statute', cite: `20 U.S.C. ${provision}`, read: 'restated' };
}

/** A provision of 34 CFR, restated like the statute. */
export function cfr(provision: string): TraceSource {
  return { kind: 'rule', cite: `34 CFR ${provision}`, read: 'restated' };
}

/** Volume 8 of the handbook, restated like the statute; `where` has the comma before it. */
export function handbook(where = ''): TraceSource {
  return { kind: 'handbook', cite: `FSA Handbook 2025-26, volume 8${where}`, read: 'restated' };
}

/** An example of the Department, known from a third party. */
export function transcribed(cite: string): TraceSource {
  return { kind: 'ED', cite, read: 'third party' };
}

/** {@link transcribed} of the Department's questions and answers. */
export function questions(example: string): TraceSource {
  return transcribed(`Schedule of Reductions questions and answers, 10 April 2026, ${example}`);
}

/** The practice of aid offices or vendors where no law settles the question. */
export function practice(cite: string): TraceSource {
  return { kind: 'practice', cite, read: null };
}

/** A decision of this project, with its reason. */
export function choice(cite: string): TraceSource {
  return { kind: 'choice', cite, read: null };
}

// What several sections rest on; the other sources are in the records of their rules.

export const ED_NETTING = questions('example 4: what was paid stays and is netted from later terms');
export const HALF_TIME = cfr('685.200(a)(1)(i)');
export const LEGACY = statute('1087e(a)(8)');
export const PRORATION = [statute('1087e(a)(7)(A)'), cfr('685.203(m)(1)')];
export const SUMMER_COUNTS = choice(
  'an optional term that the student attends adds its credits and its full-time credits, as schools publish it',
);
export const NEED_FIRST = choice(
  'the percent applies to the amount that need allows, as vendors publish it; examples 3 to 6 of the Department, 10 April 2026, start from such an amount without saying why',
);
export const ZERO_CLOSES = choice(
  'a 0 recorded beside final credits means that nothing was paid for the term and nothing will be',
);
export const PAID_WITHOUT_CREDITS = choice(
  'a payment for a term without credits counts as disbursed until it is returned: by 34 CFR 668.22 if the student attended, by 668.21 if not',
);
export const ODD_DOLLAR = choice(
  'the odd dollar goes to the later term, so that a first disbursement never exceeds its exact share on a tie',
);
