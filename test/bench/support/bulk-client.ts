import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { upload } from '../../support/upload.js';
import { expectSame, WrongCount } from './bench.js';
import type { Api } from './services.js';

/** One upload and its whole answer. */
export interface BulkAnswer {
  /** From the beginning of the request to the last byte of the answer. */
  readonly seconds: number;
  /** Data rows of the answer. */
  readonly rows: number;
  readonly bytes: Buffer;
}

const LINE_FEED = 0x0a;

/** Sends a file and takes the answer piece by piece. @returns seconds. @throws {WrongCount} unless the answer is a whole 200. */
export async function sendFile(
  api: Pick<Api, 'url' | 'token'>,
  file: Buffer | Iterable<Buffer>,
  onPiece: (piece: Buffer) => void,
): Promise<number> {
  const began = performance.now();
  const { status, complete } = await upload(api, file, { onPiece }).finished;
  const seconds = (performance.now() - began) / 1000;
  expectSame('status of a bulk request', status ?? 0, 200);
  expectSame('the answer is whole', complete, true);
  return seconds;
}

/** Sends a file and keeps the answer. Counting waits until the clock has stopped. */
export async function calculateFile(api: Pick<Api, 'url' | 'token'>, file: Buffer): Promise<BulkAnswer> {
  const pieces: Buffer[] = [];
  const seconds = await sendFile(api, file, (piece) => pieces.push(piece));
  const bytes = Buffer.concat(pieces);
  return { seconds, bytes, rows: countLines(bytes) - 1 };
}

/** Ends of lines. The benchmark's files have no line end within a cell. */
export function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}

export function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** @throws {WrongCount} unless the answer has a row for each row of the file, in order, and none of them an error. */
export function checkAnswer(file: Buffer, answer: Buffer, isFailing = false): void {
  const sent = parse(file);
  const [header = [], ...rows] = parse(answer);
  expectSame('rows of the answer', rows.length, sent.length - 1);
  const error = header.indexOf('error');
  for (const [index, row] of rows.entries()) {
    if (row[0] !== sent[index + 1]?.[0]) throw new WrongCount(`row ${index + 1} is not that of its student`);
    if ((row[error] !== '') !== isFailing)
      throw new WrongCount(`row ${index + 1}: the error is "${row[error]}"`);
  }
}
