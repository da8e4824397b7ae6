import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Linux draws it anew at each start of the machine, and shows the same one in every container. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** A name for the machine that this process runs on. Two processes with the same one share its cores. */
export function machineName(): string {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim();
  } catch {
    // Not Linux, or a sandbox without it.
    return hostname();
  }
}
