import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { issueKey } from '../../src/keys/keys.js';
import { type LogLine, startProcess } from './service-process.js';
import { ownFolder } from './with-us.js';

const KEYS_ENTRY = resolve(import.meta.dirname, '../../dist/src/keys/cli.js');

/** A real API process, on ports of its own, with a key file of its own. */
export type Api = Awaited<ReturnType<typeof startApi>>;

const readyLine = z.object({ address: z.url(), admin_port: z.number() });
const jsonObject = z.record(z.string(), z.unknown());

/** Starts the API as an operator does and resolves when it takes requests. `prepare` may work on the key file before the start. */
export async function startApi(
  env: Readonly<Record<string, string>> = {},
  prepare: (keys: (...args: readonly string[]) => Promise<LogLine>) => Promise<void> = async () => {},
) {
  const keysFile = join(ownFolder('api'), 'keys.json');
  /** Runs the keys command line on the key file. */
  const keys = (...args: readonly string[]) => runKeys(keysFile, args);
  const { key, token } = await issueKey(keysFile, 'Test University', null, new Date());
  await prepare(keys);
  const started = startProcess('src/main.js', { PORT: '0', KEYS_FILE: keysFile, ...env });
  const ready = readyLine.parse(await started.logged(({ msg }) => msg === 'ready'));
  const { hostname, port } = new URL(ready.address);
  return {
    ...started,
    host: hostname,
    port: Number(port),
    url: ready.address,
    adminUrl: `http://${hostname}:${ready.admin_port}`,
    token,
    keyId: key.id,
    keysFile,
    keys,
    peakMemory: () => peakMemory(started.pid),
  };
}

async function runKeys(keysFile: string, args: readonly string[]): Promise<LogLine> {
  const command = [KEYS_ENTRY, ...args, '--json', '--file', keysFile];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  return jsonObject.parse(JSON.parse(stdout));
}

/** Most memory that a process ever had, bytes; what it has now, on systems that do not keep that. */
async function peakMemory(pid: number): Promise<number> {
  const kibibytes =
    process.platform === 'linux'
      ? /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
      : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim();
  if (kibibytes === undefined) throw new Error('The system does not tell the memory of the process.');
  return Number(kibibytes) * 1024;
}
