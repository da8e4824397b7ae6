import { STUDENT_FIELDS, TERM_FIELDS } from '../../../contract/field-list.js';
import { cellsOf } from '../../../csv/head.js';
import type { SplitFile } from '../../../csv/split.js';
import { textOf } from '../../../csv/text.js';
import { linkTo } from '../../one/case-link.js';

/**
 * The link to a student of a file on the page for one student, with the reasons. It does not contain the student's id.
 *
 * @param student the student's number in the file, from 0.
 */
export function caseLink(
  bytes: Uint8Array,
  { head, records }: SplitFile,
  student: number,
  awardYear: string,
): string {
  const { columns } = head.header;
  const rows: (readonly string[])[] = [];
  const { starts, ends, students } = records;
  for (let record = 0; record < students.length; record++) {
    if (students[record] !== student || ends[record] === 0) continue;
    rows.push(cellsOf(textOf(bytes, starts[record], ends[record])));
  }
  const filled = (
    fields: readonly { readonly name: string; readonly column: string }[],
    cells: readonly string[],
  ) =>
    Object.fromEntries(
      fields.flatMap(({ name, column }) => {
        const cell = (cells[columns.indexOf(column)] ?? '').trim();
        return cell === '' ? [] : [[name, cell] as const];
      }),
    );
  const a = {
    awardYear,
    student: filled(STUDENT_FIELDS, rows[0] ?? []),
    terms: rows.map((cells) => filled(TERM_FIELDS, cells)),
  };
  return `/${linkTo({ a, b: null })}`;
}
