import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const ROOT = resolve(import.meta.dirname, '../..');
const exec = promisify(execFile);

/** With PACKED=npm the package is installed by npm, which takes its dependencies from the registry: half a minute. */
const isByNpm = process.env['PACKED'] === 'npm';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.boolean().optional(), devOptional: z.boolean().optional() }),
  ),
});
const manifestSchema = z.object({ bin: z.object({ prorata: z.string() }) });

/** An empty folder in which the packed tarball was installed, with what it needs at run time and nothing else. */
export async function installedPackage(): Promise<{ readonly cwd: string; readonly program: string }> {
  const cwd = await mkdtemp(join(tmpdir(), 'prorata-packed-'));
  const { stdout } = await exec('npm', ['pack', '--silent', '--pack-destination', cwd], { cwd: ROOT });
  const tarball = join(cwd, stdout.trim().split('\n').at(-1) ?? '');
  const place = join(cwd, 'node_modules/prorata-loan-limits');
  await writeFile(join(cwd, 'package.json'), '{"private": true}');
  if (isByNpm) {
    await exec('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], { cwd });
  } else {
    await mkdir(place, { recursive: true });
    await exec('tar', ['-xzf', tarball, '--strip-components=1', '-C', place]);
    await linkDependencies(cwd);
  }
  const { bin } = manifestSchema.parse(JSON.parse(await readFile(join(place, 'package.json'), 'utf8')));
  return { cwd, program: join(place, bin.prorata) };
}

async function linkDependencies(cwd: string): Promise<void> {
  const lock = lockSchema.parse(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')));
  const needed = Object.entries(lock.packages)
    .filter(
      ([path, { dev, devOptional }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !devOptional,
    )
    .map(([path]) => path);
  for (const path of needed) {
    const isHere = await access(join(ROOT, path)).then(
      () => true,
      () => false,
    );
    if (!isHere) continue;
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await symlink(join(ROOT, path), join(cwd, path));
  }
}
