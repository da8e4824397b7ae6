import { z } from 'zod';
import { chunkOutcomes } from '../support/operator.js';
import { type Case, expectSame, percentText } from './support/bench.js';
import { cpuDuring } from './support/proc.js';
import { startCaller, startProgram } from './support/program.js';
import { type Api, startApi, startRedis, startWorkers } from './support/services.js';
import { benchFile, FILE_ROWS, type FileStyle } from './support/students.js';

const WORKERS = 2;
/** V8 compiles during the first thirty uploads or so; a service that runs for weeks does not. */
const WARM_UPS = 40;
const ROUNDS = 9;

/** Minimum rows per second on threads, as multiples of copying the same file. */
const WANTED = { plain: 1.7, quoted: 1.7, failing: 1.2 } as const;

const copied = z.object({ seconds: z.number(), records: z.number() });

/** Rows/s of a bulk file, on threads and through the queue, against csv-parse (arrays) into csv-stringify. */
export const bulk: Case = async (bench) => {
  const redis = await startRedis(bench);
  const copier = startProgram(bench, 'csv-copy');
  const calculate = startCaller(bench);
  const digests = new Map<FileStyle, string>();

  /** Copies and calculates in turn. @returns the ratio of their speeds, and the API's share of CPU time. */
  const compare = async (api: Api, others: readonly number[], style: FileStyle) => {
    const path = benchFile(style);
    const first = await calculate(api, path, style === 'failing' ? 'failing' : 'calculated');
    const expected = digests.get(style) ?? first.digest ?? '';
    digests.set(style, expected);
    return bench.inRounds(WARM_UPS, ROUNDS, async () => {
      const copy = copied.parse(await copier.ask({ path }));
      expectSame('records copied', copy.records, FILE_ROWS + 1);
      const { result, share } = await cpuDuring(api.pid, others, () => calculate(api, path, 'same'));
      expectSame('digest of the answer', result.digest ?? '', expected);
      return { times: copy.seconds / result.seconds, share };
    });
  };

  const embedded = await startApi(bench);
  for (const style of ['plain', 'quoted', 'failing'] as const) {
    bench.claim({
      what: `bulk, ${style}: rows/s, embedded / csv-parse into csv-stringify`,
      wanted: { atLeast: WANTED[style] },
      measured: (await compare(embedded, [], style)).map(({ times }) => times),
    });
  }
  const queued = await startApi(bench, redis);
  const workers = await startWorkers(bench, redis, WORKERS);
  const rounds = await compare(queued, [...workers, redis.pid], 'plain');
  // Otherwise the queue was not measured.
  const { queue = 0, rescue = 0 } = await chunkOutcomes(queued.adminUrl);
  expectSame('chunks were answered by workers', queue > 0, true);
  expectSame('chunks that the API had to rescue', rescue, 0);
  bench.claim({
    what: `bulk, plain: rows/s, queue with ${WORKERS} workers / csv-parse into csv-stringify`,
    wanted: { atLeast: 1.5 },
    measured: rounds.map(({ times }) => times),
  });
  bench.claim({
    what: 'bulk, plain: share of the API in the CPU time of API, workers and Redis',
    wanted: { atMost: 0.3 },
    measured: rounds.map(({ share }) => share),
    show: percentText,
  });
};
