import { REQUEST_COLUMNS } from '../../reference/csv-rows.js';
import { benchStudent } from './students.js';

/** No quotes; every cell in quotes, as student systems write them; or every student lacking the grade level. */
export type FileStyle = 'plain' | 'quoted' | 'failing';

export interface BenchFileOptions {
  /** An even number: every student has two. */
  readonly rows: number;
  readonly style?: FileStyle;
}

/** Students to one piece: about 64 KB. */
const STUDENTS_PER_PIECE = 300;

const GRADE_LEVEL = REQUEST_COLUMNS.indexOf('grade_level');
const DEGREE_LEVEL = REQUEST_COLUMNS.indexOf('degree_level');

/** A bulk file piece by piece, the same at every call: about 112 bytes to a row, CRLF, students together. */
export function* benchFile({ rows, style = 'plain' }: BenchFileOptions): Generator<Buffer> {
  const students = rows / 2;
  yield Buffer.from(line(REQUEST_COLUMNS, style));
  for (let from = 0; from < students; from += STUDENTS_PER_PIECE) {
    let text = '';
    for (let index = from; index < Math.min(students, from + STUDENTS_PER_PIECE); index++) {
      for (const row of benchStudent(index).rows) {
        text += line(style === 'failing' ? row.map(asFailing) : row, style);
      }
    }
    yield Buffer.from(text);
  }
}

function line(cells: readonly string[], style: FileStyle): string {
  const written = style === 'quoted' ? cells.map((cell) => `"${cell}"`) : cells;
  return `${written.join(',')}\r\n`;
}

function asFailing(cell: string, column: number): string {
  if (column === DEGREE_LEVEL) return 'undergraduate';
  return column === GRADE_LEVEL ? '' : cell;
}

/** The whole file at once. */
export function benchFileBytes(options: BenchFileOptions): Buffer {
  return Buffer.concat([...benchFile(options)]);
}
