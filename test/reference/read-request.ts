import { type Rational, ZERO } from './rational.js';
import {
  exactNumber,
  flag,
  isAnything,
  isNotNegative,
  isPositive,
  isRecord,
  isWholeDollars,
  nullableNumber,
  oneOf,
  REFUSED,
  type Read,
  Refusals,
} from './read-fields.js';
import { refuseAcrossFields } from './refuse-across-fields.js';
import type {
  DegreeLevel,
  DependencyStatus,
  GradeLevel,
  ReferenceRefusal,
  StudentInput,
  TermInput,
} from './types.js';

/** The same shape with every field possibly refused. */
export type Draft<T> = { readonly [K in keyof T]: Read<T[K]> };
export type DraftTerm = Omit<Draft<TermInput>, 'prior'> & {
  readonly prior: { readonly [L in keyof TermInput['prior']]: Read<Rational | null> };
};
export type DraftStudent = Omit<Draft<StudentInput>, 'terms'> & {
  readonly terms: Read<readonly DraftTerm[]>;
};

const STUDENT_FIELDS = new Set([
  'dependency_status',
  'terms',
  'academic_year_terms',
  'cost_of_attendance',
  'degree_level',
  'grade_level',
  'is_legacy_borrower',
  'plus_denied',
  'subsidized_amount',
  'total_limit',
]);
const TERM_FIELDS = new Set([
  'label',
  'required',
  'credits_enrolled',
  'full_time_credits',
  'actual_final_credits',
  'prior_disbursement_sub',
  'prior_disbursement_unsub',
  'prior_disbursement_grad_plus',
]);
const MAX_TERMS = 4;
const MOST_TERMS_READ = 20;
const MAX_LABEL_LENGTH = 200;

/** The student that the request describes, or every field that has to be put right. */
export function readRequest(request: unknown): StudentInput | ReferenceRefusal {
  if (!isRecord(request)) return { refused: [''] };
  const refusals = new Refusals();
  const draft: DraftStudent = {
    dependency_status: oneOf<DependencyStatus>(refusals, 'dependency_status', request['dependency_status'], [
      'dependent',
      'independent',
    ]),
    degree_level: oneOf<DegreeLevel>(
      refusals,
      'degree_level',
      request['degree_level'] === undefined ? 'undergraduate' : request['degree_level'],
      ['undergraduate', 'graduate', 'professional'],
    ),
    grade_level: readGradeLevel(refusals, request['grade_level']),
    is_legacy_borrower: flag(refusals, 'is_legacy_borrower', request['is_legacy_borrower'], false),
    plus_denied: flag(refusals, 'plus_denied', request['plus_denied'], false),
    subsidized_amount: readSubsidizedAmount(refusals, request['subsidized_amount']),
    cost_of_attendance: nullableNumber(
      refusals,
      'cost_of_attendance',
      request['cost_of_attendance'],
      isAnything,
    ),
    total_limit: nullableNumber(refusals, 'total_limit', request['total_limit'], isPositive),
    academic_year_terms: readAcademicYearTerms(refusals, request['academic_year_terms']),
    terms: readTerms(refusals, request['terms']),
    unknown_fields: unknownFields(request),
  };
  refuseAcrossFields(refusals, draft);
  return complete(draft) ?? { refused: [...refusals.paths].sort() };

  function complete(read: DraftStudent): StudentInput | undefined {
    return refusals.paths.size === 0 && isComplete(read) ? read : undefined;
  }
}

function isComplete(draft: DraftStudent): draft is StudentInput {
  const values: unknown[] = Object.values(draft);
  const terms = draft.terms === REFUSED ? [] : draft.terms;
  const termValues = terms.flatMap((term): unknown[] => [
    ...Object.values(term),
    ...Object.values(term.prior),
  ]);
  return ![...values, ...termValues].includes(REFUSED);
}

function readGradeLevel(refusals: Refusals, value: unknown): Read<GradeLevel | null> {
  if (value === undefined || value === null) return null;
  return oneOf<GradeLevel>(refusals, 'grade_level', value, [
    'first_year',
    'second_year',
    'third_year_and_beyond',
  ]);
}

function readSubsidizedAmount(refusals: Refusals, value: unknown): Read<Rational> {
  if (value === undefined) return ZERO;
  const exact = exactNumber(value);
  if (exact === REFUSED) return refusals.add('subsidized_amount');
  return refusals.check('subsidized_amount', exact, isNotNegative(exact));
}

/** An integer is asked for, so the decimal string "3" is refused. */
function readAcademicYearTerms(refusals: Refusals, value: unknown): Read<number | null> {
  if (value === undefined || value === null) return null;
  return value === 2 || value === 3 || value === 4 ? value : refusals.add('academic_year_terms');
}

/** With no term, or more than four, the list itself is refused; what it holds is still looked at, up to twenty terms. */
function readTerms(refusals: Refusals, value: unknown): Read<readonly DraftTerm[]> {
  if (!Array.isArray(value) || value.length > MOST_TERMS_READ) return refusals.add('terms');
  const terms = value.map((term: unknown, index) => readTerm(refusals, `terms.${index}`, term));
  return refusals.check('terms', terms, terms.length >= 1 && terms.length <= MAX_TERMS);
}

/** A term of which nothing can be read. */
const UNREADABLE_TERM: DraftTerm = {
  label: REFUSED,
  required: REFUSED,
  full_time_credits: REFUSED,
  credits_enrolled: REFUSED,
  actual_final_credits: REFUSED,
  prior: { sub: REFUSED, unsub: REFUSED, grad_plus: REFUSED },
};

function readTerm(refusals: Refusals, path: string, term: unknown): DraftTerm {
  if (!isRecord(term)) {
    refusals.add(path);
    return UNREADABLE_TERM;
  }
  const number = (name: string, isFine: (exact: Rational) => boolean): Read<Rational | null> =>
    nullableNumber(refusals, `${path}.${name}`, term[name], isFine);
  return {
    label: readLabel(refusals, `${path}.label`, term['label']),
    required: flag(refusals, `${path}.required`, term['required'], true),
    full_time_credits: number('full_time_credits', isPositive),
    credits_enrolled: number('credits_enrolled', isNotNegative),
    actual_final_credits: number('actual_final_credits', isNotNegative),
    prior: {
      sub: number('prior_disbursement_sub', isWholeDollars),
      unsub: number('prior_disbursement_unsub', isWholeDollars),
      grad_plus: number('prior_disbursement_grad_plus', isWholeDollars),
    },
  };
}

function readLabel(refusals: Refusals, path: string, value: unknown): Read<string> {
  if (typeof value !== 'string') return refusals.add(path);
  const codePoints = Array.from(value).length;
  return refusals.check(path, value, value.trim() !== '' && codePoints <= MAX_LABEL_LENGTH);
}

function unknownFields(request: Readonly<Record<string, unknown>>): string[] {
  const own = Object.keys(request).filter((name) => !STUDENT_FIELDS.has(name));
  const terms: readonly unknown[] = Array.isArray(request['terms'])
    ? request['terms'].slice(0, MAX_TERMS)
    : [];
  const inTerms = terms.flatMap((term, index) =>
    isRecord(term)
      ? Object.keys(term)
          .filter((name) => !TERM_FIELDS.has(name))
          .map((name) => `terms.${index}.${name}`)
      : [],
  );
  return [...own, ...inTerms];
}
