import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { finished, run } from '../support/finished.js';
import { endWithUs } from '../support/with-us.js';
import { folder } from './cli-run.js';

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

/** An empty folder in which the packed program was installed, with what it needs at run time and nothing else. */
async function installed(): Promise<{ readonly cwd: string; readonly program: string }> {
  const cwd = await folder();
  const { stdout } = await exec('npm', ['pack', '--silent', '--pack-destination', cwd], { cwd: ROOT });
  const tarball = join(cwd, stdout.trim().split('\n').at(-1) ?? '');
  const place = join(cwd, 'node_modules/prorata-loan-limits');
  if (isByNpm) {
    await writeFile(join(cwd, 'package.json'), '{"private": true}');
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

test('the packed program runs in an empty folder: a file, the service with its pages, a worker', async () => {
  const { cwd, program } = await installed();
  const env = { PATH: process.env['PATH'] };
  const sample = (name: string) => readFile(join(ROOT, 'docs/samples', name), 'utf8');
  await writeFile(join(cwd, 'in.csv'), await sample('right.csv'));

  const bulk = await run(process.execPath, [program, 'bulk', 'in.csv', '--local'], { cwd, env });
  expect(bulk).toMatchObject({ code: 0, stdout: await sample('right-answer.csv') });

  // Blank rows are passed over, and make the file so long that threads calculate it.
  await writeFile(join(cwd, 'long.csv'), (await sample('right.csv')) + '\n'.repeat(600_000));
  const long = await run(process.execPath, [program, 'bulk', 'long.csv', '--local'], { cwd, env });
  expect(long).toMatchObject({ code: 0, stdout: await sample('right-answer.csv') });

  const worker = await run(process.execPath, [program, 'worker'], { cwd, env });
  expect(worker).toMatchObject({ code: 1, stderr: expect.stringContaining('REDIS_URL') });

  const keys = await run(process.execPath, [program, 'keys', 'issue', '--holder', 'A', '--json'], {
    cwd,
    env,
  });
  expect(JSON.parse(keys.stdout)).toMatchObject({ holder: 'A' });

  const service = spawn(process.execPath, [program, 'serve'], {
    cwd,
    env: { ...env, PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(service);
  const [line] = await once(createInterface({ input: service.stdout }), 'line');
  const { address } = z.object({ address: z.url() }).parse(JSON.parse(String(line)));
  const page = await fetch(`${address}/docs/columns`);
  expect({ status: page.status, text: await page.text() }).toEqual({
    status: 200,
    text: expect.stringContaining('term_credits_enrolled'),
  });
  const calculated = await run(process.execPath, [program, 'bulk', 'in.csv', '--quiet'], {
    cwd,
    env: { ...env, PRORATA_URL: address, PRORATA_KEY: JSON.parse(keys.stdout).token },
  });
  expect(calculated).toEqual({ code: 0, stdout: await sample('right-answer.csv'), stderr: '' });
  service.kill('SIGTERM');
  expect((await finished(service)).code).toBe(0);
}, 180_000);
