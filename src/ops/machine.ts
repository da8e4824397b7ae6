import { getPriority, setPriority, totalmem } from 'node:os';

/**
 * Bytes of memory that this process may use: the container's limit, if any, otherwise the machine's memory.
 * Without a limit the constrained memory reads 0, or more than any machine has.
 */
export function memoryLimitBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 && constrained < totalmem() ? constrained : totalmem();
}

/** The nice value of bulk work, which gives way to other processes on the machine. */
const NICENESS = 10;

/**
 * Lowers the priority of this process, or on Linux of this thread, so that single answers come first. A
 * process started with a lower priority keeps it: only root can raise it.
 * @returns the error if the system refuses, as in some sandboxes. Only the priority is affected.
 */
export function lowerPriority(): Error | null {
  try {
    if (getPriority() < NICENESS) setPriority(NICENESS);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
