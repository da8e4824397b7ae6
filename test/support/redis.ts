import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { freePort } from './free-port.js';
import { until } from './until.js';
import { endWithUs } from './with-us.js';

/** A redis-server of our own, on a free port. */
export interface TestRedis {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>;
}

/** Starts a real Redis. @throws Error when redis-server is not installed. */
export async function startRedis(extraArguments: readonly string[] = []): Promise<TestRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const start = async () => {
    const fixed = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const diskless = ['--repl-diskless-sync', 'yes', '--repl-diskless-load', 'swapdb', '--dir', tmpdir()];
    // A replica is otherwise fed through a file, in the folder that it was started in.
    const child = spawn('redis-server', [...fixed, ...diskless, ...extraArguments], { stdio: 'ignore' });
    endWithUs(child);
    await until(() => isListening(port), 'redis-server listens', 10_000);
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

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
