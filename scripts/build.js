/*
 * Compiles the sources into dist, unless they are compiled already: node scripts/build.js
 *
 * dist is a symbolic link to a folder of .dist, named by a hash of all sources. A build gets its name when it
 * is complete, and the link is replaced in one step, so a process that starts always finds a whole build. A
 * running process keeps its build, because Node resolves the link when it loads a module. Processes that build
 * at once make the same build; the first to finish puts it in place.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

/** Files and folders that a build is made from. */
const SOURCES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.js',
  'scripts/bundles.js',
  'scripts/web.js',
  'docs',
  'src',
  'workers',
];
/** Sources that do not affect any calculated result. */
const OF_PAGES = /^(docs|scripts|src\/web)\//;
const COMPILER = 'node_modules/typescript/bin/tsc';
/** The pages' scripts are only type-checked here; they are bundled from their sources. */
const SCRIPTS_OF_PAGES = 'src/web/tsconfig.json';
const LINK = 'dist';
const BUILDS = '.dist';
/** A build takes seconds, so no process is still making an older one. */
const BUILD_LIMIT_MS = 120_000;
/** Builds to keep for processes that still run from them. */
const KEPT_BUILDS = 4;

class BuildError extends Error {}

process.chdir(resolve(import.meta.dirname, '..'));

try {
  // Sources that change during a build are compiled again.
  for (let build = fingerprint(); !isInPlace(build); build = fingerprint()) {
    if (!existsSync(join(BUILDS, build))) await compile(build);
    if (existsSync(join(BUILDS, build))) putInPlace(build);
    removeOld(build);
  }
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** A hash of the names and contents of all sources whose path does not match `without`. */
function fingerprint(without = /^$/) {
  const files = SOURCES.flatMap((path) => {
    if (lstatSync(path).isFile()) return path;
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  });
  const hash = createHash('sha256');
  for (const file of files.sort().filter((path) => !without.test(path))) {
    const content = readFileSync(file);
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

/** @param {string} build the name of a folder of builds */
function isInPlace(build) {
  const isLink = lstatSync(LINK, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink && readlinkSync(LINK) === join(BUILDS, build) && existsSync(LINK);
}

/** Makes this build, unless the sources change meanwhile. @param {string} build */
async function compile(build) {
  // This hash tells API and workers that they calculate alike, whatever their pages.
  const program = fingerprint(OF_PAGES);
  if (!existsSync(COMPILER)) throw new BuildError('The packages are not installed. Run "npm ci" first.');
  const unfinished = join(BUILDS, `unfinished-${process.pid}`);
  try {
    const doesCompile =
      compiles('-p', 'tsconfig.build.json', '--outDir', unfinished) && compiles('-p', SCRIPTS_OF_PAGES);
    if (!doesCompile) throw new BuildError('The sources do not compile.');
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    writeFileSync(join(unfinished, 'build.json'), `${JSON.stringify({ build: program, version })}\n`);
    // Imported late: it needs packages that are not installed everywhere.
    const { makePages } = await import('./web.js');
    await makePages(unfinished);
    if (fingerprint() === build) renameSync(unfinished, join(BUILDS, build));
  } catch (error) {
    // If another process finished first, its build is the same.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function compiles(...args) {
  return spawnSync(process.execPath, [COMPILER, ...args], { stdio: 'inherit' }).status === 0;
}

/** @param {string} build the name of a folder of builds */
function putInPlace(build) {
  const next = join(BUILDS, `link-${process.pid}`);
  rmSync(next, { force: true });
  symlinkSync(join(BUILDS, build), next);
  // The compiler, run on its own, makes a folder, which a link cannot replace.
  if (lstatSync(LINK, { throwIfNoEntry: false })?.isDirectory()) {
    rmSync(LINK, { recursive: true, force: true });
  }
  renameSync(next, LINK);
}

/** @param {string} current the build that is in place */
function removeOld(current) {
  const others = readdirSync(BUILDS)
    .filter((name) => name !== current)
    .map((name) => join(BUILDS, name))
    .map((path) => ({ path, madeAt: lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.madeAt - a.madeAt);
  for (const { path, madeAt } of others.slice(KEPT_BUILDS)) {
    if (Date.now() - madeAt > BUILD_LIMIT_MS) rmSync(path, { recursive: true, force: true });
  }
}
