import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** A document as it is, by its path from the root. */
export function documentText(path: string): string {
  return readFileSync(resolve(ROOT, path), 'utf8');
}

/** A block of code in a document, with what follows the fence. */
export interface CodeBlock {
  readonly info: string;
  readonly code: string;
}

/** The blocks of code in a document, in order. */
export function codeBlocks(path: string): CodeBlock[] {
  const blocks = documentText(path).matchAll(/^```(.+)\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, info = '', code = '']) => ({ info, code }));
}

/** The only block of a kind that contains a text. @throws when there is none, or more than one. */
export function codeBlock(path: string, kind: string, contained = ''): string {
  const found = codeBlocks(path).filter(({ info, code }) => info === kind && code.includes(contained));
  const [block] = found;
  if (block === undefined || found.length > 1)
    throw new Error(`${path} has ${found.length} blocks of ${kind} with "${contained}".`);
  return block.code;
}
