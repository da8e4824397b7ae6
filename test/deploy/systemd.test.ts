import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { loadConfig, loadWorkerConfig } from '../../src/ops/config.js';
import { apiVariables, variableName, workerVariables } from '../../src/ops/config-variables.js';
import { ownFolder } from '../support/with-us.js';
import { ROOT, readText } from '../support/yaml-files.js';

const UNITS = ['prorata-api@', 'prorata-worker@'] as const;
const hasSystemd = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).status === 0;

const textOf = (unit: (typeof UNITS)[number]) => readText(`deploy/systemd/${unit}.service`);

function settingOf(unit: (typeof UNITS)[number], name: string): string {
  const value = new RegExp(`^${name}=(.*)$`, 'm').exec(textOf(unit))?.[1];
  if (value === undefined) throw new Error(`${unit} does not set ${name}`);
  return value;
}

/** The environment of a process of this unit, without ports. */
function environmentOf(unit: (typeof UNITS)[number]): Record<string, string> {
  const shared = readText('deploy/systemd/environment').match(/^\w+=.*$/gm) ?? [];
  const own = settingOf(unit, 'Environment').split(' ');
  return Object.fromEntries([...shared, ...own].map((line) => line.split(/=(.*)/s).slice(0, 2)));
}

describe.each(UNITS)('%s', (unit) => {
  it('starts a program of the build with node itself, so that signals arrive', () => {
    const [, script = ''] =
      /exec \/usr\/bin\/node (?:--initial-heap-size=256 )?dist\/(\S+)\.js'$/.exec(
        settingOf(unit, 'ExecStart'),
      ) ?? [];
    expect(existsSync(join(ROOT, `${script}.ts`))).toBe(true);
  });

  it('keeps student data off every disk', () => {
    expect(settingOf(unit, 'MemorySwapMax')).toBe('0');
    expect(settingOf(unit, 'LimitCORE')).toBe('0');
    expect(settingOf(unit, 'ProtectSystem')).toBe('strict');
  });

  it('is given no variable that nobody reads', () => {
    const known = Object.keys({ ...apiVariables.shape, ...workerVariables.shape }).map(variableName);
    expect([...known, 'NODE_ENV']).toEqual(expect.arrayContaining(Object.keys(environmentOf(unit))));
  });
});

test('each has longer to stop than its shutdown takes', () => {
  const { drainDelayMs, shutdownTimeoutMs } = loadConfig(environmentOf('prorata-api@'));
  expect(Number(settingOf('prorata-api@', 'TimeoutStopSec')) * 1000).toBeGreaterThan(
    drainDelayMs + shutdownTimeoutMs,
  );
  const worker = loadWorkerConfig(environmentOf('prorata-worker@'));
  expect(Number(settingOf('prorata-worker@', 'TimeoutStopSec')) * 1000).toBeGreaterThan(
    worker.shutdownTimeoutMs,
  );
});

test.skipIf(!hasSystemd)('systemd finds nothing wrong with the units', () => {
  const folder = ownFolder('units');
  for (const unit of UNITS) {
    const text = textOf(unit).replaceAll('/usr/bin/node', process.execPath);
    writeFileSync(join(folder, `${unit}.service`), text);
  }
  const names = UNITS.map((unit) => join(folder, `${unit}1.service`));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...names], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
