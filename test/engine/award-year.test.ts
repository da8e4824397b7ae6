import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJsonStudent } from '../../src/contract/json-student.js';
import { firstYear } from './test-students.js';

type Library = typeof import('../../src/library/index.js') & typeof import('../../src/library/csv.js');

const ROOT = new URL('../../', import.meta.url).pathname;
const OUT = join(ROOT, `node_modules/.cache/award-year-${process.pid}.mjs`);

const CURRENT = '2026-27';
const ADDED = '2027-28';

/** What has to be done for a new award year, and nothing else: one more record, here with a first year of 4,000 and 6,000 dollars. */
function withOneMoreTable(source: string): string {
  const [, record = ''] = /\n {2}'2026-27': \{\n([\s\S]*?)\n {2}\},\n/.exec(source) ?? [];
  const next = record.replace(
    /undergraduate\('dependent undergraduate', 'first_year', 5_500, DEPENDENT\)/,
    '{ ...$&, subsidizedMaximum: 4_000, total: 6_000 }',
  );
  return source.replace(/\n\};\s*$/, `\n  '${ADDED}': {\n${next}\n  },\n};\n`);
}

let library: Library;
beforeAll(async () => {
  await build({
    stdin: {
      contents: `export * from './src/library/index.ts'; export * from './src/library/csv.ts';`,
      resolveDir: ROOT,
    },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import', 'browser'],
    outfile: OUT,
    logLevel: 'error',
    plugins: [
      {
        name: 'one more award year',
        setup: ({ onLoad }) => {
          onLoad({ filter: /award-year-tables\.ts$/ }, async ({ path }) => {
            return { contents: withOneMoreTable(await readFile(path, 'utf8')), loader: 'ts' };
          });
        },
      },
    ],
  });
  library = await import(/* @vite-ignore */ pathToFileURL(OUT).href);
});
afterAll(() => rm(OUT, { force: true }));

const REQUEST = firstYear([{ credits_enrolled: 12 }, { credits_enrolled: 12 }], { subsidized_amount: 4000 });

describe('an award year that is added to the tables', () => {
  it('is known beside the current one', () => {
    expect(library.AWARD_YEARS).toEqual([CURRENT, ADDED]);
    expect(library.CURRENT_AWARD_YEAR).toBe(CURRENT);
  });

  it('has limits of its own, which decide what is refused and what is paid', () => {
    expect(readJsonStudent({ ...REQUEST }).ok).toBe(false);
    const reading = library.readStudent(REQUEST, ADDED);
    if (!reading.ok) throw new Error('The student was refused.');
    expect(library.calculate(reading.student)).toMatchObject({
      annual_basic_eligibility_sub: 4000,
      annual_basic_eligibility_unsub: 2000,
    });
    const { rules, steps } = library.explain(reading.student);
    expect(rules.award_year).toBe(ADDED);
    expect(steps.find(({ id }) => id === 'statutory_limit')?.result.value).toBe('6000');
  });

  it('is refused where it has no table, by name', () => {
    expect(library.readStudent(REQUEST, '2031-32')).toEqual({
      ok: false,
      errors: {
        award_year:
          'The award year must be 2026-27 or 2027-28: other award years have no table of limits. Given: "2031-32". Leave it out for 2026-27.',
      },
    });
  });

  it('travels with the chunks of a file', () => {
    const row = (term: string) => `A,dependent,first_year,4000,${term},12\n`;
    const header =
      'student_id,dependency_status,grade_level,subsidized_amount,term_label,term_credits_enrolled\n';
    const file = new TextEncoder().encode(header + row('Fall') + row('Spring'));
    const failed = (awardYear: string) => library.calculateCsv(file, { awardYear }).failedStudents;
    expect([failed(CURRENT), failed(ADDED)]).toEqual([1, 0]);
    expect(() => failed('2031-32')).toThrow(/2031-32.*2026-27, 2027-28/);
  });
});
