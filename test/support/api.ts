import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { z } from 'zod';
import { endWithUs } from './with-us.js';

const ROOT = resolve(import.meta.dirname, '../..');
const ENTRY = join(ROOT, 'dist/src/main.js');
const KEYS_ENTRY = join(ROOT, 'dist/src/keys/cli.js');

/** Twice what a process takes at most to stop by itself. */
const STOP_PATIENCE_MS = 20_000;

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** One line of the log, parsed. */
export type LogLine = Readonly<Record<string, unknown>>;

/** A real API process, on ports of its own, with a key file of its own. */
export interface Api {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  readonly adminUrl: string;
  /** A key that works. */
  readonly token: string;
  readonly keyId: string;
  readonly keysFile: string;
  readonly pid: number;
  /** Everything that was written so far, on standard output and standard error, line by line. */
  logs(): string[];
  /** The first line of the log, also of those written already, that fits. Rejects when the process ends without it. */
  logged(fits: (line: LogLine) => boolean): Promise<LogLine>;
  /** Runs the keys command line on the key file. */
  keys(...args: readonly string[]): Promise<LogLine>;
  /** Most memory that the process ever had, bytes. */
  peakMemory(): Promise<number>;
  /** Resolves when the process has ended, whoever ended it. */
  readonly ended: Promise<Ended>;
  /** Sends a signal without waiting for what it does. */
  kill(signal: NodeJS.Signals): void;
  /** Asks the process to stop and takes its files away. A second call does nothing more. */
  stop(): Promise<Ended>;
}

const readyLine = z.object({ msg: z.literal('ready'), address: z.url(), admin_port: z.number() });
const issuedKey = z.object({ id: z.string(), token: z.string() });
const anyLine = z.record(z.string(), z.unknown());

/**
 * Starts the API as an operator does and resolves when it takes requests. `env` comes on top of the tests' own;
 * `prepare` may work on the key file before the start.
 */
export async function startApi(
  env: Readonly<Record<string, string>> = {},
  prepare: (keys: Api['keys']) => Promise<void> = async () => {},
): Promise<Api> {
  const folder = await mkdtemp(join(tmpdir(), 'api-'));
  const keysFile = join(folder, 'keys.json');
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const keys = (...args: readonly string[]) => runKeys(keysFile, args);
  try {
    const { id, token } = issuedKey.parse(await keys('issue', '--holder', 'Test University'));
    await prepare(keys);
    const child = spawn(process.execPath, [ENTRY], {
      env: { ...ownEnvironment(), KEYS_FILE: keysFile, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endWithUs(child);
    const lines = collectLines(child);
    const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal }));
    const logged = (fits: (line: LogLine) => boolean) => lines.first(fits, ended);
    const ready = readyLine.parse(await logged(({ msg }) => msg === 'ready'));
    const address = new URL(ready.address);
    let isToldToStop = false;
    const kill = (signal: NodeJS.Signals): void => {
      isToldToStop ||= signal === 'SIGTERM' || signal === 'SIGINT';
      child.kill(signal);
    };
    return {
      host: address.hostname,
      port: Number(address.port),
      url: ready.address,
      adminUrl: `http://${address.hostname}:${ready.admin_port}`,
      token,
      keyId: id,
      keysFile,
      pid: child.pid ?? 0,
      logs: () => [...lines.all],
      logged,
      keys,
      peakMemory: () => peakMemory(child.pid ?? 0),
      ended,
      kill,
      stop: async () => {
        if (!isToldToStop) kill('SIGTERM');
        const giveUp = setTimeout(() => kill('SIGKILL'), STOP_PATIENCE_MS);
        const end = await ended;
        clearTimeout(giveUp);
        await removeFolder();
        return end;
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/** What the process needs of the surroundings, and nothing that could set it up differently. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'info' };
}

async function runKeys(keysFile: string, args: readonly string[]): Promise<LogLine> {
  const command = [KEYS_ENTRY, ...args, '--json', '--file', keysFile];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  return anyLine.parse(JSON.parse(stdout));
}

function collectLines(child: ChildProcess) {
  const all: string[] = [];
  const news = new EventEmitter();
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) throw new Error('The process has no output to read.');
    createInterface({ input: stream }).on('line', (line) => {
      all.push(line);
      news.emit('line', line);
    });
  }
  const first = (fits: (line: LogLine) => boolean, ended: Promise<Ended>): Promise<LogLine> =>
    new Promise((found, failed) => {
      const look = (text: string): boolean => {
        const line = parsedLine(text);
        if (line === undefined || !fits(line)) return false;
        news.off('line', look);
        found(line);
        return true;
      };
      if (all.some(look)) return;
      news.on('line', look);
      void ended.then(({ code }) => {
        failed(new Error(`The process ended with ${code} before it wrote that line:\n${all.join('\n')}`));
      });
    });
  return { all, first };
}

function parsedLine(text: string): LogLine | undefined {
  if (!text.startsWith('{')) return undefined;
  return anyLine.parse(JSON.parse(text));
}

async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kibibytes === undefined) throw new Error('The system does not tell the peak memory of the process.');
  return Number(kibibytes) * 1024;
}
