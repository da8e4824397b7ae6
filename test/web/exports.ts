/** An office's own export with a row per term. Six of its twelve columns are not fields of ours. */
export const OFFICE: string = [
  'Student,Name,Semester,Career,Class,Dep,Need,Hours,Hours Dropped,Reg,GPA,Paid Sub',
  'S1,"Ames, Al",Fall 2026,UG,FR,D,3500,12,0,RE,3.1,0',
  'S1,"Ames, Al",Spring 2027,UG,FR,D,3500,9,3,RE,3.0,0',
  'S2,"Bell, Bo",Fall 2026,UG,SR,I,2000,12,0,RE,2.7,1000',
  'S2,"Bell, Bo",Spring 2027,UG,SR,I,2000,12,0,WD,2.6,0',
  'S3,"Cruz, Cy",Fall 2026,UG,SO,D,0,6,6,RE,3.9,0',
  'S3,"Cruz, Cy",Spring 2027,UG,SO,D,0,12,0,RE,3.8,0',
  '',
].join('\n');

/** The same students in our own columns, as the answers in the tests interpret them. */
export const OFFICE_OURS: string = [
  'student_id,dependency_status,degree_level,grade_level,subsidized_amount,term_label,term_ft_credits,term_credits_enrolled,term_prior_disbursement_sub',
  'S1,dependent,undergraduate,first_year,3500,Fall 2026,12,12,0',
  'S1,dependent,undergraduate,first_year,3500,Spring 2027,12,9,0',
  'S2,independent,undergraduate,third_year_and_beyond,2000,Fall 2026,12,12,1000',
  'S2,independent,undergraduate,third_year_and_beyond,2000,Spring 2027,12,0,0',
  'S3,dependent,undergraduate,second_year,0,Fall 2026,12,6,0',
  'S3,dependent,undergraduate,second_year,0,Spring 2027,12,12,0',
  '',
].join('\n');

/** One row per student, separated by tabs, with a column of credits for each term. */
export const WIDE: string = [
  'EMPLID\tDependency Status\tYear in School\tFALL_CREDITS\tSPRING_CREDITS\tNeed\tSpring Reg',
  '0000111\tDependent\tFR\t12\t6\t"3,500"\tEN',
  '0000112\tIndependent\tSR\t9\t9\t$2,000.00\tWD',
  '0000113\tDependent\tSO\t12\t0\t1000\tEN',
  '0000115\tIndependent\tJR\t15\t3\t5500\tEN',
  '',
].join('\r\n');

/** One row per student; the names of the terms are not recognized. */
export const GERMAN: string = [
  'Matrikel;Abhängig;Studienjahr;Bedarf;Herbst Credits;Frühjahr Credits;Frühjahr Status',
  '100;J;1;1.500,50;12;6;E',
  '101;N;2;2.000,00;9;9;X',
  '102;J;1;1.000,00;7,5;12;E',
  '',
].join('\n');

/** Sixty-five columns, ten of which decide dollars. */
export function sixtyFiveColumns(): string {
  const own = ['CWID', 'Term Desc', 'Student Level', 'Class Code', 'Dependency', 'Sub Need', 'Enrolled Hrs'];
  const others = Array.from({ length: 65 - own.length }, (_, nth) => `Extra ${nth + 1}`);
  const rows = Array.from({ length: 40 }, (_, student) =>
    ['Fall 2026', 'Spring 2027'].map((term, nth) => {
      const values = others.map((_, at) => `${at % 3 === 0 ? 'A' : ''}${(student * (at + 3) + nth) % 7}`);
      const [level, year] = student % 5 === 0 ? ['GR', 'GR'] : ['UG', ['FR', 'SO', 'JR', 'SR'][student % 4]];
      const need = level === 'GR' ? 0 : 1000;
      const status = student % 2 === 0 ? 'I' : 'D';
      return [`9${student}`, term, level, year, status, need, 12 - (student % 4), ...values].join();
    }),
  );
  return `${[[...own, ...others].join(), ...rows.flat()].join('\n')}\n`;
}
