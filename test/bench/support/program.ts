import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { endWithUs } from '../../support/with-us.js';
import type { Bench } from './bench.js';
import type { Api } from './services.js';

const PROGRAMS = resolve(import.meta.dirname, '..');

/** Starts a program of this folder that answers with {@link serve}; it ends with the case. */
export function startProgram(bench: Bench, name: string) {
  const child = fork(join(PROGRAMS, `${name}.js`), { env: { ...process.env, NODE_ENV: 'production' } });
  endWithUs(child);
  const ended = once(child, 'exit');
  bench.atEnd(() => {
    if (child.connected) child.disconnect();
    return ended;
  });
  return {
    /** Sends a message and waits for the answer, one at a time. @throws Error if the process ends instead. */
    ask: async (message: unknown): Promise<unknown> => {
      const answered = once(child, 'message');
      child.send({ message });
      const [answer] = await Promise.race([
        answered,
        ended.then(() => Promise.reject(new Error(`${name} ended before it answered`))),
      ]);
      return answer;
    },
  };
}

/** The program's side: answers each message and ends with its parent. An error ends the process. */
export function serve(answer: (message: unknown) => Promise<unknown>): void {
  process.on('message', (envelope: { readonly message: unknown }) => {
    void answer(envelope.message).then((value) => process.send?.(value ?? null));
  });
  process.once('disconnect', () => process.exit(0));
}

/** What bulk-caller checks: that all rows came back, and the outcome of every student. */
export type Check = 'rows' | 'same' | 'calculated' | 'failing';

const answered = z.object({ seconds: z.number(), bytes: z.int(), digest: z.string().optional() });

export function startCaller(
  bench: Bench,
): (api: Api, path: string, check?: Check) => Promise<z.infer<typeof answered>> {
  const caller = startProgram(bench, 'bulk-caller');
  return async ({ url, token }, path, check = 'rows') =>
    answered.parse(await caller.ask({ url, token, path, check }));
}
