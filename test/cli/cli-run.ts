import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EXIT } from '../../src/cli/command.js';
import { type Finished, finished } from '../support/finished.js';
import { endWithUs, ownFolder } from '../support/with-us.js';

export const PROGRAM = resolve(import.meta.dirname, '../../dist/src/cli/prorata.js');

/** For tests whose dollars belong to one award year. */
export const IN_2026 = ['--award-year', '2026-27'];

export interface Start {
  readonly cwd?: string;
  /** Added to the minimal environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
}

export function start(args: readonly string[], { cwd, env }: Start = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  endWithUs(child);
  // A program that refuses its input stops reading, so writing to it fails.
  child.stdin.on('error', () => {});
  return child;
}

/** Runs the real program. @throws Error for an unintended exit code, which not every test checks. */
export async function prorata(args: readonly string[], options: Start = {}): Promise<Finished> {
  const child = start(args, options);
  child.stdin.end(options.input ?? '');
  const end = await finished(child);
  if (end.code !== null && (end.code <= EXIT.refused || end.code === EXIT.interrupted)) return end;
  throw new Error(`prorata ${args.join(' ')} ended with ${end.code ?? child.signalCode}: ${end.stderr}`);
}

export function folder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const path = ownFolder('prorata');
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return path;
}

export async function namesIn(path: string): Promise<string[]> {
  return (await readdir(path)).sort();
}
