import { expect, test } from 'vitest';
import { requestColumnTable } from '../../src/contract/openapi/csv-columns.js';
import { withTables } from '../support/with-tables.js';
import { renderConfigTable } from './config-table.js';
import { renderLimitsTable } from './limits-table.js';
import { documentText, ROOT } from './readme.js';

/** `npx vitest run test/docs -u` writes the tables into the documents. */
test.each([
  ['docs/configuration.md', { limits: renderLimitsTable(), config: renderConfigTable() }],
  ['docs/columns.md', { columns: requestColumnTable() }],
])('%s has its tables just as the service has them', async (file, tables) => {
  await expect(withTables(documentText(file), tables)).toMatchFileSnapshot(`${ROOT}/${file}`);
});
