import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { Redis, ReplyError } from 'ioredis';
import { freePort } from './free-port.js';
import { endWithUs } from './with-us.js';

interface TestRedis {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a real Redis: TEST_REDIS_URL if set, else redis-server on a free port, else a container. The first
 * is shared, so tests use their own key prefix. @throws Error that says what to install if all are missing.
 */
export async function startRedis(): Promise<TestRedis> {
  const shared = process.env['TEST_REDIS_URL'];
  if (shared) return { url: shared, stop: async () => {} };
  return hasCommand('redis-server') ? startLocalRedis() : startContainer();
}

/** A redis-server process; `restart` kills it and starts an empty one on the same port. */
export async function startLocalRedis(
  extraArguments: readonly string[] = [],
): Promise<TestRedis & { pid: number; restart(): Promise<void> }> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const start = async () => {
    const fixed = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const diskless = ['--repl-diskless-sync', 'yes', '--repl-diskless-load', 'swapdb', '--dir', tmpdir()];
    // Diskless, since replication would otherwise write a file into the current folder.
    const child = spawn('redis-server', [...fixed, ...diskless, ...extraArguments], { stdio: 'ignore' });
    endWithUs(child);
    await answers(child, url);
    return child;
  };
  let server = await start();
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  };
  return {
    url,
    get pid() {
      return server.pid ?? 0;
    },
    stop,
    restart: async () => {
      await stop();
      server = await start();
    },
  };
}

async function startContainer(): Promise<TestRedis> {
  if (!hasCommand('docker')) {
    throw new Error('The tests need Redis: install redis-server or Docker, or set TEST_REDIS_URL');
  }
  const { GenericContainer } = await import('testcontainers');
  const container = await new GenericContainer('redis:7.4-alpine').withExposedPorts(6379).start();
  return {
    url: `redis://${container.getHost()}:${container.getMappedPort(6379)}`,
    stop: async () => void (await container.stop()),
  };
}

function hasCommand(command: string): boolean {
  const args = command === 'docker' ? ['info'] : ['--version'];
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** Waits for any reply, even an error: a server that wants a password is up. @throws Error if it exits. */
async function answers(server: ChildProcess, url: string): Promise<void> {
  const patience = { retryStrategy: () => 20, maxRetriesPerRequest: null, enableReadyCheck: false };
  const client = new Redis(url, patience);
  client.on('error', () => {});
  const ended = once(server, 'exit').then(() => {
    throw new Error('redis-server ended before it answered');
  });
  const answered = client.ping().catch((error: unknown) => {
    if (!(error instanceof ReplyError)) throw error;
  });
  try {
    await Promise.race([answered, ended]);
  } finally {
    client.disconnect();
  }
}
