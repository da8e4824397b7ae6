const HEADER =
  'student_id,dependency_status,degree_level,grade_level,subsidized_amount,plus_denied,term_label,term_ft_credits,term_credits_enrolled,term_actual_final_credits,term_prior_disbursement_sub';

const TERMS = ['Fall', 'Winter', 'Spring', '"Summer, late"'] as const;

/** A fixed file of exactly `rows` rows of about 70 bytes; some students have errors or rows far apart. */
export function studentFile(rows: number): string {
  const lines = [HEADER];
  const late: string[] = [];
  for (let student = 0; lines.length + late.length <= rows; student++) {
    const left = rows + 1 - lines.length - late.length;
    const count = Math.min(1 + (student % 4), left);
    for (let term = 0; term < count; term++) {
      const line = rowOf(student, term);
      if (student % 100 === 7 && term > 0) late.push(line);
      else lines.push(line);
    }
  }
  return `${[...lines, ...late].join('\r\n')}\r\n`;
}

function rowOf(student: number, term: number): string {
  const isBad = student % 50 === 13;
  const cells = [
    `S${String(student).padStart(7, '0')}`,
    student % 3 === 0 ? 'independent' : 'dependent',
    'undergraduate',
    isBad ? 'fifth_year' : 'second_year',
    String((student * 37) % 4500),
    student % 5 === 0 ? 'yes' : 'no',
    TERMS[term] ?? 'Fall',
    '12',
    String(3 + ((student * 7 + term * 5) % 13)),
    student % 11 === 0 && term === 0 ? '6' : '',
    student % 11 === 0 && term === 0 ? '100' : '',
  ];
  return cells.join(',');
}
