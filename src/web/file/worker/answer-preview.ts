import { cellValue } from '../../../contract/cell-value.js';
import { type Field, STUDENT_FIELDS, TERM_FIELDS } from '../../../contract/field-list.js';
import { cellsOf } from '../../../csv/head.js';
import type { SplitFile } from '../../../csv/split.js';
import { textOf } from '../../../csv/text.js';
import type { RowOrigins } from '../../../recipe/row-origins.js';
import type { Table } from '../../../recipe/source.js';
import { type AnswerColumn, type AnswerRecord, AnswerRecords } from '../../../review/answer-records.js';
import { columnLabel, inWords } from '../../field-labels.js';
import { linkTo } from '../../one/case-link.js';
import { piecesOf } from './blobs.js';
import { type Filter, PREVIEW_ROWS, type Preview, type PreviewQuestion } from './outcome.js';

/** What previews are made from. */
export interface Previewed {
  readonly answer: Blob;
  readonly source: Table;
  readonly origins: RowOrigins;
  readonly bytes: Uint8Array;
  readonly file: SplitFile;
  readonly awardYear: string;
}

/** The columns shown of a row. */
const SHOWN: readonly AnswerColumn[] = [
  'student_id',
  'term_label',
  'error',
  'term_equal_subsidized',
  'term_equal_unsubsidized',
  'term_equal_grad_plus',
  'term_proportional_subsidized',
  'term_proportional_unsubsidized',
  'term_proportional_grad_plus',
  'reduced_annual_pct',
  'term_enrollment_status',
  'warnings',
];

interface Found {
  readonly texts: ReadonlyMap<AnswerColumn, string>;
  /** The index of the row in the answer, from 0. */
  readonly place: number;
  /** The student's number in the file, from 0. */
  readonly student: number;
}

/** Searches an answer for rows from the beginning, no further than necessary. */
export async function previewOf(
  from: Previewed,
  question: PreviewQuestion,
  signal: AbortSignal,
): Promise<Preview> {
  const found = await rowsOf(from.answer, question, signal);
  const shown = found.slice(0, PREVIEW_ROWS);
  // Columns that are empty in all of these rows are left out, so that more of the others fit.
  const columns = SHOWN.filter((column) =>
    shown.some(({ texts }) => !isNothing(column, texts.get(column) ?? '')),
  );
  const own = ownRows(from, shown);
  return {
    head: columns.map((column) => ({
      text: columnLabel(column),
      isNumber: /_pct$|subsidized$|grad_plus$/.test(column),
    })),
    ownHead: from.source.header,
    rows: shown.map(({ texts, student, place }) => ({
      cells: columns.map((column) => shownText(column, texts.get(column) ?? '')),
      own: own.get(place) ?? [],
      link: texts.get('error') === '' ? caseLink(from.bytes, from.file, student, from.awardYear) : null,
    })),
    hasMore: found.length > PREVIEW_ROWS,
  };
}

/** Most students have no Grad PLUS. */
function isNothing(column: AnswerColumn, text: string): boolean {
  return text === '' || (text === '0' && /grad_plus$/.test(column));
}

/** `2250` as `$2,250` and `38` as `38%`, in their columns. */
function shownText(column: AnswerColumn, text: string): string {
  if (column === 'warnings' || column === 'error') return inWords(text);
  if (!/^\d+$/.test(text)) return text;
  if (/_pct$/.test(column)) return `${text}%`;
  return /subsidized$|grad_plus$/.test(column) ? `$${Number(text).toLocaleString('en-US')}` : text;
}

async function rowsOf(
  answer: Blob,
  { filter, search, skip }: PreviewQuestion,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const rows: Found[] = [];
  let passed = 0;
  let place = -1;
  let student = -1;
  const wanted = search.trim().toLowerCase();
  const records = new AnswerRecords((record) => {
    place += 1;
    if (!record.isOfSameStudent) student += 1;
    if (rows.length > PREVIEW_ROWS || !isWanted(record, filter)) return;
    if (wanted !== '' && !record.text('student_id').toLowerCase().includes(wanted)) return;
    passed += 1;
    if (passed <= skip) return;
    const texts = new Map(SHOWN.map((column) => [column, record.text(column)] as const));
    rows.push({ texts, place, student });
  });
  for await (const piece of piecesOf(answer, signal, () => {})) {
    records.add(piece);
    if (rows.length > PREVIEW_ROWS) break;
  }
  return rows;
}

/** The person's own rows for rows of the answer, by their index there. */
function ownRows(
  { source, origins, file }: Previewed,
  found: readonly Found[],
): ReadonlyMap<number, readonly string[]> {
  const { order, rows } = file.records;
  const wanted = new Map<number, number[]>();
  for (const { place } of found) {
    const [original] = origins.of(rows[order?.[place] ?? place] ?? 0);
    if (original === undefined) continue;
    wanted.set(original, [...(wanted.get(original) ?? []), place]);
  }
  const own = new Map<number, readonly string[]>();
  let missing = wanted.size;
  if (missing === 0) return own;
  for (const { row, cells } of source.rows()) {
    for (const place of wanted.get(row) ?? []) own.set(place, cells);
    if (wanted.has(row)) missing -= 1;
    if (missing === 0) break;
  }
  return own;
}

function isWanted(record: AnswerRecord, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'failed':
      return record.text('error') !== '';
    case 'warnings':
      return record.text('warnings') !== '';
    case 'reduced':
      return (record.whole('reduced_annual_pct') ?? 100) < 100;
  }
}

/**
 * The link to a student of a file on the page for one student, with the reasons. It does not contain the student's id.
 *
 * @param student the student's number in the file, from 0.
 */
function caseLink(
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
  const filled = (fields: readonly Field[], cells: readonly string[]) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const cell = (cells[columns.indexOf(field.column)] ?? '').trim();
        return cell === '' ? [] : [[field.name, typedAs(field, cell)] as const];
      }),
    );
  const a = {
    awardYear,
    student: filled(STUDENT_FIELDS, rows[0] ?? []),
    terms: rows.map((cells) => filled(TERM_FIELDS, cells)),
  };
  return `/${linkTo({ a, b: null })}`;
}

/** What the form of one student has for a cell: a yes is chosen there as `true`, and `Independent` in small letters. */
function typedAs(field: Field, cell: string): string {
  const isChosen = field.kind === 'flag' || field.kind === 'choice';
  return isChosen ? String(cellValue(field, cell)) : cell;
}
