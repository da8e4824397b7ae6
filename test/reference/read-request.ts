import {
  combinedLimit,
  gradPlusBase,
  mayBorrowGradPlus,
  statutoryTotal,
  subsidizedMaximum,
} from './limits.js';
import { Rational, ZERO } from './rational.js';
import type { LoanType, ReferenceRefusal, StudentInput, TermInput } from './types.js';
import { STUDENT_FIELDS, TERM_FIELDS } from './wire.js';

/** A refused field: whatever depends on it cannot be decided. */
const REFUSED = Symbol('refused');
type Read<T> = T | typeof REFUSED;

/** Makes any number with at most 15 decimal places whole. */
const FINEST = new Rational(10n ** 15n);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the fields of a student or term by name, and adds the path of each refused one to `refused`. */
class Fields {
  constructor(
    private readonly record: Readonly<Record<string, unknown>>,
    private readonly refused: Set<string>,
    private readonly prefix = '',
  ) {}

  refuse(name: string): typeof REFUSED {
    this.refused.add(this.prefix + name);
    return REFUSED;
  }

  check<T>(name: string, value: T, isFine: boolean): Read<T> {
    return isFine ? value : this.refuse(name);
  }

  /** For most fields, null means the same as absent. */
  isGiven(name: string): boolean {
    return this.record[name] !== undefined && this.record[name] !== null;
  }

  choice<T extends string | number>(name: string, allowed: readonly T[], whenAbsent?: T): Read<T> {
    const value = this.record[name] === undefined ? whenAbsent : this.record[name];
    return allowed.find((candidate) => candidate === value) ?? this.refuse(name);
  }

  choiceOrNull<T extends string | number>(name: string, allowed: readonly T[]): Read<T | null> {
    return this.isGiven(name) ? this.choice(name, allowed) : null;
  }

  /** A boolean with a default if absent. Null is refused. */
  flag(name: string, whenAbsent: boolean): Read<boolean> {
    const { [name]: value = whenAbsent } = this.record;
    return typeof value === 'boolean' ? value : this.refuse(name);
  }

  number(name: string, isFine: (exact: Rational) => boolean, whenAbsent?: Rational): Read<Rational> {
    if (this.record[name] === undefined && whenAbsent !== undefined) return whenAbsent;
    const exact = exactNumber(this.record[name]);
    return exact !== REFUSED && isFine(exact) ? exact : this.refuse(name);
  }

  numberOrNull(name: string, isFine: (exact: Rational) => boolean): Read<Rational | null> {
    return this.isGiven(name) ? this.number(name, isFine) : null;
  }
}

/**
 * The exact value of a JSON number or decimal string. Refused: other types and texts, more than 15
 * significant digits or decimal places, and 1,000,000,000 or more. Leading and trailing zeros are not
 * significant, so `12.500` is treated like 12.5.
 */
function exactNumber(value: unknown): Read<Rational> {
  if (typeof value !== 'number' && typeof value !== 'string') return REFUSED;
  if (typeof value === 'string' && !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(value)) return REFUSED;
  if (typeof value === 'number' && !Number.isFinite(value)) return REFUSED;
  const text = String(value);
  const [mantissa = ''] = text.toLowerCase().split('e');
  const digits = mantissa
    .replace(/[+\-.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '');
  if (digits.length > 15) return REFUSED;
  const exact = Rational.parse(text);
  return exact.times(FINEST).isWhole && exact.isBelow(1_000_000_000) ? exact : REFUSED;
}

const isPositive = (x: Rational): boolean => x.isAbove(0);
const isNotNegative = (x: Rational): boolean => !x.isBelow(0);
const isWholeDollars = (x: Rational): boolean => isNotNegative(x) && x.isWhole;
const isAnything = (): boolean => true;

/** The same shape, in which any field can be refused. */
type Draft<T> = { readonly [K in keyof T]: Read<T[K]> };
type DraftTerm = Omit<Draft<TermInput>, 'prior'> & {
  readonly prior: { readonly [L in keyof TermInput['prior']]: Read<Rational | null> };
};
type DraftStudent = Omit<Draft<StudentInput>, 'terms'> & {
  readonly terms: Read<readonly DraftTerm[]>;
};

const MAX_TERMS = 4;
const MOST_TERMS_READ = 20;
const MAX_LABEL_LENGTH = 200;

/** The student that the request describes, or every field to correct. */
export function readRequest(request: unknown): StudentInput | ReferenceRefusal {
  if (!isRecord(request)) return { refused: [''] };
  const refused = new Set<string>();
  const fields = new Fields(request, refused);
  const draft: DraftStudent = {
    dependency_status: fields.choice('dependency_status', ['dependent', 'independent']),
    degree_level: fields.choice(
      'degree_level',
      ['undergraduate', 'graduate', 'professional'],
      'undergraduate',
    ),
    grade_level: fields.choiceOrNull('grade_level', ['first_year', 'second_year', 'third_year_and_beyond']),
    is_legacy_borrower: fields.flag('is_legacy_borrower', false),
    plus_denied: fields.flag('plus_denied', false),
    subsidized_amount: fields.number('subsidized_amount', isNotNegative, ZERO),
    cost_of_attendance: fields.numberOrNull('cost_of_attendance', isAnything),
    total_limit: fields.numberOrNull('total_limit', isPositive),
    // Must be an integer, so the decimal string "3" is refused.
    academic_year_terms: fields.choiceOrNull('academic_year_terms', [2, 3, 4]),
    terms: readTerms(fields, request['terms'], refused),
    unknown_fields: unknownFields(request),
  };
  refuseAcrossFields(refused, draft);
  return isComplete(draft, refused) ? draft : { refused: [...refused].sort() };
}

function isComplete(_draft: DraftStudent, refused: ReadonlySet<string>): _draft is StudentInput {
  return refused.size === 0;
}

/** A list of no terms or more than four is refused; up to twenty terms in it are still checked. */
function readTerms(fields: Fields, value: unknown, refused: Set<string>): Read<readonly DraftTerm[]> {
  if (!Array.isArray(value) || value.length > MOST_TERMS_READ) return fields.refuse('terms');
  const terms = value.map((term: unknown, index) => readTerm(term, `terms.${index}`, refused));
  return fields.check('terms', terms, terms.length >= 1 && terms.length <= MAX_TERMS);
}

const UNREADABLE_TERM: DraftTerm = {
  label: REFUSED,
  required: REFUSED,
  full_time_credits: REFUSED,
  credits_enrolled: REFUSED,
  actual_final_credits: REFUSED,
  prior: { sub: REFUSED, unsub: REFUSED, grad_plus: REFUSED },
};

function readTerm(term: unknown, path: string, refused: Set<string>): DraftTerm {
  if (!isRecord(term)) {
    refused.add(path);
    return UNREADABLE_TERM;
  }
  const fields = new Fields(term, refused, `${path}.`);
  return {
    label: readLabel(fields, term['label']),
    required: fields.flag('required', true),
    full_time_credits: fields.numberOrNull('full_time_credits', isPositive),
    credits_enrolled: fields.numberOrNull('credits_enrolled', isNotNegative),
    actual_final_credits: fields.numberOrNull('actual_final_credits', isNotNegative),
    prior: {
      sub: fields.numberOrNull('prior_disbursement_sub', isWholeDollars),
      unsub: fields.numberOrNull('prior_disbursement_unsub', isWholeDollars),
      grad_plus: fields.numberOrNull('prior_disbursement_grad_plus', isWholeDollars),
    },
  };
}

function readLabel(fields: Fields, value: unknown): Read<string> {
  if (typeof value !== 'string') return fields.refuse('label');
  const codePoints = Array.from(value).length;
  return fields.check('label', value, value.trim() !== '' && codePoints <= MAX_LABEL_LENGTH);
}

function unknownFields(request: Readonly<Record<string, unknown>>): string[] {
  const unknown = (record: unknown, known: readonly string[]) =>
    Object.keys(isRecord(record) ? record : {}).filter((name) => !known.includes(name));
  const terms: readonly unknown[] = Array.isArray(request['terms']) ? request['terms'] : [];
  const inTerms = terms.flatMap((term, index) =>
    unknown(term, TERM_FIELDS).map((name) => `terms.${index}.${name}`),
  );
  return [...unknown(request, [...STUDENT_FIELDS, 'terms']), ...inTerms];
}

/**
 * The rules of section 8 about several fields; they add paths to `refused`. A rule that needs a refused field
 * is skipped. Each comparison is independent: `subsidized_amount` is checked against the table's maximum even
 * if a refused `total_limit` leaves T unknown.
 */
function refuseAcrossFields(refused: Set<string>, draft: DraftStudent): void {
  if (draft.degree_level === 'undergraduate' && draft.grade_level === null) refused.add('grade_level');
  if (mayHaveGradPlus(draft) === true && draft.cost_of_attendance === null) refused.add('cost_of_attendance');

  const amount = draft.subsidized_amount;
  const limit = limitOf(draft);
  // T is never above total_limit, whichever row of the table applies.
  const bounds: Read<Rational | null>[] = [subsidizedMaximumOf(draft), limit, draft.total_limit];
  for (const most of bounds) {
    if (amount === REFUSED || most === REFUSED || most === null) continue;
    if (amount.isAbove(most)) refused.add('subsidized_amount');
  }

  const usable = refused.has('subsidized_amount') ? REFUSED : amount;
  const rest = usable === REFUSED || limit === REFUSED ? REFUSED : limit.minus(usable);
  refuseTooMuchDisbursed(refused, draft, 'sub', usable);
  refuseTooMuchDisbursed(refused, draft, 'unsub', rest);
  refuseTooMuchDisbursed(refused, draft, 'grad_plus', gradPlusBaseOf(draft, limit));
}

function mayHaveGradPlus(draft: DraftStudent): Read<boolean> {
  if (draft.degree_level === 'undergraduate') return false;
  if (draft.degree_level === REFUSED || draft.is_legacy_borrower === REFUSED) return REFUSED;
  return mayBorrowGradPlus(draft.degree_level, draft.is_legacy_borrower);
}

/** Only undergraduates need a grade level; without one, their row of the table is unknown. */
function isGradeUnknown(draft: DraftStudent): boolean {
  return (
    draft.degree_level === 'undergraduate' && (draft.grade_level === REFUSED || draft.grade_level === null)
  );
}

function subsidizedMaximumOf(draft: DraftStudent): Read<Rational> {
  if (draft.degree_level === REFUSED || isGradeUnknown(draft)) return REFUSED;
  return subsidizedMaximum(draft.degree_level, draft.grade_level === REFUSED ? null : draft.grade_level);
}

/** T, if every field that decides its row of the table is known. */
function limitOf(draft: DraftStudent): Read<Rational> {
  const { degree_level, grade_level, dependency_status, plus_denied, is_legacy_borrower, total_limit } =
    draft;
  if (degree_level === REFUSED || total_limit === REFUSED || isGradeUnknown(draft)) return REFUSED;
  const isUndergraduate = degree_level === 'undergraduate';
  if (isUndergraduate && dependency_status === REFUSED && plus_denied !== true) return REFUSED;
  if (isUndergraduate && dependency_status === 'dependent' && plus_denied === REFUSED) return REFUSED;
  if (degree_level === 'professional' && is_legacy_borrower === REFUSED) return REFUSED;
  const total = statutoryTotal({
    degree_level,
    grade_level: grade_level === REFUSED ? null : grade_level,
    dependency_status: dependency_status === REFUSED ? 'dependent' : dependency_status,
    plus_denied: plus_denied === true,
    is_legacy_borrower: is_legacy_borrower === true,
  });
  return combinedLimit(total, total_limit);
}

function gradPlusBaseOf(draft: DraftStudent, limit: Read<Rational>): Read<Rational> {
  const mayPlus = mayHaveGradPlus(draft);
  if (mayPlus === REFUSED) return REFUSED;
  if (!mayPlus) return ZERO;
  const { cost_of_attendance: cost, total_limit: totalLimit } = draft;
  if (cost === REFUSED || cost === null || limit === REFUSED || totalLimit === REFUSED) return REFUSED;
  return gradPlusBase(cost, limit, totalLimit);
}

/** Refuses the term whose running sum first exceeds the base. A refused amount could only add to the sum. */
function refuseTooMuchDisbursed(
  refused: Set<string>,
  draft: DraftStudent,
  loanType: LoanType,
  base: Read<Rational>,
): void {
  if (base === REFUSED || draft.terms === REFUSED) return;
  let disbursed = ZERO;
  for (const [index, term] of draft.terms.entries()) {
    const prior = term.prior[loanType];
    if (prior === REFUSED || prior === null) continue;
    disbursed = disbursed.plus(prior);
    if (disbursed.isAbove(base)) {
      refused.add(`terms.${index}.prior_disbursement_${loanType}`);
      return;
    }
  }
}
