import { STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { ByteWriter } from '../csv/byte-writer.js';
import { cellMakers, HeaderPlaces } from '../guessing/cell-rules.js';
import type { Recipe } from '../guessing/recipe.js';
import type { SourceTable } from '../guessing/source.js';
import type { FailureGroups } from './failure-groups.js';

/** The column that says why a row failed. It is ignored when the file is used again, and then written anew. */
export const ERROR_COLUMN = 'error';

const PIECE_BYTES = 256 * 1024;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The rows of all students who failed, in the file's own columns and order, with a last column that says why: CSV in
 * UTF-8 that can be used again with the same recipe once it is mended. It begins with a byte order mark, by which Excel
 * recognizes UTF-8.
 *
 * @param recipe the one used to convert the file; `ownRecipe` for a file already in our format.
 * @param onRow called for each row found.
 */
export function* failedRows(
  source: SourceTable,
  recipe: Recipe,
  failed: FailureGroups,
  onRow: () => void = () => {},
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const kept = source.header.flatMap((name, place) => (name.toLowerCase() === ERROR_COLUMN ? [] : [place]));
  const idOf = studentIdOf(source, recipe);
  let out = new ByteWriter();
  out.text(BYTE_ORDER_MARK);
  out.cells([...kept.map((place) => source.header[place] ?? ''), ERROR_COLUMN]);
  out.endRecord();
  for (const { row, cells } of source.rows()) {
    const error = failed.errorOf(idOf(cells), row);
    if (error === undefined) continue;
    onRow();
    out.cells([...kept.map((place) => cells[place] ?? ''), error]);
    out.endRecord();
    if (out.length < PIECE_BYTES) continue;
    yield out.written().slice();
    out = new ByteWriter();
  }
  yield out.written().slice();
}

/**
 * Reads the student's id, untrimmed, from the cells of rows one after another; always blank where no column has it. A row without one has
 * that of the row above where the recipe says so.
 *
 * @throws TableError
 */
export function studentIdOf(
  source: SourceTable,
  { columns, decisions }: Recipe,
): (cells: readonly string[]) => string {
  const places = new HeaderPlaces(source.header);
  const rule = columns[STUDENT_ID_COLUMN];
  const [maker] = cellMakers(rule === undefined ? {} : { [STUDENT_ID_COLUMN]: rule }, places, null);
  places.refuseProblems();
  let above = '';
  return (cells) => {
    const id = maker?.make(cells) ?? '';
    if (id.trim() !== '' || decisions.rows_without_id !== 'above') above = id;
    return above;
  };
}
