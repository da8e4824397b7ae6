import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';

const children = new Set<ChildProcess>();
const folders = new Set<string>();
process.once('exit', endAll);
// How Vitest ends its processes. Their children would be left behind.
process.once('SIGTERM', () => {
  endAll();
  process.exit(1);
});

function endAll(): void {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** Sees that a process does not outlive this one, however this one ends. */
export function endWithUs(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
}

/** Sees that a folder does not outlive this process, whether or not somebody takes it away before. */
export function removeWithUs(folder: string): void {
  folders.add(folder);
}
