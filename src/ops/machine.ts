import { getPriority, setPriority, totalmem } from 'node:os';

/**
 * Memory that this process may use, in bytes: the container's limit if there is one, otherwise the machine's memory.
 * Without a limit the constrained memory reads 0, or more than any machine has.
 */
export function memoryLimitBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 && constrained < totalmem() ? constrained : totalmem();
}

/** How much bulk work gives way to other processes of its machine. */
const NICENESS = 10;

/**
 * Lowers the priority of this process, or on Linux of this thread, so that single answers come first. A process started with a
 * lower priority keeps it: only root can raise it.
 *
 * @returns the error if the system does not allow it, as in some sandboxes. Then only the priority is affected.
 */
export function lowerPriority(): Error | null {
  try {
    if (getPriority() < NICENESS) setPriority(NICENESS);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
