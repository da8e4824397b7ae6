import { spawn, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join, resolve } from 'node:path';
import { endWithUs } from '../support/with-us.js';

const FOLDER = resolve(import.meta.dirname, '../../docs/clients');

/** The clients of the documentation, each with the program that runs it. */
export const CLIENTS = [
  { file: 'client.sh', command: ['bash'], tool: 'curl', readsWhileSending: true },
  { file: 'client.mjs', command: [process.execPath], tool: process.execPath, readsWhileSending: true },
  // Python's own library sends everything before it reads, and is cut off when a stranger sends a long file.
  { file: 'client.py', command: ['python3'], tool: 'python3', readsWhileSending: false },
  // It runs too briefly for the second compiler to be worth its time.
  {
    file: 'Client.java',
    command: ['java', '-XX:TieredStopAtLevel=1'],
    tool: 'java',
    readsWhileSending: true,
  },
] as const;
export type ClientProgram = (typeof CLIENTS)[number];

/** Whether this machine has what the client needs. */
export function canRun({ tool }: ClientProgram): boolean {
  return spawnSync(tool, ['--version']).error === undefined;
}

/** A client that runs. */
export interface RunningClient {
  /** Resolves with the first piece that it writes to standard error. */
  readonly complaint: Promise<string>;
  readonly ended: Promise<{ readonly exitCode: number | null; readonly out: string; readonly err: string }>;
}

/** Starts a client as its first lines say. */
export function startClient(
  { command: [program, ...options], file }: ClientProgram,
  service: { readonly url: string; readonly token: string },
  ...files: readonly string[]
): RunningClient {
  const child = spawn(program, [...options, join(FOLDER, file), ...files], {
    env: { PATH: process.env['PATH'], PRORATA_URL: service.url, API_KEY: service.token },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child);
  const texts = { out: '', err: '' };
  const news = new EventEmitter();
  child.stdout.on('data', (piece: Buffer) => {
    texts.out += piece.toString();
  });
  child.stderr.on('data', (piece: Buffer) => {
    texts.err += piece.toString();
    news.emit('complaint', texts.err);
  });
  return {
    complaint: once(news, 'complaint').then(([text]) => String(text)),
    ended: once(child, 'close').then(([exitCode]) => ({ exitCode, ...texts })),
  };
}
