import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Which rooms each room may use; its own is always one of them. The files of `src` itself wire the API together. */
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  'src/engine': [],
  'src/contract': ['src/engine'],
  'src/csv': ['src/contract', 'src/engine'],
  'src/recipe': ['src/csv', 'src/contract', 'src/engine'],
  'src/review': ['src/recipe', 'src/csv', 'src/contract', 'src/engine'],
  'src/bulk': ['src/csv', 'src/contract', 'src/engine'],
  'src/web': ['src/recipe', 'src/review', 'src/csv', 'src/contract', 'src/engine'],
  'src/keys': [],
  'src/ops': [],
  'src/http': ['src/bulk', 'src/csv', 'src/contract', 'src/engine', 'src/keys'],
  src: ['src/http', 'src/bulk', 'src/csv', 'src/contract', 'src/engine', 'src/keys', 'src/ops'],
  // Its commands start the others.
  'src/cli': [
    'src',
    'workers',
    'src/bulk',
    'src/review',
    'src/recipe',
    'src/csv',
    'src/contract',
    'src/engine',
    'src/keys',
    'src/ops',
  ],
  workers: ['src/bulk', 'src/csv', 'src/contract', 'src/engine', 'src/ops'],
};

/** Rooms that run in a browser as they stand, and the packages that they may use there. */
const PURE_ROOMS = ['src/engine', 'src/contract', 'src/csv', 'src/recipe', 'src/review', 'src/web'];
const PURE_PACKAGES = [
  'decimal.js',
  'zod',
  'leven',
  'csv-parse/sync',
  'csv-stringify/sync',
  'fflate',
  'saxen',
];

/** Our own words for what has a word in the field, each as the words of an identifier. */
const FORMER_WORDS = ['chunk desk', 'presence', 'under way', 'hand out', 'let go', 'slice', 'exchange'];

const FILES = ['src', 'workers'].flatMap(sources);

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function roomOf(file: string): string {
  const [first = '', second = '', ...deeper] = file.split('/');
  return first === 'src' && (deeper.length > 0 || !second.includes('.')) ? `${first}/${second}` : first;
}

function importsOf(file: string): string[] {
  return [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) => target);
}

function codeOf(file: string): string {
  return read(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '');
}

/** `chunk-desk`, `chunkDesk` and `CHUNK_DESK` as `chunk desk`. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_./]/g, ' ')
    .toLowerCase();
}

function formerWordsIn(name: string): string[] {
  const words = ` ${wordsOf(name)} `;
  return FORMER_WORDS.filter((word) => words.includes(` ${word} `) || words.includes(` ${word}s `));
}

describe('imports', () => {
  it('run one way', () => {
    const wrong = FILES.flatMap((file) => {
      const room = roomOf(file);
      return importsOf(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => relative(ROOT, resolve(ROOT, dirname(file), name)))
        .filter((used) => roomOf(used) !== room && !MAY_USE[room]?.includes(roomOf(used)))
        .map((used) => `${file} uses ${used}`);
    });
    expect(wrong).toEqual([]);
  });

  it('of the pure rooms are of no module of Node and of few packages', () => {
    const wrong = FILES.filter((file) => PURE_ROOMS.includes(roomOf(file))).flatMap((file) =>
      importsOf(file)
        .filter((name) => !name.startsWith('.') && !PURE_PACKAGES.includes(name))
        .map((name) => `${file} uses ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('of the engine are of no package but decimal.js', () => {
    const packages = sources('src/engine')
      .flatMap(importsOf)
      .filter((name) => !name.startsWith('.'));
    expect([...new Set(packages)]).toEqual(['decimal.js']);
  });

  it('of BullMQ are in one file at each end of the queue', () => {
    const users = FILES.filter((file) => importsOf(file).includes('bullmq'));
    expect(users.sort()).toEqual(['src/bulk/queue/consumer.ts', 'src/bulk/queue/producer.ts']);
  });
});

describe('sources', () => {
  it('have no two files of one name', () => {
    const names = FILES.map((file) => basename(file)).filter((name) => name !== 'index.ts');
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('say of every exported function what a caller cannot see', () => {
    const silent = FILES.flatMap((file) => {
      const lines = read(file).split('\n');
      return lines
        .filter(
          (line, at) =>
            /^export (?:default )?(?:async )?function\b/.test(line) && !lines[at - 1]?.endsWith('*/'),
        )
        .map((line) => `${file}: ${line}`);
    });
    expect(silent).toEqual([]);
  });

  it('use the words of the field', () => {
    const found = FILES.flatMap((file) => {
      const identifiers = codeOf(file).matchAll(/(?<![.\w$])[A-Za-z_$][\w$]*/g);
      const names = new Set([file, ...[...identifiers].map(([name]) => name)]);
      return [...names].filter((name) => formerWordsIn(name).length > 0).map((name) => `${file}: ${name}`);
    });
    expect(found).toEqual([]);
  });

  it('have no binary floating point in the engine', () => {
    const floats = sources('src/engine').filter((file) =>
      /Math\.round|parseFloat|toFixed|toPrecision|\bNumber\(/.test(codeOf(file)),
    );
    expect(floats).toEqual([]);
  });
});

describe('tests', () => {
  it('have no two of one name in a file', () => {
    const twice = sources('test').flatMap((file) => {
      const names = [...read(file).matchAll(/^\s*(?:it|test)(?:\.each)?\('([^']+)'/gm)].map(
        ([, name = '']) => name,
      );
      return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${file}: ${name}`);
    });
    expect(twice).toEqual([]);
  });

  it('of several rooms share what is in test/support, and nothing that one room keeps for itself', () => {
    // The engine's students are those of its reference, too.
    const shared = ['test/support', 'test/reference', 'test/engine'];
    const wrong = sources('test').flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => relative(ROOT, resolve(ROOT, dirname(file), name)))
        .filter((used) => used.startsWith('test/'))
        .filter((used) => testRoomOf(used) !== testRoomOf(file) && !shared.includes(testRoomOf(used)))
        .map((used) => `${file} uses ${used}`),
    );
    expect(wrong).toEqual([]);
  });
});

function testRoomOf(file: string): string {
  return file.split('/', 2).join('/');
}
