import { readText } from './yaml-files.js';

/** The code blocks of a document, in order. `info` is the text after the opening fence. */
export function codeBlocks(path: string) {
  const blocks = readText(path).matchAll(/^```(.+)\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, info = '', code = '']) => ({ info, code }));
}

/** The only block of a kind that contains a text. @throws Error if there is none or more than one. */
export function codeBlock(path: string, kind: string, contained = ''): string {
  const found = codeBlocks(path).filter(({ info, code }) => info === kind && code.includes(contained));
  const [block] = found;
  if (block === undefined || found.length > 1)
    throw new Error(`${path} has ${found.length} blocks of ${kind} with "${contained}".`);
  return block.code;
}
