import { execFile, spawnSync } from 'node:child_process';
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
  /** Restarts a container as the guide says, and waits until its health check passes. */
  restart(container: string): Promise<void>;
  /** Stops everything and removes it, volumes included. */
  stop(): Promise<void>;
}

const run = promisify(execFile);
const START_MS = 300_000;
const GRACE_S = 140;

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
 * Starts API replicas, one worker, Redis and the proxy; builds the image `prorata-loan-limits` where it is not there yet.
 *
 * @throws Error that says what is missing on this machine.
 */
export async function startComposition(apis: number): Promise<Composition> {
  const [command = '', ...before] = composeCommand();
  const port = await freePort();
  // A free port has free ones behind it more often than not; the replicas' operator ports are not used here.
  const adminPort = await freePort();
  const env = {
    ...process.env,
    API_PORT: String(port),
    API_ADMIN_PORT: `${adminPort}-${adminPort + apis - 1}`,
  };
  const project = `drill${process.pid}`;
  const compose = async (...args: readonly string[]): Promise<string> =>
    (await run(command, [...before, '-p', project, ...args], { cwd: ROOT, env })).stdout;
  const stop = async (): Promise<void> => {
    await compose('down', '--volumes', '--timeout', '10');
  };
  const isHealthy = async (container: string): Promise<boolean> =>
    (await run('docker', ['inspect', '--format', '{{.State.Health.Status}}', container])).stdout.trim() ===
    'healthy';
  const containers = async (service: string): Promise<string[]> =>
    (await compose('ps', '--quiet', service)).split('\n').filter((id) => id !== '');
  try {
    await compose('up', '--detach', '--scale', `api=${apis}`);
    for (const service of ['api', 'proxy', 'worker']) {
      for (const id of await containers(service))
        await until(() => isHealthy(id), `${service} is healthy`, START_MS);
    }
    const keys = ['node', 'dist/src/keys/cli.js', 'issue', '--holder', 'Drill', '--json'];
    const issued = z
      .looseObject({ token: z.string() })
      .parse(JSON.parse(await compose('exec', '-T', 'api', ...keys)));
    return {
      port,
      token: issued.token,
      containers,
      restart: async (container) => {
        await run('docker', ['restart', '--time', String(GRACE_S), container]);
        await until(() => isHealthy(container), 'the restarted replica is healthy', START_MS);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
