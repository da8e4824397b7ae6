import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { type Bench, type Case, expectSame, inRounds, table } from './support/bench.js';
import { benchFileBytes, type FileStyle } from './support/bench-file.js';
import { chunksByOutcome, expectNoRescue } from './support/chunk-counts.js';
import { temporaryPath } from './support/folder.js';
import { cpuDuring, HAS_PROC, sum } from './support/proc.js';
import { type Program, startProgram } from './support/program.js';
import { type Api, startApi, startRedis, startWorkers } from './support/services.js';
import { figure, percentText, spreadText, whole } from './support/statistics.js';

const WORKERS = 2;
/** The copier is as fast as it gets after a few. */
const COPIER_WARM_UPS = 5;
/** API, workers, Redis: in this order. */
const QUEUE_PROCESSES = [
  'API',
  ...Array.from({ length: WORKERS }, (_, index) => `worker ${index + 1}`),
  'Redis',
];

interface Contenders {
  readonly copier: Program;
  readonly caller: Program;
  readonly embedded: Api;
  readonly queued: Api;
  /** One for each of {@link QUEUE_PROCESSES}. */
  readonly queuePids: readonly number[];
}

/** Least rows per second of each style of file, as multiples of the copy of the same file. */
const WANTED = {
  plain: { embedded: 1.7, queued: 1.5 },
  quoted: { embedded: 1.7 },
  failing: { embedded: 1.2 },
} as const satisfies Record<FileStyle, { embedded: number; queued?: number }>;

const MOST_API_SHARE = 0.3;

/** Rows per second of a bulk file, on threads and through the queue, against csv-parse (arrays) piped into csv-stringify. */
export const bulk: Case = async (bench) => {
  const redis = await startRedis(bench);
  const copier = startProgram('csv-copy');
  const caller = startProgram('bulk-caller');
  bench.atEnd(() => Promise.all([copier.stop(), caller.stop()]).then(() => undefined));
  const embedded = await startApi(bench);
  const queued = await startApi(bench, redis);
  const workers = await startWorkers(bench, redis, WORKERS);
  const queuePids = [queued.pid, ...workers.map(({ pid }) => pid), redis.pid];
  const contenders: Contenders = { copier, caller, embedded, queued, queuePids };

  for (const style of ['plain', 'quoted', 'failing'] as const) {
    const rounds = await compare(bench, contenders, style);
    const times = (seconds: (round: Round) => number) =>
      rounds.map((round) => round.copySeconds / seconds(round));
    bench.claim({
      what: `bulk, ${style}: rows/s, embedded / csv-parse into csv-stringify`,
      wanted: { atLeast: WANTED[style].embedded },
      measured: times((round) => round.embeddedSeconds),
    });
    const queueTimes = times((round) => round.queueSeconds);
    if (style !== 'plain') {
      bench.note(`queue with ${WORKERS} workers / csv-parse into csv-stringify`, queueTimes);
      continue;
    }
    bench.claim({
      what: `bulk, plain: rows/s, queue with ${WORKERS} workers / csv-parse into csv-stringify`,
      wanted: { atLeast: WANTED.plain.queued },
      measured: queueTimes,
    });
    if (!HAS_PROC) continue;
    bench.claim({
      what: 'bulk, plain: share of the API in the CPU time of API, workers and Redis',
      wanted: { atMost: MOST_API_SHARE },
      measured: rounds.map(({ cpu }) => (cpu[0] ?? Number.NaN) / sum(cpu)),
      show: percentText,
    });
  }
};

interface Round {
  readonly copySeconds: number;
  readonly embeddedSeconds: number;
  readonly queueSeconds: number;
  /** CPU seconds of the copying process, and of the embedded API. */
  readonly copyCpu: number;
  readonly embeddedCpu: number;
  /** CPU seconds of each of {@link QUEUE_PROCESSES}. */
  readonly cpu: readonly number[];
}

const copied = z.object({ seconds: z.number(), records: z.number() });
const answered = z.object({
  seconds: z.number(),
  rows: z.number(),
  byteLength: z.number(),
  digest: z.string(),
});

async function compare(bench: Bench, contenders: Contenders, style: FileStyle): Promise<Round[]> {
  const { bulkRows: rows, bulkWarmUps, bulkRounds } = bench.settings;
  const file = benchFileBytes({ rows, style });
  const path = temporaryPath(`students-${style}.csv`);
  writeFileSync(path, file);
  const { copier, caller, embedded, queued, queuePids } = contenders;
  const calculate = async ({ url, token }: Api, check: 'none' | 'calculated' | 'failing' = 'none') =>
    answered.parse(await caller.ask({ url, token, path, check }));

  const first = await calculate(embedded, style === 'failing' ? 'failing' : 'calculated');
  for (let run = 0; run < bulkWarmUps; run += 1) {
    if (run < COPIER_WARM_UPS) await copier.ask({ path });
    await calculate(embedded);
    await calculate(queued);
  }
  const before = await chunksByOutcome(queued);

  const rounds = await inRounds(bulkRounds, async (): Promise<Round> => {
    const copying = await cpuDuring([copier.pid], () => copier.ask({ path }));
    const copy = copied.parse(copying.result);
    expectSame('records copied', copy.records, rows + 1);
    const threads = await cpuDuring([embedded.pid], () => calculate(embedded));
    const { result: throughQueue, cpu } = await cpuDuring(queuePids, () => calculate(queued));
    for (const answer of [threads.result, throughQueue]) {
      expectSame('rows answered', answer.rows, rows);
      expectSame('digest of the answer', answer.digest, first.digest);
    }
    return {
      copySeconds: copy.seconds,
      embeddedSeconds: threads.result.seconds,
      queueSeconds: throughQueue.seconds,
      copyCpu: sum(copying.cpu),
      embeddedCpu: sum(threads.cpu),
      cpu,
    };
  });
  expectNoRescue(before, await chunksByOutcome(queued));

  const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  bench.say(
    `  ${style}: ${whole(rows)} rows, ${mib(file.length)} MiB, ${figure(file.length / rows)} bytes per row; ` +
      `answer ${mib(first.byteLength)} MiB`,
  );
  const rate = (seconds: (round: Round) => number) =>
    spreadText(
      rounds.map((round) => rows / seconds(round)),
      whole,
    );
  bench.say(`    csv-parse into csv-stringify: ${rate((round) => round.copySeconds)} rows/s`);
  bench.say(`    embedded: ${rate((round) => round.embeddedSeconds)} rows/s`);
  bench.say(`    queue, ${WORKERS} workers: ${rate((round) => round.queueSeconds)} rows/s`);
  if (HAS_PROC) sayCpu(bench, rounds, rows, style);
  return rounds;
}

function sayCpu(bench: Bench, rounds: readonly Round[], rows: number, style: FileStyle): void {
  const line = (name: string, seconds: (round: Round) => number) => [
    name,
    spreadText(
      rounds.map((round) => (seconds(round) * 1e6) / rows),
      figure,
    ),
  ];
  const text = table([
    ['Process', 'CPU µs a row'],
    line('csv-parse into csv-stringify', ({ copyCpu }) => copyCpu),
    line('embedded: the API', ({ embeddedCpu }) => embeddedCpu),
    line('Redis and two workers: all', ({ cpu }) => sum(cpu)),
    ...QUEUE_PROCESSES.map((name, index) => line(`of that: ${name}`, ({ cpu }) => cpu[index] ?? Number.NaN)),
  ]);
  if (style === 'plain') bench.block('cpu', text);
  else bench.say(text);
}
