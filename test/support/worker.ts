import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Ended } from './api.js';
import { endWithUs } from './with-us.js';

const ENTRY = resolve(import.meta.dirname, '../../dist/workers/queue-worker.js');

/** A real worker process, with an operator port of its own. */
export interface WorkerProcess {
  readonly pid: number;
  readonly adminUrl: string;
  /** Everything that was written so far, on standard output and standard error, line by line. */
  logs(): string[];
  readonly ended: Promise<Ended>;
  /** Sends a signal without waiting for what it does. */
  kill(signal: NodeJS.Signals): void;
  /** Asks the process to stop, also one that is frozen, and waits for its end. */
  stop(): Promise<Ended>;
}

const startedLine = z.looseObject({ msg: z.literal('taking chunks'), admin_port: z.number() });

/**
 * Starts a worker as an operator does and resolves when it is up. `env` comes on top of the tests' own and needs REDIS_URL; `entry` is
 * that of another build.
 */
export async function startWorker(
  env: Readonly<Record<string, string>>,
  entry: string = ENTRY,
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [entry], {
    env: { PATH: process.env['PATH'], ADMIN_PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child);
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal }));
  const lines: string[] = [];
  const news = new EventEmitter();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      news.emit('line', line);
    });
  }
  const adminPort = await new Promise<number>((found, failed) => {
    news.on('line', (line: string) => {
      const parsed = line.startsWith('{') ? startedLine.safeParse(JSON.parse(line)) : undefined;
      if (parsed?.success) found(parsed.data.admin_port);
    });
    void ended.then(() => failed(new Error(`The worker ended before it was up:\n${lines.join('\n')}`)));
  });
  news.removeAllListeners();
  return {
    pid: child.pid ?? 0,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    logs: () => [...lines],
    ended,
    kill: (signal) => void child.kill(signal),
    stop: async () => {
      child.kill('SIGTERM');
      child.kill('SIGCONT');
      return ended;
    },
  };
}
