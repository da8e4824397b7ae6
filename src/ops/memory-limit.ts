import { totalmem } from 'node:os';

/**
 * Memory that this process may use, bytes: the limit of the container where there is one, else the memory of the machine.
 * Without a limit the constrained memory reads 0, or more than any machine has.
 */
export function memoryLimitBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 && constrained < totalmem() ? constrained : totalmem();
}
