import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | undefined;

/** A path in a folder of this run, which goes away with the process. */
export function temporaryPath(name: string): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'bench-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  return join(folder, name);
}
