import { gzipSync } from 'node:zlib';

/** A file as people send it by mistake. */
export interface RefusedFile {
  /** Ends the sentence "Somebody has sent …". */
  readonly what: string;
  readonly bytes: string | Uint8Array;
}

const HEADER = 'student_id,dependency_status,grade_level,subsidized_amount,term_label,term_credits_enrolled';
const ROW = '0012,dependent,first_year,3500,Otoño 2026,12';
const FILE = `${HEADER}\n${ROW}\n`;
/** How every zip archive begins, and with it every workbook. */
const ZIP_SIGNATURE = Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0x14);

/** The most frequent mistakes. */
export const REFUSED_FILES: readonly RefusedFile[] = [
  {
    what: 'columns with other names',
    bytes: FILE.replace('student_id', 'EMPLID').replace('term_label', 'Semester'),
  },
  { what: 'no column of credits', bytes: 'student_id,dependency_status,term_label\n0012,dependent,Fall\n' },
  { what: 'semicolons between the columns', bytes: FILE.replaceAll(',', ';') },
  { what: 'an Excel workbook', bytes: ZIP_SIGNATURE },
  { what: '"Unicode text" from a spreadsheet', bytes: Buffer.from(`\uFEFF${FILE}`, 'utf16le') },
  { what: 'a CSV that is not UTF-8', bytes: Buffer.from(FILE, 'latin1') },
  { what: 'a title above the header', bytes: `Loans 2026-27\n${FILE}` },
  { what: '`sep=,` above the header', bytes: `sep=,\n${FILE}` },
  { what: 'a file through `curl --data`', bytes: FILE.replaceAll('\n', '') },
  { what: 'a cell with a comma and no quotes', bytes: FILE.replace('3500', '3,500') },
  { what: 'a header and nothing below it', bytes: `${HEADER}\n` },
  { what: 'a `.csv.gz`', bytes: gzipSync(FILE) },
];
