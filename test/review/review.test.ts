import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { RESPONSE_COLUMNS } from '../../src/contract/csv-response.js';
import { AlikeIds, type AlikeIdsFound, alikeIdsText } from '../../src/guessing/alike-ids.js';
import { applyRecipe, type Edits, joined, NO_EDITS } from '../../src/guessing/apply.js';
import { proposeRecipe } from '../../src/guessing/propose.js';
import { ownRecipe, type Recipe } from '../../src/guessing/recipe.js';
import { openSource } from '../../src/guessing/source.js';
import { failedRows } from '../../src/review/failed-rows.js';
import { leaveOut, mendRecipe, mendRows } from '../../src/review/mend.js';
import { OwnErrors } from '../../src/review/own-errors.js';
import { AnswerReview, type AnswerSummary } from '../../src/review/summary.js';
import type { Table } from '../../src/table/open-table.js';
import { allAtOnce } from '../../src/table/steps.js';
import { answerTo } from '../support/answer-to.js';
import { csvFile } from '../support/requests.js';
import { studentFile } from '../support/student-file.js';

/** A file in our shape, calculated and reviewed. */
function reviewedFile(csv: string): AnswerSummary {
  return reviewed(Buffer.from(csv), answerTo(Buffer.from(csv)));
}

/** An answer read in pieces of a size that cuts records anywhere. */
function reviewed(
  ours: Uint8Array,
  answer: string,
  review = new AnswerReview(),
  pieceBytes = 1013,
): AnswerSummary {
  const bytes = Buffer.from(answer);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    // The memory of a piece is used again, as a stream does.
    const piece = Buffer.from(bytes.subarray(at, at + pieceBytes));
    review.add(piece);
    piece.fill(0);
  }
  return allAtOnce(review.finishing(ours, '2026-27'));
}

function calculated(source: Table, recipe: Recipe, edits?: Edits) {
  const { pieces, origins } = applyRecipe(source, recipe, edits);
  const ours = joined(pieces);
  const review = new AnswerReview(origins);
  return { summary: reviewed(ours, answerTo(ours), review), failed: review.failed, ours };
}

const opened = (text: string) => openSource(Buffer.from(text));
const groupsOf = ({ failures }: AnswerSummary) =>
  failures.map(({ column, students, rows, given }) => [
    column,
    students,
    rows.length,
    given[0]?.value ?? null,
  ]);

function alikeAmong(students: readonly string[]): AlikeIdsFound {
  const ids = new AlikeIds();
  for (const id of students) ids.add(id);
  return ids.found();
}

describe('ids', () => {
  const ID_ROWS = ['" A1"', 'A1', '"A1 "', 'B2', 'b2', '007', '7', 'é', 'e\u0301', 'C\u200b3', 'C3'].map(
    (id, nth) => `${id},dependent,first_year,Term ${nth},12\n`,
  );
  const summary = reviewedFile(csvFile() + ID_ROWS.join(''));

  test('with blanks around them are the same student, in counts as in sums', () => {
    expect(summary).toMatchObject({ rows: 11, students: 9, failedStudents: 0 });
    expect(summary.totals.annual.unsubsidized).toBe(9 * 5500);
  });

  test('that differ by capitals, zeros in front, the form of a letter or what nobody sees are pointed out and stay apart', () => {
    expect(alikeAmong(['A1', 'B2', 'b2', '007', '7', 'é', 'e\u0301', 'C\u200b3', 'C3'])).toEqual({
      students: 4,
      examples: [
        ['B2', 'b2'],
        ['007', '7'],
        ['é', 'e\u0301'],
        ['C\u200b3', 'C3'],
      ],
    });
  });

  test('that look like one another are counted without end, and shown a few times', () => {
    const ids = Array.from({ length: 40 }, (_, nth) => `${nth % 2 ? '0' : ''}${9 + (nth >> 1)}`);
    const alikeIds = alikeAmong(ids);
    expect(alikeIds).toMatchObject({ students: 20, examples: { length: 5 } });
    expect(alikeIdsText({ students: 1, examples: [['B1', 'B\u200b1']] })).toContain('"B1" and "B\\u{200b}1"');
    expect(alikeIdsText(alikeIds)).toMatch(
      /^20 student IDs look like another one: "9" and "09", .* and 15 more\./,
    );
  });
});

describe('an answer', () => {
  test('is counted as whoever reads all of it would', () => {
    const ours = Buffer.from(studentFile(3000));
    const answer = answerTo(ours);
    const rows: Record<string, string>[] = parse(answer, { columns: true });
    const students = rows.filter((row, at) => row['student_id'] !== rows[at - 1]?.['student_id']);
    const good = students.filter(({ error }) => error === '');
    const sum = (column: string) => good.reduce((total, row) => total + Number(row[column]), 0);
    const summary = reviewed(ours, answer);
    expect(summary).toMatchObject({
      rows: rows.length,
      students: students.length,
      failedStudents: students.length - good.length,
      studentsWithWarnings: good.filter(({ warnings }) => warnings !== '').length,
      reducedStudents: good.filter((row) => row['reduced_annual_pct'] !== '100').length,
      totals: {
        annual: {
          subsidized: sum('annual_basic_eligibility_sub'),
          unsubsidized: sum('annual_basic_eligibility_unsub'),
          grad_plus: sum('annual_basic_eligibility_grad_plus'),
        },
        equal: { subsidized: sum('total_equal_subsidized'), unsubsidized: sum('total_equal_unsubsidized') },
        proportional: { subsidized: sum('total_proportional_subsidized') },
      },
    });
    const percents = summary.percents.map(({ from, to, students: count }) => [
      count,
      good.filter(
        (row) =>
          Number(row['reduced_annual_pct']) >= from && Number(row['reduced_annual_pct']) <= (to ?? 100),
      ).length,
    ]);
    expect(percents).toHaveLength(11);
    for (const [counted, expected] of percents) expect(counted).toBe(expected);
  });

  test('with a label that looks like the end of a row, quotes and a mark in front is the same', () => {
    const csv =
      'student_id,dependency_status,grade_level,term_label,term_credits_enrolled\n"a ""b"", c",dependent,first_year,"Fall\r\n""x"",",5\n';
    const summary = reviewed(Buffer.from(csv), `\uFEFF${answerTo(Buffer.from(csv))}`, new AnswerReview(), 7);
    expect(summary).toMatchObject({ rows: 1, students: 1, failedStudents: 0, studentsWithWarnings: 1 });
    expect(summary.warnings.map(({ warning }) => warning)).toContain(
      'Enrollment is less than half time, so nothing new is disbursed for this term.',
    );
  });

  test('that ends in the middle, or is none, is refused', () => {
    const ours = Buffer.from(studentFile(20));
    const answer = answerTo(ours);
    expect(() => reviewed(ours, answer.slice(0, -5))).toThrow('it ends in the middle');
    expect(() => reviewed(ours, 'a,b\n1,2\n')).toThrow('no column "student_id"');
  });
});

describe('failures', () => {
  const MISTAKES = `Banner ID;Term;Credits;Dep Status;Class;FT Load
01;Fall;9;D;FR;12
02;Fall;9;X;FR;12
02;Spring;9;X;FR;12
03;Fall;9;X;SO;12
04;Fall;9;I;;12
05;Fall;nine;I;SR;12
05;Spring;9;I;SR;0
;Fall;9;Q;SO;12
`;
  const columns = {
    student_id: { column: 'Banner ID' },
    term_label: { column: 'Term' },
    term_credits_enrolled: { column: 'Credits' },
    term_ft_credits: { column: 'FT Load' },
    // A code that is written for itself is known to be none: its students fail.
    dependency_status: {
      column: 'Dep Status',
      values: { D: 'dependent', I: 'independent', X: 'X', Q: 'Q' },
    },
    grade_level: {
      column: 'Class',
      values: { FR: 'first_year', SO: 'second_year', SR: 'third_year_and_beyond' },
    },
  };
  const decisions = {
    year_terms: { terms: 2, missing: 'as_listed' },
    full_time_credits: { undergraduate: '12' },
    need: 'none',
    blank_credits: 'no_term',
    rows_without_id: 'each_row',
  } as const;
  const recipe: Recipe = { format: 'prorata-recipe/2', shape: { rows: 'term' }, columns, decisions };

  test('are grouped by what repairs them, with values and examples', async () => {
    const { summary } = calculated(await opened(MISTAKES), recipe);
    expect(groupsOf(summary)).toEqual([
      ['dependency_status', 3, 4, 'X'],
      ['grade_level', 1, 1, null],
      ['term_credits_enrolled', 1, 1, 'nine'],
      ['term_ft_credits', 1, 1, '0'],
    ]);
    expect(summary.failures[0]).toMatchObject({
      repair: { kind: 'values', options: ['dependent', 'independent'] },
      given: [
        { value: 'X', students: 2 },
        { value: 'Q', students: 1 },
      ],
      examples: [
        { id: '02', row: 3, given: 'X' },
        { id: '03', row: 5, given: 'X' },
        { id: 'row:8', row: 9, given: 'Q' },
      ],
    });
  });

  test('of a group are mended at once: what values mean, what blank means, one value for some rows', async () => {
    const source = await opened(MISTAKES);
    const first = calculated(source, recipe).summary;
    let mended = mendRecipe(recipe, 'dependency_status', ['X', 'Q'], 'independent');
    mended = mendRecipe(mended, 'grade_level', [], 'second_year');
    const rows = first.failures.find(({ column }) => column === 'term_ft_credits')?.rows ?? [];
    let edits = mendRows(NO_EDITS, 'term_ft_credits', rows, '12');
    edits = mendRows(edits, 'term_credits_enrolled', [7], '9');
    const { summary } = calculated(source, mended, edits);
    expect(summary).toMatchObject({ students: 6, failedStudents: 0 });
    expect(mended.columns['dependency_status']).toEqual({
      column: 'Dep Status',
      values: { D: 'dependent', I: 'independent', X: 'independent', Q: 'independent' },
    });
  });

  test('come back as the rows of the file with the reason, and are fed in again', async () => {
    const source = await opened(MISTAKES);
    const { failed } = calculated(source, recipe);
    const rows = Buffer.from(joined(failedRows(source, recipe, failed))).toString();
    expect(rows.split('\r\n').slice(0, 3)).toEqual([
      '\uFEFFBanner ID,Term,Credits,Dep Status,Class,FT Load,error',
      '02,Fall,9,X,FR,12,"Dep Status: Expected dependent or independent. Given: ""X""."',
      '02,Spring,9,X,FR,12,"Dep Status: Expected dependent or independent. Given: ""X""."',
    ]);
    const again = await opened(rows.replaceAll(',X,', ',D,'));
    const second = calculated(again, recipe);
    expect(second.summary).toMatchObject({ students: 5, failedStudents: 3 });
    const third = Buffer.from(joined(failedRows(again, recipe, second.failed))).toString();
    expect(third.split('\r\n')[0]).toBe('\uFEFFBanner ID,Term,Credits,Dep Status,Class,FT Load,error');
    expect(third.split('\r\n')).toHaveLength(6);
  });

  test('of terms that stand beside each other, or of funds, are found in the rows of the file', async () => {
    const wide = await opened(
      'Report\nID;Dep;Class;FALL_CREDITS;SPRING_CREDITS\n1;D;FR;9;12\n2;D;FR;9;many\n;D;FR;x;\n3;Q;FR;9;12\n',
    );
    const { recipe: byStudent } = proposeRecipe(wide);
    const mended = mendRecipe(
      mendRecipe(byStudent, 'student_id', [], ''),
      'dependency_status',
      ['D'],
      'dependent',
    );
    const all = {
      ...mended,
      columns: {
        ...mended.columns,
        student_id: { column: 'ID' },
        dependency_status: { column: 'Dep', values: { D: 'dependent', Q: 'Q' } },
      },
      decisions,
      shape: {
        rows: 'student',
        terms: [
          { label: 'Fall', columns: { term_credits_enrolled: { column: 'FALL_CREDITS' } } },
          { label: 'Spring', columns: { term_credits_enrolled: { column: 'SPRING_CREDITS' } } },
        ],
      },
    } as const satisfies Recipe;
    const { summary, failed } = calculated(wide, all);
    expect(summary.failures.map(({ column, rows, fileRows }) => [column, rows.length, fileRows])).toEqual([
      ['term_credits_enrolled', 2, 2],
      ['dependency_status', 2, 1],
    ]);
    expect(summary.failures[0]?.examples).toMatchObject([
      { id: '2', row: 4, column: 'SPRING_CREDITS', given: 'many' },
      { id: 'row:5', row: 5, column: 'FALL_CREDITS', given: 'x' },
    ]);
    const rows = Buffer.from(joined(failedRows(wide, all, failed)))
      .toString()
      .split('\r\n');
    expect(rows.map((row) => row.split(',')[0])).toEqual(['\uFEFFID', '2', '', '3', '']);
  });

  test('that differ only in rows and amounts are one group', async () => {
    const lines = ['ID;Dep;Class;Need;FALL_CREDITS;SPRING_CREDITS'];
    lines.push('30;dependent;first_year;3600;9;12', '31;dependent;second_year;4600;9;12');
    lines.push('33;dependent;first_year;0;;');
    const source = await opened(`${lines.join('\n')}\n`);
    const credits = (column: string) => ({ term_credits_enrolled: { column } });
    const wide: Recipe = {
      format: 'prorata-recipe/2',
      decisions: { ...decisions, need_above_maximum: 'fail' },
      shape: {
        rows: 'student',
        terms: [
          { label: 'Fall', columns: credits('FALL_CREDITS') },
          { label: 'Spring', columns: credits('SPRING_CREDITS') },
        ],
      },
      columns: {
        student_id: { column: 'ID' },
        dependency_status: { column: 'Dep' },
        degree_level: { constant: 'undergraduate' },
        grade_level: { column: 'Class' },
        subsidized_amount: { column: 'Need' },
      },
    };
    const { summary, failed, ours } = calculated(source, wide);
    expect(summary.failures.map(({ column, problem, students }) => [column, problem, students])).toEqual([
      ['subsidized_amount', 'Cannot exceed the subsidized maximum of this student.', 2],
      ['terms', 'No term has credits or payments.', 1],
    ]);
    const errors = new OwnErrors(failed);
    const own = Buffer.from(errors.add(Buffer.from(answerTo(ours)))).toString();
    errors.finish();
    const rows: Record<string, string>[] = parse(own, { columns: true });
    const errorOf = (id: string) => rows.find(({ student_id }) => student_id === id)?.['error'];
    expect(errorOf('30')).toBe(
      'Need: Cannot exceed $3,500, the subsidized maximum of this student. Given: $3,600. (row 2)',
    );
    expect(errorOf('33')).toBe('terms: No term has credits or payments. (row 4)');
  });

  test('copies are left out at once, but not where rows disagree', async () => {
    const lines = ['student_id,dependency_status,grade_level,term_label,term_credits_enrolled'];
    for (let id = 1; id <= 20; id++) {
      for (const term of ['Fall', 'Fall', 'Spring']) lines.push(`${id},dependent,first_year,${term},9`);
    }
    lines.push('32,dependent,first_year,Fall,9', '32,dependent,second_year,Spring,9');
    const source = await opened(`${lines.join('\n')}\n`);
    const own = ownRecipe(source.header);
    const { summary, failed } = calculated(source, own);
    expect(groupsOf(summary).map(([column, students]) => [column, students])).toEqual([
      ['term_label', 20],
      ['grade_level', 1],
    ]);
    const [copies] = summary.failures;
    expect(copies?.examples[0]).toMatchObject({ id: '1', row: 3, detail: 'the same as row 2' });
    expect(failed.errorOf('32', 62)).toContain('Must be the same on all rows of a student');
    const mended = calculated(source, own, leaveOut(NO_EDITS, copies?.rows ?? [])).summary;
    expect(mended).toMatchObject({ students: 21, failedStudents: 1, rows: 42 });
  });

  test('of rows that differ in a column that is not read are no copies', async () => {
    const lines = ['student_id,Name,dependency_status,grade_level,term_label,term_credits_enrolled'];
    for (const name of ['Al', 'Bea']) {
      for (const term of ['Fall', 'Spring']) lines.push(`1,${name},dependent,first_year,${term},9`);
    }
    lines.push('2,Cy,dependent,first_year,Fall,9', '2,Cy,dependent,first_year,Fall,9');
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    const review = new AnswerReview();
    const summary = reviewed(bytes, answerTo(bytes), review);
    expect(groupsOf(summary)).toEqual([
      ['terms', 1, 4, null],
      ['term_label', 1, 1, null],
    ]);
    expect(review.failed.errorOf('1', 2)).toContain(
      'Rows 2 and 4 differ only in columns that are not read, but have the same id and term.',
    );
  });

  test('that were decided are told whole, and not as what the file says', async () => {
    const lines = ['Student Number;Student;Dep;Class;Term;Credits;Sub Paid'];
    for (const term of ['Fall', 'Spring']) lines.push(`1;"Dorn, Al";D;FR;${term};9;0`);
    lines.push('1;"Engel, Bea";D;SO;Fall;9;0');
    lines.push('2;"Fox, Cy";D;FR;Fall;9;(500)', '2;"Fox, Cy";D;FR;Spring;9;0');
    lines.push('3;"Gil, Di";D;FR;Fall;300;0', '3;"Gil, Di";D;FR;Spring;9;0');
    lines.push('4;"Hay, Ed";D;FR;Fall;9;0');
    const source = await opened(`${lines.join('\n')}\n`);
    const decided: Recipe = {
      ...recipe,
      columns: {
        ...columns,
        student_id: { column: 'Student Number' },
        dependency_status: { column: 'Dep', values: { D: 'dependent' } },
        term_ft_credits: { constant: '12' },
        term_prior_disbursement_sub: { column: 'Sub Paid' },
      },
      decisions: {
        ...decisions,
        year_terms: { terms: 2, missing: 'fail' },
        repeated_terms: 'true_copies',
        many_credits: 'other',
      },
    };
    const { summary, failed } = calculated(source, decided);
    expect(failed.errorOf('1', 2)).toBe(
      'Student Number: Rows 2 and 4 differ in "Student" ("Dorn, Al" and "Engel, Bea") and "Class" ("FR" and "SO"), but have the same id and term. If these are two students, correct the id. If it is one, correct the rows.',
    );
    expect(failed.errorOf('2', 5)).toBe(
      'Sub Paid: "(500)" is below 0, and no more can come back than was paid in the term. Correct the amount.',
    );
    expect(failed.errorOf('3', 7)).toBe(
      'Credits: "300" is more than twice full time, and was said not to be the credits of one term. Write the credits of the term.',
    );
    expect(failed.errorOf('4', 9)).toBe(
      'Student Number: There is no row for Spring, which belongs to the year. Add a row with the credits, and with nothing paid.',
    );
    expect(groupsOf(summary)).toEqual([
      ['terms', 1, 3, null],
      ['term_prior_disbursement_sub', 1, 1, '(500)'],
      ['term_credits_enrolled', 1, 1, '300'],
      ['terms', 1, 1, null],
    ]);
  });

  test('of two rows that are added up and disagree name the rows once, with the columns of the file', async () => {
    const header = 'ID;Dep;Class;FALL_CREDITS;FALL_SUB_PAID;SPRING_CREDITS;SPRING_SUB_PAID';
    const wide = await opened(`${header}\n1;D;FR;9;0;9;0\n1;D;FR;3;500;3;250\n2;D;FR;9;0;9;0\n`);
    const ofTerm = (name: string) => ({
      term_credits_enrolled: { column: `${name}_CREDITS` },
      term_prior_disbursement_sub: { column: `${name}_SUB_PAID` },
    });
    const { summary, failed } = calculated(wide, {
      ...recipe,
      columns: {
        student_id: { column: 'ID' },
        dependency_status: { column: 'Dep', values: { D: 'dependent' } },
        grade_level: columns.grade_level,
      },
      decisions: { ...decisions, repeated_terms: 'add_up' },
      shape: {
        rows: 'student',
        terms: [
          { label: 'Fall', columns: ofTerm('FALL') },
          { label: 'Spring', columns: ofTerm('SPRING') },
        ],
      },
    });
    expect(summary).toMatchObject({ students: 2, failedStudents: 1 });
    expect(failed.errorOf('1', 2)).toBe(
      'ID: Rows 2 and 3 differ in "FALL_SUB_PAID" ("0" and "500") and "SPRING_SUB_PAID" ("0" and "250"), but have the same id and term. If these are two students, correct the id. If it is one, correct the rows.',
    );
  });

  test('for a reason that only the answer knows are one group with the words of the answer', async () => {
    const ours = Buffer.from(csvFile('1,dependent,first_year,Fall,9', '2,dependent,first_year,Fall,9'));
    const otherRules = 'credits: Some later rule is broken (row 3)';
    const blank = RESPONSE_COLUMNS.slice(2, -1).map(() => '');
    const refused = `${['2', 'Fall', ...blank, otherRules].join()}\r\n`;
    const answer = `${answerTo(ours).split('\r\n').slice(0, 2).join('\r\n')}\r\n${refused}`;
    const review = new AnswerReview();
    const [group] = reviewed(ours, answer, review).failures;
    expect(group).toMatchObject({ column: 'error', students: 1, rows: [], repair: { kind: 'source' } });
    expect(group?.examples).toMatchObject([{ id: '2', detail: otherRules, ourRows: [] }]);
    expect(review.failed.errorOf('2', 3)).toBe(otherRules);
  });

  test('of a file in our shape are found by the names that it has', async () => {
    const source = await opened(
      'Student ID,Dependency Status,grade_level,term_label,term_credits_enrolled,error\n1,dependent,x,Fall,9,old\n2,dependent,first_year,Fall,9,\n',
    );
    const own = { ...ownRecipe(source.header), decisions };
    const { failed, summary } = calculated(source, own);
    expect(groupsOf(summary)).toEqual([['grade_level', 1, 1, 'x']]);
    const rows = Buffer.from(joined(failedRows(source, own, failed)))
      .toString()
      .split('\r\n');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toMatch(/^1,dependent,x,Fall,9,"grade_level: Expected /);
  });
});
