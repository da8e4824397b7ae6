import { inspect } from 'node:util';
import { bulk } from './bulk.js';
import { engine } from './engine.js';
import { heap } from './heap.js';
import { jobs } from './jobs.js';
import { latency } from './latency.js';
import { memory } from './memory.js';
import { scale } from './scale.js';
import { single } from './single.js';
import { Bench, type Case, claimTable, isMet } from './support/bench.js';
import { machineText } from './support/machine.js';
import { writeMeasured } from './support/page.js';
import { FULL, QUICK } from './support/settings.js';

const CASES: ReadonlyMap<string, Case> = new Map([
  ['engine', engine],
  ['single', single],
  ['bulk', bulk],
  ['latency', latency],
  ['memory', memory],
  ['jobs', jobs],
  ['scale', scale],
  ['heap', heap],
]);

const HELP = `npm run bench -- [--quick] [${[...CASES.keys()].join(' ')}]
npm run bench -- --write

--write measures all of them and puts the figures into docs/performance.md.
`;

/** Runs the cases named, or all. @returns the exit code: 1 only when something did not come back as it must. */
async function main(args: readonly string[]): Promise<number> {
  const names = args.filter((argument) => !['--quick', '--write'].includes(argument));
  const isWritten = args.includes('--write');
  if (names.some((name) => !CASES.has(name)) || (isWritten && args.length > 1)) {
    process.stderr.write(HELP);
    return 2;
  }
  const bench = new Bench(args.includes('--quick') ? QUICK : FULL);
  const machine = machineText();
  const startedAt = performance.now();
  bench.say(machine);
  bench.say(`settings: ${inspect(bench.settings, { breakLength: 110 })}`);
  const missing: string[] = [];
  for (const [name, run] of CASES) {
    if (names.length > 0 && !names.includes(name)) continue;
    bench.say(`\n${name}`);
    try {
      await run(bench);
    } catch (error) {
      bench.say(
        `  NOT MEASURED: ${error instanceof Error ? (error.stack ?? error.message) : inspect(error)}`,
      );
      missing.push(name);
    } finally {
      await bench.end();
    }
  }
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  bench.say('');
  const gaps = missing.length === 0 ? '' : `\n\nNot measured: ${missing.join(', ')}.`;
  bench.block('claims', `${machine}\n\n${claimTable(bench.claims)}${gaps}`);
  for (const { what } of bench.claims.filter((claim) => !isMet(claim))) bench.say(`MISSED: ${what}`);
  bench.say(`\n${minutes} minutes; ${machineText()}`);
  if (isWritten) writeMeasured(bench.blocks);
  return missing.length === 0 ? 0 : 1;
}

// What was started leaves with this process, also when it is broken off: each process has a listener of its own.
process.setMaxListeners(0);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.exitCode = await main(process.argv.slice(2));
