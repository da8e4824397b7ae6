import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { endWithUs } from '../../support/with-us.js';

const PROGRAMS = resolve(import.meta.dirname, '..');

/** A process of the benchmark itself: something to compare with, or to measure from outside. */
export interface Program {
  readonly pid: number;
  /** Sends one message and waits for its answer; one at a time. @throws Error when the process ends instead. */
  ask(message: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts a program of this folder by name; it answers with {@link serve}. */
export function startProgram(name: string, args: readonly string[] = []): Program {
  const child = fork(join(PROGRAMS, `${name}.js`), args, { env: { ...process.env, NODE_ENV: 'production' } });
  endWithUs(child);
  const ended = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    ask: async (message) => {
      const answered = once(child, 'message');
      child.send({ message });
      const [answer] = await Promise.race([
        answered,
        ended.then(() => Promise.reject(new Error(`${name} ended before it answered`))),
      ]);
      return answer;
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** The program's side: answers each message, and leaves when nobody is there to ask. An error ends the process. */
export function serve(answer: (message: unknown) => Promise<unknown>): void {
  process.on('message', (envelope: { readonly message: unknown }) => {
    void answer(envelope.message).then((value) => process.send?.(value ?? null));
  });
  process.once('disconnect', () => process.exit(0));
}
