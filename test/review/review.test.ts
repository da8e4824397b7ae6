import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { USUAL_LIMITS } from '../../src/csv/head.js';
import { splitCsv } from '../../src/csv/split.js';
import {
  applyRecipe,
  type Edits,
  joined,
  leaveOut,
  mendRows,
  NO_EDITS,
} from '../../src/recipe/apply-recipe.js';
import { examine } from '../../src/recipe/examine.js';
import { OUR_FIELDS } from '../../src/recipe/our-fields.js';
import { BLANK_RECIPE, type Recipe } from '../../src/recipe/recipe.js';
import { parseRecipe } from '../../src/recipe/recipe-file.js';
import { readFacts, suggestRecipe } from '../../src/recipe/suggest.js';
import { failedRows, OwnErrors } from '../../src/review/failed-rows.js';
import { AnswerReview, type AnswerSummary } from '../../src/review/summary.js';
import { openTable, type Table } from '../../src/table/open-table.js';
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
  return allAtOnce(
    review.finishing(
      { bytes: ours, file: splitCsv(ours, { ...USUAL_LIMITS, ignoreColumns: '*' }) },
      '2026-27',
    ),
  );
}

function calculated(table: Table, recipe: Recipe, edits: Edits = NO_EDITS) {
  const facts = allAtOnce(readFacts(table));
  const examined = allAtOnce(examine(table, facts, recipe, '2026-27'));
  const { pieces, origins } = applyRecipe(table, recipe, edits, examined, '2026-27');
  const ours = joined(pieces);
  const review = new AnswerReview(origins);
  return { summary: reviewed(ours, answerTo(ours), review), failed: review.failed, ours };
}

/** A table in our names, with the recipe that its names say. */
async function own(lines: readonly string[]): Promise<{ readonly table: Table; readonly recipe: Recipe }> {
  const table = await opened(`${lines.join('\n')}\n`);
  return { table, recipe: { ...suggestRecipe(allAtOnce(readFacts(table))), confirmed: true } };
}

const opened = (text: string) => openTable(Buffer.from(text));
const textOf = (pieces: Iterable<Uint8Array>): string => Buffer.concat([...pieces]).toString();
const groupsOf = ({ failures }: AnswerSummary) =>
  failures.map(({ column, students, rows, given }) => [
    column,
    students,
    rows.length,
    given[0]?.value ?? null,
  ]);

test('ids with blanks around them are the same student, in counts as in sums', () => {
  const rows = ['" A1"', 'A1', '"A1 "', 'B2'].map((id, nth) => `${id},dependent,first_year,Term ${nth},12\n`);
  const summary = reviewedFile(csvFile() + rows.join(''));
  expect(summary).toMatchObject({ rows: 4, students: 2, failedStudents: 0 });
  expect(summary.totals.annual.unsubsidized).toBe(2 * 5500);
});

describe('an answer', () => {
  test('is counted as whoever reads all of it would', () => {
    const ours = Buffer.from(studentFile(3000));
    const answer = answerTo(ours);
    const rows: Record<string, string>[] = parse(answer, { columns: true });
    const students = rows.filter((row, at) => row['student_id'] !== rows[at - 1]?.['student_id']);
    const good = students.filter(({ error }) => error === '');
    const sum = (column: string) => good.reduce((total, row) => total + Number(row[column]), 0);
    expect(reviewed(ours, answer)).toMatchObject({
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

  test('that ends in the middle is refused', () => {
    const ours = Buffer.from(studentFile(20));
    expect(() => reviewed(ours, answerTo(ours).slice(0, -5))).toThrow('it ends in the middle');
  });
});

describe('failures', () => {
  const HEADER = 'student_id,dependency_status,grade_level,term_label,term_ft_credits,term_credits_enrolled';
  const MISTAKES = [
    HEADER,
    '01,dependent,first_year,Fall,12,9',
    '02,dependent,,Fall,12,9',
    '02,dependent,,Spring,12,9',
    '03,independent,third_year_and_beyond,Fall,12,-9',
    '03,independent,third_year_and_beyond,Spring,0,9',
    ',independent,,Fall,12,9',
  ];

  test('are grouped by what repairs them, with values and examples', async () => {
    const { table, recipe } = await own(MISTAKES);
    const { summary } = calculated(table, recipe);
    expect(groupsOf(summary)).toEqual([
      ['grade_level', 2, 3, null],
      ['term_credits_enrolled', 1, 1, '-9'],
      ['term_ft_credits', 1, 1, '0'],
    ]);
    expect(summary.failures[0]).toMatchObject({
      repair: { kind: 'value', options: ['first_year', 'second_year', 'third_year_and_beyond'] },
      examples: [
        { id: '02', row: 3 },
        { id: 'row:6', row: 7 },
      ],
    });
  });

  test('of a group are mended at once, and one row by itself', async () => {
    const { table, recipe } = await own(MISTAKES);
    const { failures } = calculated(table, recipe).summary;
    const rowsOf = (column: string) => failures.find((group) => group.column === column)?.rows ?? [];
    let edits = mendRows(NO_EDITS, 'grade_level', rowsOf('grade_level'), 'second_year');
    edits = mendRows(edits, 'term_ft_credits', rowsOf('term_ft_credits'), '12');
    edits = mendRows(edits, 'term_credits_enrolled', [5], '9');
    expect(calculated(table, recipe, edits).summary).toMatchObject({ students: 4, failedStudents: 0 });
  });

  test('copies are left out at once, but not where rows disagree', async () => {
    const lines = [HEADER];
    for (let id = 1; id <= 20; id++) {
      for (const term of ['Fall', 'Fall', 'Spring']) lines.push(`${id},dependent,first_year,${term},12,9`);
    }
    lines.push('32,dependent,first_year,Fall,12,9', '32,dependent,second_year,Spring,12,9');
    const { table, recipe } = await own(lines);
    const { summary, failed } = calculated(table, recipe);
    expect(groupsOf(summary).map(([column, students]) => [column, students])).toEqual([
      ['term_label', 20],
      ['grade_level', 1],
    ]);
    const [copies] = summary.failures;
    expect(copies?.examples[0]).toMatchObject({ id: '1', row: 3, detail: 'the same as row 2' });
    expect(failed.errorOf(62)).toContain('Must be the same on all rows of a student');
    const mended = calculated(table, recipe, leaveOut(NO_EDITS, copies?.rows ?? [])).summary;
    expect(mended).toMatchObject({ students: 21, failedStudents: 1, rows: 42 });
  });

  test('of rows that contradict each other come back with all of these rows', async () => {
    const name = 'test/exports/files/copies-and-differences';
    const table = await opened(readFileSync(`${name}.csv`, 'utf8'));
    const { failed } = calculated(table, parseRecipe(readFileSync(`${name}.recipe.json`, 'utf8')));
    const [, ...rows] = textOf(failedRows(table, failed)).trim().split('\r\n');
    expect(rows.map((row) => row.split(',').slice(7, 9))).toEqual([
      ['Fall 2026', '12'],
      ['Spring 2027', '9'],
      ['Fall 2026', '5'],
      ['Spring 2027', '5'],
    ]);
  });

  test('of terms beside each other are named by the columns and rows of the file', async () => {
    const table = await opened(
      'Report\nID;Dep;Class;FALL_CREDITS;SPRING_CREDITS\n1;D;FR;9;12\n2;D;FR;9;-3\n3;D;FR;9;12\n',
    );
    const term = (label: string, column: string) => ({
      label,
      fields: { term_credits_enrolled: { column } },
    });
    const recipe: Recipe = {
      ...BLANK_RECIPE,
      confirmed: true,
      rows: 'student',
      fields: {
        ...Object.fromEntries(OUR_FIELDS.map((field) => [field, 'none'])),
        student_id: { column: 'ID' },
        dependency_status: { column: 'Dep', values: { D: 'dependent' } },
        grade_level: { column: 'Class', values: { FR: 'first_year' } },
        degree_level: { value: 'undergraduate' },
        term_ft_credits: { by_level: { undergraduate: '12' } },
        term_credits_enrolled: null,
        term_label: null,
      },
      terms: [term('Fall', 'FALL_CREDITS'), term('Spring', 'SPRING_CREDITS')],
    };
    const { summary, failed, ours } = calculated(table, recipe);
    expect(summary.failures[0]?.examples).toMatchObject([
      { id: '2', row: 4, column: 'SPRING_CREDITS', given: '-3' },
    ]);
    const errors = new OwnErrors(failed);
    const rows: Record<string, string>[] = parse(Buffer.from(errors.add(Buffer.from(answerTo(ours)))), {
      columns: true,
    });
    errors.finish();
    expect(rows.find(({ student_id: id }) => id === '2')?.['error']).toMatch(/^SPRING_CREDITS: .*\(row 4\)$/);
    expect(textOf(failedRows(table, failed)).split('\r\n')[1]).toMatch(/^2,D,FR,9,-3,/);
  });
});
