/*
 * Compiles the sources into dist, unless they are compiled already: node scripts/build.js
 *
 * dist is a symbolic link to a folder of .dist, which is named by a hash of everything that it was made from. A build
 * gets that name once it is complete, and the link is exchanged in one step: whoever starts at any moment finds a whole
 * build. A process that runs keeps the build it began with, because Node resolves the link when it loads a module.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** What a build is made from: files, and folders with all that is in them. */
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
/** Sources that no result depends on. */
const OF_PAGES = /^(docs|scripts|src\/web)\//;
const COMPILER = 'node_modules/typescript/bin/tsc';
/** The scripts of the pages are checked only: they are bundled from their sources. */
const SCRIPTS_OF_PAGES = 'src/web/tsconfig.json';
const LINK = 'dist';
const BUILDS = '.dist';
const LOCK = join(BUILDS, 'lock');
/** A build takes seconds; a lock that is older belongs to nobody, even if another process has its number now. */
const LOCK_LIMIT_MS = 120_000;
/** Builds that stay for processes that run from them. */
const KEPT_BUILDS = 4;

class BuildError extends Error {}

process.chdir(resolve(import.meta.dirname, '..'));

while (!isInPlace(fingerprint())) {
  if (!tookLock()) {
    await endOfLock();
    continue;
  }
  try {
    const build = await compiled();
    putInPlace(build);
    removeOld(build);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    break;
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** A hash of the names and contents of all sources, or of those whose path does not match. */
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

/** Makes the build of the present sources where there is none, and returns its name. */
async function compiled() {
  const build = fingerprint();
  // By it the API and its workers know that they calculate the same, whatever pages they have.
  const program = fingerprint(OF_PAGES);
  const folder = join(BUILDS, build);
  if (existsSync(folder)) return build;
  if (!existsSync(COMPILER)) throw new BuildError('The packages are not installed. Run "npm ci" first.');
  const unfinished = join(BUILDS, `unfinished-${process.pid}`);
  const doesCompile =
    compiles('-p', 'tsconfig.build.json', '--outDir', unfinished) && compiles('-p', SCRIPTS_OF_PAGES);
  if (doesCompile) {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    writeFileSync(join(unfinished, 'build.json'), `${JSON.stringify({ build: program, version })}\n`);
    // Only now: it needs packages that are not installed everywhere.
    const { makePages } = await import('./web.js');
    await makePages(unfinished);
  }
  const isWanted = doesCompile && fingerprint() === build && !existsSync(folder);
  if (isWanted) renameSync(unfinished, folder);
  else rmSync(unfinished, { recursive: true, force: true });
  if (!doesCompile) throw new BuildError('The sources do not compile.');
  // Sources that changed meanwhile are compiled again.
  return isWanted ? build : compiled();
}

function compiles(...args) {
  return spawnSync(process.execPath, [COMPILER, ...args], { stdio: 'inherit' }).status === 0;
}

/** @param {string} build the name of a folder of builds */
function putInPlace(build) {
  const next = join(BUILDS, `link-${process.pid}`);
  rmSync(next, { force: true });
  symlinkSync(join(BUILDS, build), next);
  // The compiler on its own makes a folder, which a link cannot replace.
  if (lstatSync(LINK, { throwIfNoEntry: false })?.isDirectory()) {
    renameSync(LINK, join(BUILDS, `folder-${process.pid}`));
  }
  renameSync(next, LINK);
}

/** @param {string} current the build that is in place */
function removeOld(current) {
  const others = readdirSync(BUILDS)
    .map((name) => join(BUILDS, name))
    .filter((path) => path !== LOCK && path !== join(BUILDS, current))
    .sort((a, b) => lstatSync(b).mtimeMs - lstatSync(a).mtimeMs);
  for (const path of others.slice(KEPT_BUILDS)) rmSync(path, { recursive: true, force: true });
}

/**
 * The lock saves work and nothing else: two that build at once, because both took the lock of a dead process, make the
 * same build. It is a link that names its holder, so that there is never a lock without one.
 */
function tookLock() {
  mkdirSync(BUILDS, { recursive: true });
  try {
    symlinkSync(String(process.pid), LOCK);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** Resolves when the lock is free, or was taken from a holder that is dead. */
async function endOfLock() {
  for (;;) {
    const lock = lstatSync(LOCK, { throwIfNoEntry: false });
    if (lock === undefined) return;
    if (Date.now() - lock.mtimeMs > LOCK_LIMIT_MS || !holderLives()) {
      rmSync(LOCK, { force: true });
      return;
    }
    await pause(100);
  }
}

function holderLives() {
  try {
    process.kill(Number(readlinkSync(LOCK)), 0);
    return true;
  } catch (error) {
    if (error.code === 'EPERM') return true;
    if (error.code === 'ESRCH' || error.code === 'ENOENT') return false;
    throw error;
  }
}
