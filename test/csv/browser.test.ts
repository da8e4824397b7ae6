import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { BulkFormat } from '../../src/csv/chunk.js';
import { CURRENT_AWARD_YEAR } from '../../src/engine/limits.js';
import { randomStudent } from '../reference/arbitraries.js';
import { csvText, REQUEST_COLUMNS, requestRows } from '../reference/csv-rows.js';
import { answerBody } from '../support/answer-to.js';
import { LIMITS } from './split-support.js';

/** What a page would call: a file in, its answer out. */
const ENTRY = `
import { cutChunk, planChunks } from './csv/chunk.js';
import { runChunk } from './csv/run-chunk.js';
import { splitCsv } from './csv/split.js';
export function calculateFile(bytes, limits, output) {
  const file = splitCsv(bytes, limits);
  return [...planChunks(file, 100)].map((span) => runChunk(cutChunk(bytes, file, span, output)).body);
}
`;

const calculateFileSchema = z.function({
  input: [z.instanceof(Uint8Array), z.looseObject({}), z.looseObject({})],
  output: z.array(z.custom<Uint8Array>((value) => ArrayBuffer.isView(value))),
});

async function inBrowser() {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: join(import.meta.dirname, '../../src'), loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'page',
  });
  // What every browser has beside the language itself; nothing of Node's. Bytes are of one kind in a page.
  const context = createContext({ TextDecoder, TextEncoder, Uint8Array, crypto: globalThis.crypto });
  runInContext(outputFiles[0]?.text ?? '', context);
  return calculateFileSchema.implement(runInContext('page.calculateFile', context));
}

it('engine, contract and csv run in a browser as they stand, and give the same bytes', async () => {
  const calculateFile = await inBrowser();
  const rows = Array.from({ length: 400 }, (_, seed) =>
    requestRows(`S${seed % 390}`, randomStudent(seed)),
  ).flat();
  const bytes = Buffer.from(csvText([REQUEST_COLUMNS, ...rows]));
  for (const format of ['csv', 'ndjson'] satisfies BulkFormat[]) {
    for (const escapeFormulas of [false, true]) {
      const output = { format, escapeFormulas };
      const here = answerBody(bytes, output);
      const there = calculateFile(bytes, { ...LIMITS }, { ...output, awardYear: CURRENT_AWARD_YEAR });
      expect(Buffer.concat(there).equals(here)).toBe(true);
      expect(here.length).toBeGreaterThan(100_000);
    }
  }
});
