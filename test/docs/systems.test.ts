import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFacts } from '../../src/recipe/columns/suggest.js';
import { NAME_HINTS } from '../../src/recipe/columns/usual-names.js';
import { openTable } from '../../src/table/open-table.js';
import { runToEnd } from '../../src/table/steps.js';
import { ROOT, readText } from '../support/yaml-files.js';

const SYSTEMS = [
  ...readText('docs/systems.md').matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \| \[[^\]]+\]\(([^)]+)\) \|$/gm),
].map(([, system = '', columns = '', sample = '']) => ({
  system,
  sample,
  columns: columns.split(', ').map((name) => name.replaceAll('`', '')),
}));

test('the page has the systems that aid offices use', () => {
  const names = ['Banner', 'Colleague', 'PeopleSoft', 'Jenzabar', 'PowerFAIDS', 'Anthology'];
  expect(SYSTEMS.map(({ system }) => system.split(' ', 1)[0])).toEqual(names);
});

test.each(SYSTEMS)('$system: its sample has the columns that the page says', async ({ sample, columns }) => {
  const bytes = await readFile(join(ROOT, 'docs', sample));
  const facts = runToEnd(readFacts(await openTable(bytes, { hints: NAME_HINTS })));
  expect(facts.columns.map(({ name }) => name)).toEqual(columns);
});
