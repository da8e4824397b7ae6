import { cellValue, isSameValue } from '../contract/cell-value.js';
import { FIELDS, type Field, STUDENT_FIELDS, TERM_FIELDS } from '../contract/field-list.js';
import type { Bytes } from '../table/encodings.js';
import { calculatedRows, cellOf } from './calculated-rows.js';
import type { ChangedStudent } from './diff.js';

/** Cells of our columns by their names, trimmed; one such for each row of a student. */
export type StudentCells = readonly ReadonlyMap<string, string>[];

/** A cell of the input that says something else than before. */
export interface InputChange {
  readonly column: string;
  /** The label of the term that it is about; null for the student. */
  readonly term: string | null;
  /** Empty for a blank cell. */
  readonly before: string;
  readonly after: string;
}

/** A student whose answer changed, and what changed of the input; null where the inputs are not known. */
export interface ExplainedChange extends ChangedStudent {
  readonly inputs: readonly InputChange[] | null;
}

/** Adds what changed of the input; `before` and `after` are the files in our shape that the answers were calculated from. */
export function withInputs(
  changed: readonly ChangedStudent[],
  before: Bytes | null,
  after: Bytes | null,
): readonly ExplainedChange[] {
  if (before === null || after === null) return changed.map((student) => ({ ...student, inputs: null }));
  const ids = new Set(changed.map(({ id }) => id));
  const isWanted = (id: string): boolean => ids.has(id);
  const old = cellsOfStudents(before, isWanted);
  const now = cellsOfStudents(after, isWanted);
  return changed.map((student) => {
    const [was, is] = [old.get(student.id), now.get(student.id)];
    return { ...student, inputs: was === undefined || is === undefined ? null : inputChanges(was, is) };
  });
}

/** The cells of some students, by id, of a file in our shape that was calculated before. A row without an id is called `row:<N>`. */
export function cellsOfStudents(
  bytes: Bytes,
  isWanted: (id: string) => boolean,
): ReadonlyMap<string, StudentCells> {
  const found = new Map<string, ReadonlyMap<string, string>[]>();
  for (const row of calculatedRows(bytes)) {
    if (!isWanted(row.id)) continue;
    const cells = new Map(FIELDS.map(({ column }) => [column, cellOf(row, column)]));
    const rows = found.get(row.id);
    if (rows === undefined) found.set(row.id, [cells]);
    else rows.push(cells);
  }
  return found;
}

/** The cells of a student that say something else; none where they only write the same in another way. */
export function inputChanges(before: StudentCells, after: StudentCells): readonly InputChange[] {
  const ofStudent = changesOf(STUDENT_FIELDS, before[0], after[0], null);
  const count = Math.max(before.length, after.length);
  const ofTerms = Array.from({ length: count }, (_, term) => {
    const label = (after[term] ?? before[term])?.get('term_label') ?? '';
    return changesOf(TERM_FIELDS, before[term], after[term], label);
  });
  return [...ofStudent, ...ofTerms.flat()];
}

function changesOf(
  fields: readonly Field[],
  before: ReadonlyMap<string, string> | undefined,
  after: ReadonlyMap<string, string> | undefined,
  term: string | null,
): InputChange[] {
  return fields.flatMap((field) => {
    const [was, is] = [before?.get(field.column) ?? '', after?.get(field.column) ?? ''];
    return isSame(field, was, is) ? [] : [{ column: field.column, term, before: was, after: is }];
  });
}

/** Whether two cells mean the same: `12` and `12.0`, or nothing and the default. */
function isSame(field: Field, one: string, other: string): boolean {
  if (one === other) return true;
  const [value, otherValue] = [readCell(field, one), readCell(field, other)];
  return value !== undefined && otherValue !== undefined && isSameValue(value, otherValue);
}

function readCell(field: Field, cell: string): unknown {
  if (cell === '') return field.whenAbsent;
  const parsed = field.schema.safeParse(cellValue(field, cell));
  return parsed.success ? parsed.data : undefined;
}
