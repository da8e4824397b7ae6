import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders of the checkout that no process of the service writes to. */
const NOT_OURS = new Set(['node_modules', '.git', 'dist', 'coverage']);
const LARGEST_BYTES = 64 * 2 ** 20;

/** The files below a folder that were changed since `since` (milliseconds since the epoch) and hold one of the texts. */
export async function filesHolding(
  folder: string,
  since: number,
  texts: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  // Whatever another process takes away or forbids is not this one's.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !NOT_OURS.has(entry.name)) {
      found.push(...(await filesHolding(path, since, texts)));
    } else if (entry.isFile() && (await holdsOne(path, since, texts))) {
      found.push(path);
    }
  }
  return found;
}

async function holdsOne(path: string, since: number, texts: readonly string[]): Promise<boolean> {
  const about = await stat(path).catch(() => null);
  if (about === null || about.mtimeMs < since || about.size > LARGEST_BYTES) return false;
  const content = await readFile(path).catch(() => Buffer.alloc(0));
  return texts.some((text) => content.includes(text));
}
