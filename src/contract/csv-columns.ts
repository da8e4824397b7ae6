import leven from 'leven';
import { ApiError, type ErrorDetail } from './errors.js';

/** How a cell of a request column is read. */
export type CellKind = 'text' | 'flag' | 'credits' | 'amount' | 'count';

interface ColumnOf<Field extends string> {
  /** The field of the request, or of one of its terms, that the column gives. */
  readonly field: Field;
  readonly kind: CellKind;
}

/** Columns that say something of the student: the same on every row of one student. */
export const STUDENT_COLUMNS = {
  dependency_status: { field: 'dependency_status', kind: 'text' },
  degree_level: { field: 'degree_level', kind: 'text' },
  grade_level: { field: 'grade_level', kind: 'text' },
  subsidized_amount: { field: 'subsidized_amount', kind: 'amount' },
  plus_denied: { field: 'plus_denied', kind: 'flag' },
  is_legacy_borrower: { field: 'is_legacy_borrower', kind: 'flag' },
  cost_of_attendance: { field: 'cost_of_attendance', kind: 'amount' },
  total_limit: { field: 'total_limit', kind: 'amount' },
  academic_year_terms: { field: 'academic_year_terms', kind: 'count' },
} as const satisfies Record<string, ColumnOf<string>>;

/** Columns that say something of the row's term. */
export const TERM_COLUMNS = {
  term_label: { field: 'label', kind: 'text' },
  term_required: { field: 'required', kind: 'flag' },
  term_ft_credits: { field: 'full_time_credits', kind: 'credits' },
  term_credits_enrolled: { field: 'credits_enrolled', kind: 'credits' },
  term_actual_final_credits: { field: 'actual_final_credits', kind: 'credits' },
  term_prior_disbursement_sub: { field: 'prior_disbursement_sub', kind: 'amount' },
  term_prior_disbursement_unsub: { field: 'prior_disbursement_unsub', kind: 'amount' },
  term_prior_disbursement_grad_plus: { field: 'prior_disbursement_grad_plus', kind: 'amount' },
} as const satisfies Record<string, ColumnOf<string>>;

export const STUDENT_ID_COLUMN = 'student_id';
export const REQUIRED_COLUMNS = ['dependency_status', 'term_label'] as const;

/** Every column that a request file may have, in the order of the documentation. */
export const REQUEST_COLUMNS: readonly string[] = [
  STUDENT_ID_COLUMN,
  ...Object.keys(STUDENT_COLUMNS),
  ...Object.keys(TERM_COLUMNS),
];

/** Where each known column stands in a file: name to 0-based index. Unknown columns are left out. */
export type ColumnPositions = ReadonlyMap<string, number>;

/**
 * Reads a header row. Names are trimmed and case-insensitive, in any order.
 *
 * @throws ApiError `unusableHeader` naming every problem at once: a required column missing, a column twice,
 * a name so near to a known one that it must be a slip, or a delimiter other than the comma.
 */
export function readHeader(cells: readonly string[]): ColumnPositions {
  const positions = new Map<string, number>();
  const unknown: string[] = [];
  const problems: ErrorDetail[] = [];
  cells.forEach((cell, index) => {
    const name = cell.trim().toLowerCase();
    if (!REQUEST_COLUMNS.includes(name)) unknown.push(cell.trim());
    else if (positions.has(name))
      problems.push(problem(name, `Column "${name}" stands twice. Keep one of them.`));
    else positions.set(name, index);
  });
  if (positions.size === 0) refuseDelimiter(cells);
  for (const name of unknown) {
    const meant = nearMiss(name, positions);
    if (meant !== null)
      problems.push(problem(name, `Column "${shorten(name)}" is not known: did you mean "${meant}"?`));
  }
  for (const name of REQUIRED_COLUMNS) {
    if (positions.has(name)) continue;
    problems.push(problem(name, `Column "${name}" is missing. Every file needs it.`));
  }
  if (problems.length > 0) throw unusable(problems);
  return positions;
}

function problem(path: string, message: string): ErrorDetail {
  return { path: shorten(path), message };
}

function unusable(problems: readonly ErrorDetail[]): ApiError {
  const message = `The header row cannot be used. ${problems.map((each) => each.message).join(' ')}`;
  return new ApiError('unusableHeader', message, { details: problems });
}

function shorten(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name;
}

const OTHER_DELIMITERS = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
] as const;

/** A header in which no name is known is most often one that is delimited by something else. */
function refuseDelimiter(cells: readonly string[]): void {
  const header = cells.join(',').toLowerCase();
  for (const [delimiter, name] of OTHER_DELIMITERS) {
    const isKnown = header.split(delimiter).some((cell) => REQUEST_COLUMNS.includes(cell.trim()));
    if (!isKnown) continue;
    throw unusable([{ message: `The columns are separated by ${name}. Save the file with commas.` }]);
  }
}

/** Longer names may differ in two places, shorter ones in one, before they count as another word. */
const LONG_NAME = 9;

/** The missing known column that an unknown name must have meant, or null. */
function nearMiss(name: string, positions: ColumnPositions): string | null {
  if (name.length > 60) return null;
  const plain = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  const missing = REQUEST_COLUMNS.filter((column) => !positions.has(column));
  const bySpelling = missing.find((column) => leven(plain, column) <= (column.length >= LONG_NAME ? 2 : 1));
  return bySpelling ?? missing.find((column) => isFieldNameOf(plain, column)) ?? null;
}

/** The names that the JSON request uses where the CSV prefixes or shortens them. */
function isFieldNameOf(name: string, column: string): boolean {
  const term = Object.hasOwn(TERM_COLUMNS, column) ? TERM_COLUMNS[column as keyof typeof TERM_COLUMNS] : null;
  if (term === null || term.field === 'label' || term.field === 'required') return false;
  return name === term.field || name === `term_${term.field}`;
}
