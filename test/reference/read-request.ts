import { type Rational, ZERO } from './rational.js';
import {
  Fields,
  isAnything,
  isNotNegative,
  isPositive,
  isRecord,
  isWholeDollars,
  REFUSED,
  type Read,
} from './read-fields.js';
import { refuseAcrossFields } from './refuse-across-fields.js';
import type { ReferenceRefusal, StudentInput, TermInput } from './types.js';

/** The same shape with every field possibly refused. */
type Draft<T> = { readonly [K in keyof T]: Read<T[K]> };
type DraftTerm = Omit<Draft<TermInput>, 'prior'> & {
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
    // An integer is asked for, so the decimal string "3" is refused.
    academic_year_terms: fields.choiceOrNull('academic_year_terms', [2, 3, 4]),
    terms: readTerms(fields, request['terms'], refused),
    unknown_fields: unknownFields(request),
  };
  refuseAcrossFields(refused, draft);
  return isComplete(draft, refused) ? draft : { refused: [...refused].sort() };
}

/** Of every field that is refused the path is known. */
function isComplete(_draft: DraftStudent, refused: ReadonlySet<string>): _draft is StudentInput {
  return refused.size === 0;
}

/** With no term, or more than four, the list itself is refused; what it holds is still looked at, up to twenty terms. */
function readTerms(fields: Fields, value: unknown, refused: Set<string>): Read<readonly DraftTerm[]> {
  if (!Array.isArray(value) || value.length > MOST_TERMS_READ) return fields.refuse('terms');
  const terms = value.map((term: unknown, index) => readTerm(term, `terms.${index}`, refused));
  return fields.check('terms', terms, terms.length >= 1 && terms.length <= MAX_TERMS);
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
  const unknown = (record: unknown, known: ReadonlySet<string>) =>
    Object.keys(isRecord(record) ? record : {}).filter((name) => !known.has(name));
  const terms: readonly unknown[] = Array.isArray(request['terms']) ? request['terms'] : [];
  const inTerms = terms.flatMap((term, index) =>
    unknown(term, TERM_FIELDS).map((name) => `terms.${index}.${name}`),
  );
  return [...unknown(request, STUDENT_FIELDS), ...inTerms];
}
