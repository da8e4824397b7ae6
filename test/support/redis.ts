import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { Redis, ReplyError } from 'ioredis';
import { freePort } from './free-port.js';
import { endWithUs } from './with-us.js';

/** A real Redis: a redis-server process that may be killed and started again, empty, on the same port. */
interface LocalRedis {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
  restart(): Promise<void>;
}

/** @throws when redis-server is not installed. */
export async function startLocalRedis(extraArguments: readonly string[] = []): Promise<LocalRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const start = async () => {
    const fixed = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const diskless = ['--repl-diskless-sync', 'yes', '--repl-diskless-load', 'swapdb', '--dir', tmpdir()];
    // A replica is otherwise fed through a file, in the folder that it was started in.
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

/** Waits for the first answer. An error is one, too: a server that wants a password is up. @throws Error when the server ends before. */
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
