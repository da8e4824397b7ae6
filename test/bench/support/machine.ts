import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

const QUIET_LOAD = 0.5;

/** What the numbers depend on, and a warning when the machine has other work. */
export function machineText(): string {
  const [load = 0] = loadavg();
  const gib = (totalmem() / 2 ** 30).toFixed(1);
  const facts = [
    `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'})`,
    `${gib} GiB`,
    `${process.platform} ${process.arch}`,
    `Node ${process.version}`,
    `load average ${load.toFixed(2)}`,
  ];
  const warning =
    load > QUIET_LOAD ? `\nWARNING: the machine is busy (load above ${QUIET_LOAD}); expect noise.` : '';
  return `${facts.join(', ')}${warning}`;
}
