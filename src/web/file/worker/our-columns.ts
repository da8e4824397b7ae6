import { FIELDS, REQUIRED_COLUMNS, STUDENT_ID_COLUMN, TERM_FIELDS } from '../../../contract/field-list.js';
import { requestColumns } from '../../../contract/openapi/csv-columns.js';
import { columnLabel } from '../../field-labels.js';

/** One of our columns, as shown to a person who matches their own columns to it. */
export interface OurColumn {
  readonly name: string;
  /** What an aid office calls it. */
  readonly title: string;
  readonly description: string;
  /** What a blank cell means. */
  readonly blank: string;
  /** Whether a file can be calculated without it. */
  readonly canLack: boolean;
  /** Whether it belongs to one term of a student. */
  readonly isOfTerm: boolean;
  /** The values that a cell can have, if they are a closed list; else empty. */
  readonly options: readonly string[];
}

/** Our columns in the order of the documentation. */
export function ourColumns(): readonly OurColumn[] {
  return requestColumns().map(({ name, blank, description }) => ({
    name,
    title: columnLabel(name),
    description,
    blank: blank.replaceAll('`', ''),
    canLack: !REQUIRED_COLUMNS.includes(name) && name !== STUDENT_ID_COLUMN,
    isOfTerm: TERM_FIELDS.some(({ column }) => column === name),
    options: optionsOf(name),
  }));
}

function optionsOf(column: string): readonly string[] {
  const field = FIELDS.find((each) => each.column === column);
  if (field?.kind === 'flag') return ['true', 'false'];
  return field?.options ?? [];
}
