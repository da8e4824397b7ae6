import { join } from 'node:path';
import { type Context, createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';

/** The sources' folder. */
export const SRC = join(import.meta.dirname, '../../src');

/** Globals that every browser has beside the language itself; nothing of Node's. Bytes are of one kind in a page. */
const BROWSER_GLOBALS = { TextDecoder, TextEncoder, Uint8Array, crypto: globalThis.crypto };

/** A program that imports from `src`, bundled for a browser and run there; `page` in the context has what it exports. */
export async function pageOf(
  program: string,
): Promise<{ readonly script: string; readonly context: Context }> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: SRC, loader: 'ts' },
    bundle: true,
    write: false,
    minify: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'page',
    // Their builds for browsers, which bring what they need of Buffer.
    alias: {
      'csv-parse/sync': 'csv-parse/browser/esm/sync',
      'csv-stringify/sync': 'csv-stringify/browser/esm/sync',
    },
  });
  const script = outputFiles[0]?.text ?? '';
  const context = createContext({ ...BROWSER_GLOBALS });
  runInContext(script, context);
  return { script, context };
}
