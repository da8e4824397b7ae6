import { expect, test } from 'vitest';
import { USUAL_LIMITS } from '../../src/csv/head.js';
import { loadConfig } from '../../src/ops/config.js';
import { MAX_FILE_BYTES } from '../../src/web/file/worker/blobs.js';

test('the page refuses the files that a service refuses whose operator has changed nothing', () => {
  const { bulkMaxColumns, bulkMaxCellBytes, bulkMaxRows, bulkMaxBytes } = loadConfig({});
  expect(USUAL_LIMITS).toEqual({
    maxColumns: bulkMaxColumns,
    maxCellBytes: bulkMaxCellBytes,
    maxRows: bulkMaxRows,
  });
  expect(MAX_FILE_BYTES).toBeGreaterThanOrEqual(bulkMaxBytes);
});
