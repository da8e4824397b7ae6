export const STUDENT = {
  dependency_status: 'dependent',
  grade_level: 'first_year',
  subsidized_amount: 3500,
  terms: [
    { label: 'Fall', credits_enrolled: 12 },
    { label: 'Spring', credits_enrolled: 9 },
  ],
};

/** {@link STUDENT} with other fields, and other fields in its first term. */
export function studentWith(fields: object, termFields: object = {}): object {
  const [fall, spring] = STUDENT.terms;
  return { ...STUDENT, terms: [{ ...fall, ...termFields }, spring], ...fields };
}

export const CSV_HEADER = 'student_id,dependency_status,grade_level,term_label,term_credits_enrolled';

export function csvFile(...lines: readonly string[]): string {
  return [CSV_HEADER, ...lines].map((line) => `${line}\n`).join('');
}
