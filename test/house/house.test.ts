import { readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, readText } from '../support/yaml-files.js';

/** Rooms that each room may use besides itself. The files directly in `src` wire the API together. */
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  'src/engine': [],
  'src/contract': ['src/engine'],
  'src/csv': ['src/contract', 'src/engine'],
  'src/table': [],
  'src/recipe': ['src/table', 'src/csv', 'src/contract', 'src/engine'],
  'src/review': ['src/recipe', 'src/table', 'src/csv', 'src/contract', 'src/engine'],
  'src/bulk': ['src/csv', 'src/contract', 'src/engine', 'src/ops'],
  'src/mcp': ['src/contract', 'src/engine'],
  'src/library': ['src/csv', 'src/contract', 'src/engine'],
  'src/web': ['src/recipe', 'src/table', 'src/review', 'src/csv', 'src/contract', 'src/engine'],
  'src/keys': ['src/ops'],
  'src/ops': [],
  'src/http': ['src/bulk', 'src/csv', 'src/contract', 'src/engine', 'src/keys', 'src/ops'],
  src: ['src/http', 'src/bulk', 'src/csv', 'src/contract', 'src/engine', 'src/keys', 'src/ops'],
  'src/cli': ['src/mcp', 'src/review', 'src/recipe', 'src/table', 'src/csv', 'src/contract', 'src/engine'],
  workers: ['src/bulk', 'src/csv', 'src/contract', 'src/engine', 'src/ops'],
};

/** Rooms that run in a browser unchanged, with the packages that each may use there. */
const PURE_ROOMS: Readonly<Record<string, readonly RegExp[]>> = {
  'src/engine': [/^@noble\/hashes\//, /^decimal\.js$/, /^zod$/],
  'src/contract': [/^zod$/, /^leven$/],
  'src/csv': [/^zod\/mini$/, /^csv-(?:parse|stringify)\/sync$/],
  'src/table': [/^fflate$/, /^saxen$/],
  'src/recipe': [/^zod\/(?:mini|locales)$/, /^@noble\/hashes\//],
  'src/review': [],
  'src/web': [/^zod\/mini$/, /^preact(?:\/|$)/, /^@noble\/hashes\//],
};

/** Packages that a room must not use, though it may use others. */
const NEVER: Readonly<Record<string, readonly string[]>> = {
  'src/bulk': ['express'],
  'src/http': ['bullmq', 'ioredis', 'piscina'],
  'src/cli': ['express', 'bullmq', 'ioredis'],
  workers: ['express'],
};

const FILES = ['src', 'workers'].flatMap(sources);
const TESTS = sources('test');

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

function roomOf(file: string): string {
  const [first = '', second = '', ...deeper] = file.split('/');
  return first !== 'workers' && (deeper.length > 0 || !second.includes('.')) ? `${first}/${second}` : first;
}

function importsOf(file: string): string[] {
  return [...readText(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) => target);
}

function packagesOf(file: string): string[] {
  return importsOf(file).filter((name) => !name.startsWith('.'));
}

/** Our own modules that a file imports, as JavaScript paths. */
function neighborsOf(file: string): string[] {
  return importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => relative(ROOT, resolve(ROOT, dirname(file), name)));
}

function wrong(
  files: readonly string[],
  usesOf: (file: string) => readonly string[],
  isWrong: (room: string, used: string) => boolean | undefined,
): string[] {
  return files.flatMap((file) =>
    usesOf(file)
      .filter((used) => isWrong(roomOf(file), used))
      .map((used) => `${file} uses ${used}`),
  );
}

describe('imports', () => {
  it('run one way', () => {
    const isUpwards = (room: string, used: string) =>
      roomOf(used) !== room && !MAY_USE[room]?.includes(roomOf(used));
    expect(wrong(FILES, neighborsOf, isUpwards)).toEqual([]);
  });

  it('of a recipe run from its questions down to its format', () => {
    const FLOORS = ['format', 'rows', 'columns', 'questions', ''];
    const floorOf = (file: string) => FLOORS.indexOf(/^src\/recipe\/(\w+)\//.exec(file)?.[1] ?? '');
    const upwards = FILES.filter((file) => roomOf(file) === 'src/recipe').flatMap((file) =>
      neighborsOf(file).filter((used) => roomOf(used) === 'src/recipe' && floorOf(used) > floorOf(file)),
    );
    expect(upwards).toEqual([]);
  });

  it('make no circle', () => {
    const sourceOf = new Map(FILES.map((file) => [file.replace(/\.tsx?$/, '.js'), file]));
    const circles: string[] = [];
    const done = new Set<string>();
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (path.includes(file) || done.has(file)) return;
      for (const used of neighborsOf(file)) walk(sourceOf.get(used) ?? used, [...path, file]);
      done.add(file);
    };
    for (const file of FILES) walk(file, []);
    expect(circles).toEqual([]);
  });

  it('of the pure rooms are of no module of Node and of few packages', () => {
    const isForeign = (room: string, name: string) => PURE_ROOMS[room]?.every((each) => !each.test(name));
    expect(wrong(FILES, packagesOf, isForeign)).toEqual([]);
  });

  it('of a room are of no package that it knows nothing of', () => {
    expect(wrong(FILES, packagesOf, (room, name) => NEVER[room]?.includes(name))).toEqual([]);
  });

  it('of BullMQ are in one file at each end of the queue', () => {
    const users = FILES.filter((file) => importsOf(file).includes('bullmq'));
    expect(users.sort()).toEqual([
      'src/bulk/queue/protocol.ts',
      'src/bulk/queue/queue-runner.ts',
      'src/bulk/queue/start-worker.ts',
    ]);
  });
});

describe('sources', () => {
  it('have no two files of one name', () => {
    const names = FILES.map((file) => basename(file)).filter((name) => name !== 'index.ts');
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('say of every exported function what a caller cannot see', () => {
    const silent = FILES.flatMap((file) =>
      [...readText(file).matchAll(/(?<!\*\/\n)^export (?:default )?(?:async )?function\b.*/gm)].map(
        ([line]) => `${file}: ${line}`,
      ),
    );
    expect(silent).toEqual([]);
  });

  it('have no binary floating point in the engine', () => {
    const codeOf = (file: string) => readText(file).replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
    const floats = (word: RegExp) => sources('src/engine').filter((file) => word.test(codeOf(file)));
    expect(floats(/Math\.round|parseFloat|toPrecision|\bNumber\(/)).toEqual([]);
    // Only on a Decimal, whose text is exact.
    expect(floats(/toFixed|toNumber/)).toEqual(['src/engine/exact.ts']);
    // The rounding rules name their own way of rounding.
    expect(floats(/roundedRatio/)).toEqual(['src/engine/exact.ts', 'src/engine/rules/rounding.ts']);
  });
});

it('tests of several rooms share what is in test/support, and nothing that one room keeps for itself', () => {
  // The students of the engine's tests are also those of the reference's tests.
  const shared = ['test/support', 'test/reference', 'test/engine'];
  const isAnothers = (room: string, used: string) =>
    used.startsWith('test/') && ![room, ...shared].includes(roomOf(used));
  expect(wrong(TESTS, neighborsOf, isAnothers)).toEqual([]);
});
