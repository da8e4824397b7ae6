import { spawnSync } from 'node:child_process';

/** Prometheus' own judge of rules comes with Prometheus; not everybody who runs these tests has it. */
export const NO_PROMTOOL = spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status !== 0;

/** Runs it; empty when it is content, else what it says. */
export function promtool(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}
