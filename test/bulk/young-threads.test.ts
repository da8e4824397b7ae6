import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../support/finished.js';

const DIST = resolve(import.meta.dirname, '../../dist');

/** Starts threads and stops them again, each time a little later in their start. */
const PROGRAM = `
  import { setTimeout as pause } from 'node:timers/promises';
  import { pathToFileURL } from 'node:url';
  const { ThreadRunner } = await import(pathToFileURL('${join(DIST, 'src/bulk/thread-runner.js')}').href);
  const filename = pathToFileURL('${join(DIST, 'workers/chunk-thread.js')}');
  for (let ms = 50; ms < 200; ms += 3) {
    const threads = new ThreadRunner({ filename, threads: 4, onDemand: false, onBusy: () => {}, onFailure: () => {} });
    await pause(ms);
    await threads.close();
  }
`;

test('threads that are stopped while they start do not take the process with them', async () => {
  const { code, stderr } = await run(process.execPath, ['--input-type=module', '--eval', PROGRAM]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
