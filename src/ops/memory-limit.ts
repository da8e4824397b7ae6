import { totalmem } from 'node:os';

/**
 * Memory that this process may use, in bytes: the container's limit if there is one, otherwise the machine's memory.
 * Without a limit the constrained memory reads 0, or more than any machine has.
 */
export function memoryLimitBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 && constrained < totalmem() ? constrained : totalmem();
}
