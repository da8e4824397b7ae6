import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { calculateCsv } from '../../src/library/csv.js';
import { run } from '../support/finished.js';
import { csvFile } from '../support/requests.js';
import { ownFolder } from '../support/with-us.js';
import { ROOT } from '../support/yaml-files.js';

const exec = promisify(execFile);

const named = z.record(z.string(), z.string()).default({});
const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dependencies: named, optionalDependencies: named })),
});
const manifestSchema = z.object({ bin: z.object({ prorata: z.string() }), dependencies: named });

/** The package in a new folder with only its dependencies: its program, and all that was installed. */
async function installedPackage() {
  const cwd = ownFolder('packed');
  const { stdout } = await exec(process.execPath, [join(ROOT, 'scripts/pack.js'), cwd]);
  const tarball = join(cwd, stdout.trim().split('\n').at(-1) ?? '');
  const place = join(cwd, 'node_modules/prorata-loan-limits');
  await writeFile(join(cwd, 'package.json'), '{"private": true}');
  await mkdir(place, { recursive: true });
  await exec('tar', ['-xzf', tarball, '--strip-components=1', '-C', place]);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(place, 'package.json'), 'utf8')));
  const packages = await needed(Object.keys(manifest.dependencies));
  for (const name of packages) {
    const to = join(cwd, 'node_modules', name);
    await mkdir(dirname(to), { recursive: true });
    await cp(join(ROOT, 'node_modules', name), to, { recursive: true });
  }
  return { cwd, program: join(place, manifest.bin.prorata), packages };
}

/** These packages and all their dependencies, except those for other systems. */
async function needed(names: readonly string[]): Promise<readonly string[]> {
  const { packages } = lockSchema.parse(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')));
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name) || !existsSync(join(ROOT, 'node_modules', name))) return;
    found.add(name);
    const { dependencies = {}, optionalDependencies = {} } = packages[`node_modules/${name}`] ?? {};
    Object.keys({ ...dependencies, ...optionalDependencies }).forEach(visit);
  };
  names.forEach(visit);
  return [...found].sort();
}

const { cwd, program, packages } = await installedPackage();
const docs = await readFile(join(ROOT, 'docs/library.md'), 'utf8');
/** The programs in the documentation, with the output that their comments state. */
const examples = [...docs.matchAll(/```js (\S+)\n([\s\S]*?)```/g)].map(([, name = '', text = '']) => {
  const printed = [...text.matchAll(/console\.log\(.*\n\s*\/\/ (.*)\n/g)].map(([, line]) => `${line}\n`);
  return { name, text, printed: printed.join('') };
});
for (const { name, text } of examples) await writeFile(join(cwd, name), text);

test('every program of the documentation runs in an empty project and prints what its comments say', async () => {
  expect(examples.map(({ name }) => name)).toEqual(['one.mjs', 'one.cjs', 'file.mjs']);
  for (const { name, printed } of examples) {
    const { code, stdout, stderr } = await run(process.execPath, [name], { cwd });
    // Node breaks a long object into lines; the comment has it in one line.
    const unbroken = stdout.replace(/\{\n\s+(.*)\n\}/g, '{ $1 }');
    expect({ name, code, stdout: unbroken, stderr: withoutExperiment(stderr) }).toEqual({
      name,
      code: 0,
      stdout: printed,
      stderr: '',
    });
  }
});

const CSV = csvFile('=1+2,"dependent",first_year,"Fall, late",12');

/** Node 20 warns at every `require` of an ES module that this is experimental. */
function withoutExperiment(stderr: string): string {
  return stderr.replace(/^\(node.*ExperimentalWarning.*\n(\(Use `node.*\n)?/gm, '');
}

test('a bundler makes a script for a page of it, in which nothing of Node is left', async () => {
  await writeFile(
    join(cwd, 'page.js'),
    `import { calculate, readStudent } from 'prorata-loan-limits';
     import { calculateCsv } from 'prorata-loan-limits/csv';
     const student = { dependency_status: 'dependent', grade_level: 'second_year', terms: [{ label: 'Fall', credits_enrolled: 11 }, { label: 'Spring', credits_enrolled: 4 }] };
     const csv = new TextEncoder().encode(${JSON.stringify(CSV)});
     globalThis.percent = calculate(readStudent(student).student).reduced_annual_pct;
     globalThis.answers = ['csv', 'ndjson'].map((format) => new TextDecoder().decode(calculateCsv(csv, { format, escapeFormulas: true }).bytes));`,
  );
  const { outputFiles } = await build({
    entryPoints: [join(cwd, 'page.js')],
    bundle: true,
    write: false,
    platform: 'browser',
    logLevel: 'silent',
  });
  const page = { TextEncoder, TextDecoder, URL, crypto, percent: 0, answers: [] };
  runInNewContext(outputFiles[0]?.text ?? '', page);
  expect(page.percent).toBe(63);
  const formats = ['csv', 'ndjson'] as const;
  expect(page.answers).toEqual(
    formats.map((format) =>
      Buffer.from(calculateCsv(Buffer.from(CSV), { format, escapeFormulas: true }).bytes).toString(),
    ),
  );
  expect(page.answers).toEqual([expect.stringContaining("\n'=1+2,"), expect.stringContaining('":"=1+2"')]);
});

test('its types are found by a project that checks its own', async () => {
  await writeFile(
    join(cwd, 'typed.mts'),
    `import { calculate, readStudent, type CalculationResult } from 'prorata-loan-limits';
     import { calculateCsv } from 'prorata-loan-limits/csv';
     const reading = readStudent({});
     export const percent: number = reading.ok ? calculate(reading.student).reduced_annual_pct : 0;
     export const result: CalculationResult | null = reading.ok ? calculate(reading.student) : null;
     export const failed: number = calculateCsv(new Uint8Array()).failedStudents;
     // @ts-expect-error A student that nobody read cannot be calculated.
     calculate({});`,
  );
  await writeFile(join(cwd, 'common.cts'), /```ts\n([\s\S]*?)```/.exec(docs)?.[1] ?? '');
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', ''];
  const { code, stdout } = await run(process.execPath, [tsc, ...options, 'typed.mts'], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  const common = options.map((option) => (option === 'nodenext' ? 'node16' : option));
  const required = await run(process.execPath, [tsc, ...common, 'common.cts'], { cwd });
  expect(required).toMatchObject({ code: 0, stdout: '' });
});

test('it installs what library, command line and assistants need, and nothing of the service', () => {
  expect(packages.length).toBeLessThanOrEqual(16);
  expect(packages.filter((one) => /express|bullmq|ioredis|pino|opentelemetry|prom-client/.test(one))).toEqual(
    [],
  );
});

test('the program runs in an empty folder: a file, a workbook, an assistant', async () => {
  const env = { PATH: process.env['PATH'] ?? '' };
  const sample = (name: string) => readFile(join(ROOT, 'docs/samples', name), 'utf8');
  await writeFile(join(cwd, 'in.csv'), await sample('right.csv'));
  const prorata = (...args: string[]) => run(process.execPath, [program, ...args], { cwd, env });
  const stdout = await sample('right-answer.csv');
  expect(await prorata('bulk', 'in.csv')).toMatchObject({ code: 0, stdout });
  expect(await prorata('bulk', 'in.csv', '-o', 'out.xlsx')).toMatchObject({ code: 0 });
  expect(await prorata('diff', 'out.xlsx', 'in.csv')).toMatchObject({ code: 0 });

  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], cwd, env }),
  );
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['calculate_student', 'explain_rule']);
  await client.close();
}, 180_000);
