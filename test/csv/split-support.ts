import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { ApiError } from '../../src/contract/errors.js';
import { cutChunk, decodeChunk, planChunks } from '../../src/csv/chunk.js';
import { type CsvLimits, firstRecord, notUtf8 } from '../../src/csv/head.js';
import { findRecords, type SplitFile } from '../../src/csv/split.js';
import { fuzzRuns } from '../support/runs.js';
import { thrown } from '../support/thrown.js';

export const FUZZ_RUNS = fuzzRuns(400);

export const LIMITS: CsvLimits = { maxRows: 1 << 20, maxColumns: 100, maxCellBytes: 4096 };

/** Splits a file with any header, as `splitCsv` does with known column names. */
export function split(bytes: Uint8Array, idColumn: number | null, more: Partial<CsvLimits> = {}): SplitFile {
  const limits = { ...LIMITS, ...more };
  if (!isUtf8(bytes)) throw notUtf8(bytes);
  const first = firstRecord(bytes, true, limits);
  if (first === null) throw new Error('A whole file has a first record, or is refused.');
  const found = findRecords(bytes, first, first.cells.length, idColumn ?? -1, limits);
  const header = { columns: first.cells.map(() => null), ignored: [] };
  return { head: { ...first, header }, ...found };
}

export interface Chunk {
  readonly records: Buffer;
  /** `[first data row, row in a spreadsheet, count]` of each run. */
  readonly rows: readonly (readonly [number, number, number])[];
}

export function chunksOf(bytes: Uint8Array, file: SplitFile, targetRows: number): Chunk[] {
  return [...planChunks(file, targetRows)].map((span) => {
    const chunk = cutChunk(bytes, file, span, { format: 'csv', escapeFormulas: false, awardYear: '' });
    const { head, records } = decodeChunk(chunk);
    return { records: Buffer.from(records), rows: head.rows };
  });
}

/** The refusal of a file, with line, column and reason. @throws Error if it is accepted. */
export function refusalOf(bytes: Uint8Array, idColumn: number | null = 0, more: Partial<CsvLimits> = {}) {
  const { message, body } = thrown(ApiError, () => split(bytes, idColumn, more));
  if (!('details' in body)) throw new Error(`The refusal has no details: ${message}`);
  const [detail] = body.details ?? [];
  return { message, at: [detail?.['line'], detail?.['column'], detail?.['reason']] };
}

const CSV_PARSE_OPTIONS = {
  delimiter: ',',
  quote: '"',
  escape: '"',
  record_delimiter: ['\r\n', '\n'],
  skip_empty_lines: true,
  relax_column_count: true,
  relax_quotes: false,
  trim: false,
};

export function csvParse(bytes: Uint8Array, bom: boolean): string[][] | undefined {
  try {
    return parse(Buffer.from(bytes), { ...CSV_PARSE_OPTIONS, bom });
  } catch {
    return undefined;
  }
}

/** The expected records, header first; undefined if csv-parse or a rule stricter on purpose refuses. */
export function expectedRecords(
  bytes: Uint8Array,
  limits: { maxColumns: number; maxCellBytes: number },
): string[][] | undefined {
  // We refuse anything but UTF-8; csv-parse inserts replacement characters.
  if (!isUtf8(bytes)) return undefined;
  // csv-parse takes a NUL after a closing quote for the end of input, then appends it and what follows.
  if (Buffer.from(bytes).includes('"\0')) {
    const plain = Uint8Array.from(bytes, (byte) => (byte === 0 ? 1 : byte));
    if (csvParse(plain, true) === undefined) return undefined;
  }
  // A row without a filled cell is skipped, whatever its number of cells.
  const all = csvParse(bytes, true);
  const records = all?.filter((record) => record.some((cell) => cell.trim() !== ''));
  const header = records?.[0];
  // A file without any record is refused.
  if (all === undefined || records === undefined || header === undefined) return undefined;
  if (header.length > limits.maxColumns) return undefined;
  if (records.some((record) => record.length !== header.length)) return undefined;
  if (all.some((record) => record.some((cell) => Buffer.byteLength(cell) > limits.maxCellBytes)))
    return undefined;
  return records;
}

export function dataRows({ rows }: Chunk): number[] {
  return rows.flatMap(([first, , count]) => Array.from({ length: count }, (_, nth) => first + nth));
}

/** Row numbers of each student, in the order of first rows, as grouped by a Map of strings. */
export function groupedRows(rows: readonly string[][], studentIdColumn: number | null): number[][] {
  const groups: number[][] = [];
  const byId = new Map<string, number[]>();
  rows.forEach((row, index) => {
    const id = studentIdColumn === null ? '' : (row[studentIdColumn] ?? '').trim();
    const group = byId.get(id) ?? [];
    if (group.length === 0) groups.push(group);
    if (id !== '') byId.set(id, group);
    group.push(index + 1);
  });
  return groups;
}

const text = fc.constantFrom(...'ab1 *\x02\té€😀\u00a0\ufeff\u2003\0');
const syntax = fc.constantFrom('"', '""', ',', '\r', '\n', '\r\n', '",', '"\n', '\n"', ',"');
const wrong = fc.constantFrom(0x80, 0xbf, 0xc3, 0xe2, 0xef, 0xf0, 0xff, 0xed).map((byte) => Buffer.of(byte));
const string = (of: fc.Arbitrary<string>): fc.Arbitrary<Buffer> => of.map((value) => Buffer.from(value));

/** Bytes rich in meaningful characters; mostly refused. */
export const noise: fc.Arbitrary<Buffer> = fc
  .array(
    fc.oneof(
      { weight: 20, arbitrary: string(text) },
      { weight: 20, arbitrary: string(syntax) },
      { weight: 1, arbitrary: wrong },
    ),
    { maxLength: 24 },
  )
  .map((parts) => Buffer.concat(parts));

const ids = fc.constantFrom('', '7', '07', 'x"y', 'é', 'a,b', 'a\nb', '😀', '\ufeffq', 'x""y');
const padding = fc.constantFrom('', '', '', ' ', '\t', '\u00a0', '\u3000', '\ufeff', ' \u2028 ');
const plainCell = fc.oneof(
  fc.tuple(padding, ids, padding).map((parts) => parts.join('')),
  fc.array(text, { maxLength: 5 }).map((parts) => parts.join('')),
);

function writeCell(cell: string, quoted: boolean): string {
  const needsQuotes = /["\n,]/.test(cell);
  return quoted || needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Files as people send them, in all styles of quotes, line ends and blank lines; mostly accepted. */
export const wellFormed: fc.Arbitrary<Buffer> = fc.integer({ min: 1, max: 4 }).chain((columns) => {
  const cell = fc.tuple(plainCell, fc.boolean()).map(([value, quoted]) => writeCell(value, quoted));
  const lineEnd = fc.constantFrom('\n', '\r\n', '\n\n', '\r\n\r\n\n');
  const line = fc
    .tuple(fc.array(cell, { minLength: columns, maxLength: columns }), lineEnd)
    .map(([cells, end]) => cells.join(',') + end);
  const header = Array.from({ length: columns }, (_, nth) => `h${nth}`).join(',');
  return fc
    .tuple(fc.constantFrom('', '\ufeff', '\n'), fc.array(line, { maxLength: 12 }), fc.boolean())
    .map(([start, lines, open]) => {
      const file = `${start}${header}\n${lines.join('')}`;
      return Buffer.from(open ? file.replace(/(\r?\n)+$/, '') : file);
    });
});

/** A well-formed file with a few bytes replaced, inserted or removed. */
export const nearlyWellFormed: fc.Arbitrary<Buffer> = fc
  .tuple(
    wellFormed,
    fc.array(fc.tuple(fc.nat(), fc.nat(1), fc.oneof(string(syntax), string(text), wrong)), { maxLength: 3 }),
  )
  .map(([file, changes]) =>
    changes.reduce((bytes, [place, removed, added]) => {
      const at = place % (bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);
    }, file),
  );
