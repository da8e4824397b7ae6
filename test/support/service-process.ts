import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { endWithUs } from './with-us.js';

const DIST = resolve(import.meta.dirname, '../../dist');

/** Longer than any process here takes to stop, unless a test sets its shutdown limit to minutes. */
const STOP_PATIENCE_MS = 60_000;

/** No load balancer has to notice the drain. */
const QUICK_STOP = { DRAIN_DELAY_MS: '0', SHUTDOWN_TIMEOUT_MS: '10000' };

export type LogLine = Readonly<Record<string, unknown>>;

export type ServiceProcess = ReturnType<typeof startProcess>;

/** Starts an entry point: a path below `dist`, or an absolute one. `env` is added to the tests' defaults. */
export function startProcess(entry: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [resolve(DIST, entry)], {
    // Not the whole environment, which could configure the process differently.
    env: { PATH: process.env['PATH'], ADMIN_PORT: '0', LOG_LEVEL: 'info', ...QUICK_STOP, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child);
  const lines: string[] = [];
  const news = new EventEmitter();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      news.emit('line', line);
    });
  }
  const ended = once(child, 'close').then(
    ([code, signal]): { code: number | null; signal: NodeJS.Signals | null } => {
      return { code, signal };
    },
  );
  let isToldToStop = false;
  const kill = (signal: NodeJS.Signals): void => {
    isToldToStop ||= signal === 'SIGTERM' || signal === 'SIGINT';
    child.kill(signal);
  };
  return {
    pid: child.pid ?? 0,
    /** All lines written so far to standard output and standard error. */
    logs: () => [...lines],
    /** The first log line that matches, past ones included. Rejects if the process ends without it. */
    logged: (fits: (line: LogLine) => boolean) =>
      new Promise<LogLine>((found, failed) => {
        const look = (text: string): boolean => {
          const line = parsedLine(text);
          if (line === undefined || !fits(line)) return false;
          news.off('line', look);
          found(line);
          return true;
        };
        if (lines.some(look)) return;
        news.on('line', look);
        void ended.then(({ code }) => {
          failed(new Error(`The process ended with ${code} before it wrote that line:\n${lines.join('\n')}`));
        });
      }),
    ended,
    kill,
    /** Sends SIGTERM (unless already told to stop), wakes a frozen process and waits for its end. */
    stop: async () => {
      if (!isToldToStop) kill('SIGTERM');
      kill('SIGCONT');
      const giveUp = setTimeout(() => kill('SIGKILL'), STOP_PATIENCE_MS);
      const end = await ended;
      clearTimeout(giveUp);
      return end;
    },
  };
}

const anyLine = z.record(z.string(), z.unknown());

function parsedLine(text: string): LogLine | undefined {
  return text.startsWith('{') ? anyLine.parse(JSON.parse(text)) : undefined;
}
