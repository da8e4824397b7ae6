import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { issueKey } from '../../src/keys/keys.js';
import { type LogLine, startProcess } from './service-process.js';
import { ownFolder } from './with-us.js';

const KEYS_ENTRY = resolve(import.meta.dirname, '../../dist/src/keys/cli.js');

export type Api = Awaited<ReturnType<typeof startApi>>;

const readyLine = z.object({ address: z.url(), admin_port: z.number() });
const jsonObject = z.record(z.string(), z.unknown());

/** Starts the API as an operator does; resolves when it is ready. `prepare` can first edit the key file. */
export async function startApi(
  env: Readonly<Record<string, string>> = {},
  prepare: (keys: (...args: readonly string[]) => Promise<LogLine>) => Promise<void> = async () => {},
) {
  const keysFile = join(ownFolder('api'), 'keys.json');
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
    peakMemory: async () => memoryBytes(started.pid, 'VmHWM'),
  };
}

async function runKeys(keysFile: string, args: readonly string[]): Promise<LogLine> {
  const command = [KEYS_ENTRY, ...args, '--json', '--file', keysFile];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  return jsonObject.parse(JSON.parse(stdout));
}

/** Memory of a process in bytes: current (`VmRSS`) or peak (`VmHWM`; current where not on Linux). */
export function memoryBytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const kibibytes =
    process.platform === 'linux'
      ? new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  if (kibibytes === undefined) throw new Error('The system does not tell the memory of the process.');
  return Number(kibibytes) * 1024;
}
