import { readFileSync } from 'node:fs';

/** The kernel reports CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Positions of user and system time after the command's name, which is in parentheses. */
const UTIME = 11;
const STIME = 12;

/** CPU seconds of a process so far, all threads together. Linux only. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[UTIME]) + Number(fields[STIME])) / TICKS_PER_SECOND;
}

/** The share of a process in the CPU time that it and the others use while `work` runs. */
export async function cpuDuring<R>(pid: number, others: readonly number[], work: () => Promise<R>) {
  const used = () => [cpuSeconds(pid), others.reduce((sum, each) => sum + cpuSeconds(each), 0)] as const;
  const [ownBefore, othersBefore] = used();
  const result = await work();
  const [own, ofOthers] = used();
  const seconds = own - ownBefore;
  return { result, share: seconds / (seconds + ofOthers - othersBefore) };
}
