import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { finished, run } from '../support/finished.js';
import { endWithUs } from '../support/with-us.js';
import { installedPackage } from './installed.js';

const ROOT = resolve(import.meta.dirname, '../..');
const DOCS = join(ROOT, 'docs/library.md');

/* One file, because `npm pack` makes a folder beside the sources and takes it away again: two at once would meet there. */

/** A program of the documentation, and what its comments say that it prints. */
interface Example {
  readonly name: string;
  readonly text: string;
  readonly printed: string;
}

let cwd = '';
let program = '';
let examples: readonly Example[] = [];

beforeAll(async () => {
  ({ cwd, program } = await installedPackage());
  const docs = await readFile(DOCS, 'utf8');
  examples = [...docs.matchAll(/```js (\S+)\n([\s\S]*?)```/g)].map(([, name = '', text = '']) => {
    const printed = [...text.matchAll(/console\.log\(.*\n\s*\/\/ (.*)\n/g)].map(([, line]) => `${line}\n`);
    return { name, text, printed: printed.join('') };
  });
  for (const { name, text } of examples) await writeFile(join(cwd, name), text);
}, 180_000);

test('every program of the documentation runs in an empty project and prints what its comments say', async () => {
  expect(examples.map(({ name }) => name)).toEqual(['one.mjs', 'figure.mjs', 'one.cjs', 'file.mjs']);
  for (const { name, printed } of examples) {
    const { code, stdout, stderr } = await run(process.execPath, [name], { cwd });
    // Node breaks a long object into lines; the comment has one.
    const unbroken = stdout.replace(/\{\n\s+(.*)\n\}/g, '{ $1 }');
    expect({ name, code, stdout: unbroken, stderr: withoutExperiment(stderr) }).toEqual({
      name,
      code: 0,
      stdout: printed,
      stderr: '',
    });
  }
});

/** Node 20 says on every `require` of an ES module that this is experimental. */
function withoutExperiment(stderr: string): string {
  return stderr.replace(/^\(node.*ExperimentalWarning.*\n(\(Use `node.*\n)?/gm, '');
}

test('a bundler makes a script for a page of it, in which nothing of Node is left', async () => {
  await writeFile(
    join(cwd, 'page.js'),
    `import { calculate, checkFigure, readStudent } from 'prorata-loan-limits';
     import { calculateCsv } from 'prorata-loan-limits/csv';
     const student = { dependency_status: 'dependent', grade_level: 'second_year', terms: [{ label: 'Fall', credits_enrolled: 11 }, { label: 'Spring', credits_enrolled: 4 }] };
     const csv = 'dependency_status,grade_level,term_label,term_credits_enrolled\\n"dependent",first_year,"Fall, late",12\\n';
     globalThis.percent = calculate(readStudent(student).student).reduced_annual_pct;
     globalThis.isRight = checkFigure(readStudent(student).student, { figure: 'percent', value: '63%' }).isRight;
     globalThis.students = calculateCsv(new TextEncoder().encode(csv)).students;`,
  );
  const { outputFiles } = await build({
    entryPoints: [join(cwd, 'page.js')],
    bundle: true,
    write: false,
    platform: 'browser',
    logLevel: 'silent',
  });
  const page = { TextEncoder, TextDecoder, URL, crypto, percent: 0, isRight: false, students: 0 };
  runInNewContext(outputFiles[0]?.text ?? '', page);
  expect(page).toMatchObject({ percent: 63, isRight: true, students: 1 });
});

test('no code of the server is loaded with it', async () => {
  const list = `import { register } from 'node:module';
    register('data:text/javascript,' + encodeURIComponent(
      'export async function load(url, context, next) { process._rawDebug(url); return next(url, context); }'));
    await import('prorata-loan-limits');
    await import('prorata-loan-limits/csv');`;
  await writeFile(join(cwd, 'loaded.mjs'), list);
  const { stderr } = await run(process.execPath, ['loaded.mjs'], { cwd });
  const loaded = stderr.split('\n').filter((line) => /^(file|node):/.test(line));
  const rooms = new Set(loaded.flatMap((url) => /lib\/src\/([^/]+)\//.exec(url)?.[1] ?? []));
  expect([...rooms].sort()).toEqual(['contract', 'csv', 'engine', 'library']);
  expect(loaded.filter((url) => /express|bullmq|ioredis|pino|node:(fs|http|net|worker)/.test(url))).toEqual(
    [],
  );
});

test('its types are found by a project that checks its own', async () => {
  await writeFile(
    join(cwd, 'typed.mts'),
    `import { calculate, checkFigure, readStudent, type CalculationResult, type FigureCheck } from 'prorata-loan-limits';
     import { calculateCsv } from 'prorata-loan-limits/csv';
     const reading = readStudent({});
     export const percent: number = reading.ok ? calculate(reading.student).reduced_annual_pct : 0;
     export const result: CalculationResult | null = reading.ok ? calculate(reading.student) : null;
     export const check: FigureCheck | null = reading.ok ? checkFigure(reading.student, { figure: 'percent', value: 63 }) : null;
     export const failed: number = calculateCsv(new Uint8Array()).failedStudents;
     // @ts-expect-error A student that nobody read cannot be calculated.
     calculate({});`,
  );
  const tsc = resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', ''];
  const { code, stdout } = await run(process.execPath, [tsc, ...options, 'typed.mts'], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
});

test('the program runs in an empty folder: a file, the service with its pages, a worker', async () => {
  const env = { PATH: process.env['PATH'] };
  const sample = (name: string) => readFile(join(ROOT, 'docs/samples', name), 'utf8');
  await writeFile(join(cwd, 'in.csv'), await sample('right.csv'));

  const bulk = await run(process.execPath, [program, 'bulk', 'in.csv', '--local'], { cwd, env });
  expect(bulk).toMatchObject({ code: 0, stdout: await sample('right-answer.csv') });

  // Blank rows are passed over, and make the file so long that threads calculate it.
  await writeFile(join(cwd, 'long.csv'), (await sample('right.csv')) + '\n'.repeat(600_000));
  const long = await run(process.execPath, [program, 'bulk', 'long.csv', '--local'], { cwd, env });
  expect(long).toMatchObject({ code: 0, stdout: await sample('right-answer.csv') });

  const worker = await run(process.execPath, [program, 'worker'], { cwd, env });
  expect(worker).toMatchObject({ code: 1, stderr: expect.stringContaining('REDIS_URL') });

  const keys = await run(process.execPath, [program, 'keys', 'issue', '--holder', 'A', '--json'], {
    cwd,
    env,
  });
  expect(JSON.parse(keys.stdout)).toMatchObject({ holder: 'A' });

  const service = spawn(process.execPath, [program, 'serve'], {
    cwd,
    env: { ...env, PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(service);
  const [line] = await once(createInterface({ input: service.stdout }), 'line');
  const { address } = z.object({ address: z.url() }).parse(JSON.parse(String(line)));
  const page = await fetch(`${address}/docs/columns`);
  expect({ status: page.status, text: await page.text() }).toEqual({
    status: 200,
    text: expect.stringContaining('term_credits_enrolled'),
  });
  const calculated = await run(process.execPath, [program, 'bulk', 'in.csv', '--quiet'], {
    cwd,
    env: { ...env, PRORATA_URL: address, PRORATA_KEY: JSON.parse(keys.stdout).token },
  });
  expect(calculated).toEqual({ code: 0, stdout: await sample('right-answer.csv'), stderr: '' });
  service.kill('SIGTERM');
  expect((await finished(service)).code).toBe(0);
}, 180_000);

test('beside the tarball is a bill of materials with every package that is shipped', async () => {
  const component = z.object({ name: z.string(), version: z.string() });
  const billSchema = z.object({ bomFormat: z.literal('CycloneDX'), components: z.array(component) });
  const { components } = billSchema.parse(
    JSON.parse(await readFile(join(cwd, 'prorata-loan-limits-1.0.0.cdx.json'), 'utf8')),
  );
  const lockSchema = z.object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        dev: z.boolean().optional(),
        devOptional: z.boolean().optional(),
      }),
    ),
  });
  const { packages } = lockSchema.parse(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')));
  const shipped = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    // The compiler is an optional peer, and is not shipped.
    .filter(([path]) => !path.includes('/@typescript/'))
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`);
  const listed = components.map(({ name, version }) => `${name}@${version}`);
  expect(shipped.filter((each) => !listed.includes(each))).toEqual([]);
  // Compiled into the pages.
  expect(components.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['preact', '@scalar/api-reference']),
  );
});
