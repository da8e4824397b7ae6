import { getPriority, setPriority } from 'node:os';

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
