import { type ChildProcess, spawn } from 'node:child_process';
import { endWithUs } from './with-us.js';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  return finished(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options }));
}

export const finished = (child: ChildProcess): Promise<Finished> => followed(child).ended;

export function followed(child: ChildProcess) {
  endWithUs(child);
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  const ended = new Promise<Finished>((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code, ...written }));
  });
  return { written, ended };
}
