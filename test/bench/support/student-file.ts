import { benchStudent, COLUMNS, seeded } from './students.js';

export interface StudentFileOptions {
  /** An even number: every student has two. */
  readonly rows: number;
  /** Share of the cells that stand in quotes, 0 to 1. */
  readonly quotedShare: number;
}

/** Students to one piece: about 64 KB. */
const STUDENTS_PER_PIECE = 300;

const HEADER = `${COLUMNS.join(',')}\r\n`;

/** A bulk file piece by piece, the same at every call: about 112 bytes to a row, CRLF, students together. */
export function* studentFile({ rows, quotedShare }: StudentFileOptions): Generator<Buffer> {
  const random = seeded(rows);
  const students = rows / 2;
  yield Buffer.from(HEADER);
  for (let from = 0; from < students; from += STUDENTS_PER_PIECE) {
    let text = '';
    for (let index = from; index < Math.min(students, from + STUDENTS_PER_PIECE); index++) {
      for (const row of benchStudent(index).rows) {
        const cells =
          quotedShare === 0 ? row : row.map((cell) => (random() < quotedShare ? `"${cell}"` : cell));
        text += `${cells.join(',')}\r\n`;
      }
    }
    yield Buffer.from(text);
  }
}

/** The whole file at once. */
export function studentFileBytes(options: StudentFileOptions): Buffer {
  return Buffer.concat([...studentFile(options)]);
}
