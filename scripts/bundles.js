/*
 * Bundles the scripts and style sheets of the pages. Each page gets one script with all that it needs of
 * engine, contract and csv; its worker is a separate file, whose address is put into the page's script.
 * esbuild makes small files for browsers from TypeScript, and knows how each package wants to be bundled.
 */
import { buildSync } from 'esbuild';

const OPTIONS = {
  bundle: true,
  write: false,
  platform: 'browser',
  format: 'iife',
  target: ['es2022'],
  minify: true,
  legalComments: 'none',
  tsconfig: 'src/web/tsconfig.json',
};

/**
 * @param {string} entry a file of src/web
 * @param {Readonly<Record<string, string>>} constants names in it to replace by texts
 * @returns {Uint8Array} the script, or the style sheet
 */
export function bundle(entry, constants = {}) {
  const define = Object.fromEntries(
    Object.entries(constants).map(([name, text]) => [name, JSON.stringify(text)]),
  );
  const { outputFiles } = buildSync({ ...OPTIONS, entryPoints: [entry], define });
  return outputFiles[0].contents;
}
