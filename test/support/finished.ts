import { type ChildProcess, spawn } from 'node:child_process';
import { endWithUs } from './with-us.js';

/** How a program ended, and what it wrote. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. */
export async function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  return finished(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options }));
}

/** What a child process wrote, once it has ended. */
export async function finished(child: ChildProcess): Promise<Finished> {
  endWithUs(child);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code, stdout, stderr }));
  });
}
