import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Which rooms each room may use; its own is always one of them. */
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  'src/engine': [],
  'src/contract': ['src/engine'],
  'src/bulk': ['src/contract', 'src/engine'],
  'src/keys': [],
  'src/ops': [],
  'src/http': ['src/bulk', 'src/contract', 'src/engine', 'src/keys'],
  workers: ['src/bulk', 'src/ops', 'src/contract', 'src/engine'],
};

function roomOf(file: string): string | undefined {
  return Object.keys(MAY_USE).find((room) => file.startsWith(`${room}/`));
}

function importsOf(file: string): string[] {
  return [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) => target);
}

describe('the house', () => {
  it('has imports that run one way', () => {
    const wrong: string[] = [];
    for (const file of [...sources('src'), ...sources('workers')]) {
      const room = roomOf(file);
      if (room === undefined) continue;
      for (const target of importsOf(file).filter((name) => name.startsWith('.'))) {
        const path = relative(root, resolve(root, dirname(file), target));
        const used = roomOf(path);
        if (used !== room && !(used !== undefined && MAY_USE[room]?.includes(used)))
          wrong.push(`${file} uses ${path}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has one file on each side of the queue that knows BullMQ', () => {
    const users = [...sources('src'), ...sources('workers')].filter((file) =>
      importsOf(file).includes('bullmq'),
    );
    expect(users.map((file) => dirname(file)).sort()).toEqual(['src/bulk/queue', 'workers']);
  });

  it('has an engine that knows decimal.js and nothing else from outside', () => {
    const outside = sources('src/engine')
      .flatMap(importsOf)
      .filter((name) => !name.startsWith('.'));
    expect([...new Set(outside)]).toEqual(['decimal.js']);
  });

  it('has no binary floating point in the engine', () => {
    const floats = sources('src/engine').filter((file) =>
      /Math\.round|parseFloat|toFixed|toPrecision|\bNumber\(/.test(withoutComments(read(file))),
    );
    expect(floats).toEqual([]);
  });

  it('has no two tests of one name in a file', () => {
    const twice = sources('test').flatMap((file) => {
      const names = [...read(file).matchAll(/^\s*(?:it|test)(?:\.each)?\('([^']+)'/gm)].map(
        ([, name = '']) => name,
      );
      return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${file}: ${name}`);
    });
    expect(twice).toEqual([]);
  });
});

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
}
