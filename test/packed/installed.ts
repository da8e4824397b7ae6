import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { ownFolder } from '../support/with-us.js';

const ROOT = resolve(import.meta.dirname, '../..');
const exec = promisify(execFile);

/** With PACKED=npm the package is installed by npm, which takes its dependencies from the registry: half a minute. */
const isByNpm = process.env['PACKED'] === 'npm';

const named = z.record(z.string(), z.string()).default({});
const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dependencies: named, optionalDependencies: named })),
});
const manifestSchema = z.object({ bin: z.object({ prorata: z.string() }), dependencies: named });

/** The package in a folder that was empty, installed with what it needs and nothing else. */
export interface Installed {
  readonly cwd: string;
  /** The file of the command line. */
  readonly program: string;
  /** All packages that came with it, by name. */
  readonly packages: readonly string[];
}

/** Makes the package and installs it. */
export async function installedPackage(): Promise<Installed> {
  const cwd = ownFolder('packed');
  const { stdout } = await exec(process.execPath, [join(ROOT, 'scripts/pack.js'), cwd]);
  const tarball = join(cwd, stdout.trim().split('\n').at(-1) ?? '');
  const place = join(cwd, 'node_modules/prorata-loan-limits');
  await writeFile(join(cwd, 'package.json'), '{"private": true}');
  if (isByNpm) {
    await exec('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], { cwd });
  } else {
    await mkdir(place, { recursive: true });
    await exec('tar', ['-xzf', tarball, '--strip-components=1', '-C', place]);
  }
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(place, 'package.json'), 'utf8')));
  const packages = await needed(Object.keys(manifest.dependencies));
  if (!isByNpm) {
    for (const name of packages) {
      const to = join(cwd, 'node_modules', name);
      await mkdir(dirname(to), { recursive: true });
      await cp(join(ROOT, 'node_modules', name), to, { recursive: true });
    }
  }
  return { cwd, program: join(place, manifest.bin.prorata), packages };
}

/** These packages and all that they need, but for what is made for other systems. */
async function needed(names: readonly string[]): Promise<readonly string[]> {
  const { packages } = lockSchema.parse(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')));
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name) || !existsSync(join(ROOT, 'node_modules', name))) return;
    found.add(name);
    const { dependencies = {}, optionalDependencies = {} } = packages[`node_modules/${name}`] ?? {};
    Object.keys({ ...dependencies, ...optionalDependencies }).forEach(visit);
  };
  names.forEach(visit);
  return [...found].sort();
}
