/*
 * Bundles the scripts and style sheets of the pages. Each page gets one script with everything that it needs of engine,
 * contract and csv; its worker is a file of its own, whose address is put into the page's script.
 *
 * esbuild: TypeScript in, small files for browsers out, and it knows how each package wants to be bundled.
 */
import { build } from 'esbuild';

const STUBS = [
  'allProcessors',
  'extractDefs',
  'finalize',
  'initializeContext',
  'processSchema',
  'toJSONSchema',
]
  .concat('handleUnrepresentable', 'aggregateChecks')
  .map((name) => `none as ${name}`);

/** Schemas in a page check values and are never described as JSON Schema, which is 6 KB of a script. */
export const WITHOUT_JSON_SCHEMA = {
  name: 'without JSON Schema',
  setup: ({ onLoad }) =>
    onLoad({ filter: /zod[/\\]v4[/\\]core[/\\](?:json-schema-processors|to-json-schema)\.js$/ }, () => ({
      contents: `const none = () => { throw new Error('No JSON Schema in a page.'); };
        export { ${STUBS.join(', ')} };
        export const createToJSONSchemaMethod = () => none;
        export const createStandardJSONSchemaMethod = () => none;`,
    })),
};

const OPTIONS = {
  bundle: true,
  write: false,
  platform: 'browser',
  format: 'iife',
  target: ['es2022'],
  minify: true,
  legalComments: 'none',
  // A stub lacks names that only a description would use.
  logLevel: 'error',
  plugins: [WITHOUT_JSON_SCHEMA],
  tsconfig: 'src/web/tsconfig.json',
  // Their builds for browsers, which bring what they need of Buffer.
  alias: {
    'csv-parse/sync': 'csv-parse/browser/esm/sync',
    'csv-stringify/sync': 'csv-stringify/browser/esm/sync',
  },
};

/**
 * @param {string} entry a file of src/web
 * @param {Readonly<Record<string, string>>} constants names that stand for texts in it
 * @returns {Promise<Uint8Array>} the script, or the style sheet
 */
export async function bundle(entry, constants = {}) {
  const define = Object.fromEntries(
    Object.entries(constants).map(([name, text]) => [name, JSON.stringify(text)]),
  );
  const { outputFiles } = await build({ ...OPTIONS, entryPoints: [entry], define });
  return outputFiles[0].contents;
}
