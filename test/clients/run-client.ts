import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { basename, join, resolve } from 'node:path';
import { type Finished, finished } from '../support/finished.js';

const FOLDER = resolve(import.meta.dirname, '../../docs/clients');

/** It runs too briefly for the second compiler to be worth its time. */
const QUICK_JAVA = '-XX:TieredStopAtLevel=1';

/** The clients of the documentation, each with the program that runs it. */
export const CLIENTS = [
  { file: 'client.sh', command: ['bash'], tool: 'curl', readsWhileSending: true },
  { file: 'client.mjs', command: [process.execPath], tool: process.execPath, readsWhileSending: true },
  // Python's own library sends everything before it reads, and is cut off when a stranger sends a long file.
  { file: 'client.py', command: ['python3'], tool: 'python3', readsWhileSending: false },
  { file: 'Client.java', command: ['java', QUICK_JAVA], tool: 'java', readsWhileSending: true },
] as const;
export type ClientProgram = (typeof CLIENTS)[number];

/** Whether this machine has what the client needs. */
export function canRun({ tool }: ClientProgram): boolean {
  return spawnSync(tool, ['--version']).error === undefined;
}

/** How a client is started as its first lines say. */
export function asPrinted({ command, file }: ClientProgram): readonly string[] {
  return [...command, join(FOLDER, file)];
}

/** {@link asPrinted}, but one in Java is compiled into the folder once, and not at each start, which takes three times as long. */
export function compiled(client: ClientProgram, folder: string): readonly string[] {
  if (client.tool !== 'java' || spawnSync('javac', ['-d', folder, join(FOLDER, client.file)]).status !== 0)
    return asPrinted(client);
  return [client.tool, QUICK_JAVA, '-cp', folder, basename(client.file, '.java')];
}

/** Where a client sends, and how it is set up. */
export interface Service {
  readonly url: string;
  /** Undefined leaves the variable unset. */
  readonly token: string | undefined;
  readonly folder?: string;
  /** Seconds without a byte after which a client gives up. */
  readonly stalledAfter?: number;
}

/** Starts a client with these files; `complaint` resolves with the first that it writes to standard error. */
export function startClient(
  [program = '', ...options]: readonly string[],
  { url, token, stalledAfter, folder }: Service,
  ...files: readonly string[]
): { readonly complaint: Promise<unknown>; readonly ended: Promise<Finished> } {
  // A variable of undefined is left unset.
  const env = {
    ...{ PATH: process.env['PATH'], PRORATA_URL: url, PRORATA_KEY: token, TMPDIR: folder },
    PRORATA_TIMEOUT: stalledAfter?.toString(),
  };
  const child = spawn(program, [...options, ...files], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  return { complaint: once(child.stderr, 'data'), ended: finished(child) };
}
