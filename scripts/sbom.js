/*
 * Writes a software bill of materials in CycloneDX: node scripts/sbom.js FILE
 *
 * It lists the production packages, and the two that are compiled into the pages. `npm sbom` omits packages
 * that development needs as well; they are added from the lock file.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Development dependencies that become part of the pages. */
const IN_PAGES = ['preact', 'swagger-ui-dist'];
/** The compiler: an optional peer dependency that nothing loads, removed from the image. */
const COMPILER = /^(@typescript\/|typescript$)/;

const root = resolve(import.meta.dirname, '..');
const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [, , file] = process.argv;
if (file === undefined) throw new Error('Usage: node scripts/sbom.js FILE');

const bill = JSON.parse(
  execFileSync(
    'npm',
    ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application'],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'pipe'] },
  ),
);
// npm uses the name of the folder instead.
bill.metadata.component.name = name;
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const listed = new Set(bill.components.map(({ purl }) => purl));
for (const [path, locked] of Object.entries(packages)) {
  if (path === '') continue;
  const component = componentOf(path.split('node_modules/').at(-1), locked);
  const runs = !(locked.dev || locked.devOptional) && !COMPILER.test(component.name);
  if (!(runs || IN_PAGES.includes(component.name)) || listed.has(component.purl)) continue;
  listed.add(component.purl);
  bill.components.push(component);
}
writeFileSync(resolve(file), `${JSON.stringify(bill, null, 2)}\n`);

/** A component from the lock file, so it need not be installed. One inside another package has no digest. */
function componentOf(name, { version, license, integrity }) {
  const [algorithm, digest] = integrity?.split('-') ?? [];
  const hash = digest && {
    alg: algorithm.replace('sha', 'SHA-'),
    content: Buffer.from(digest, 'base64').toString('hex'),
  };
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(hash && { hashes: [hash] }),
    ...(license && { licenses: [{ expression: license }] }),
  };
}
