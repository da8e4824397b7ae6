import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { upload } from '../support/upload.js';
import { expectSame } from './support/bench.js';
import { type Check, serve } from './support/program.js';

const orderSchema = z.object({
  url: z.url(),
  token: z.string(),
  path: z.string(),
  check: z.enum(['rows', 'same', 'calculated', 'failing'] satisfies Check[]),
});

const LINE_FEED = 0x0a;

let file: { readonly path: string; readonly bytes: Buffer } = { path: '', bytes: Buffer.alloc(0) };

/** A caller in its own process, which uploads a file as told. Checks run after the clock stops. */
serve(async (message) => {
  const { path, check, ...api } = orderSchema.parse(message);
  if (file.path !== path) file = { path, bytes: readFileSync(path) };
  const began = performance.now();
  const { status, complete, body } = await upload(api, file.bytes).finished;
  const seconds = (performance.now() - began) / 1000;
  expectSame('status of a bulk request', status ?? 0, 200);
  expectSame('the answer is whole', complete, true);
  expectSame('rows of the answer', countLines(body), countLines(file.bytes));
  if (check === 'rows') return { seconds, bytes: file.bytes.length };
  if (check !== 'same') checkAnswer(file.bytes, body, check === 'failing');
  return { seconds, bytes: file.bytes.length, digest: createHash('sha256').update(body).digest('hex') };
});

/** The benchmark's files have no line ends inside cells. */
function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}

/** @throws Error unless the answer has the file's students in order, and all or none of them fail. */
function checkAnswer(sent: Buffer, answer: Buffer, isFailing: boolean): void {
  const [, ...students] = parse(sent);
  const [header = [], ...rows] = parse(answer);
  const error = header.indexOf('error');
  for (const [index, row] of rows.entries()) {
    expectSame(`the student of row ${index + 1}`, row[0] ?? '', students[index]?.[0] ?? '');
    expectSame(`row ${index + 1} fails: "${row[error]}"`, row[error] !== '', isFailing);
  }
}
