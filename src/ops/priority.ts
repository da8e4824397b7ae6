import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of this process, on Linux of this thread, to a niceness (1 to 19). What was started at a lower one
 * still keeps it: only root can go up.
 *
 * @returns the error where the system does not allow it, as in some sandboxes. Nothing is wrong then but the order.
 */
export function lowerPriority(niceness: number): Error | null {
  return lower(() => [0], niceness);
}

/**
 * Lowers the priority of what runs beside the event loop at the time of the call: the threads in which V8 compiles and Node
 * unpacks. Elsewhere than on Linux a priority belongs to the whole process, and nothing is done.
 *
 * @returns the error where the system does not allow it, or does not show the threads.
 */
export function lowerHelpers(niceness: number): Error | null {
  if (process.platform !== 'linux') return null;
  const helpers = () =>
    readdirSync('/proc/self/task')
      .map(Number)
      .filter((id) => id !== process.pid);
  return lower(helpers, niceness);
}

function lower(ids: () => readonly number[], niceness: number): Error | null {
  try {
    for (const id of ids()) if (getPriority(id) < niceness) setPriority(id, niceness);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
