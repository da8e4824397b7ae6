import type { TraceStep, TraceValue } from '../../src/engine/trace/trace-format.js';
import { gradPlusBase, mayBorrowGradPlus, statutoryTotal } from '../reference/limits.js';
import { larger, Rational, smaller, sum, whole, ZERO } from '../reference/rational.js';
import type { DegreeLevel, DependencyStatus, GradeLevel } from '../reference/types.js';

/** Recomputes a step from its inputs and parameters alone, without engine code: else it explains nothing. */
export function recomputed(step: TraceStep): TraceValue {
  const rule = ruleOf(step);
  const formula = FORMULAS[rule];
  if (formula === undefined) throw new RangeError(`No formula is known for ${rule}.`);
  const inputs = new Inputs(step);
  // Nothing is left of a loan type that is not borrowed.
  const value = inputs.has(NOT_BORROWED) ? inputs.amount(NOT_BORROWED) : formula(inputs);
  if (!(value instanceof Rational)) return value;
  // Decimals are strings; whole figures are numbers.
  return typeof step.result.value === 'number' ? value.toNumber() : value.toString();
}

const NOT_BORROWED = 'amount before the reduction';

/** The rule of a step. A step of the planned year uses the formula of the rule that it repeats. */
function ruleOf({ id }: TraceStep): string {
  const [rule = ''] = id.split('.');
  const repeated = rule.replace(/^planned_/, '');
  return rule !== 'planned_credits' && repeated in FORMULAS ? repeated : rule;
}

/** The inputs of a step by name. Inputs that each term has are named "name, label". */
class Inputs {
  constructor(readonly step: TraceStep) {}

  value(name: string): TraceValue {
    const found = this.step.inputs.filter((input) => input.name === name);
    if (found.length !== 1)
      throw new RangeError(`${this.step.id} has ${found.length} inputs called ${name}.`);
    return found[0]?.value ?? null;
  }

  has(name: string): boolean {
    return this.step.inputs.some((input) => input.name === name);
  }

  amountOrNull(name: string): Rational | null {
    return rational(this.value(name));
  }

  amount(name: string): Rational {
    return this.amountOrNull(name) ?? unexpected(`${this.step.id}: ${name} is null`);
  }

  /** One value per term. */
  values(name: string): TraceValue[] {
    return this.step.inputs.filter((input) => input.name.startsWith(`${name}, `)).map(({ value }) => value);
  }

  amounts(name: string): Rational[] {
    return this.values(name).map((value) => rational(value) ?? ZERO);
  }

  rounded(exact: Rational): Rational {
    const [half] =
      /^half (?:up|down) to (?:whole dollars|a whole percent)/.exec(this.step.rounding ?? '') ?? [];
    if (half === undefined) return unexpected(`${this.step.id} does not say how it rounds`);
    return half.startsWith('half up') ? exact.halfUp() : exact.halfDown();
  }

  get parameter(): Rational {
    const [parameter] = this.step.parameters;
    return parameter === undefined
      ? unexpected(`${this.step.id} has no parameter`)
      : Rational.parse(parameter.value);
  }
}

function rational(value: TraceValue): Rational | null {
  return typeof value === 'number' || typeof value === 'string' ? Rational.parse(String(value)) : null;
}

function unexpected(message: string): never {
  throw new RangeError(message);
}

type Formula = (inputs: Inputs) => Rational | TraceValue;

const share = (i: Inputs, part: string, of: string) =>
  smaller(whole(100), i.rounded(i.amount(part).times(100).over(i.amount(of))));
/** Section 4: not above the whole dollars of the amount. */
const reduced = (i: Inputs, name: string) => {
  const amount = i.amount(name);
  const percent = i.amount('share of a full-time year');
  return smaller(i.rounded(amount.times(percent).over(100)), amount.floor());
};
const where = (amounts: readonly Rational[], flags: readonly TraceValue[]) =>
  amounts.filter((_, index) => flags[index] === true);
const isAbove0 = (amount: Rational) => amount.isAbove(0);

/** Section 6.2: the share of the last open term so far. */
function lastPart(inputs: Inputs, amount: Rational, weights: readonly Rational[], all: Rational): Rational {
  const due = (upTo: readonly Rational[]) => inputs.rounded(amount.times(sum(upTo)).over(all));
  return due(weights).minus(weights.length > 1 ? due(weights.slice(0, -1)) : 0);
}

function installment(inputs: Inputs, weights: readonly Rational[], all: string): Rational {
  if (inputs.has('disbursed and kept')) return inputs.amount('disbursed and kept');
  const open = inputs.values('takes a disbursement');
  if (open.at(-1) !== true) return ZERO;
  return lastPart(inputs, inputs.amount('what remains'), where(weights, open), inputs.amount(all));
}

const ones = (inputs: Inputs) => inputs.values('takes a disbursement').map(() => whole(1));

const lastIndex = (flags: readonly boolean[]) => {
  const index = flags.lastIndexOf(true);
  return index < 0 ? null : index;
};

const FORMULAS: Readonly<Record<string, Formula>> = {
  full_time_credits: (i) => i.amountOrNull('full-time credits given') ?? i.parameter,
  planned_credits: (i) => i.amountOrNull('credits enrolled') ?? i.amount('full-time credits'),
  effective_credits: (i) => i.amountOrNull('final credits') ?? i.amount('planned credits'),
  credits_changed: (i) =>
    i.has('final credits')
      ? (i.value('final credits') ?? false)
      : !i.amount('credits that count now').equals(i.amount('planned credits')),
  required: (i) => i.value('required'),
  counts: (i) =>
    i.value('required') === true ||
    isAbove0(i.amount(i.has('planned credits') ? 'planned credits' : 'credits that count now')),
  annual_full_time_credits: (i) => {
    const credits = i.amounts('full-time credits');
    const year = i.amountOrNull('terms of the academic year') ?? ZERO;
    const missing = larger(ZERO, year.minus(credits.length));
    return sum(where(credits, i.values('counts'))).plus(missing.times(credits.reduce(larger)));
  },
  annual_credits: (i) => {
    const now = i.amounts('credits that count now');
    return sum(where(now.length > 0 ? now : i.amounts('planned credits'), i.values('counts')));
  },
  annual_percent: (i) => {
    if (!isAbove0(i.amount('credits of the year'))) return ZERO;
    return share(i, 'credits of the year', 'full-time credits of the year');
  },
  statutory_limit: (i) => {
    const total = statutoryTotal({
      degree_level: i.value('degree level') as DegreeLevel,
      grade_level: i.value('grade level') as GradeLevel | null,
      dependency_status: i.value('dependency') as DependencyStatus,
      plus_denied: i.value('PLUS denied') === true,
      is_legacy_borrower: i.value('legacy borrower') === true,
    });
    return total.equals(i.parameter) ? total : unexpected('The parameter is not the row of the table.');
  },
  limit_before_reduction: (i) => {
    const law = i.amount('annual limit of the law');
    return smaller(law, i.amountOrNull("program's own limit") ?? law);
  },
  subsidized_base: (i) => i.amount('subsidized amount'),
  unsubsidized_base: (i) => i.amount('limit before the reduction').minus(i.amount('subsidized amount')),
  grad_plus_base: (i) => {
    const degree = i.value('degree level') as DegreeLevel;
    if (!mayBorrowGradPlus(degree, i.value('legacy borrower') === true)) return ZERO;
    const limit = i.amount('limit before the reduction');
    return gradPlusBase(
      i.amount('cost of attendance less other financial assistance'),
      limit,
      i.amountOrNull("program's own limit"),
    );
  },
  combined_eligibility: (i) => reduced(i, 'limit before the reduction'),
  subsidized_eligibility: (i) => smaller(reduced(i, 'subsidized amount'), i.amount('both together')),
  unsubsidized_eligibility: (i) => i.amount('both together').minus(i.amount('subsidized eligibility')),
  grad_plus_eligibility: (i) => reduced(i, 'Grad PLUS amount'),
  enrollment_intensity: (i) => share(i, 'credits that count now', 'full-time credits'),
  enrollment_status: (i) => {
    const credits = i.amount('credits that count now');
    const fullTime = i.amount('full-time credits');
    if (!isAbove0(credits)) return 'Not Enrolled';
    if (credits.times(2).isBelow(fullTime)) return 'Less Than Half-Time';
    return credits.isBelow(fullTime) ? 'Part-Time' : 'Full-Time';
  },
  payable: (i) => ['Part-Time', 'Full-Time'].includes(String(i.value('enrollment status'))),
  disbursement_percent: (i) =>
    i.value('a loan may be paid') === true ? i.amount('enrollment intensity') : ZERO,
  settled: (i) => {
    const disbursed = i.amountOrNull('disbursed');
    if (disbursed === null) return null;
    return isAbove0(disbursed) || i.value('final credits') !== null ? disbursed : null;
  },
  open: (i) => i.value('a loan may be paid') === true && i.value('disbursed and kept') === null,
  disbursed: (i) => sum(i.amounts('disbursed and kept')),
  left_for_both: (i) => larger(ZERO, i.amount('both together').minus(sum(i.amounts('disbursed so far')))),
  remaining: (i) => {
    const own = larger(ZERO, i.amount('eligibility for the year').minus(i.amount('disbursed so far')));
    if (i.has('left for both loans')) {
      const first = 'remains of the subsidized loan';
      return smaller(own, i.amount('left for both loans').minus(i.has(first) ? i.amount(first) : 0));
    }
    if (!i.has('unsubsidized eligibility')) return own;
    const limit = i.amount('unsubsidized eligibility').plus(i.amount('eligibility for the year'));
    const paid = [
      'disbursed so far',
      'disbursed so far, unsubsidized',
      'remains of the unsubsidized loan',
    ].map((name) => i.amount(name));
    return smaller(own, larger(ZERO, limit.minus(sum(paid))));
  },
  open_terms: (i) => sum(where(ones(i), i.values('takes a disbursement'))),
  open_credits: (i) => sum(where(i.amounts('credits'), i.values('takes a disbursement'))),
  unscheduled: (i) => (isAbove0(i.amount('open terms')) ? ZERO : i.amount('what remains')),
  equal_amount: (i) => installment(i, ones(i), 'open terms'),
  unequal_installments: (i) => i.amount('share of a full-time year').isBelow(100),
  proportional_amount: (i) =>
    i.has('unequal installments are permitted') && i.value('unequal installments are permitted') === false
      ? null
      : installment(i, i.amounts('credits'), 'credits of the open terms'),
  total_equal: (i) => sum(i.amounts('amount')),
  total_proportional: (i) => sum(i.amounts('amount')),
  show_both_options: (i) => {
    const differs = ['subsidized', 'unsubsidized', 'Grad PLUS'].some(
      (option) => String(i.values(`equal ${option}`)) !== String(i.values(`by credits ${option}`)),
    );
    return i.value('unequal installments are permitted') === true && differs;
  },
  latest_change: (i) => lastIndex(i.values('changed').map((changed) => changed === true)),
  change_in_remaining: (i) => {
    if (i.value('latest changed term') === null) return ZERO;
    const disbursed = i.amount('disbursed so far');
    if (!isAbove0(disbursed)) return ZERO;
    return i.amount('what remains').minus(i.amount('what would remain as planned'));
  },
  adjustment: (i) => {
    const change = i.amount('change in what remains');
    if (change.equals(0)) return ZERO;
    const open = i.values('takes a disbursement');
    if (open.at(-1) !== true) return ZERO;
    const sign = change.isBelow(0) ? -1 : 1;
    return lastPart(i, change.times(sign), where(ones(i), open), i.amount('open terms')).times(sign);
  },
  adjustment_source: (i) =>
    i.amounts('adjustment').some((amount) => !amount.equals(0)) ? i.value('latest changed term') : null,
  excess: (i) => larger(ZERO, i.amount('disbursed so far').minus(i.amount('eligibility for the year'))),
  held_back: (i) => {
    if (!i.has('eligibility of the other loan')) return ZERO;
    const paid = i.amount('disbursed of the other loan');
    const own = larger(ZERO, i.amount('eligibility of the other loan').minus(paid));
    return own.minus(i.amount('remains of the other loan'));
  },
  overaward: (i) =>
    isAbove0(i.amount('beyond the eligibility')) &&
    (!i.has('eligibility as planned') ||
      i.amount('disbursed so far').isAbove(i.amount('eligibility as planned'))),
  last_paid_term: (i) => lastIndex(i.amounts('disbursed and kept').map(isAbove0)),
  overdisbursement: (i) => {
    const excess = i.amounts('beyond the eligibility');
    const last = i.values('last term that was paid');
    if (excess.filter(isAbove0).length !== last.length) unexpected('An excess ends in no term.');
    return last.includes(i.step.for.term);
  },
};

export const RULE_IDS: ReadonlySet<string> = new Set(Object.keys(FORMULAS));
