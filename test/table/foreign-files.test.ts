import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipped } from '../support/made-workbook.js';
import { opened } from './opened.js';

const FILES = join(import.meta.dirname, '../files/refused');

/** A compound file of Microsoft with these names in its directory. */
function compound(...names: readonly string[]): Uint8Array {
  const bytes = new Uint8Array(512 + 128 * names.length);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  for (const [nth, name] of names.entries()) {
    const entry = bytes.subarray(512 + nth * 128);
    entry.set(Buffer.from(name, 'utf16le'));
    entry[64] = (name.length + 1) * 2;
    entry[66] = nth === 0 ? 5 : 2;
  }
  return bytes;
}

const archive = (...names: readonly string[]): Uint8Array =>
  zipped(Object.fromEntries(names.map((name) => [name, 'x'])));
const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, 'utf16le');

test.each([
  [
    '.xls of LibreOffice',
    readFileSync(join(FILES, 'students.xls')),
    /old Excel workbook \(\.xls\)\. Open it in Excel, save it as/,
  ],
  [
    'a workbook with a password',
    compound('Root Entry', 'EncryptionInfo', 'EncryptedPackage'),
    /with a password\. .* take the password off/,
  ],
  ['.doc', compound('Root Entry', 'WordDocument'), /Word document/],
  ['.xls of Excel 4', Buffer.from([9, 4, 6, 0, 0, 0]), /old Excel workbook/],
  ['.ods', archive('mimetype', 'content.xml', 'styles.xml'), /OpenDocument file \(\.ods\).* save it as/],
  ['.numbers', archive('Index/Document.iwa', 'Metadata/Properties.plist'), /Apple Numbers .* Export To/],
  [
    '.xlsb',
    archive('_rels/.rels', '[Content_Types].xml', 'xl/workbook.bin'),
    /damaged|binary Excel workbook \(\.xlsb\)/,
  ],
  [
    'a zip archive with a table',
    archive('readme.md', 'students.csv'),
    /holds "students\.csv"\. Unpack it first/,
  ],
  ['another zip archive', archive('a.bin'), /no Excel workbook \(\.xlsx\) that can be read/],
  ['gzip', gzipSync('a,b'), /compressed with gzip/],
  ['PDF', Buffer.from('%PDF-1.7'), /PDF\. Export/],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47]), /a picture/],
  [
    'a web page that is called .xls',
    Buffer.from('\n<html xmlns:o="x"><body><table><tr><td>ID'),
    /a web page, even if its name ends in \.xls/,
  ],
  ['a web page in UTF-16', utf16('<!DOCTYPE html><table>'), /a web page/],
  ['blanks alone', Buffer.from(' \n\n'), /The file is empty/],
  [
    'an XML spreadsheet',
    Buffer.from('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="x">'),
    /XML spreadsheet of Excel 2003/,
  ],
  ['JSON', Buffer.from('[{"student_id": "1"}]'), /is JSON/],
  ['an empty zip archive', Buffer.from('PK\x05\x06'.padEnd(22, '\0')), /empty zip archive\. Export/],
  ['a program', Buffer.from('\x7fELF\x02\x01\x01'.padEnd(64, '\0')), /damaged, or is not text\. Export/],
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
