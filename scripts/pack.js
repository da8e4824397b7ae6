/*
 * Makes the package for `npm install`: node scripts/pack.js [FOLDER FOR THE TARBALL]
 *
 * It has the library, the command line and `prorata mcp`: the files of the build that these import, and as
 * dependencies the packages that those files import. Queue, web server and telemetry belong to the service,
 * which runs from the repository or the image.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

const ENTRIES = ['src/library/index', 'src/library/csv', 'src/cli/prorata'];
/** Files that the program reads. */
const FILES = ['build.json', 'web/docs/rules.md'];

const root = resolve(import.meta.dirname, '..');
const target = resolve(process.argv[2] ?? root);
execFileSync(process.execPath, [join(root, 'scripts/build.js')], { stdio: 'inherit' });
const build = realpathSync(join(root, 'dist'));

/** Modules (without extensions) and packages that the entries need. */
const modules = new Set();
const packages = new Set();
for (const entry of ENTRIES) visit(entry);

function visit(module) {
  if (modules.has(module)) return;
  modules.add(module);
  for (const ending of ['.js', '.d.ts']) {
    const text = readFileSync(join(build, module + ending), 'utf8');
    // Static imports and exports at the beginning of a line, and dynamic imports anywhere.
    const imports =
      /^(?:import|export)\b(?:[^'";]*\bfrom)?\s*['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm;
    for (const [, name, late] of text.matchAll(imports)) visitImport(module, name ?? late);
  }
}

function visitImport(module, name) {
  if (name.startsWith('node:')) return;
  if (!name.startsWith('.')) packages.add(name.match(/^(?:@[^/]+\/)?[^/]+/)[0]);
  else visit(relative(build, resolve(build, dirname(module), name)).replace(/\.js$/, ''));
}

const { name, version, type, license, engines, browser, dependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const exported = (module) => ({ types: `./lib/${module}.d.ts`, default: `./lib/${module}.js` });
const manifest = {
  ...{ name, version, type, license, engines, browser },
  description:
    'Prorated federal student loan limits (34 CFR 685.203(m)(1)): library, command line and tools for assistants.',
  bin: { prorata: 'lib/src/cli/prorata.js' },
  exports: {
    '.': exported('src/library/index'),
    './csv': exported('src/library/csv'),
    './package.json': './package.json',
  },
  files: ['lib'],
  dependencies: Object.fromEntries([...packages].sort().map((each) => [each, dependencies[each]])),
};

const folder = mkdtempSync(join(tmpdir(), 'prorata-package-'));
try {
  for (const path of [...FILES, ...[...modules].flatMap((module) => [`${module}.js`, `${module}.d.ts`])]) {
    cpSync(join(build, path), join(folder, 'lib', path), { recursive: true });
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: folder, stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true });
}
