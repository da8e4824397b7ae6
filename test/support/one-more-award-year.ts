import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../../src/engine/award-years.js';

export const ADDED_YEAR = '2098-99';

/** Adds an award year: $4,000 subsidized and $6,000 in total for dependent first-year students. */
export const oneMoreAwardYear: Plugin = {
  name: 'one more award year',
  setup: ({ onLoad }) => {
    onLoad({ filter: /engine\/limits\.ts$/ }, async ({ path }) => ({
      contents: withOneMoreTable(await readFile(path, 'utf8')),
      loader: 'ts',
    }));
    onLoad({ filter: /engine\/award-years\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/ = \[(.*)\]/, ` = [$1, '${ADDED_YEAR}']`),
      loader: 'ts',
    }));
  },
};

function withOneMoreTable(source: string): string {
  const recordOf = (year = ''): string =>
    new RegExp(`\\n {2}'${year}': \\{\\n[\\s\\S]*?\\n {2}\\},`).exec(source)?.[0] ?? '';
  const current = recordOf(CURRENT_AWARD_YEAR);
  const added = current
    .replace(CURRENT_AWARD_YEAR, ADDED_YEAR)
    .replace(
      /undergraduates\(\s*'dependent undergraduate'[\s\S]*?\n {4}\)/,
      '{ ...$&, first_year: { ...$&.first_year, subsidizedMaximum: dated(4_000, "2098-07-01", ""), total: dated(6_000, "2098-07-01", "") } }',
    );
  const last = recordOf(AWARD_YEARS.at(-1));
  return source.replace(last, () => `${last}${added}`);
}
