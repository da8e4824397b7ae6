import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { USUAL_LIMITS } from '../../src/csv/head.js';
import { splitCsv } from '../../src/csv/split.js';
import { joined } from '../../src/csv/text.js';
import { applyRecipe, type Edit, RowOrigins } from '../../src/recipe/apply-recipe.js';
import { readFacts, suggestRecipe } from '../../src/recipe/columns/suggest.js';
import { examine } from '../../src/recipe/examine.js';
import type { Recipe } from '../../src/recipe/format/recipe.js';
import { parseRecipe } from '../../src/recipe/format/recipe-file.js';
import { AnswerDiff } from '../../src/review/diff.js';
import { type FailureGroup, failedRows } from '../../src/review/failures.js';
import { AnswerReview } from '../../src/review/summary.js';
import { openTable, type Table } from '../../src/table/open-table.js';
import { runToEnd } from '../../src/table/steps.js';
import { answerTo } from '../support/answer-to.js';
import { csvFile } from '../support/requests.js';
import { studentFile } from '../support/student-file.js';

function reviewed(ours: Uint8Array, origins = new RowOrigins()) {
  const file = splitCsv(ours, { ...USUAL_LIMITS, ignoreColumns: '*' });
  const review = new AnswerReview({ bytes: ours, file }, '2026-27', origins);
  const answer = Buffer.concat([...review.answer(origins.recipe !== null)]).toString();
  return { answer, summary: review.summary(), failed: review.failed, failures: review.failed.groups() };
}

function calculated(table: Table, recipe: Recipe, edits: readonly Edit[] = []) {
  const facts = runToEnd(readFacts(table));
  const examined = runToEnd(examine(table, facts, recipe, '2026-27'));
  const { pieces, origins } = applyRecipe(table, recipe, examined, '2026-27', edits);
  return reviewed(joined(pieces), origins);
}

async function own(lines: readonly string[]): Promise<{ readonly table: Table; readonly recipe: Recipe }> {
  const table = await opened(`${lines.join('\n')}\n`);
  return { table, recipe: { ...suggestRecipe(runToEnd(readFacts(table))), confirmed: true } };
}

async function exported(name: string, change = (text: string) => text) {
  const [text, recipe] = [`${name}.csv`, `${name}.recipe.json`].map((file) =>
    readFileSync(new URL(`../exports/files/${file}`, import.meta.url), 'utf8'),
  );
  const table = await opened(change(text ?? ''));
  return { table, ...calculated(table, parseRecipe(recipe ?? '')) };
}

const opened = (text: string) => openTable(Buffer.from(text));
const textOf = (pieces: Iterable<Uint8Array>): string => Buffer.concat([...pieces]).toString();
const groupsOf = (failures: readonly FailureGroup[]) =>
  failures.map(({ column, students, rows, examples }) => [
    column,
    students,
    rows.length,
    examples[0]?.given ?? null,
  ]);

test('ids with blanks around them are the same student, in counts as in sums', () => {
  const rows = ['" A1"', 'A1', '"A1 "', 'B2'].map((id, nth) => `${id},dependent,first_year,Term ${nth},12\n`);
  const { summary } = reviewed(Buffer.from(csvFile() + rows.join('')));
  expect(summary).toMatchObject({ rows: 4, students: 2, failedStudents: 0 });
});

test('an answer is that of the service, counted as whoever reads all of it would', () => {
  const ours = Buffer.from(studentFile(3000));
  const { answer, summary } = reviewed(ours);
  expect(answer === answerTo(ours)).toBe(true);
  const rows: Record<string, string>[] = parse(answer, { columns: true });
  const students = rows.filter((row, at) => row['student_id'] !== rows[at - 1]?.['student_id']);
  const good = students.filter(({ error }) => error === '');
  expect(summary).toMatchObject({
    rows: rows.length,
    students: students.length,
    failedStudents: students.length - good.length,
    studentsWithWarnings: good.filter(({ warnings }) => warnings !== '').length,
  });
});

test('students with a warning are counted, without its term, where only its numbers differ, too, and those who were paid too much', () => {
  const students = { A: '5, 5,', B: '5, 12,', C: '30, 12,', D: '40, 12,2000', E: '6,1000 0,1000' };
  const rows = Object.entries(students).flatMap(([id, terms]) =>
    terms.split(' ').map((cells, nth) => `${id},dependent,first_year,Term ${nth},${cells}\n`),
  );
  const header = csvFile().replace('\n', ',term_prior_disbursement_unsub\n');
  const { warnings, overpaidStudents } = reviewed(Buffer.from(header + rows.join(''))).summary;
  for (const warning of [
    'Enrollment is less than half time, so nothing new is disbursed for this term.',
    '30 credits are more than twice the full-time credits of 12: check for a typo. (numbers of the first student; those of the others differ)',
  ])
    expect(warnings).toContainEqual({ warning, students: 2 });
  expect(overpaidStudents).toBe(1);
});

/** Compares two answers; the later one is read in pieces that cut records anywhere. */
const compared = (answer: string, pieceBytes: number, later = answer) => {
  const diff = new AnswerDiff(Buffer.from(answer), () => {});
  const bytes = Buffer.from(later);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    // Streams reuse the memory of a piece, so overwrite it.
    const piece = Buffer.from(bytes.subarray(at, at + pieceBytes));
    diff.add(piece);
    piece.fill(0);
  }
  return diff.finish();
};

test('an answer that is read again in pieces is the same, with line ends and quotes in a label and a mark in front', () => {
  const answer = answerTo(Buffer.from(studentFile(300)));
  const { students, unchanged } = compared(answer, 1013);
  expect(unchanged).toBe(students.before);
  const csv = csvFile('"a ""b"", c",dependent,first_year,"Fall\r\n""x"",",5');
  const odd = `\uFEFF${answerTo(Buffer.from(csv))}`;
  expect(compared(odd, 7)).toMatchObject({ students: { before: 1, after: 1 }, unchanged: 1 });
});

test('an answer that is read again and ends in the middle is refused', () => {
  const answer = answerTo(Buffer.from(studentFile(20)));
  expect(() => compared(answer, 1013, answer.slice(0, -5))).toThrow('it ends in the middle');
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
    const { failures } = calculated(table, recipe);
    expect(groupsOf(failures)).toEqual([
      ['grade_level', 2, 3, null],
      ['term_credits_enrolled', 1, 1, '-9'],
      ['term_ft_credits', 1, 1, '0'],
    ]);
    expect(failures[0]).toMatchObject({
      repair: 'value',
      options: ['first_year', 'second_year', 'third_year_and_beyond'],
      examples: [
        { id: '02', row: 3 },
        { id: 'row:6', row: 7 },
      ],
    });
  });

  test('copies are left out at once, but not where rows disagree', async () => {
    const lines = [HEADER];
    for (let id = 1; id <= 20; id++) {
      for (const term of ['Fall', 'Fall', 'Spring']) lines.push(`${id},dependent,first_year,${term},12,9`);
    }
    lines.push('32,dependent,first_year,Fall,12,9', '32,dependent,second_year,Spring,12,9');
    const { table, recipe } = await own(lines);
    const { failures, failed } = calculated(table, recipe);
    expect(groupsOf(failures).map(([column, students]) => [column, students])).toEqual([
      ['term_label', 20],
      ['grade_level', 1],
    ]);
    const [copies] = failures;
    expect(copies?.examples[0]).toMatchObject({ id: '1', row: 3, detail: 'the same as row 2' });
    expect(failed.errorOf(62)).toContain('Must be the same on all rows of a student');
    const edits = [{ column: 'term_label', cells: [], leftOut: copies?.rows ?? [] }];
    const mended = calculated(table, recipe, edits).summary;
    expect(mended).toMatchObject({ students: 21, failedStudents: 1, rows: 42 });
  });

  test('of terms beside each other are named by the columns and rows of the file', async () => {
    const below = (text: string) => `Report\n${text.replace('|7.5', '|-3')}`;
    const { table, failures, failed, answer } = await exported('jenzabar-bars', below);
    const column = 'SP_2027_HRS_ENROLLED';
    expect(failures[0]?.examples).toMatchObject([{ id: '00000012', row: 4, column, given: '-3' }]);
    const rows: Record<string, string>[] = parse(answer, { columns: true });
    const error = rows.find(({ student_id: id }) => id === '00000012')?.['error'];
    expect(error).toMatch(/^SP_2027_HRS_ENROLLED: .*\(row 4\)$/);
    expect(textOf(failedRows(table, failed)).split('\r\n')[1]).toMatch(/^00000012,I,JR,UG,N,5500,12,6,-3,/);
    // Only a last column of this name is that of an earlier save.
    const named = await exported('jenzabar-bars', (text) =>
      below(text.replace(/^(?=.)/gm, 'E7|').replace('E7', 'Error')),
    );
    expect(textOf(failedRows(named.table, named.failed)).split('\r\n')[1]).toMatch(/^E7,00000012,I,JR,/);
  });
});
