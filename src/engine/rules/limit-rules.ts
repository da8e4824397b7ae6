import { compare, dollars, type Exact, exact, greatest, least, subtract, toText, ZERO } from '../exact.js';
import type { AnnualLimit, AnnualLimits, DatedAmount } from '../limits.js';
import { mayBorrowGradPlus, statutoryLimit } from '../limits.js';
import type { PartlyReadStudent, PerLoanType, Student } from '../student.js';
import { wholeDollars } from '../texts.js';
import type { TraceParameter, TraceStep } from '../trace/trace-format.js';
import type { UnreducedLimit } from '../working.js';
import type * as rule from './rule.js';
import { because, perYear, whyNot } from './rule.js';
import * as cited from './sources.js';

const GRAD_PLUS_SOURCES: readonly cited.Source[] = [
  cited.LEGACY,
  'rule: 34 CFR 685.203(f)',
  'choice: the gap is sized from the unreduced limit; some vendors size it from the reduced one. Where other financial assistance is not taken off the cost, it is too high',
];
const COVERS_BOTH: cited.Source = 'choice: a program limit covers unsubsidized and Grad PLUS loans together';

/** Section 3: the annual limit before the reduction. */
export const LIMIT_RULES = {
  statutory: perYear('statutory_limit', 'dollars', '3.1 Annual limit of the law', {
    formula:
      'the row of the table for the degree level, dependency, grade level, PLUS denial and legacy status',
    sources: [cited.UNDERGRADUATE_LAW],
    inputs: ['degree level', 'grade level', 'dependency', 'PLUS denied', 'legacy borrower'],
    of: (student: Student, limits: AnnualLimits): AnnualLimit => {
      const statutory = statutoryLimit(student, limits);
      // Section 8 has already refused such a student.
      if (statutory === null)
        throw new RangeError('An undergraduate without grade_level has no annual limit.');
      return statutory;
    },
    value: ({ unreduced: { statutory } }) => String(statutory.total.amount),
    step: ({ limits, unreduced: { statutory } }) => {
      const { label, total, sources } = statutory;
      return {
        ...because(`${label}: ${wholeDollars(total.amount)}`, ...sources),
        parameters: [parameter(`annual limit, ${label}`, total)],
        table: tableOf(limits, statutory),
      };
    },
  }),
  total: perYear('limit_before_reduction', 'dollars', '3.2 Limit before the reduction', {
    formula: "the lower of the annual limit of the law and the program's own limit",
    sources: ['statute: 20 U.S.C. 1087e(a)(7)(B)', cited.PROGRAM_LIMIT_RULE],
    inputs: ['annual limit of the law', "program's own limit"],
    of: (statutory: AnnualLimit, { total_limit }: Pick<Student, 'total_limit'>): Exact => {
      const total = exact(statutory.total.amount);
      return total_limit === null ? total : least(total, total_limit);
    },
    value: ({ unreduced }) => toText(unreduced.total),
    step: ({ student: { total_limit }, unreduced: { statutory, total } }) => {
      const law = wholeDollars(statutory.total.amount);
      const none = 'choice: a program limit that is not given is taken as none';
      if (total_limit === null) return because(`no program limit was given, so ${law}`, none);
      const isLower = compare(total_limit, exact(statutory.total.amount)) < 0;
      return {
        worked: `the lower of ${law} and ${dollars(total_limit)} = ${dollars(total)}`,
        decided_by: isLower ? "program's own limit" : 'annual limit of the law',
      };
    },
  }),
  sub: perYear('subsidized_base', 'dollars', '3.3 Subsidized amount before the reduction', {
    loanType: 'sub',
    formula: 'the subsidized amount that need allows',
    sources: [cited.UNDERGRADUATE_LAW, cited.NEED_FIRST],
    inputs: [['subsidized amount', 'input:subsidized_amount', 'dollars']],
    of: ({ subsidized_amount }: Pick<Student, 'subsidized_amount'>): Exact => subsidized_amount,
    value: ({ unreduced }) => toText(unreduced.base.sub),
    step: ({ unreduced: { statutory, base } }) => {
      const { label, subsidizedMaximum: maximum } = statutory;
      const parameters = [parameter(`subsidized maximum, ${label}`, maximum)];
      const within = `${dollars(base.sub)}, within the maximum of ${wholeDollars(maximum.amount)}`;
      if (maximum.amount > 0) return { worked: within, parameters };
      const none = whyNot('Graduate and professional students may not borrow subsidized loans.');
      return { ...none, parameters, sources: ['statute: 20 U.S.C. 1087e(a)(3)(A)'] };
    },
  }),
  unsub: perYear('unsubsidized_base', 'dollars', '3.4 Unsubsidized amount before the reduction', {
    loanType: 'unsub',
    formula: 'limit before the reduction - subsidized amount',
    sources: ['rule: 34 CFR 685.203(b)'],
    inputs: ['limit before the reduction', 'subsidized amount'],
    of: subtract,
    value: ({ unreduced }) => toText(unreduced.base.unsub),
    step: ({ unreduced: { total, base } }) =>
      `${dollars(total)} - ${dollars(base.sub)} = ${dollars(base.unsub)}`,
  }),
  grad_plus: perYear('grad_plus_base', 'dollars', '3.5 Grad PLUS amount before the reduction', {
    loanType: 'grad_plus',
    formula:
      "cost of attendance less other financial assistance - unreduced unsubsidized limit, not above what the program's own limit leaves, never below 0",
    sources: GRAD_PLUS_SOURCES,
    inputs: [
      'degree level',
      'legacy borrower',
      ['cost of attendance less other financial assistance', 'input:cost_of_attendance', 'dollars'],
      "program's own limit",
      'limit before the reduction',
    ],
    of: (gap: Exact, total: Exact, { total_limit }: Pick<Student, 'total_limit'>): Exact =>
      total_limit === null ? gap : least(gap, subtract(total_limit, total)),
    value: ({ unreduced }) => toText(unreduced.base.grad_plus),
    step: ({ student, limits: { legacy }, unreduced: { total, base, gradPlusGap: gap } }) => {
      const { cost_of_attendance: cost, total_limit: programLimit, degree_level } = student;
      if (!mayBorrowGradPlus(student) || cost === null) {
        const only = 'Since July 2026 only legacy graduate and professional borrowers may borrow Grad PLUS.';
        const isUndergraduate = degree_level === 'undergraduate';
        return {
          ...whyNot(only, ['degree level', 'legacy borrower']),
          sources: [isUndergraduate ? 'rule: 34 CFR 685.200(b)' : 'statute: 20 U.S.C. 1087e(a)(3)(C)'],
        };
      }
      const limit = legacy.total.amount;
      const difference = subtract(cost, exact(limit));
      const floor = compare(difference, ZERO) < 0 ? ', so $0' : '';
      const gapText = `${dollars(cost)} - ${wholeDollars(limit)} = ${dollars(difference)}${floor}`;
      const parameters = [parameter('unreduced unsubsidized limit of a legacy borrower', legacy.total)];
      if (programLimit === null)
        return { worked: gapText, parameters, decided_by: floor === '' ? null : 'the floor of 0' };
      const left = subtract(programLimit, total);
      return {
        worked: `${gapText}; the program's limit leaves ${dollars(programLimit)} - ${dollars(total)} = ${dollars(left)}; the lower is ${dollars(base.grad_plus)}`,
        parameters,
        decided_by:
          compare(left, gap) < 0
            ? "what the program's own limit leaves"
            : 'the gap to the cost of attendance less other financial assistance',
        sources: [...GRAD_PLUS_SOURCES, COVERS_BOTH],
      };
    },
  }),
} satisfies rule.Rules<Omit<UnreducedLimit, 'base' | 'gradPlusGap'> & PerLoanType<Exact>>;

/**
 * Section 3.5: what Grad PLUS may fill before any program limit: the cost of attendance less other aid, minus
 * the unreduced unsubsidized limit, never below 0 [choice]; 0 if Grad PLUS is ruled out.
 */
export function gradPlusGap(student: PartlyReadStudent, limits: AnnualLimits): Exact {
  const cost = student.cost_of_attendance ?? ZERO;
  return mayBorrowGradPlus(student)
    ? greatest(ZERO, subtract(cost, exact(limits.legacy.total.amount)))
    : ZERO;
}

/** A statutory amount with its effective date. Neither was read in the official text. */
function parameter(name: string, { amount, effective, source }: DatedAmount): TraceParameter {
  const restated = `${source}; date and provisions restated from third parties' descriptions`;
  return { name, value: String(amount), unit: 'dollars', effective, source: restated };
}

function tableOf(limits: AnnualLimits, chosen: AnnualLimit): TraceStep['table'] {
  const { dependentUndergraduate, independentUndergraduate, graduate, professional, legacy } = limits;
  const rows = [dependentUndergraduate, independentUndergraduate].flatMap((grades) => Object.values(grades));
  return [...rows, graduate, professional, legacy].map((row) => ({
    row: row.label,
    subsidized_maximum: row.subsidizedMaximum.amount,
    total: row.total.amount,
    chosen: row === chosen,
  }));
}
