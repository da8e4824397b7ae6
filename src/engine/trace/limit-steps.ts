import { mayBorrowGradPlus } from '../annual-limit.js';
import { compare, exact, subtract, toText } from '../exact.js';
import type { PerLoanType, Student } from '../student.js';
import { dollars, wholeDollars } from '../texts.js';
import type { Working } from '../working.js';
import {
  choice,
  ED_EXAMPLES,
  RULE_GRAD_PLUS,
  RULE_LIMITS,
  RULE_PROGRAM_LIMIT,
  RULE_UNSUBSIDIZED,
  STATUTE_GRAD_PLUS,
  STATUTE_LIMITS,
  STATUTE_PROGRAM_LIMIT,
} from './rule-sources.js';
import { type Found, given, type Rule, type StepList, taken } from './step-list.js';

const STATUTORY_LIMIT: Rule = {
  id: 'statutory_limit',
  section: '3.1',
  title: 'Annual limit of the law',
  formula:
    'the row of the table for the degree level, dependency, grade level, PLUS denial and legacy status',
  unit: 'dollars',
  sources: [STATUTE_LIMITS, RULE_LIMITS],
};
const LIMIT_BEFORE_REDUCTION: Rule = {
  id: 'limit_before_reduction',
  section: '3.2',
  title: 'Limit before the reduction',
  formula: "the lower of the annual limit of the law and the program's own limit",
  unit: 'dollars',
  sources: [STATUTE_PROGRAM_LIMIT, RULE_PROGRAM_LIMIT],
};
const BASES: PerLoanType<Rule> = {
  sub: {
    id: 'subsidized_base',
    section: '3.3',
    title: 'Subsidized amount before the reduction',
    formula: 'the subsidized amount that need allows',
    unit: 'dollars',
    sources: [ED_EXAMPLES],
  },
  unsub: {
    id: 'unsubsidized_base',
    section: '3.4',
    title: 'Unsubsidized amount before the reduction',
    formula: 'limit before the reduction - subsidized amount',
    unit: 'dollars',
    sources: [RULE_UNSUBSIDIZED],
  },
  grad_plus: {
    id: 'grad_plus_base',
    section: '3.5',
    title: 'Grad PLUS amount before the reduction',
    formula:
      "cost of attendance - unreduced unsubsidized limit, not above what the program's own limit leaves, never below 0",
    unit: 'dollars',
    sources: [
      STATUTE_GRAD_PLUS,
      RULE_GRAD_PLUS,
      choice(
        'sizing the gap from the unreduced limit never awards too much; some vendors size it from the reduced one',
      ),
    ],
  },
};

/** What section 3 found. */
export interface LimitSteps {
  readonly total: Found;
  readonly bases: PerLoanType<Found>;
}

/** Section 3. */
export function addLimitSteps(steps: StepList, student: Student, working: Working): LimitSteps {
  const { statutory, total } = working.unreduced;
  const { effective } = working.limits;
  const limit = steps.add({
    rule: STATUTORY_LIMIT,
    inputs: [
      given('degree level', 'degree_level', student.degree_level, 'word'),
      given('grade level', 'grade_level', student.grade_level, 'word'),
      given('dependency', 'dependency_status', student.dependency_status, 'word'),
      given('PLUS denied', 'plus_denied', student.plus_denied, 'yes or no'),
      given('legacy borrower', 'is_legacy_borrower', student.is_legacy_borrower, 'yes or no'),
    ],
    parameters: [
      {
        name: `annual limit, ${statutory.label}`,
        value: String(statutory.total),
        unit: 'dollars',
        effective,
        source: statutory.totalSource,
      },
    ],
    worked: `${statutory.label}: ${wholeDollars(statutory.total)}`,
    value: String(statutory.total),
  });
  const programLimit = student.total_limit;
  const ownLimit = given("program's own limit", 'total_limit', programLimit, 'dollars');
  const starting = steps.add({
    rule: LIMIT_BEFORE_REDUCTION,
    inputs: [taken('annual limit of the law', limit), ownLimit],
    ...startingText(working, programLimit === null ? null : dollars(programLimit)),
    value: toText(total),
  });
  const sub = addSubsidizedBase(steps, student, working);
  const { base } = working.unreduced;
  const unsub = steps.add({
    rule: BASES.unsub,
    loan: 'unsub',
    inputs: [taken('limit before the reduction', starting), taken('subsidized amount', sub)],
    worked: `${dollars(total)} - ${dollars(base.sub)} = ${dollars(base.unsub)}`,
    value: toText(base.unsub),
  });
  return {
    total: starting,
    bases: { sub, unsub, grad_plus: addGradPlusBase(steps, student, working, starting) },
  };
}

function addSubsidizedBase(steps: StepList, student: Student, working: Working): Found {
  const { statutory } = working.unreduced;
  const amount = student.subsidized_amount;
  const step = {
    rule: BASES.sub,
    inputs: [given('subsidized amount', 'subsidized_amount', amount, 'dollars')],
    parameters: [
      {
        name: `subsidized maximum, ${statutory.label}`,
        value: String(statutory.subsidizedMaximum),
        unit: 'dollars',
        effective: working.limits.effective,
        source: statutory.subsidizedSource,
      },
    ],
    value: toText(amount),
  } as const;
  if (statutory.subsidizedMaximum === 0) {
    const worked = 'Graduate and professional students may not borrow subsidized.';
    return steps.addNotBorrowed('sub', { ...step, worked });
  }
  const worked = `${dollars(amount)}, within the maximum of ${wholeDollars(statutory.subsidizedMaximum)}`;
  return steps.add({ ...step, loan: 'sub', worked });
}

function startingText({ unreduced: { statutory, total } }: Working, programLimit: string | null) {
  if (programLimit === null) {
    return {
      worked: `${wholeDollars(statutory.total)}; the program has no limit of its own`,
      decidedBy: null,
    };
  }
  const isProgram = compare(total, exact(statutory.total)) < 0;
  return {
    worked: `the lower of ${wholeDollars(statutory.total)} and ${programLimit} = ${dollars(total)}`,
    decidedBy: isProgram ? "program's own limit" : 'annual limit of the law',
  };
}

function addGradPlusBase(steps: StepList, student: Student, working: Working, starting: Found): Found {
  const { total_limit: programLimit, cost_of_attendance: cost } = student;
  const { legacy, effective } = working.limits;
  const { total, base } = working.unreduced;
  const inputs = [
    given('degree level', 'degree_level', student.degree_level, 'word'),
    given('legacy borrower', 'is_legacy_borrower', student.is_legacy_borrower, 'yes or no'),
  ];
  const value = toText(base.grad_plus);
  if (!mayBorrowGradPlus(student) || cost === null) {
    return steps.addNotBorrowed('grad_plus', {
      rule: BASES.grad_plus,
      inputs,
      worked: 'Only legacy graduate and professional borrowers may still borrow Grad PLUS.',
      value,
    });
  }
  const gap = subtract(cost, exact(legacy.total));
  const gapText = `${dollars(cost)} - ${wholeDollars(legacy.total)} = ${dollars(gap)}`;
  const left = programLimit === null ? null : subtract(programLimit, total);
  const isHeldDown = left !== null && compare(left, gap) < 0;
  return steps.add({
    rule: BASES.grad_plus,
    loan: 'grad_plus',
    inputs: [
      ...inputs,
      given('cost of attendance', 'cost_of_attendance', cost, 'dollars'),
      given("program's own limit", 'total_limit', programLimit, 'dollars'),
      taken('limit before the reduction', starting),
    ],
    parameters: [
      {
        name: 'unreduced unsubsidized limit of a legacy borrower',
        value: String(legacy.total),
        unit: 'dollars',
        effective,
        source: legacy.totalSource,
      },
    ],
    worked:
      programLimit === null || left === null
        ? gapText
        : `${gapText}; the program's limit leaves ${dollars(programLimit)} - ${dollars(total)} = ${dollars(left)}; the lower is ${dollars(base.grad_plus)}`,
    decidedBy:
      left === null
        ? null
        : isHeldDown
          ? "what the program's own limit leaves"
          : 'the gap to the cost of attendance',
    value,
  });
}
