import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { allVariables, variableName } from '../../src/ops/config-variables.js';
import { ROOT, readText } from '../support/yaml-files.js';

const DOCUMENTS = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Link targets in a document, as GitHub and our pages name them. */
function anchorsOf(path: string): string[] {
  const text = readText(path);
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/<[^>]*>/g, '')
      .replace(/[^a-z0-9_ -]/g, '')
      .trim()
      .replaceAll(' ', '-'),
  );
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)];
}

test.each(DOCUMENTS)('each link of %s to a file of ours leads to it, and to a place in it', (path) => {
  const broken = [...readText(path).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^(https?:|mailto:|\/)/.test(link)) return [];
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(ROOT, target))) return [link];
    const isThere = anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor);
    return isThere ? [] : [link];
  });
  expect(broken).toEqual([]);
});

/** The names of one kind that a document has in code type. */
function namedIn(path: string, kind: RegExp): string[] {
  return [...readText(path).matchAll(/`([^`\s]+)`/g)].flatMap(([, name = '']) =>
    kind.test(name) ? name : [],
  );
}

test('every file that a document names is there', () => {
  const named = DOCUMENTS.flatMap((path) => namedIn(path, /^(?:src|test|scripts|workers|deploy|docs)\//));
  expect(named.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
});

test.each(['README.md', 'SECURITY.md', 'docs/operations.md'])('every variable in %s is read', (path) => {
  const files = ['docker-compose.yml', 'Dockerfile', 'test/all.sh'].map(readText).join();
  const known = [...Object.keys(allVariables).map(variableName), ...(files.match(/\w+/g) ?? [])];
  expect(namedIn(path, /^[A-Z]+(?:_[A-Z]+)+$/).filter((name) => !known.includes(name))).toEqual([]);
});
