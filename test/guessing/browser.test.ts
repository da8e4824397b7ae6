import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { applyRecipe, joined } from '../../src/guessing/apply.js';
import { openSource } from '../../src/guessing/source.js';
import { failedRows } from '../../src/review/failed-rows.js';
import { AnswerReview } from '../../src/review/summary.js';
import { allAtOnce } from '../../src/table/steps.js';
import { answerTo } from '../support/answer-to.js';
import { pageOf, SRC } from '../support/page.js';
import { decided, EXPORTS } from './exports.js';

/** What the page for a file calls, in its order. */
const ENTRY = `
import { applyRecipe, joined } from './guessing/apply.js';
import { proposeRecipe } from './guessing/propose.js';
import { parseRecipe } from './guessing/recipe.js';
import { openSource } from './guessing/source.js';
import { AnswerDiff } from './review/diff.js';
import { AnswerWorkbook } from './review/answer-workbook.js';
import { failedRows } from './review/failed-rows.js';
import { allAtOnce } from './table/steps.js';
import { AnswerReview } from './review/summary.js';
let origins, source, recipe, ours;
export async function convert(bytes, given) {
  source = await openSource(bytes);
  proposeRecipe(source);
  recipe = parseRecipe(given);
  const applied = applyRecipe(source, recipe);
  origins = applied.origins;
  ours = joined(applied.pieces);
  return ours;
}
export function review(answer) {
  const review = new AnswerReview(origins);
  review.add(answer);
  const summary = allAtOnce(review.finishing(ours, '2026-27'));
  let workbookBytes = 0;
  const workbook = new AnswerWorkbook((piece) => { workbookBytes += piece.length; });
  workbook.add(answer);
  workbook.finish({ own: source, recipe, ours, origins, failed: review.failed, assumptions: [] });
  const diff = new AnswerDiff(answer, () => {});
  diff.add(answer);
  const { unchanged } = diff.finish();
  const failed = joined(failedRows(source, recipe, review.failed));
  return { summary: JSON.stringify(summary), failed, workbookBytes, unchanged };
}
`;

const bytesSchema = z.custom<Uint8Array>((value) => ArrayBuffer.isView(value));
const pageSchema = z.object({
  convert: z.function({ input: [z.instanceof(Uint8Array), z.string()], output: z.promise(bytesSchema) }),
  review: z.function({
    input: [z.instanceof(Uint8Array)],
    output: z.object({
      summary: z.string(),
      failed: bytesSchema,
      workbookBytes: z.number(),
      unchanged: z.number(),
    }),
  }),
});

async function inBrowser() {
  const { script, context } = await pageOf(ENTRY);
  return { page: pageSchema.parse(runInContext('({ ...page })', context)), script };
}

test('recipe and review run in a browser as they stand, and give the same bytes', async () => {
  const { page, script } = await inBrowser();
  // Room for the page is needed beside it, in 200 KB. What reads and calculates students is in it.
  expect(gzipSync(script).length).toBeLessThan(146_000);
  const workbook = readFileSync(join(import.meta.dirname, '../files/refused/students.xlsx'));
  const files = [EXPORTS.banner, EXPORTS.colleague].map((text) => Buffer.from(text));
  for (const bytes of [...files, workbook]) {
    const source = await openSource(bytes);
    const recipe = decided(source);
    const { pieces, origins } = applyRecipe(source, recipe);
    const ours = joined(pieces);
    const there = await page.convert(Uint8Array.from(bytes), JSON.stringify(recipe));
    expect(Buffer.from(there)).toEqual(Buffer.from(ours));
    const answer = Buffer.from(answerTo(ours));
    const review = new AnswerReview(origins);
    review.add(answer);
    const summary = allAtOnce(review.finishing(ours, '2026-27'));
    const theirs = page.review(Uint8Array.from(answer));
    expect(JSON.parse(theirs.summary)).toEqual(summary);
    expect(Buffer.from(theirs.failed)).toEqual(
      Buffer.from(joined(failedRows(source, recipe, review.failed))),
    );
    expect(theirs.unchanged).toBe(summary.students);
    expect(theirs.workbookBytes).toBeGreaterThan(2000);
  }
});

test('nothing but who has a workbook loads what reads it', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(SRC, 'guessing/source.ts')],
    bundle: true,
    write: false,
    splitting: true,
    outdir: 'out',
    metafile: true,
    platform: 'browser',
    format: 'esm',
    alias: { 'csv-parse/sync': 'csv-parse/browser/esm/sync' },
  });
  const first = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint?.endsWith('source.ts'));
  const inputs = Object.keys(first?.inputs ?? {});
  expect(outputFiles.length).toBeGreaterThan(1);
  expect(inputs.filter((name) => /fflate|saxen|workbook/.test(name))).toEqual([]);
});
