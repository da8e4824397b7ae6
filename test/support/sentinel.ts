import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.js';
import { ownFolder, serving } from './with-us.js';

/** Starts a Sentinel with these configuration lines, stopped with the running test. @returns its port. */
export async function startSentinel(...lines: readonly string[]): Promise<number> {
  const port = await freePort();
  const file = join(ownFolder('sentinel'), 'sentinel.conf');
  await writeFile(file, [`port ${port}`, 'bind 127.0.0.1', ...lines, ''].join('\n'));
  const { stop } = serving('redis-server', [file, '--sentinel']);
  onTestFinished(stop);
  return port;
}
