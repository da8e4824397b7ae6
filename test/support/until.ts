import { setTimeout as delay } from 'node:timers/promises';

/** Waits for something that no event announces, for most of the time of a test: the machine may be busy. @throws when it does not come. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string | (() => string),
  timeoutMs = 90_000,
): Promise<void> {
  const start = performance.now();
  const waitedMs = () => performance.now() - start;
  while (!(await condition())) {
    if (waitedMs() > timeoutMs) {
      throw new Error(`waited in vain until ${typeof what === 'string' ? what : what()}`);
    }
    // What takes long is asked for less often: whoever is asked has work of its own.
    await delay(Math.min(Math.max(20, waitedMs() / 10), 250));
  }
}
