import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** A document as it is, by its path from the root. */
export function documentText(path: string): string {
  return readFileSync(resolve(ROOT, path), 'utf8');
}

/** The code blocks of a language in a document, in order. */
export function codeBlocks(language: string, path = 'README.md'): string[] {
  const blocks = documentText(path).matchAll(/^```(.+)\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, found, code = '']) => (found === language ? [code] : []));
}

/** The only code block of a language in a document that contains a text. @throws when there is none, or more than one. */
export function codeBlock(language: string, contained: string, path = 'README.md'): string {
  const [block, ...others] = codeBlocks(language, path).filter((code) => code.includes(contained));
  if (block === undefined || others.length > 0) {
    throw new Error(`${others.length} more than one ${language} block contains "${contained}".`);
  }
  return block;
}
