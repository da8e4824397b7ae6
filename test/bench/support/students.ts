import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REQUEST_COLUMNS } from '../../reference/csv-rows.js';
import { FOLDER } from './services.js';

/** One made-up student of two terms: the JSON request and, cell by cell, the same as two rows of a file of `REQUEST_COLUMNS`. */
export interface BenchStudent {
  readonly request: Readonly<Record<string, unknown>>;
  readonly rows: readonly (readonly string[])[];
}

const LABELS = ['Fall Semester 2026', 'Spring Semester 2027'] as const;

const GRADES = [
  { name: 'first_year', subsidized: 3500 },
  { name: 'second_year', subsidized: 4500 },
  { name: 'third_year_and_beyond', subsidized: 5500 },
] as const;

/** A generator of numbers from 0 to below 1 that always gives the same ones for a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The student of that number, the same at every call and without mistakes: mostly undergraduates, one in ten a graduate,
 * one in four after a first disbursement and a change of credits, some with half credits.
 */
export function benchStudent(index: number): BenchStudent {
  const random = seeded(index);
  const pick = (limit: number) => Math.floor(random() * limit);
  const isGraduate = pick(10) === 0;
  const grade = GRADES[pick(GRADES.length)] ?? GRADES[0];
  const student = {
    dependency_status: isGraduate || pick(3) === 0 ? 'independent' : 'dependent',
    degree_level: isGraduate ? 'graduate' : 'undergraduate',
    grade_level: isGraduate ? null : grade.name,
    subsidized_amount: isGraduate ? 0 : pick(grade.subsidized + 1),
    plus_denied: false,
    is_legacy_borrower: false,
    cost_of_attendance: null,
    total_limit: null,
    academic_year_terms: 2,
  };
  const isChanged = pick(4) === 0;
  const terms = LABELS.map((label, term) => {
    const credits = 6 + pick(10) + (pick(8) === 0 ? 0.5 : 0);
    const isSettled = isChanged && term === 0;
    return {
      label,
      required: true,
      full_time_credits: 12,
      credits_enrolled: credits,
      actual_final_credits: isSettled ? credits - 3 : null,
      prior_disbursement_sub: isSettled ? Math.floor(student.subsidized_amount / 2) : null,
      prior_disbursement_unsub: isSettled ? 1000 : null,
      prior_disbursement_grad_plus: null,
    };
  });
  const ownCells = [`STU-${String(index).padStart(12, '0')}`, ...Object.values(student).map(written)];
  const rows = terms.map((term) => [
    ...ownCells,
    term.label,
    ...[term.required, term.full_time_credits, term.credits_enrolled, term.actual_final_credits].map(written),
    ...[term.prior_disbursement_sub, term.prior_disbursement_unsub, term.prior_disbursement_grad_plus].map(
      written,
    ),
  ]);
  return { request: { ...student, terms }, rows };
}

function written(value: string | number | boolean | null): string {
  return value === null ? '' : String(value);
}

/** Rows of a file: every student has two. */
export const FILE_ROWS = 200_000;

/** No quotes; every cell in quotes, as student systems write them; or every student lacking the grade level. */
export type FileStyle = 'plain' | 'quoted' | 'failing';

const GRADE_LEVEL = REQUEST_COLUMNS.indexOf('grade_level');
const DEGREE_LEVEL = REQUEST_COLUMNS.indexOf('degree_level');

/** Writes a bulk file, the same at every call: about 112 bytes to a row, CRLF, students together. @returns its path. */
export function benchFile(style: FileStyle = 'plain', rows = FILE_ROWS): string {
  const path = join(FOLDER, `students-${style}-${rows}.csv`);
  const students = Array.from({ length: rows / 2 }, (_, index) => {
    const own = benchStudent(index).rows;
    return own.map((cells) => line(style === 'failing' ? cells.map(asFailing) : cells, style)).join('');
  });
  writeFileSync(path, [line(REQUEST_COLUMNS, style), ...students].join(''));
  return path;
}

function line(cells: readonly string[], style: FileStyle): string {
  const all = style === 'quoted' ? cells.map((cell) => `"${cell}"`) : cells;
  return `${all.join(',')}\r\n`;
}

function asFailing(cell: string, column: number): string {
  if (column === DEGREE_LEVEL) return 'undergraduate';
  return column === GRADE_LEVEL ? '' : cell;
}
