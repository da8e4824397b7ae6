import type { TraceSource } from './trace-format.js';

/** The sources of docs/rules.md, as the steps of a trace cite them. */

export const STATUTE_LIMITS: TraceSource = {
  kind: 'statute',
  cite: '20 U.S.C. 1087e(a)(1), (3), (4) and (8)',
};
export const STATUTE_PRORATION: TraceSource = { kind: 'statute', cite: '20 U.S.C. 1087e(a)(7)(A)' };
export const STATUTE_PROGRAM_LIMIT: TraceSource = { kind: 'statute', cite: '20 U.S.C. 1087e(a)(7)(B)' };
export const STATUTE_GRAD_PLUS: TraceSource = { kind: 'statute', cite: '20 U.S.C. 1087e(a)(3)(C) and (8)' };
export const RULE_LIMITS: TraceSource = { kind: 'rule', cite: '34 CFR 685.203(a)-(c)' };
export const RULE_UNSUBSIDIZED: TraceSource = { kind: 'rule', cite: '34 CFR 685.203(b)' };
export const RULE_GRAD_PLUS: TraceSource = { kind: 'rule', cite: '34 CFR 685.203(f)(1)' };
export const RULE_HALF_TIME: TraceSource = { kind: 'rule', cite: '34 CFR 685.200(a)(1)(i)' };
export const RULE_STATUS: TraceSource = { kind: 'rule', cite: '34 CFR 668.2(b)' };
export const RULE_PRORATION: TraceSource = { kind: 'rule', cite: '34 CFR 685.203(m)(1)' };
export const RULE_PROGRAM_LIMIT: TraceSource = { kind: 'rule', cite: '34 CFR 685.203(m)(2)' };
export const RULE_INSTALLMENTS: TraceSource = { kind: 'rule', cite: '34 CFR 685.303(d)' };
export const ED_EXAMPLES: TraceSource = {
  kind: 'ED',
  cite: 'Schedule of Reductions questions and answers, 10 April 2026',
};
export const ED_FAQ: TraceSource = { kind: 'ED', cite: 'Loan Limits FAQ, 20 May 2026' };
export const HANDBOOK_HALF_TIME: TraceSource = { kind: 'handbook', cite: 'FSA Handbook 2025-26, volume 8' };

/** A rule that aid offices follow and that no text of law states. */
export function practice(cite: string): TraceSource {
  return { kind: 'practice', cite };
}

/** A decision of ours, with its reason. */
export function choice(cite: string): TraceSource {
  return { kind: 'choice', cite };
}

export const ODD_DOLLAR: TraceSource = choice(
  'the odd dollar goes to the later term, so that a first disbursement never exceeds its exact share on a tie',
);
