import { setTimeout as delay } from 'node:timers/promises';

/** Polls for a condition. The long default allows for a busy machine. @throws Error after `timeoutMs`. */
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
    // Poll less often the longer it takes: polling costs the asked process time.
    await delay(Math.min(Math.max(20, waitedMs() / 10), 250));
  }
}
