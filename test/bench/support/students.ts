import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { between, chance, pick, seededChoices } from '../../reference/choices.js';
import { csvText, REQUEST_COLUMNS, type Row, requestRows } from '../../reference/csv-rows.js';
import { subsidizedMaximum } from '../../reference/limits.js';
import type { GradeLevel } from '../../reference/types.js';
import type { WireRequest } from '../../reference/wire.js';
import { FOLDER } from './services.js';

/**
 * A fixed, valid student for this number: mostly undergraduates, one in ten a graduate, one in four with a
 * first disbursement and changed credits, some with half credits. Every field is given.
 */
export function benchStudent(index: number): WireRequest {
  const choices = seededChoices(index);
  const degree = chance(choices, 10) ? 'graduate' : 'undergraduate';
  const isGraduate = degree === 'graduate';
  const grade = pick<GradeLevel>(choices, 'first_year', 'second_year', 'third_year_and_beyond');
  const subsidized = between(choices, 0, subsidizedMaximum(degree, grade).toNumber());
  const isChanged = chance(choices, 25);
  return {
    dependency_status: isGraduate ? 'independent' : pick(choices, 'dependent', 'dependent', 'independent'),
    degree_level: degree,
    grade_level: isGraduate ? null : grade,
    subsidized_amount: subsidized,
    plus_denied: false,
    is_legacy_borrower: false,
    cost_of_attendance: null,
    total_limit: null,
    academic_year_terms: 2,
    terms: ['Fall Semester 2026', 'Spring Semester 2027'].map((label, term) => {
      const credits = between(choices, 6, 15) + (chance(choices, 12) ? 0.5 : 0);
      const isSettled = isChanged && term === 0;
      return {
        label,
        required: true,
        full_time_credits: 12,
        credits_enrolled: credits,
        actual_final_credits: isSettled ? credits - 3 : null,
        prior_disbursement_sub: isSettled ? Math.floor(subsidized / 2) : null,
        prior_disbursement_unsub: isSettled ? 1000 : null,
        prior_disbursement_grad_plus: null,
      };
    }),
  };
}

/** Every student has two rows. */
export const FILE_ROWS = 200_000;

/** Without quotes; with every cell quoted, as student systems do; or with no grade level for any student. */
export type FileStyle = 'plain' | 'quoted' | 'failing';

/** Writes a fixed bulk file: about 112 bytes a row, CRLF, each student's rows together. @returns its path. */
export function benchFile(style: FileStyle = 'plain', rows = FILE_ROWS): string {
  const path = join(FOLDER, `students-${style}-${rows}.csv`);
  const failing = { degree_level: 'undergraduate', grade_level: null };
  const students = Array.from({ length: rows / 2 }, (_, index) => {
    const request = { ...benchStudent(index), ...(style === 'failing' && failing) };
    return written(requestRows(`STU-${String(index).padStart(12, '0')}`, request), style);
  });
  writeFileSync(path, [written([REQUEST_COLUMNS], style), ...students].join(''));
  return path;
}

function written(rows: readonly Row[], style: FileStyle): string {
  return csvText(rows, '\r\n', style === 'quoted' ? 'everywhere' : 'where needed');
}
