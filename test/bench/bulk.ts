import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { type Bench, type Case, expectSame, inRounds } from './support/bench.js';
import { calculateFile, checkAnswer, digest } from './support/bulk-client.js';
import { chunksByOutcome, expectNoRescue } from './support/chunk-counts.js';
import { temporaryPath } from './support/folder.js';
import { cpuDuring, HAS_PROC, sum } from './support/proc.js';
import { type Program, startProgram } from './support/program.js';
import { type Api, startApi, startRedis, startWorkers } from './support/services.js';
import { figure, percentText, spreadText, whole } from './support/statistics.js';
import { studentFileBytes } from './support/student-file.js';

const WORKERS = 2;
/** The copier is as fast as it gets after a few. */
const COPIER_WARM_UPS = 5;

/** The contenders, and the processes that the queue consists of. */
interface Contenders {
  readonly copier: Program;
  readonly embedded: Api;
  readonly queued: Api;
  /** API, workers, Redis: in this order. */
  readonly queuePids: readonly number[];
}

const copied = z.object({ seconds: z.number(), records: z.number(), bytes: z.number() });

/** Rows per second of a bulk file, on threads and through the queue, against csv-parse piped into csv-stringify. */
export const bulk: Case = async (bench) => {
  const redis = await startRedis(bench);
  const copier = startProgram('csv-copy');
  bench.atEnd(() => copier.stop());
  const embedded = await startApi(bench);
  const queued = await startApi(bench, redis);
  const workers = await startWorkers(bench, redis, WORKERS);
  const queuePids = [queued.pid, ...workers.map(({ pid }) => pid), redis.pid];
  const contenders: Contenders = { copier, embedded, queued, queuePids };

  const plain = await compare(bench, contenders, 0);
  bench.claim({
    what: 'bulk: rows/s, embedded / csv-parse into csv-stringify',
    wanted: { atLeast: 4 },
    measured: plain.map((round) => round.copySeconds / round.embeddedSeconds),
  });
  bench.note(
    'embedded / the same copy with bare arrays instead of objects',
    plain.map((round) => round.arrayCopySeconds / round.embeddedSeconds),
  );
  bench.note(
    'embedded / the same copy by a process that has just started',
    plain.map((round) => round.freshCopySeconds / round.embeddedSeconds),
  );
  bench.claim({
    what: `bulk: rows/s, queue with ${WORKERS} workers / csv-parse into csv-stringify`,
    wanted: { atLeast: 2.5 },
    measured: plain.map((round) => round.copySeconds / round.queueSeconds),
  });
  bench.note(
    `queue with ${WORKERS} workers / the same copy with bare arrays`,
    plain.map((round) => round.arrayCopySeconds / round.queueSeconds),
  );
  bench.note(
    `queue with ${WORKERS} workers / the same copy by a process that has just started`,
    plain.map((round) => round.freshCopySeconds / round.queueSeconds),
  );
  if (HAS_PROC) {
    bench.claim({
      what: 'bulk: share of the API in the CPU time of API, workers and Redis',
      wanted: { atMost: 0.15 },
      measured: plain.map(({ cpu }) => (cpu[0] ?? Number.NaN) / sum(cpu)),
      show: percentText,
    });
  }
  await compare(bench, contenders, 0.1);
};

interface Round {
  readonly copySeconds: number;
  readonly arrayCopySeconds: number;
  readonly freshCopySeconds: number;
  readonly embeddedSeconds: number;
  readonly queueSeconds: number;
  /** CPU seconds of the copying process, and of the embedded API. */
  readonly copyCpu: number;
  readonly embeddedCpu: number;
  /** CPU seconds of API, workers and Redis. */
  readonly cpu: readonly number[];
}

async function compare(bench: Bench, contenders: Contenders, quotedShare: number): Promise<Round[]> {
  const rows = bench.settings.bulkRows;
  const file = studentFileBytes({ rows, quotedShare });
  const path = temporaryPath(`students-${quotedShare}.csv`);
  writeFileSync(path, file);
  const { copier, embedded, queued, queuePids } = contenders;

  const first = await calculateFile(embedded, file);
  checkAnswer(file, first.bytes);
  const answerDigest = digest(first.bytes);
  const firstShares: number[] = [];
  for (let run = 0; run < bench.settings.bulkWarmUps; run += 1) {
    if (run < COPIER_WARM_UPS) for (const as of ['objects', 'arrays']) await copier.ask({ path, as });
    await calculateFile(embedded, file);
    const { cpu } = await cpuDuring(queuePids, () => calculateFile(queued, file));
    firstShares.push((cpu[0] ?? Number.NaN) / sum(cpu));
  }
  if (HAS_PROC) bench.note('share of the API in the CPU time before the first round', firstShares);
  const before = await chunksByOutcome(queued);

  const rounds = await inRounds(bench.settings.bulkRounds, async (): Promise<Round> => {
    const copying = await cpuDuring([copier.pid], () => copier.ask({ path, as: 'objects' }));
    const copy = copied.parse(copying.result);
    expectSame('records copied', copy.records, rows);
    if (quotedShare === 0) expectSame('bytes copied', copy.bytes, file.length);
    const arrayCopy = copied.parse(await copier.ask({ path, as: 'arrays' }));
    expectSame('records copied as arrays', arrayCopy.records, rows + 1);
    const fresh = startProgram('csv-copy');
    bench.atEnd(() => fresh.stop());
    const freshCopy = copied.parse(await fresh.ask({ path, as: 'objects' }));
    await fresh.stop();
    const threads = await cpuDuring([embedded.pid], () => calculateFile(embedded, file));
    const onThreads = threads.result;
    const { result: throughQueue, cpu } = await cpuDuring(queuePids, () => calculateFile(queued, file));
    for (const answer of [onThreads, throughQueue]) {
      expectSame('rows answered', answer.rows, rows);
      expectSame('digest of the answer', digest(answer.bytes), answerDigest);
    }
    return {
      copySeconds: copy.seconds,
      arrayCopySeconds: arrayCopy.seconds,
      freshCopySeconds: freshCopy.seconds,
      embeddedSeconds: onThreads.seconds,
      queueSeconds: throughQueue.seconds,
      copyCpu: sum(copying.cpu),
      embeddedCpu: sum(threads.cpu),
      cpu,
    };
  });
  expectNoRescue(before, await chunksByOutcome(queued));

  const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  const quoted = quotedShare === 0 ? 'no quotes' : `${percentText(quotedShare)} of the cells quoted`;
  bench.say(
    `  ${whole(rows)} rows, ${quoted}: ${mib(file.length)} MiB, ${figure(file.length / rows)} bytes per row; ` +
      `answer ${mib(first.bytes.length)} MiB`,
  );
  const rate = (seconds: (round: Round) => number) =>
    spreadText(
      rounds.map((round) => rows / seconds(round)),
      whole,
    );
  const over = (seconds: (round: Round) => number) =>
    spreadText(
      rounds.map((round) => round.copySeconds / seconds(round)),
      figure,
    );
  bench.say(`    csv-parse into csv-stringify: ${rate((round) => round.copySeconds)} rows/s`);
  bench.say(`    the same with bare arrays: ${rate((round) => round.arrayCopySeconds)} rows/s`);
  bench.say(
    `    the same by a process that has just started: ${rate((round) => round.freshCopySeconds)} rows/s`,
  );
  bench.say(
    `    embedded: ${rate((round) => round.embeddedSeconds)} rows/s, ${over((round) => round.embeddedSeconds)} times`,
  );
  bench.say(
    `    queue, ${WORKERS} workers: ${rate((round) => round.queueSeconds)} rows/s, ${over((round) => round.queueSeconds)} times`,
  );
  if (HAS_PROC) sayCpu(bench, rounds, rows);
  return rounds;
}

function sayCpu(bench: Bench, rounds: readonly Round[], rows: number): void {
  const perRow = (seconds: (round: Round) => number) =>
    spreadText(
      rounds.map((round) => (seconds(round) * 1e6) / rows),
      figure,
    );
  const names = ['API', ...Array.from({ length: WORKERS }, (_, index) => `worker ${index + 1}`), 'Redis'];
  const parts = names.map((name, column) => `${name} ${perRow(({ cpu }) => cpu[column] ?? Number.NaN)}`);
  bench.say(
    `    CPU µs per row: copying ${perRow(({ copyCpu }) => copyCpu)}; embedded ${perRow(({ embeddedCpu }) => embeddedCpu)}; ` +
      `queue ${perRow(({ cpu }) => sum(cpu))}, of that ${parts.join(', ')}`,
  );
}
