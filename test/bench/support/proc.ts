import { existsSync, readFileSync } from 'node:fs';

/** Whether the system tells the processor time and memory of its processes. */
export const HAS_PROC = existsSync('/proc/self/stat');

/** The kernel counts processor time in hundredths of a second wherever it shows it. */
const TICKS_PER_SECOND = 100;

/** Places of user and system time behind the command's name, which stands in parentheses. */
const UTIME = 11;
const STIME = 12;

/** Processor time that a process used so far, all its threads together, seconds to a hundredth; NaN off Linux. */
export function cpuSeconds(pid: number): number {
  if (!HAS_PROC) return Number.NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[UTIME]) + Number(fields[STIME])) / TICKS_PER_SECOND;
}

/** Memory of a process now (`VmRSS`) or at most so far (`VmHWM`), bytes. Linux only. */
export function memoryBytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kibibytes === undefined) throw new Error(`The system does not tell ${field}.`);
  return Number(kibibytes) * 1024;
}

/** Measures what the processes use while `work` runs: seconds for each, in the same order. */
export async function cpuDuring<R>(
  pids: readonly number[],
  work: () => Promise<R>,
): Promise<{ readonly result: R; readonly cpu: readonly number[] }> {
  const before = pids.map(cpuSeconds);
  const result = await work();
  return { result, cpu: pids.map((pid, index) => cpuSeconds(pid) - (before[index] ?? 0)) };
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
