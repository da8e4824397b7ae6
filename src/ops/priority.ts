import { getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of this process, on Linux of this thread, to a niceness (1 to 19). What was started at a lower one
 * still keeps it: only root can go up.
 *
 * @returns the error where the system does not allow it, as in some sandboxes. Nothing is wrong then but the order.
 */
export function lowerPriority(niceness: number): Error | null {
  try {
    if (getPriority() < niceness) setPriority(niceness);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
