import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { errorOf, verdict } from '../support/client.js';
import { CSV_HEADER, csvFile } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

/** Files that are refused as a whole. test/csv covers all syntax errors. */

const { client } = await sharedService();

const LINES = ['0017,dependent,first_year,Otoño,12', '0018,independent,second_year,Fall,6'];
const FILE = csvFile(...LINES);
const quoted = (file: string) => file.replace(/[^,\n]+/g, '"$&"');
const by = (sign: string, file = FILE) => file.replaceAll(',', sign);
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

const COMMAS = 'Save the file with commas';
const CSV_UTF8 = 'save it as "CSV UTF-8 (comma delimited)", and send that file.';
const BINARY = '--data-binary';
const DELETE_ABOVE = (line: number) => `Line ${line} looks like the header: delete every line above it`;

test.each([
  ['semicolons', by(';'), 'separated by semicolons', COMMAS, 1],
  ['tabs, quoted', by('\t', quoted(FILE)), 'separated by tabs', COMMAS, 1],
  ['vertical bars', by('|'), 'separated by vertical bars', COMMAS, 1],
  ['semicolons without our names', 'EMPLID;STRM;UNT\n1;2;3\n', 'separated by semicolons', COMMAS, 1],
  ['tabs, a comma in a name', 'Name, First\tEMPLID\tSTRM\nA, B\t1\t2\n', 'separated by tabs', COMMAS, 1],
  ['UTF-16, marked', utf16(`\uFEFF${FILE}`), 'UTF-16', CSV_UTF8, null],
  ['UTF-16', utf16(FILE), 'UTF-16', CSV_UTF8, null],
  ['UTF-16, big-endian', utf16(FILE).swap16(), 'UTF-16', CSV_UTF8, null],
  ['gzip without its header', gzipSync(FILE), 'compressed with gzip', '"Content-Encoding: gzip"', null],
  ['a zip', Buffer.from('PK\x03\x04'), 'Excel workbook', CSV_UTF8, null],
  ['an .xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old Excel workbook', CSV_UTF8, null],
  ['HTML', '\n<html><table><tr><td>student_id</td></tr></table></html>', 'a web page', CSV_UTF8, null],
  ['JSON', ' [{"student_id": "1"}]', 'JSON', '/v1/calculate', null],
  ['a title', `Loan report Fall 2026\n${FILE}`, 'a title', DELETE_ABOVE(2), 1],
  ['two titles', `\n"By student",11/20/2026\nBy me\n\n${FILE}`, 'a title', DELETE_ABOVE(5), 2],
  ['a title like a column', `Student ID report,,,,\r\n,,,,\r\n${FILE}`, 'a title', DELETE_ABOVE(3), 1],
  ['a title above semicolons', `Report\n${by(';')}`, 'a title', DELETE_ABOVE(2), 1],
  ['sep=,', `sep=,\r\n${FILE}`, '"sep="', 'Delete that line', 1],
  ['sep=;', `"sep=;"\r\n${by(';')}`, '"sep="', COMMAS, 1],
  ['no header', `${LINES.join('\n')}\n`, 'no header', 'Add a line with the names of the columns', 1],
  ['old Mac line ends', quoted(FILE).replaceAll('\n', '\r'), '(CR) alone', 'CRLF', 1],
  ['lost line ends', FILE.replaceAll('\n', ''), 'line breaks were lost', BINARY, 1],
  ['lost line ends, quoted', quoted(FILE).replaceAll('\n', ''), 'line breaks were lost', BINARY, 1],
  ['a header alone', `\n${CSV_HEADER}`, 'no row below', BINARY, 2],
  ['blank rows', `${CSV_HEADER}\n,,,,\n\n ,,,,\n`, 'no row below', 'Add one row below it', 1],
])(
  'a file of another kind is refused with what it is, the line taken for the header, and what to do: %s',
  async (_, file, is, advice, line) => {
    const answer = await client.bulk(file);
    expect(verdict(answer)).toEqual([400, 'validation_error']);
    const { message, details } = errorOf(answer);
    expect(message).toContain(is);
    expect(message).toContain(advice);
    expect(message.includes('was taken for the header')).toBe(line !== null);
    if (line !== null) expect(message).toContain(`Line ${line} was taken for the header.`);
    expect(details).toEqual([line === null ? { message } : { message, line }]);
  },
);

const row = '1,dependent,first_year,Fall,12,x\n';
const LONG_NAMES =
  '"Student\nID",dependency_status,"Grade\r\nLevel","Term\rLabel",term_credits_enrolled,"A\nB"';

test.each([
  ['names of more than one line', `${LONG_NAMES}\n${row}`],
  ['names with semicolons, tabs and bars', `${CSV_HEADER},"a;b;c\td\te|f|g;h;i;j"\n${row}`],
  ['names that begin like other files', `<a>,${CSV_HEADER},[b],{c}\nx,${row.trim()},x\n`],
  ['a label called sep=', `${CSV_HEADER},x\n${row.replace('Fall', 'sep=')}`],
  ['cells that are names of ours', `${CSV_HEADER},x\n${row.replace('Fall', 'term_label')}`],
  ['a last column called dependent', `${CSV_HEADER},Dependents\n${row}`],
])('a right file is not taken for another kind: %s', async (_, file) => {
  const answer = await client.bulk(file, {}, '?ignore_columns=*');
  expect([answer.status, answer.text.split('\r\n')[1]?.endsWith(',')]).toEqual([200, true]);
});
