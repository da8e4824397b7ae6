import { expect, test } from 'vitest';
import { loadConfig } from '../../src/ops/config.js';
import { FILE_LIMITS, MAX_FILE_BYTES } from '../../src/web/file/worker/file-limits.js';

test('the page refuses the files that a service refuses whose operator has changed nothing', () => {
  const { bulkMaxColumns, bulkMaxCellBytes, bulkMaxRows, bulkMaxBytes } = loadConfig({});
  expect(FILE_LIMITS).toEqual({
    maxColumns: bulkMaxColumns,
    maxCellBytes: bulkMaxCellBytes,
    maxRows: bulkMaxRows,
  });
  expect(MAX_FILE_BYTES).toBeGreaterThanOrEqual(bulkMaxBytes);
});
