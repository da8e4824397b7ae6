import { CURRENT_AWARD_YEAR } from '../engine/award-years.js';
import { type Failure, type Mistake, refusals } from '../engine/refusals.js';
import { MAX_TERMS, type PartlyReadStudent, type Student } from '../engine/student.js';
import { Refused } from './field-kinds.js';
import { type Field, STUDENT_FIELDS, TERM_FIELDS } from './field-list.js';

/** A JSON object, or rows of a table. `term` is the index of a term, or null for the student's own fields. */
export interface StudentSource {
  /** The number of terms, or a sentence that says why it is not known. */
  readonly terms: number | string;
  read(field: Field, term: number | null): unknown;
  /** Failures only of this kind of source. They replace other failures of their field or their term. */
  failures(): readonly Failure[];
  /** Sentences that become warnings, such as about an unknown field that was ignored. */
  notes(term: number | null): readonly string[];
}

export type StudentReading =
  | { readonly ok: true; readonly student: Student }
  | { readonly ok: false; readonly failures: readonly Failure[] };

/** A longer list of terms is refused without reading any term, so that a huge list costs nothing. */
export const MOST_TERMS_LOOKED_AT = 20;

/**
 * Maximum size of one student in a file: the bytes of all rows, plus {@link BYTES_BESIDE_ROW} per row. A
 * student is calculated in one piece, so all rows must fit in memory.
 */
export const MAX_STUDENT_BYTES: number = 32 * 1024 * 1024;
export const BYTES_BESIDE_ROW = 512;

/** Reads one student, with every failing field. @throws RangeError for an award year without a table. */
export function readStudent(source: StudentSource, awardYear: string = CURRENT_AWARD_YEAR): StudentReading {
  const refused: Failure[] = [];
  const student = readFields(STUDENT_FIELDS, source, null, refused);
  const problem = problemOfTerms(source.terms);
  if (problem !== null) refused.push({ field: 'terms', term: null, ...problem });
  const terms: unknown[] = [];
  if (typeof source.terms === 'number' && source.terms <= MOST_TERMS_LOOKED_AT) {
    for (let term = 0; term < source.terms; term++)
      terms.push(readFields(TERM_FIELDS, source, term, refused));
  }
  student['terms'] = problem === null ? terms : undefined;
  // Each field has read its own value, but the type of a loop over fields cannot express this.
  const partly = student as PartlyReadStudent;
  const broken = refusals(partly, awardYear);
  const failures = source.failures();
  if (refused.length + broken.length + failures.length === 0) return { ok: true, student: partly as Student };
  const others = [...refused, ...broken].filter(
    ({ field, term }) =>
      !failures.some((own) => own.term === term && (own.field === field || own.field === '')),
  );
  return { ok: false, failures: [...failures, ...others] };
}

/** The values of the fields. A refused field is left out and added to `refused`. */
function readFields(
  fields: readonly Field[],
  source: StudentSource,
  term: number | null,
  refused: Failure[],
): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const field of fields) {
    const value = source.read(field, term);
    if (value instanceof Refused) refused.push({ field: field.name, term, ...value.mistake });
    else object[field.name] = value;
  }
  object['notes'] = source.notes(term);
  return object;
}

function problemOfTerms(terms: number | string): Mistake | null {
  if (typeof terms === 'string') return { code: 'no_list', problem: terms, detail: null, message: terms };
  if (terms >= 1 && terms <= MAX_TERMS) return null;
  const problem = `Expected 1 to ${MAX_TERMS} terms.`;
  const message = `${problem} Given: ${terms}.`;
  return { code: 'number_of_terms', problem, detail: `${terms} terms`, message };
}
