import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { REQUEST_COLUMNS } from '../../src/contract/field-list.js';
import {
  allVariables,
  apiVariables,
  formatBytes,
  variableName,
  workerVariables,
} from '../../src/ops/config-variables.js';
import { withTables } from '../support/with-tables.js';
import { ROOT, readText } from '../support/yaml-files.js';

test('docs/configuration.md has the variables just as the service has them (-u writes it)', async () => {
  const file = 'docs/configuration.md';
  const page = withTables(readText(file), configTables());
  await expect(page).toMatchFileSnapshot(`${ROOT}/${file}`);
});

function configTables(): Record<string, string> {
  const meta = z.object({ description: z.string().min(1), unset: z.string().default('unset') });
  const head = '| Variable | Default | Meaning |\n| --- | --- | --- |';
  const tables: Record<string, string> = { both: head, worker: head, API: head };
  for (const [key, schema] of Object.entries(allVariables)) {
    const { unset, description } = meta.parse(schema.meta());
    const value = schema.parse(undefined);
    const shown = key.endsWith('Bytes') ? formatBytes(Number(value)) : String(value);
    const isOfApi = key in apiVariables.shape;
    const readers = !(key in workerVariables.shape) ? 'API' : isOfApi ? 'both' : 'worker';
    const cells = [`\`${variableName(key)}\``, value === undefined ? unset : `\`${shown}\``, description];
    tables[readers] += `\n| ${cells.join(' | ')} |`;
  }
  return tables;
}

test('docs/template.csv has every column, in their order (-u writes it)', async () => {
  const rows: unknown[] = parse(readText('docs/template.csv'), { columns: true });
  const text = stringify(rows, { header: true, columns: [...REQUEST_COLUMNS], record_delimiter: '\n' });
  await expect(text).toMatchFileSnapshot(`${ROOT}/docs/template.csv`);
});
