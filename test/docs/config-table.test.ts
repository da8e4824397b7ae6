import { expect, test } from 'vitest';
import { renderConfigTable } from './config-table.js';

test.each([
  '| `PORT` | `3000` |  | API | Port for callers; 0 for any free port |',
  '| `JSON_MAX_BYTES` | `1MiB` | bytes | API | Largest JSON body, after decompression |',
  '| `CSV_ESCAPE_FORMULAS` | `false` |  | API | Put an apostrophe before cells that a spreadsheet would run as formulas |',
  '| `ADMIN_HOST` | the value of `HOST` |  | both | Address of the operator port, which is not for callers |',
  '| `PUBLIC_URL` | unset |  | API | Address that callers use, shown as the server in the OpenAPI document |',
  '| `WORKER_CONCURRENCY` | `2` | chunks | worker | Chunks that one worker process takes at once |',
])('the table has default, unit, readers and meaning: %s', (line) => {
  expect(renderConfigTable().split('\n')).toContain(line);
});
