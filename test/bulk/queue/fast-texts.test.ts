import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../support/finished.js';

const WORKER = join(resolve(import.meta.dirname, '../../..'), 'dist/src/bulk/queue/start-worker.js');

const PROGRAM = `
  import { pathToFileURL } from 'node:url';
  await import(pathToFileURL('${WORKER}').href);
  console.log(%HasFastProperties(String.prototype));
`;

/**
 * A class that extends String, as ioredis 6.0.0 has one, makes V8 look up each method of a text in a dictionary from then on. Answers are
 * written text by text: that took a sixth of a worker's time.
 */
test('what a worker loads leaves the methods of texts where V8 finds them fast', async () => {
  const flags = ['--allow-natives-syntax', '--input-type=module', '--eval', PROGRAM];
  expect((await run(process.execPath, flags)).stdout.trim()).toBe('true');
});
