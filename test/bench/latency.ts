import { z } from 'zod';
import { type Bench, type Case, expectSame, inRounds } from './support/bench.js';
import { countLines, sendFile } from './support/bulk-client.js';
import { type Program, startProgram } from './support/program.js';
import { type Api, startApi, startRedis, startWorkers } from './support/services.js';
import { figure, percentile, spreadText } from './support/statistics.js';
import { studentFileBytes } from './support/student-file.js';
import { benchStudent } from './support/students.js';

const WORKERS = 2;
const PAUSE_MS = 2;

/** Milliseconds. */
interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

interface Round {
  readonly idle: Percentiles;
  readonly busy: Percentiles;
}

/** How long a single answer takes while nothing else happens, and while large files are calculated. */
export const latency: Case = async (bench) => {
  const redis = await startRedis(bench);
  const probe = startProgram('latency-probe');
  bench.atEnd(() => probe.stop());
  const { bulkRows: rows, latencyRequests } = bench.settings;
  const file = studentFileBytes({ rows, quotedShare: 0 });
  bench.say(
    `  ${latencyRequests} single requests one after the other, ${PAUSE_MS} ms between, asked by a process of its own`,
  );

  const embedded = await startApi(bench);
  judge(bench, 'embedded', await compare(bench, probe, embedded, file));
  const queued = await startApi(bench, redis);
  await startWorkers(bench, redis, WORKERS);
  judge(bench, `queue, ${WORKERS} workers`, await compare(bench, probe, queued, file));
};

function compare(bench: Bench, probe: Program, api: Api, file: Buffer): Promise<Round[]> {
  const { bulkRows: rows, latencyRequests, latencyRounds } = bench.settings;
  const measure = () => ask(probe, api, latencyRequests);
  return inRounds(latencyRounds, async () => {
    const idle = await measure();
    const busy = await whileCalculating(api, file, rows, measure);
    return { idle, busy };
  });
}

function judge(bench: Bench, name: string, rounds: readonly Round[]): void {
  const values = (pick: (round: Round) => number) => spreadText(rounds.map(pick), figure);
  bench.say(
    `  ${name}: idle p50 ${values(({ idle }) => idle.p50)} ms, p99 ${values(({ idle }) => idle.p99)} ms; ` +
      `during bulk p50 ${values(({ busy }) => busy.p50)} ms, p99 ${values(({ busy }) => busy.p99)} ms`,
  );
  bench.claim({
    what: `latency: p99 of single answers during bulk / idle, ${name}`,
    wanted: { atMost: 3 },
    measured: rounds.map(({ idle, busy }) => busy.p99 / idle.p99),
  });
}

const millisecondsSchema = z.array(z.number());

async function ask(probe: Program, api: Api, requests: number): Promise<Percentiles> {
  const body = JSON.stringify(benchStudent(1).request);
  const order = { url: api.url, token: api.token, body, requests, pauseMs: PAUSE_MS };
  const milliseconds = millisecondsSchema.parse(await probe.ask(order));
  expectSame('single answers', milliseconds.length, requests);
  return { p50: percentile(milliseconds, 50), p99: percentile(milliseconds, 99) };
}

/** Sends the file again and again, one upload at a time, until the work is done. */
async function whileCalculating<R>(api: Api, file: Buffer, rows: number, work: () => Promise<R>): Promise<R> {
  let isDone = false;
  const uploads = (async () => {
    while (!isDone) {
      let lines = 0;
      await sendFile(api, file, (piece) => {
        lines += countLines(piece);
      });
      expectSame('rows answered', lines - 1, rows);
    }
  })();
  const working = work().finally(() => {
    isDone = true;
  });
  const [result] = await Promise.all([working, uploads]);
  return result;
}
