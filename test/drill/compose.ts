import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { z } from 'zod';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';
import { ROOT } from '../support/yaml-files.js';

/** The shipped compose file at work, under a name and on ports of its own. */
export interface Composition {
  /** Of the proxy, on this machine. */
  readonly port: number;
  /** A key that works. */
  readonly token: string;
  /** The containers of a service. */
  containers(service: string): Promise<string[]>;
  /** Puts new containers in the place of all API replicas and workers, as the guide says. */
  upgrade(): Promise<void>;
  /** Stops everything and removes it, volumes included. */
  stop(): Promise<void>;
}

const run = promisify(execFile);
const START_MS = 300_000;
const GRACE_S = 140;

/** The first of so many free ports in a row, below those that the system gives to connections. */
async function freeRange(count: number): Promise<number> {
  for (let first = 20_000; first < 30_000; first += count) {
    const ports = Array.from({ length: count }, (_, at) => first + at);
    const free = await Promise.all(ports.map(isFree));
    if (free.every((one) => one)) return first;
  }
  throw new Error(`There are no ${count} free ports in a row.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Whether there is an engine and compose, as a plugin or a program; says how compose is called. */
function composeCommand(): readonly string[] {
  const works = ([command = '', ...args]: readonly string[]): boolean =>
    spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  if (!works(['docker', 'info'])) throw new Error('The drill needs a Docker engine.');
  const [found] = [['docker', 'compose'], ['docker-compose']].filter((each) => works([...each, 'version']));
  if (found === undefined) throw new Error('The drill needs Docker Compose.');
  return found;
}

/**
 * Starts API replicas and as many workers, Redis and the proxy; builds the image `prorata-loan-limits` where it is not there yet.
 *
 * @throws Error that says what is missing on this machine.
 */
export async function startComposition(apis: number): Promise<Composition> {
  const [command = '', ...before] = composeCommand();
  const port = await freePort();
  const adminPort = await freeRange(2 * apis);
  const env = (replicas: number) => ({
    ...process.env,
    API_PORT: String(port),
    API_ADMIN_PORT: `${adminPort}-${adminPort + 2 * apis - 1}`,
    API_REPLICAS: String(replicas),
    WORKER_REPLICAS: String(replicas),
  });
  const project = `drill${process.pid}`;
  const composeWith = async (replicas: number, ...args: readonly string[]): Promise<string> =>
    (await run(command, [...before, '-p', project, ...args], { cwd: ROOT, env: env(replicas) })).stdout;
  const compose = (...args: readonly string[]) => composeWith(apis, ...args);
  const stop = async (): Promise<void> => {
    await compose('down', '--volumes', '--timeout', '10');
  };
  const isHealthy = async (container: string): Promise<boolean> =>
    (await run('docker', ['inspect', '--format', '{{.State.Health.Status}}', container])).stdout.trim() ===
    'healthy';
  const containers = async (...services: string[]): Promise<string[]> =>
    (await compose('ps', '--quiet', ...services)).split('\n').filter((id) => id !== '');
  const allHealthy = async (...services: string[]): Promise<void> => {
    for (const id of await containers(...services))
      await until(() => isHealthy(id), `a container of ${services} is healthy`, START_MS);
  };
  try {
    await compose('up', '--detach');
    await allHealthy('api', 'proxy', 'worker');
    const keys = ['node', 'dist/src/keys/cli.js', 'issue', '--holder', 'Drill', '--json'];
    const issued = z
      .looseObject({ token: z.string() })
      .parse(JSON.parse(await compose('exec', '-T', 'api', ...keys)));
    return {
      port,
      token: issued.token,
      containers,
      upgrade: async () => {
        const old = await containers('api', 'worker');
        await composeWith(2 * apis, 'up', '--detach', '--no-deps', '--no-recreate', 'api', 'worker');
        await allHealthy('api', 'worker');
        for (const id of old) {
          await run('docker', ['stop', '-t', String(GRACE_S), id]);
          await run('docker', ['rm', id]);
        }
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
