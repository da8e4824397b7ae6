/** Requests that are right in every respect, for tests that break one thing or look at the way around them. */

/** A dependent first-year undergraduate, full time in the fall and three quarters in the spring. */
export const STUDENT = {
  dependency_status: 'dependent',
  grade_level: 'first_year',
  subsidized_amount: 3500,
  terms: [
    { label: 'Fall', credits_enrolled: 12 },
    { label: 'Spring', credits_enrolled: 9 },
  ],
};

/** {@link STUDENT} with some fields of its own or of its first term in place of others. */
export function studentWith(fields: object, termFields: object = {}): object {
  const [fall, spring] = STUDENT.terms;
  return { ...STUDENT, terms: [{ ...fall, ...termFields }, spring], ...fields };
}

export const CSV_HEADER = 'student_id,dependency_status,grade_level,term_label,term_credits_enrolled';

/** A file of {@link CSV_HEADER} and these lines, each ended by LF. */
export function csvFile(...lines: readonly string[]): string {
  return [CSV_HEADER, ...lines].map((line) => `${line}\n`).join('');
}
