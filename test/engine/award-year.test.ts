import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import { readJsonStudent } from '../../src/contract/json-student.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../../src/engine/award-years.js';
import { limitsFor } from '../../src/engine/limits.js';
import { listed } from '../../src/engine/texts.js';
import { ADDED_YEAR, oneMoreAwardYear } from '../support/one-more-award-year.js';
import { ownFolder } from '../support/with-us.js';
import { ROOT } from '../support/yaml-files.js';
import { firstYear } from './test-students.js';

it('the table of annual limits refuses an award year that it does not know, naming those it knows', () => {
  // 2025-26 ended on June 30, 2026, the day before the proration rule took effect.
  expect(() => limitsFor('2025-26')).toThrow(/2025-26.*2026-27/);
  expect(() => limitsFor('constructor')).toThrow(/constructor/);
});

it.each(AWARD_YEARS)('the limits of %s have a date, and each amount a label and a citation', (year) => {
  const { effective, dependentUndergraduate, independentUndergraduate, ...others } = limitsFor(year);
  const amounts = [dependentUndergraduate, independentUndergraduate, others].flatMap((rows) =>
    Object.values(rows),
  );
  expect(effective).toBe(`${year.slice(0, 4)}-07-01`);
  expect(amounts).toHaveLength(9);
  for (const { subsidizedMaximum, total } of amounts) {
    for (const { source } of [subsidizedMaximum, total]) expect(source).toMatch(/CFR|U\.S\.C\./);
  }
  expect(new Set(amounts.map(({ label }) => label)).size).toBe(amounts.length);
});

type Library = typeof import('../../src/library/index.js') & typeof import('../../src/library/csv.js');

let library: Library;
beforeAll(async () => {
  const outfile = join(ownFolder('award-year'), 'library.mjs');
  await build({
    stdin: {
      contents: `export * from './src/library/index.ts'; export * from './src/library/csv.ts';`,
      resolveDir: ROOT,
    },
    bundle: true,
    outfile,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import', 'browser'],
    logLevel: 'error',
    plugins: [oneMoreAwardYear],
  });
  library = await import(/* @vite-ignore */ pathToFileURL(outfile).href);
});

const REQUEST = firstYear([{ credits_enrolled: 12 }, { credits_enrolled: 12 }], { subsidized_amount: 4000 });

it('an award year that is added to the tables has limits of its own, which decide what is refused and what is paid', () => {
  expect(readJsonStudent({ ...REQUEST }).ok).toBe(false);
  const reading = library.readStudent(REQUEST, ADDED_YEAR);
  if (!reading.ok) throw new Error('The student was refused.');
  expect(library.calculate(reading.student)).toMatchObject({
    annual_basic_eligibility_sub: 4000,
    annual_basic_eligibility_unsub: 2000,
  });
  const { rules, steps } = library.explain(reading.student);
  expect(rules.award_year).toBe(ADDED_YEAR);
  expect(steps.find(({ id }) => id === 'statutory_limit')?.result.value).toBe('6000');
});

it('an award year that is added to the tables is refused where it has no table, by name', () => {
  expect(library.readStudent(REQUEST, '2031-32')).toEqual({
    ok: false,
    errors: {
      award_year: `The award year must be ${listed([...AWARD_YEARS, ADDED_YEAR], 'or')}: other award years have no table of limits. Given: "2031-32". Leave it out for ${CURRENT_AWARD_YEAR}.`,
    },
  });
});

it('an award year that is added to the tables travels with the chunks of a file', () => {
  const row = (term: string) => `A,dependent,first_year,4000,${term},12\n`;
  const header =
    'student_id,dependency_status,grade_level,subsidized_amount,term_label,term_credits_enrolled\n';
  const file = new TextEncoder().encode(header + row('Fall') + row('Spring'));
  const failed = (awardYear: string) => library.calculateCsv(file, { awardYear }).failedStudents;
  expect([failed(CURRENT_AWARD_YEAR), failed(ADDED_YEAR)]).toEqual([1, 0]);
  expect(() => failed('2031-32')).toThrow(new RegExp(`2031-32.*${[...AWARD_YEARS, ADDED_YEAR].join(', ')}`));
});
