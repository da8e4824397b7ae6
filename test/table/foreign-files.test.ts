import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipped } from '../support/made-workbook.js';
import { opened } from './opened.js';

const FILES = join(import.meta.dirname, '../files/refused');

/** A Microsoft compound file with this name in its directory. */
const compound = (name: string): Uint8Array =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex'), Buffer.from(name, 'utf16le')]);

const archive = (...names: readonly string[]): Uint8Array =>
  zipped(Object.fromEntries(names.map((name) => [name, 'x'])));
const packageOf = (main: string): Uint8Array =>
  zipped({
    '_rels/.rels': `<Relationships><Relationship Type="x/officeDocument" Target="${main}"/></Relationships>`,
    [main]: 'x',
  });
const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, 'utf16le');

test.each([
  [
    '.xls of LibreOffice',
    readFileSync(join(FILES, 'students.xls')),
    /old Excel workbook \(\.xls\), or has a password\. .* save it as/,
  ],
  ['a workbook with a password', compound('EncryptedPackage'), /has a password\. .* take a password off/],
  [
    '.ods',
    archive('mimetype', 'content.xml', 'styles.xml'),
    /not an Excel workbook .*\(\.ods\).* save it as/,
  ],
  [
    '.numbers',
    archive('Index/Document.iwa', 'Metadata/Properties.plist'),
    /not an Excel workbook .* Apple Numbers.* save it as/,
  ],
  ['.xlsb', packageOf('xl/workbook.bin'), /not an Excel workbook .* binary \(\.xlsb\)/],
  ['a zip archive with a table', archive('a.md', 'students.csv'), /holds "students\.csv"\. Unpack it first/],
  ['.docx', packageOf('word/document.xml'), /not an Excel workbook \(\.xlsx\).* save it as/],
  ['another zip archive', archive('word/document.xml'), /not an Excel workbook \(\.xlsx\).* save it as/],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), /damaged, or is not text\. Export/],
  ['gzip', gzipSync('a,b'), /compressed with gzip/],
  ['PDF', Buffer.from('%PDF-1.7'), /is PDF, XML or JSON, and not a table\. Export/],
  [
    'a web page that is called .xls',
    Buffer.from('\n<html xmlns:o="x"><body><table><tr><td>ID'),
    /a web page .* even if its name ends in \.xls.* save it as/,
  ],
  ['a web page without a beginning', Buffer.from('<!-- x -->\n<b>Loans</b><tr><td>ID, x'), /a web page/],
  ['a web page in UTF-16', utf16('<!DOCTYPE html><table>'), /a web page/],
  ['blanks alone', Buffer.from(' \n\n'), /The file is empty/],
  [
    'an XML spreadsheet',
    Buffer.from('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="x">'),
    /an XML spreadsheet.* save it as/,
  ],
  ['JSON', Buffer.from('[{"student_id": "1"}]'), /JSON, and not a table/],
  [
    'a text that was not written to its end',
    Buffer.from('Student ID,Term,Credits\n1,Fall,9\n'.padEnd(4096, '\0')),
    /damaged, or is not text\. Export/,
  ],
])('%s is called what it is, with the next step', async (_, bytes, message) => {
  await expect(opened(bytes)).rejects.toThrow(message);
});

test('a text in any script is one, wherever the part that is looked at is cut', async () => {
  const rows = '7,Осень 2026,秋季\n'.repeat(200);
  for (const begin of ['a', 'ab', 'abc', 'abcd'])
    expect((await opened(Buffer.from(`${begin},Семестр,学期\n${rows}`))).encoding).toBe('utf-8');
});

test('a text that only begins a little like another kind is read', async () => {
  for (const text of [
    'ID;Term;Credits\n1;Fall;9\n',
    'PAR,Student ID,Term\n1,2,Fall\n',
    '<5 credits>,ID,Term\n1,2,Fall\n',
  ]) {
    expect((await opened(Buffer.from(text))).firstRows).toHaveLength(1);
  }
});
