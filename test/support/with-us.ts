import type { ChildProcess } from 'node:child_process';

const children = new Set<ChildProcess>();
process.once('exit', endAll);
// A test process that hangs is told to end, and would leave its children behind.
process.once('SIGTERM', () => {
  endAll();
  process.exit(1);
});

function endAll(): void {
  for (const child of children) child.kill('SIGKILL');
}

/** Sees that a process does not outlive this one, however this one ends. */
export function endWithUs(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
}
