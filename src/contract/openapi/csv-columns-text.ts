import {
  type CellKind,
  REQUEST_COLUMNS,
  REQUIRED_COLUMNS,
  STUDENT_COLUMNS,
  STUDENT_ID_COLUMN,
  TERM_COLUMNS,
} from '../csv-columns.js';
import { RESPONSE_COLUMNS } from '../csv-response.js';
import { calculationRequestSchema, termSchema } from '../request.js';

/** One column of a request file. */
export interface RequestColumn {
  readonly name: string;
  readonly required: boolean;
  /** What a blank cell means. */
  readonly blank: string;
  readonly description: string;
}

const WRITTEN_AS: Readonly<Record<CellKind, string>> = {
  text: '',
  flag: ' Written true/false, 1/0, yes/no or y/n, in any case.',
  credits: '',
  amount: ' Written 3500, 3,500 or $3,500.00.',
  count: '',
};

/** What a blank cell means where the default of the JSON field does not say it. */
const BLANK: Readonly<Record<string, string>> = {
  [STUDENT_ID_COLUMN]: 'the row is a student of its own, called row:<N>, N its 1-based data row',
  dependency_status: 'error',
  term_label: 'error',
  degree_level: 'undergraduate',
  grade_level: 'none (an error for undergraduates)',
  subsidized_amount: '0',
  plus_denied: 'false',
  is_legacy_borrower: 'false',
  term_required: 'true',
};

/** Every column of a request file, in the order of the documentation. */
export function requestColumns(): readonly RequestColumn[] {
  const required: readonly string[] = REQUIRED_COLUMNS;
  return REQUEST_COLUMNS.map((name) => ({
    name,
    required: required.includes(name),
    blank: BLANK[name] ?? 'null',
    description: describe(name),
  }));
}

function describe(name: string): string {
  if (name === STUDENT_ID_COLUMN) {
    return 'Opaque text that says which rows are one student; returned as sent, leading zeros kept.';
  }
  const [column, fields] = isStudentColumn(name)
    ? [STUDENT_COLUMNS[name], calculationRequestSchema.shape]
    : [isTermColumn(name) ? TERM_COLUMNS[name] : undefined, termSchema.shape];
  if (column === undefined) throw new Error(`Column ${name} has no field.`);
  const schema = Object.entries(fields).find(([field]) => field === column.field)?.[1];
  return `${schema?.description ?? ''}${WRITTEN_AS[column.kind]}`;
}

function isStudentColumn(name: string): name is keyof typeof STUDENT_COLUMNS {
  return Object.hasOwn(STUDENT_COLUMNS, name);
}

function isTermColumn(name: string): name is keyof typeof TERM_COLUMNS {
  return Object.hasOwn(TERM_COLUMNS, name);
}

/** One column of a response file. */
export interface ResponseColumn {
  readonly name: (typeof RESPONSE_COLUMNS)[number];
  /** The member of a BulkResult that the cell holds, `terms[]` being the term of the row. */
  readonly source: string;
}

/** Every column of a response file, in order. */
export function responseColumns(): readonly ResponseColumn[] {
  return RESPONSE_COLUMNS.map((name) => ({ name, source: sourceOf(name) }));
}

function sourceOf(name: string): string {
  if (name === 'student_id') return name;
  if (name === 'error') return 'error.message';
  if (name.startsWith('term_')) {
    return `result.terms[].${name.slice('term_'.length).replace(/^(equal|proportional)_/, '$1.')}`;
  }
  return `result.${name.replace(/^(total_equal|total_proportional)_/, '$1.')}`;
}
