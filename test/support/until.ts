import { setTimeout as delay } from 'node:timers/promises';

/** Waits for something that no event announces, and tells how many seconds that took. @throws when it does not come. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string | (() => string),
  timeoutMs = 30_000,
): Promise<number> {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > timeoutMs) {
      throw new Error(`waited in vain until ${typeof what === 'string' ? what : what()}`);
    }
    await delay(20);
  }
  return (performance.now() - start) / 1000;
}
