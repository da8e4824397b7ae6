import { getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of this process, or on Linux of this thread, to a niceness (1 to 19). A process started with a
 * lower priority keeps it: only root can raise it.
 *
 * @returns the error if the system does not allow it, as in some sandboxes. Then only the priority is affected.
 */
export function lowerPriority(niceness: number): Error | null {
  try {
    if (getPriority() < niceness) setPriority(niceness);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
