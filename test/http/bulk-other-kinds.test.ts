import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { errorOf } from '../support/client.js';
import { CSV_HEADER, csvFile } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

/** Files that people send instead of a CSV with a header. Those of a real spreadsheet are in test/files. */

const { client } = await sharedService();

const LINES = ['0017,dependent,first_year,Otoño,12', '0018,independent,second_year,Fall,6'];
const FILE = csvFile(...LINES);
const quoted = (file: string) => file.replace(/[^,\n]+/g, '"$&"');
const separatedBy = (sign: string) => FILE.replaceAll(',', sign);
const quotedSeparatedBy = (sign: string) => quoted(FILE).replaceAll(',', sign);
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const bigEndian = (text: string) => utf16(text).swap16();

const COMMAS = 'Save the file with commas';
const CSV_UTF8 = 'save it as "CSV UTF-8 (comma delimited)", and send that file.';
const BINARY = '--data-binary';

interface Kind {
  readonly name: string;
  readonly file: string | Uint8Array;
  readonly is: string;
  readonly advice: string;
  /** The line that was taken for the header, null where none was. */
  readonly line: number | null;
}

const kinds: readonly Kind[] = [
  ...(
    [
      [';', 'semicolons'],
      ['\t', 'tabs'],
      ['|', 'vertical bars'],
      ['^', 'carets'],
      ['~', 'tildes'],
      [':', 'colons'],
      [' ', 'blanks'],
    ] as const
  ).flatMap(([sign, name]) => [
    { name, file: separatedBy(sign), is: `separated by ${name}`, advice: COMMAS, line: 1 },
    {
      name: `${name}, quoted`,
      file: quotedSeparatedBy(sign),
      is: `separated by ${name}`,
      advice: COMMAS,
      line: 1,
    },
  ]),
  {
    name: 'semicolons, without one of our names',
    file: 'EMPLID;STRM;UNT_TAKEN_FA\n1;2;3\n',
    is: 'separated by semicolons',
    advice: COMMAS,
    line: 1,
  },
  {
    name: 'tabs, with a comma in a name',
    file: 'Name, First\tEMPLID\tSTRM\tUNITS\nA, B\t1\t2\t3\n',
    is: 'separated by tabs',
    advice: COMMAS,
    line: 1,
  },
  {
    name: 'columns of fixed width',
    file: FILE.replaceAll(',', '     '),
    is: 'separated by blanks',
    advice: COMMAS,
    line: 1,
  },
  ...(
    [
      ['UTF-16 little-endian, marked', utf16(`\uFEFF${FILE}`)],
      ['UTF-16 little-endian', utf16(FILE)],
      ['UTF-16 big-endian, marked', bigEndian(`\uFEFF${FILE}`)],
      ['UTF-16 big-endian', bigEndian(FILE)],
      ['UTF-16 with tabs', utf16(separatedBy('\t'))],
    ] as const
  ).map(([name, file]) => ({ name, file, is: 'UTF-16', advice: CSV_UTF8, line: null })),
  {
    name: 'gzip without its header',
    file: gzipSync(FILE),
    is: 'compressed with gzip',
    advice: '"Content-Encoding: gzip"',
    line: null,
  },
  { name: 'a zip', file: Buffer.from('PK\x03\x04'), is: 'Excel workbook', advice: CSV_UTF8, line: null },
  {
    name: 'an .xls',
    file: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    is: 'old Excel workbook',
    advice: CSV_UTF8,
    line: null,
  },
  { name: 'a PDF', file: '%PDF-1.7\n', is: 'a PDF', advice: 'Export the students as CSV', line: null },
  {
    name: 'RTF',
    file: '{\\rtf1\\ansi x}\n',
    is: 'a text document',
    advice: 'Export the students',
    line: null,
  },
  {
    name: 'HTML saved as .xls',
    file: '\n<html><table><tr><td>student_id</td></tr></table></html>',
    is: 'a web page',
    advice: CSV_UTF8,
    line: null,
  },
  { name: 'an XML workbook', file: '\uFEFF<?xml version="1.0"?>\n', is: 'XML', advice: CSV_UTF8, line: null },
  { name: 'JSON', file: '{"terms": []}', is: 'JSON', advice: '/v1/calculate', line: null },
  { name: 'a JSON array', file: ' [{"student_id": "1"}]', is: 'JSON', advice: '/v1/calculate', line: null },
  {
    name: 'a title',
    file: `Loan report Fall 2026\n${FILE}`,
    is: 'a title',
    advice: 'Line 2 looks like the header: delete every line above it',
    line: 1,
  },
  {
    name: 'a title with commas',
    file: `Loan report,,,,\n${FILE}`,
    is: 'a title',
    advice: 'Line 2 looks like',
    line: 1,
  },
  {
    name: 'two titles and a blank line',
    file: `\n"Report, by student",11/20/2026\nPrinted by me\n\n${FILE}`,
    is: 'a title',
    advice: 'Line 5 looks like',
    line: 2,
  },
  {
    name: 'a title that sounds like a column',
    file: `Student ID report,,,,\r\n,,,,\r\n${FILE}`,
    is: 'a title',
    advice: 'Line 3 looks like',
    line: 1,
  },
  {
    name: 'a title above semicolons',
    file: `Report\n${separatedBy(';')}`,
    is: 'a title',
    advice: 'Line 2 looks like',
    line: 1,
  },
  { name: 'sep=,', file: `sep=,\r\n${FILE}`, is: '"sep="', advice: 'Delete that line', line: 1 },
  { name: 'sep=;', file: `"sep=;"\r\n${separatedBy(';')}`, is: '"sep="', advice: COMMAS, line: 1 },
  {
    name: 'no header',
    file: `${LINES.join('\n')}\n`,
    is: 'no header',
    advice: 'Add a line with the names of the columns',
    line: 1,
  },
  {
    name: 'lines in quotes as a whole',
    file: FILE.replace(/.+/g, '"$&"'),
    is: 'in quotes, as a single cell',
    advice: 'Text to Columns',
    line: 1,
  },
  { name: 'old Mac line ends', file: FILE.replaceAll('\n', '\r'), is: '(CR) alone', advice: 'CRLF', line: 1 },
  {
    name: 'old Mac line ends, quoted',
    file: quoted(FILE).replaceAll('\n', '\r'),
    is: '(CR) alone',
    advice: 'CRLF',
    line: 1,
  },
  {
    name: 'lost line ends',
    file: FILE.replaceAll('\n', ''),
    is: 'line breaks were lost',
    advice: BINARY,
    line: 1,
  },
  {
    name: 'lost line ends, quoted',
    file: quoted(FILE).replaceAll('\n', ''),
    is: 'line breaks were lost',
    advice: BINARY,
    line: 1,
  },
  { name: 'a header alone', file: `${CSV_HEADER}\n`, is: 'no row below', advice: BINARY, line: 1 },
  {
    name: 'a header without its line end',
    file: `\n${CSV_HEADER}`,
    is: 'no row below',
    advice: BINARY,
    line: 2,
  },
  {
    name: 'a header above blank rows',
    file: `${CSV_HEADER}\n,,,,\n\n ,,,,\n`,
    is: 'no row below',
    advice: 'Add one row below it',
    line: 1,
  },
];

describe('a file of another kind is refused with what it is, the line taken for the header, and what to do', () => {
  test.each(kinds)('$name', async ({ file, is, advice, line }) => {
    const answer = await client.bulk(file);
    expect(answer.status, answer.text.slice(0, 200)).toBe(400);
    const { code, message, details } = errorOf(answer);
    expect(code).toBe('validation_error');
    expect(message).toContain(is);
    expect(message).toContain(advice);
    expect(message.includes('was taken for the header')).toBe(line !== null);
    if (line !== null) expect(message).toContain(`Line ${line} was taken for the header.`);
    expect(details).toEqual([line === null ? { message } : { message, line }]);
  });
});

describe('a right file is not taken for another kind', () => {
  const row = '1,dependent,first_year,Fall,12,x\n';

  test.each([
    [
      'names of more than one line',
      `"Student\nID",dependency_status,"Grade\r\nLevel","Term\rLabel",term_credits_enrolled,"A\nB"\n${row}`,
    ],
    ['names with semicolons, tabs and bars', `${CSV_HEADER},"a;b;c\td\te|f|g;h;i;j"\n${row}`],
    ['names that begin like other files', `<a>,${CSV_HEADER},[b],{c}\nx,${row.trim()},x\n`],
    [
      'a first column called PK',
      `PK,dependency_status,grade_level,term_label,term_credits_enrolled,x\n${row}`,
    ],
    ['a label called sep=', `${CSV_HEADER},x\n${row.replace('Fall', 'sep=')}`],
    [
      'cells that are names of ours',
      `${CSV_HEADER},x\n${row.replace('Fall', 'term_label').replace('x', 'grade_level')}`,
    ],
    ['a last column called dependent', `${CSV_HEADER},Dependents\n${row}`],
  ])('%s', async (_, file) => {
    const answer = await client.bulk(file, {}, '?ignore_columns=*');
    expect([answer.status, answer.text.split('\r\n')[1]?.endsWith(',')]).toEqual([200, true]);
  });
});
