import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
export const README = resolve(ROOT, 'README.md');

/** The README as it is. */
export const readme = readFileSync(README, 'utf8');

/** A text with a new table between `<!-- name:start -->` and `<!-- name:end -->`, for each name. @throws when a pair is not there. */
export function withTables(text: string, tables: Readonly<Record<string, string>>): string {
  let result = text;
  for (const [name, table] of Object.entries(tables)) {
    const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
    const from = result.indexOf(start);
    const to = result.indexOf(end);
    if (from < 0 || to < from) throw new Error(`There is no place for the table "${name}".`);
    result = `${result.slice(0, from)}${start}\n${table}\n${result.slice(to)}`;
  }
  return result;
}

/** The code blocks of a language, in order. */
export function codeBlocks(language: string): string[] {
  const blocks = readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, found, code = '']) => (found === language ? [code] : []));
}

/** The only code block of a language that contains a text. @throws when there is none, or more than one. */
export function codeBlock(language: string, contained: string): string {
  const [block, ...others] = codeBlocks(language).filter((code) => code.includes(contained));
  if (block === undefined || others.length > 0) {
    throw new Error(`${others.length} more than one ${language} block contains "${contained}".`);
  }
  return block;
}
