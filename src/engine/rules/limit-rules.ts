import {
  compare,
  dollars,
  type Exact,
  exact,
  greatest,
  isNegative,
  least,
  subtract,
  toText,
  ZERO,
} from '../exact.js';
import type { UnreducedLimit, Working } from '../figures.js';
import { type AnnualLimit, type AnnualLimits, mayBorrowGradPlus, statutoryLimit } from '../limits.js';
import { LOAN_TYPES, type LoanType, type Student } from '../student.js';
import { wholeDollars } from '../texts.js';
import type { TraceParameter, TraceSource, TraceTableRow } from '../trace/trace-format.js';
import { ofYear, type Rules, type StepInput } from './rule.js';
import * as cited from './sources.js';

const UNDERGRADUATE_LAW = cited.statute(
  '1087e(a)(1), with 1078(b)(1)(A) for subsidized and 1078-8(d) for unsubsidized amounts',
);
const PROGRAM_LIMIT = "program's own limit";
const COST = 'cost of attendance less other financial assistance';
const GAP_OF_UNREDUCED = cited.choice(
  'the gap is sized from the unreduced limit; some vendors size it from the reduced one. Where other financial assistance is not taken off the cost, it is too high',
);
const PROGRAM_LIMIT_FOR_BOTH = cited.choice(
  'a program limit covers unsubsidized and Grad PLUS loans together',
);
const NO_PROGRAM_LIMIT = cited.choice('a program limit that is not given is taken as none');

const LAW: StepInput = ['annual limit of the law', 'statutory_limit'];
const PROGRAM: StepInput = [PROGRAM_LIMIT, 'input:total_limit', 'dollars'];
const BEFORE_REDUCTION: StepInput = ['limit before the reduction', 'limit_before_reduction'];
const DEGREE: StepInput = ['degree level', 'input:degree_level', 'word'];
const LEGACY: StepInput = ['legacy borrower', 'input:is_legacy_borrower', 'yes or no'];

/** Section 3: the annual limit before the reduction. */
export const LIMIT_RULES = {
  statutory: ofYear('3.1', 'statutory_limit', 'Annual limit of the law', {
    formula:
      'the row of the table for the degree level, dependency, grade level, PLUS denial and legacy status',
    unit: 'dollars',
    sources: [UNDERGRADUATE_LAW],
    inputs: [
      DEGREE,
      ['grade level', 'input:grade_level', 'word'],
      ['dependency', 'input:dependency_status', 'word'],
      ['PLUS denied', 'input:plus_denied', 'yes or no'],
      LEGACY,
    ],
    of: (student: Student, limits: AnnualLimits): AnnualLimit => {
      const statutory = statutoryLimit(student, limits);
      // Section 8 refuses such a student beforehand.
      if (statutory === null)
        throw new RangeError('An undergraduate without grade_level has no annual limit.');
      return statutory;
    },
    value: ({ unreduced: { statutory } }) => String(statutory.total),
    step: ({ student, limits, unreduced: { statutory } }) => {
      const { label, total, totalEffective, totalSource } = statutory;
      return {
        worked: `${label}: ${wholeDollars(total)}`,
        parameters: [datedDollars(`annual limit, ${label}`, total, totalEffective, totalSource)],
        sources: limitSources(student),
        table: tableOf(limits, statutory),
      };
    },
  }),
  total: ofYear('3.2', 'limit_before_reduction', 'Limit before the reduction', {
    formula: "the lower of the annual limit of the law and the program's own limit",
    unit: 'dollars',
    sources: [cited.statute('1087e(a)(7)(B)'), cited.cfr('685.203(m)(2)')],
    inputs: [LAW, PROGRAM],
    of: (statutory: AnnualLimit, totalLimit: Exact | null): Exact => {
      const total = exact(statutory.total);
      return totalLimit === null ? total : least(total, totalLimit);
    },
    value: ({ unreduced }) => toText(unreduced.total),
    step: ({ student: { total_limit }, unreduced: { statutory, total } }) => {
      const law = wholeDollars(statutory.total);
      if (total_limit === null) {
        return { worked: `no program limit was given, so ${law}`, sources: [NO_PROGRAM_LIMIT] };
      }
      return {
        worked: `the lower of ${law} and ${dollars(total_limit)} = ${dollars(total)}`,
        decidedBy: compare(total, exact(statutory.total)) < 0 ? PROGRAM_LIMIT : 'annual limit of the law',
      };
    },
  }),
  sub: ofYear('3.3', 'subsidized_base', 'Subsidized amount before the reduction', {
    loanType: 'sub',
    formula: 'the subsidized amount that need allows',
    unit: 'dollars',
    sources: [UNDERGRADUATE_LAW, cited.NEED_FIRST],
    inputs: [['subsidized amount', 'input:subsidized_amount', 'dollars']],
    of: (subsidizedAmount: Exact): Exact => subsidizedAmount,
    value: ({ unreduced }) => toText(unreduced.base.sub),
    step: ({ unreduced: { statutory, base } }) => {
      const { label, subsidizedMaximum: maximum, subsidizedEffective, subsidizedSource } = statutory;
      const parameters = [
        datedDollars(`subsidized maximum, ${label}`, maximum, subsidizedEffective, subsidizedSource),
      ];
      if (maximum > 0) {
        return { worked: `${dollars(base.sub)}, within the maximum of ${wholeDollars(maximum)}`, parameters };
      }
      const whyNot = 'Graduate and professional students may not borrow subsidized loans.';
      return { whyNot, parameters, sources: [cited.statute('1087e(a)(3)(A)')] };
    },
  }),
  unsub: ofYear('3.4', 'unsubsidized_base', 'Unsubsidized amount before the reduction', {
    loanType: 'unsub',
    formula: 'limit before the reduction - subsidized amount',
    unit: 'dollars',
    sources: [cited.cfr('685.203(b)')],
    inputs: [BEFORE_REDUCTION, ['subsidized amount', 'subsidized_base.sub']],
    of: subtract,
    value: ({ unreduced }) => toText(unreduced.base.unsub),
    step: ({ unreduced: { total, base } }) =>
      `${dollars(total)} - ${dollars(base.sub)} = ${dollars(base.unsub)}`,
  }),
  grad_plus: ofYear('3.5', 'grad_plus_base', 'Grad PLUS amount before the reduction', {
    loanType: 'grad_plus',
    formula:
      "cost of attendance less other financial assistance - unreduced unsubsidized limit, not above what the program's own limit leaves, never below 0",
    unit: 'dollars',
    sources: [cited.LEGACY, cited.cfr('685.203(f)'), GAP_OF_UNREDUCED],
    inputs: [DEGREE, LEGACY, [COST, 'input:cost_of_attendance', 'dollars'], PROGRAM, BEFORE_REDUCTION],
    of: (gap: Exact, total: Exact, totalLimit: Exact | null): Exact =>
      totalLimit === null ? gap : least(gap, subtract(totalLimit, total)),
    value: ({ unreduced }) => toText(unreduced.base.grad_plus),
    step: ({ student, limits: { legacy }, unreduced: { total, base, gradPlusGap: gap } }) => {
      const { cost_of_attendance: cost, total_limit: programLimit, degree_level } = student;
      if (!mayBorrowGradPlus(student) || cost === null) {
        return {
          whyNot: 'Since July 2026 only legacy graduate and professional borrowers may borrow Grad PLUS.',
          inputs: [DEGREE, LEGACY],
          sources: [
            degree_level === 'undergraduate' ? cited.cfr('685.200(b)') : cited.statute('1087e(a)(3)(C)'),
          ],
        };
      }
      const difference = subtract(cost, exact(legacy.total));
      const floor = isNegative(difference) ? ', so $0' : '';
      const gapText = `${dollars(cost)} - ${wholeDollars(legacy.total)} = ${dollars(difference)}${floor}`;
      const name = 'unreduced unsubsidized limit of a legacy borrower';
      const parameters = [datedDollars(name, legacy.total, legacy.totalEffective, legacy.totalSource)];
      if (programLimit === null) {
        return { worked: gapText, parameters, decidedBy: floor === '' ? null : 'the floor of 0' };
      }
      const left = subtract(programLimit, total);
      return {
        worked: `${gapText}; the program's limit leaves ${dollars(programLimit)} - ${dollars(total)} = ${dollars(left)}; the lower is ${dollars(base.grad_plus)}`,
        parameters,
        decidedBy: compare(left, gap) < 0 ? "what the program's own limit leaves" : `the gap to the ${COST}`,
        sources: [cited.LEGACY, cited.cfr('685.203(f)'), GAP_OF_UNREDUCED, PROGRAM_LIMIT_FOR_BOTH],
      };
    },
  }),
} satisfies Rules<Omit<UnreducedLimit, 'base' | 'gradPlusGap'> & UnreducedLimit['base']>;

/**
 * Section 3.5: the gap that Grad PLUS may fill before any program limit: the cost of attendance less other financial
 * assistance, minus the unreduced unsubsidized limit, never below 0 [cited.choice].
 */
export function gradPlusGap(costOfAttendance: Exact, limits: AnnualLimits): Exact {
  return greatest(ZERO, subtract(costOfAttendance, exact(limits.legacy.total)));
}

/** Section 9: whether a program limit lowers what may be borrowed: the total, or the Grad PLUS amount it leaves room for. */
export function totalLimitHasEffect({ statutory, total, base, gradPlusGap }: UnreducedLimit): boolean {
  return compare(total, exact(statutory.total)) < 0 || compare(base.grad_plus, gradPlusGap) < 0;
}

/** A statutory amount with its effective date. Neither was read in the official text. */
function datedDollars(name: string, amount: number, effective: string, source: string): TraceParameter {
  return {
    name,
    value: String(amount),
    unit: 'dollars',
    effective,
    source: `${source}; date and provisions restated from third parties' descriptions`,
  };
}

/** The whole table of the award year, and which row of it applies. */
function tableOf(limits: AnnualLimits, chosen: AnnualLimit): TraceTableRow[] {
  const { dependentUndergraduate, independentUndergraduate, graduate, professional, legacy } = limits;
  const rows = [dependentUndergraduate, independentUndergraduate].flatMap((grades) => Object.values(grades));
  return [...rows, graduate, professional, legacy].map((row) => ({
    row: row.label,
    subsidized_maximum: row.subsidizedMaximum,
    total: row.total,
    chosen: row === chosen,
  }));
}

/** The provisions that set this student's limit. */
function limitSources(student: Student): readonly TraceSource[] {
  const { degree_level, dependency_status, plus_denied, is_legacy_borrower } = student;
  if (degree_level === 'undergraduate') {
    const isHigher = dependency_status === 'independent' || plus_denied;
    const rule = isHigher ? cited.cfr('685.203(a), (b)(2) and (c)(2)') : cited.cfr('685.203(a) and (b)(1)');
    return [UNDERGRADUATE_LAW, rule];
  }
  if (is_legacy_borrower) return [cited.LEGACY, cited.cfr('685.203(b)(2)(iv) as amended by 91 FR 23768')];
  const statute =
    degree_level === 'graduate' ? cited.statute('1087e(a)(4)(A)(i)') : cited.statute('1087e(a)(4)(A)(ii)');
  return [
    statute,
    cited.cfr('685.203(b)(2)(iv)(A) as amended by 91 FR 23768, which the eCFR could not carry out'),
  ];
}

/** The loan types that the student may borrow. For any other, the step of section 3 says why not. */
export function borrowedLoanTypes(student: Student, { unreduced: { statutory } }: Working): LoanType[] {
  return LOAN_TYPES.filter((loanType) => {
    if (loanType === 'sub') return statutory.subsidizedMaximum > 0;
    return loanType === 'unsub' || mayBorrowGradPlus(student);
  });
}
