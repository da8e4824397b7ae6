import { readFileSync } from 'node:fs';

/** The kernel counts processor time in hundredths of a second wherever it shows it. */
const TICKS_PER_SECOND = 100;

/** Places of user and system time behind the command's name, which is in parentheses. */
const UTIME = 11;
const STIME = 12;

/** Processor time that a process used so far, all its threads together, seconds to a hundredth. Linux only. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[UTIME]) + Number(fields[STIME])) / TICKS_PER_SECOND;
}

/** The share of a process in the processor time that it and others use while `work` runs. */
export async function cpuDuring<R>(pid: number, others: readonly number[], work: () => Promise<R>) {
  const used = () => [cpuSeconds(pid), others.reduce((sum, each) => sum + cpuSeconds(each), 0)] as const;
  const [ownBefore, othersBefore] = used();
  const result = await work();
  const [own, ofOthers] = used();
  const seconds = own - ownBefore;
  return { result, share: seconds / (seconds + ofOthers - othersBefore) };
}
