import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { withTables } from '../support/with-tables.js';
import { bulk } from './bulk.js';
import { jobs } from './jobs.js';
import { latency } from './latency.js';
import { memory } from './memory.js';
import { single } from './single.js';
import { Bench, type Case, claimTable, isMet } from './support/bench.js';

const CASES: Readonly<Record<string, Case>> = { single, bulk, latency, memory, jobs };
const PAGE = resolve(import.meta.dirname, '../../../docs/performance.md');
const QUIET_LOAD = 0.5;

const HELP = `npm run bench -- [--quick] [${Object.keys(CASES).join(' ')}]
npm run bench -- --write

--write measures all of them and puts the table into docs/performance.md.
`;

/** Runs the named cases, or all. @returns the exit code: 1 only if a response was wrong. */
async function main(args: readonly string[]): Promise<number> {
  const names = args.filter((argument) => !['--quick', '--write'].includes(argument));
  const isWritten = args.includes('--write');
  if (names.some((name) => !Object.hasOwn(CASES, name)) || (isWritten && args.length > 1)) {
    process.stderr.write(HELP);
    return 2;
  }
  const bench = new Bench(args.includes('--quick'));
  const machine = machineText();
  bench.say(machine);
  const missing: string[] = [];
  for (const [name, run] of Object.entries(CASES)) {
    if (names.length > 0 && !names.includes(name)) continue;
    bench.say(`\n${name}`);
    try {
      await run(bench);
    } catch (error) {
      bench.say(`  NOT MEASURED: ${inspect(error)}`);
      missing.push(name);
    } finally {
      await bench.end();
    }
  }
  bench.say('');
  const gaps = missing.length === 0 ? '' : `\n\nNot measured: ${missing.join(', ')}.`;
  const claims = `${machine}\n\n${claimTable(bench.claims)}${gaps}`;
  bench.say(claims);
  for (const { what } of bench.claims.filter((claim) => !isMet(claim))) bench.say(`MISSED: ${what}`);
  if (isWritten) writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), { claims }));
  return missing.length === 0 ? 0 : 1;
}

/** The machine that the numbers depend on, and a warning if it is busy. */
function machineText(): string {
  const [load = 0] = loadavg();
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'})`;
  const system = `${(totalmem() / 2 ** 30).toFixed(1)} GiB, ${process.platform} ${process.arch}`;
  const warning =
    load > QUIET_LOAD ? `\nWARNING: the machine is busy (load above ${QUIET_LOAD}); expect noise.` : '';
  return `${cores}, ${system}, Node ${process.version}, load average ${load.toFixed(2)}${warning}`;
}

process.once('SIGINT', () => process.exit(130));
process.exitCode = await main(process.argv.slice(2));
