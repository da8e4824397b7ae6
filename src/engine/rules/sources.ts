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

/** Restated from third parties' descriptions. None was read verbatim. */
function restated(kind: 'statute' | 'rule' | 'handbook', cite: string): TraceSource {
  return { kind, cite, read: 'restated' };
}

/** An example of the Department, known from a third party. */
function transcribed(cite: string): TraceSource {
  return { kind: 'ED', cite, read: 'third party' };
}

/** The practice of aid offices or vendors where no law settles the question. */
export function practice(cite: string): TraceSource {
  return { kind: 'practice', cite, read: null };
}

/** A decision of this project, with its reason. */
export function choice(cite: string): TraceSource {
  return { kind: 'choice', cite, read: null };
}

export const STATUTE_UNDERGRADUATE_LIMITS = restated(
  'statute',
  '20 U.S.C. 1087e(a)(1), with 1078(b)(1)(A) for subsidized and 1078-8(d) for unsubsidized amounts',
);
export const STATUTE_NO_SUBSIDIZED = restated('statute', '20 U.S.C. 1087e(a)(3)(A)');
export const STATUTE_GRADUATE_LIMIT = restated('statute', '20 U.S.C. 1087e(a)(4)(A)(i)');
export const STATUTE_PROFESSIONAL_LIMIT = restated('statute', '20 U.S.C. 1087e(a)(4)(A)(ii)');
export const STATUTE_LEGACY = restated('statute', '20 U.S.C. 1087e(a)(8)');
export const STATUTE_NO_GRAD_PLUS = restated('statute', '20 U.S.C. 1087e(a)(3)(C)');
export const STATUTE_PRORATION = restated('statute', '20 U.S.C. 1087e(a)(7)(A)');
export const STATUTE_PROGRAM_LIMIT = restated('statute', '20 U.S.C. 1087e(a)(7)(B)');
export const RULE_DEPENDENT_LIMITS = restated('rule', '34 CFR 685.203(a) and (b)(1)');
export const RULE_INDEPENDENT_LIMITS = restated('rule', '34 CFR 685.203(a), (b)(2) and (c)(2)');
export const RULE_GRADUATE_LIMITS = restated(
  'rule',
  '34 CFR 685.203(b)(2)(iv)(A) as amended by 91 FR 23768, which the eCFR could not carry out',
);
export const RULE_LEGACY_LIMIT = restated('rule', '34 CFR 685.203(b)(2)(iv) as amended by 91 FR 23768');
export const RULE_UNSUBSIDIZED = restated('rule', '34 CFR 685.203(b)');
export const RULE_ONE_LIMIT = restated('rule', '34 CFR 685.203(b) and (c)');
export const RULE_GRAD_PLUS = restated('rule', '34 CFR 685.203(f)');
export const RULE_STUDENT_PLUS = restated('rule', '34 CFR 685.200(b)');
export const RULE_HALF_TIME = restated('rule', '34 CFR 685.200(a)(1)(i)');
export const RULE_PRORATION = restated('rule', '34 CFR 685.203(m)(1)');
export const RULE_PROGRAM_LIMIT = restated('rule', '34 CFR 685.203(m)(2)');
export const RULE_INSTALLMENTS = restated('rule', '34 CFR 685.303(d)');
export const HANDBOOK_HALF_TIME = restated('handbook', 'FSA Handbook 2025-26, volume 8');
export const HANDBOOK_ONE_LIMIT = restated(
  'handbook',
  'FSA Handbook 2025-26, volume 8, chapter 4: beyond the subsidized limit, unsubsidized only up to the annual limit',
);
export const HANDBOOK_OVERAWARD = restated(
  'handbook',
  'FSA Handbook 2025-26, volume 8, chapters 1 and 4: an overaward is resolved before any more federal aid is paid',
);

const QUESTIONS = 'Schedule of Reductions questions and answers, 10 April 2026';
export const ED_ROUNDING = transcribed(`${QUESTIONS}, example 1: 62.5 percent is 63`);
export const ED_NETTING = transcribed(
  `${QUESTIONS}, example 4: what was paid stays and is netted from later terms`,
);
export const ED_FINAL_CREDITS = transcribed(
  `${QUESTIONS}, example 4: the final credits replace the planned ones`,
);
export const ED_WORKBOOK = transcribed("the Department's workbook, which weighs by enrolled credits");
export const ED_CHANGE = transcribed('Loan Limits FAQ, 20 May 2026, question 17C');

export const SUMMER_COUNTS = choice(
  'an optional term that the student attends adds its credits and its full-time credits, as schools publish it',
);
export const NEED_FIRST = choice(
  'the percent applies to the amount that need allows, as vendors publish it; examples 3 to 6 of the Department, 10 April 2026, start from such an amount without saying why',
);
export const HALF_OF_OWN_FULL_TIME = choice(
  'half time is taken as half of the full-time credits of the term; 34 CFR 668.2(b) speaks of half of the minimum that applies',
);
export const ONE_LIMIT = choice(
  'that both loans share one annual limit is taken to hold for the reduced limit as well',
);
export const STATUTE_EQUAL_HALF = choice(
  'the law rounds the reduction to the nearest whole percent; that an exact half goes up rests on the examples of the Department alone',
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
export const DOLLAR_ROUNDING = choice(
  'dollars are rounded half up, and never above the whole dollars of the amount: no official text that we know settles it',
);
