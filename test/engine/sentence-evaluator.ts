import type { TraceStep } from '../../src/engine/trace/trace-format.js';
import { isOpen, isSettled } from '../reference/distribute.js';
import { annualEligibility } from '../reference/eligibility.js';
import { combinedLimit, mayBorrowGradPlus, statutoryTotal, subsidizedMaximum } from '../reference/limits.js';
import { compare, type Rational, sum, whole, ZERO } from '../reference/rational.js';
import { fullTimeCredits, isChanged, isPayable, plannedCredits } from '../reference/terms.js';
import type { StudentInput } from '../reference/types.js';
import { excesses, Facts, isAbove0, NAMES } from './sentence-facts.js';
import { isTrueArithmetic, numberIn } from './worked-arithmetic.js';

const isEqual = (amount: Rational | null, text: string | undefined) =>
  amount !== null && compare(amount, numberIn(text)) === 0;
const WORDS_OF: Readonly<Record<string, string>> = {
  'not enrolled': 'Not Enrolled',
  'below half time': 'Less Than Half-Time',
};

type Said = readonly (string | undefined)[];

interface Sentence {
  /** The whole sentence. */
  readonly words: RegExp;
  readonly isTrue: (facts: Facts, said: Said) => boolean;
}

const STATUS = 'Not Enrolled|Less Than Half-Time|Part-Time|Full-Time';
const KEPT_OUT = 'not enrolled|below half time';

/** Every sentence of a trace that is not arithmetic alone, and when it is true. */
const SENTENCES: readonly Sentence[] = [
  {
    words: /^([\d.]+) as given$/,
    isTrue: (f, [, given]) =>
      isEqual(f.rule === 'planned_credits' ? f.term.credits_enrolled : f.term.full_time_credits, given),
  },
  {
    words: /^none given, so ([\d.]+)$/,
    isTrue: (f, [, credits]) => f.term.full_time_credits === null && isEqual(whole(12), credits),
  },
  {
    words: /^none given, so full time: ([\d.]+)$/,
    isTrue: (f, [, credits]) => f.term.credits_enrolled === null && isEqual(fullTimeCredits(f.term), credits),
  },
  {
    words: /^the final credits are ([\d.]+)$/,
    isTrue: (f, [, credits]) => isEqual(f.term.actual_final_credits, credits),
  },
  {
    words: /^final credits are not known, so the planned ([\d.]+)$/,
    isTrue: (f, [, credits]) => !f.isFinal && isEqual(plannedCredits(f.term), credits),
  },
  { words: /^The final credits are not known yet\.$/, isTrue: (f) => !f.isFinal },
  {
    words: /^from ([\d.]+) to ([\d.]+)$/,
    isTrue: (f, [, from, to]) =>
      isChanged(f.term) && isEqual(plannedCredits(f.term), from) && isEqual(f.term.actual_final_credits, to),
  },
  {
    words: /^([\d.]+) as planned$/,
    isTrue: (f, [, credits]) => !isChanged(f.term) && isEqual(f.term.actual_final_credits, credits),
  },
  { words: /^(required|optional)$/, isTrue: (f, [, said]) => f.term.required === (said === 'required') },
  { words: /^required, so it counts$/, isTrue: (f) => f.term.required },
  {
    words: /^optional with ([\d.]+) credits, so it counts$/,
    isTrue: (f, [, credits]) => !f.term.required && isAbove0(f.credits) && isEqual(f.credits, credits),
  },
  {
    words: /^optional without credits, so it does not count$/,
    isTrue: (f) => !f.term.required && !isAbove0(f.credits),
  },
  {
    words: /^no credits, so 0%$/,
    isTrue: (f) => !isAbove0(sum(f.student.terms.map((term) => f.creditsOf(term)))),
  },
  {
    words: new RegExp(`^(?:no credits|[\\d.]+ is .+): (${STATUS})$`),
    isTrue: (f, [text, status]) =>
      status === f.status &&
      isEqual(f.credits, text?.startsWith('no') ? '0' : /^[\d.]+/.exec(text ?? '')?.[0]),
  },
  {
    words: new RegExp(`^(${STATUS}), so (it does|nothing new may be paid)$`),
    isTrue: (f, [, status, said]) => status === f.status && isPayable(f.term) === (said === 'it does'),
  },
  {
    words: new RegExp(`^(${KEPT_OUT}), so (?:0%|it takes none)$`),
    isTrue: (f, [, said = '']) => WORDS_OF[said] === f.status,
  },
  {
    words: new RegExp(`^The student is (${KEPT_OUT}), so nothing new is paid for the term\\.$`),
    isTrue: (f, [, said = '']) => WORDS_OF[said] === f.status && f.value === 0,
  },
  { words: /^(\d+)%$/, isTrue: (f, [, percent]) => isPayable(f.term) && f.value === Number(percent) },
  {
    words: /^No .+ disbursement is on record\.$/,
    isTrue: (f) => (f.isOfTerm ? f.paid === null : !f.student.terms.some((term) => isSettled(term, f.loan))),
  },
  { words: /^\$0 without final credits: no .+ loan was paid yet$/, isTrue: (f) => f.isZero && !f.isFinal },
  {
    words: /^\$0 with final credits: no .+ loan was paid, and none will be$/,
    isTrue: (f) => f.isZero && f.isFinal,
  },
  {
    words: /^\$0 is recorded and the final credits are known, so no .+ loan is paid for the term$/,
    isTrue: (f) => f.isZero && f.isFinal && f.value === 0,
  },
  {
    words: /^(\$[\d,]+) was disbursed( and stays)?$/,
    isTrue: (f, [, amount, stays]) =>
      f.isPaid && isEqual(f.paid, amount) && (stays === undefined || isAbove0(f.credits)),
  },
  {
    words: /^(\$[\d,]+) was disbursed and counts until it is returned: the term has no credits$/,
    isTrue: (f, [, amount]) => f.isPaid && isEqual(f.paid, amount) && !isAbove0(f.credits),
  },
  {
    words: /^at least half time and no .+ loan paid yet, so it does$/,
    isTrue: (f) => isPayable(f.term) && isOpen(f.term, f.loan),
  },
  { words: /^already disbursed, so it takes no more$/, isTrue: (f) => f.isPaid },
  {
    words: /^closed by a recorded \$0 with final credits, so it takes none$/,
    isTrue: (f) => f.isZero && f.isFinal,
  },
  {
    words: /^((?:in)?dependent undergraduate|graduate|professional)[\w ,]*: (\$[\d,]+)$/,
    isTrue: (f, [text = '', , total]) =>
      isEqual(statutoryTotal(f.student), total) &&
      text.includes('legacy') === (f.student.is_legacy_borrower && !f.isUndergraduate),
  },
  {
    words: /^no program limit was given, so (\$[\d,]+)$/,
    isTrue: (f, [, total]) => f.student.total_limit === null && isEqual(statutoryTotal(f.student), total),
  },
  {
    words: /^the lower of (\$\S+) and (\$\S+) = (\$\S+)$/,
    isTrue: (f, [, law, own, total]) =>
      isEqual(statutoryTotal(f.student), law) &&
      isEqual(f.student.total_limit, own) &&
      isEqual(combinedLimit(statutoryTotal(f.student), f.student.total_limit), total),
  },
  {
    words: /^(\$\S+), within the maximum of (\$\S+)$/,
    isTrue: (f, [, amount, most]) =>
      isEqual(f.student.subsidized_amount, amount) &&
      compare(numberIn(amount), numberIn(most)) <= 0 &&
      isEqual(subsidizedMaximum(f.student.degree_level, f.student.grade_level), most),
  },
  {
    words: /^Graduate and professional students may not borrow subsidized loans\.$/,
    isTrue: (f) => !f.isUndergraduate && f.loan === 'sub',
  },
  {
    words: /^Since July 2026 only legacy graduate and professional borrowers may borrow Grad PLUS\.$/,
    isTrue: (f) =>
      !mayBorrowGradPlus(f.student.degree_level, f.student.is_legacy_borrower) && f.loan === 'grad_plus',
  },
  {
    words: /^No .+ eligibility remains to be paid\.$/,
    isTrue: (f) => !isAbove0(f.remains),
  },
  {
    words: /^(\$[\d,]+) remains, and no term still takes an? .+ disbursement$/,
    isTrue: (f, [, amount]) => f.openTerms.length === 0 && isEqual(f.remains, amount),
  },
  {
    words: /^The terms that still take a disbursement take all of it\.$/,
    isTrue: (f) => f.openTerms.length > 0 && isAbove0(f.remains),
  },
  { words: /^none$/, isTrue: (f) => f.openTerms.length === 0 },
  {
    words: /^(\d+)%, so (they are|only equal installments are) permitted$/,
    isTrue: (f, [, percent, said]) =>
      f.percent === Number(percent) && f.percent < 100 === (said === 'they are'),
  },
  {
    words: /^(?:No reduction applies, so only|Only) equal installments are permitted\.$/,
    isTrue: (f) => f.percent === 100,
  },
  {
    words: /^they (differ in some term|are the same in every term)$/,
    isTrue: (f, [, said]) => f.percent < 100 && f.value === said?.startsWith('differ'),
  },
  {
    words: /^The credits of no term changed(?:, so the year is as it was planned)?\.$/,
    isTrue: (f) => !f.isAnyChanged,
  },
  {
    words: /^No .+ loan was disbursed, so there is nothing to adjust\.$/,
    isTrue: (f) => f.isAnyChanged && !isAbove0(f.disbursed),
  },
  {
    words: /^The .+ amount that remains to be paid is the same as planned\.$/,
    isTrue: (f) =>
      f.isAnyChanged && isAbove0(f.disbursed) && compare(f.remains, f.remainsOf(plannedCredits)) === 0,
  },
  { words: /^The term takes no new .+ disbursement\.$/, isTrue: (f) => !isOpen(f.term, f.loan) },
  { words: /^The term is not adjusted\.$/, isTrue: (f) => f.value === null },
  {
    words: /^(\$[\d,]+) is not more than (\$[\d,]+)\.$/,
    isTrue: (f, [, paid, eligible]) =>
      isEqual(f.disbursed, paid) && isEqual(f.eligible, eligible) && compare(f.disbursed, f.eligible) <= 0,
  },
  { words: /^There is no excess\.$/, isTrue: (f) => !isAbove0(f.excess) },
  {
    words: /^No other loan pays less because of it\.$/,
    isTrue: (f) => isAbove0(f.excess) && f.value === 0,
  },
  {
    words: /^(.+) = (\$[\d,]+) less (?:subsidized|unsubsidized|Grad PLUS)$/,
    isTrue: (f, [, expression, amount]) =>
      isAbove0(f.excess) && isTrueArithmetic(`${expression} = ${amount}`, f.value as number),
  },
  {
    words: /^no credits changed, so it is an overaward$/,
    isTrue: (f) => isAbove0(f.excess) && !f.isAnyChanged && f.value === true,
  },
  {
    words:
      /^(\$[\d,]+) is (not )?more than (\$[\d,]+) as planned, so (?:it is an overaward|the change of credits explains it)$/,
    isTrue: (f, [text = '', paid, not, limit]) =>
      f.isAnyChanged &&
      isEqual(f.disbursed, paid) &&
      isEqual(annualEligibility(f.student, plannedCredits)[f.loan], limit) &&
      compare(f.disbursed, numberIn(limit)) > 0 === (not === undefined) &&
      text.endsWith('overaward') === (not === undefined) &&
      f.value === (not === undefined),
  },
  { words: /^No term was paid an? .+ loan\.$/, isTrue: (f) => !isAbove0(f.disbursed) },
  { words: /^No over-disbursement is reported on this term\.$/, isTrue: (f) => excesses(f) === '' },
  {
    words: /^(.+) beyond the eligibility, and this is the last term that was paid any of it$/,
    isTrue: (f, [, amounts]) => amounts === excesses(f),
  },
];

/** Rules whose sentence is the name of a term, or a list of names. */
const NAMED: Readonly<Record<string, (facts: Facts) => string | undefined>> = {
  latest_change: (f) => f.lastTerm(isChanged),
  adjustment_source: (f) => (f.value === null ? undefined : f.lastTerm(isChanged)),
  last_paid_term: (f) => f.lastTerm(({ prior }) => isAbove0(prior[f.loan] ?? ZERO)),
  open_terms: (f) => `${f.openTerms.map(({ label }) => label.trim()).join(', ')}: ${f.openTerms.length}`,
};

/** The kinds of sentences that were met, to be sure that each was. */
export const SENTENCE_KINDS: readonly string[] = [
  ...SENTENCES.map(({ words }) => words.source),
  ...Object.keys(NAMED),
  'arithmetic',
];

/** What kind of sentence a step has; null where it says what the request does not, or what nothing here can evaluate. */
export function trueSentence(student: StudentInput, step: TraceStep): string | null {
  const facts = new Facts(student, step);
  const { worked } = step;
  const loan = /\b(subsidized|unsubsidized|Grad PLUS) (?:loan|disbursement|eligibility|amount)\b/.exec(
    worked,
  )?.[1];
  if (loan !== undefined && loan !== NAMES[facts.loan]) return null;
  const named = NAMED[facts.rule]?.(facts);
  if (named !== undefined && named === worked) return facts.rule;
  for (const { words, isTrue } of SENTENCES) {
    const said = words.exec(worked);
    if (said !== null) return isTrue(facts, said) ? words.source : null;
  }
  const left = student.terms.filter((term) => !term.required && !isAbove0(facts.creditsOf(term)));
  const isSum = /annual_(?:full_time_)?credits$/.test(facts.rule);
  const suffix = isSum ? left.map(({ label }) => `; ${label.trim()} does not count`).join('') : '';
  if (!worked.endsWith(suffix)) return null;
  const arithmetic = worked.slice(0, worked.length - suffix.length);
  return isTrueArithmetic(arithmetic, step.result.value) ? 'arithmetic' : null;
}
