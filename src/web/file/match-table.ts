import { FIELDS, REQUIRED_COLUMNS, STUDENT_ID_COLUMN, TERM_FIELDS } from '../../contract/field-list.js';
import { requestColumns } from '../../contract/openapi/csv-columns.js';
import { readAs, readValues } from '../../recipe/guess-values.js';
import { type Proposal, proposeRecipe } from '../../recipe/propose.js';
import type { Source, SourceInfo } from '../../recipe/source.js';
import { columnLabel } from '../field-labels.js';
import { FIRST_ROWS } from './open-file.js';

/** A table that is not in our shape, and what a person needs to match its columns to ours. */
export interface Table {
  readonly info: SourceInfo;
  readonly proposal: Proposal;
  readonly columns: readonly OurColumn[];
}

/** What the page needs of a source, which itself stays in the worker. */
export function tableOf(source: Source): Table {
  const { ours: _, rows: __, ...info } = source;
  const firstRows = info.firstRows.slice(0, FIRST_ROWS);
  return { info: { ...info, firstRows }, proposal: proposeRecipe(source), columns: ourColumns() };
}

/** One of our columns, for a person who matches theirs to it. */
export interface OurColumn {
  readonly name: string;
  /** What an aid office calls it. */
  readonly title: string;
  readonly description: string;
  /** What a blank cell means. */
  readonly blank: string;
  readonly isRequired: boolean;
  /** Whether a file can be calculated without it. */
  readonly canLack: boolean;
  /** Whether it is about one term of a student. */
  readonly isOfTerm: boolean;
  /** What may stand in a cell, where that is a closed list; else empty. */
  readonly options: readonly string[];
}

/** Our columns in the order of the documentation. */
function ourColumns(): readonly OurColumn[] {
  return requestColumns().map(({ name, blank, description }) => ({
    name,
    title: columnLabel(name),
    description,
    blank: blank.replaceAll('`', ''),
    isRequired: REQUIRED_COLUMNS.includes(name) || name === STUDENT_ID_COLUMN,
    canLack: !REQUIRED_COLUMNS.includes(name),
    isOfTerm: TERM_FIELDS.some(({ column }) => column === name),
    options: optionsOf(name),
  }));
}

function optionsOf(column: string): readonly string[] {
  const field = FIELDS.find((each) => each.column === column);
  if (field?.kind === 'flag') return ['true', 'false'];
  return field?.options ?? [];
}

/** A value that occurs in a column of theirs. */
export interface SeenValue {
  readonly theirs: string;
  readonly count: number;
  /** What it is read as when it stays as it is; null where it cannot be read. */
  readonly read: string | null;
  /** What student systems mean by it, where we know that and it cannot be read as it is. */
  readonly proposed: string | null;
}

/** More values than these are no code that a person matches one by one. */
const MOST_VALUES = 30;

/** The values that the first rows have in a column, the most frequent first. Blank cells are left out. */
export function valuesSeen(
  { header, firstRows }: SourceInfo,
  theirs: string,
  ours: string,
): readonly SeenValue[] {
  const place = header.indexOf(theirs);
  const counts = new Map<string, number>();
  for (const { cells } of firstRows) {
    const value = cells[place]?.trim() ?? '';
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const { values } = readValues(ours, counts.keys());
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_VALUES)
    .map(([value, count]) => ({
      theirs: value,
      count,
      read: readAs(ours, value),
      proposed: values[value] ?? null,
    }));
}
