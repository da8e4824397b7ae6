import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const children = new Set<ChildProcess>();
const folders = new Set<string>();
process.once('exit', endAll);
// Vitest ends its processes with SIGTERM; without this, their children would go on running.
process.once('SIGTERM', () => {
  endAll();
  process.exit(1);
});

function endAll(): void {
  for (const child of children) child.kill('SIGKILL');
  // By a process of its own: Vitest waits only half a second before it kills this one.
  spawn('rm', ['-rf', ...folders], { detached: true, stdio: 'ignore' }).unref();
}

/** Kills a child process when this process ends, however it ends. */
export function endWithUs(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
}

export function serving(program: string, args: readonly string[]) {
  const child = spawn(program, args, { stdio: 'ignore' });
  endWithUs(child);
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { stop };
}

/** A new temporary folder, deleted when this process ends. */
export function ownFolder(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
  folders.add(folder);
  return folder;
}
