import { z } from 'zod';
import { type Bench, type Case, expectSame, inRounds } from './support/bench.js';
import { type Program, startProgram } from './support/program.js';
import { type Api, startApi, startRedis, startWorkers } from './support/services.js';
import { figure, percentile, spreadText } from './support/statistics.js';
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
  const sender = startProgram('file-sender');
  bench.atEnd(() => sender.stop());
  const callers = { probe, sender };
  const { latencyRequests } = bench.settings;
  bench.say(
    `  ${latencyRequests} single requests one after the other, ${PAUSE_MS} ms between, asked by a process of its own; files sent by another`,
  );

  const embedded = await startApi(bench);
  await judge(bench, 'embedded', () => round(bench, callers, embedded));
  const queued = await startApi(bench, redis);
  await startWorkers(bench, redis, WORKERS);
  await judge(bench, `queue, ${WORKERS} workers`, () => round(bench, callers, queued));
};

/** The processes that ask for single answers, and that send files. */
interface Callers {
  readonly probe: Program;
  readonly sender: Program;
}

async function round(bench: Bench, { probe, sender }: Callers, api: Api): Promise<Round> {
  const { bulkRows: rows, latencyRequests } = bench.settings;
  const measure = () => ask(probe, api, latencyRequests);
  const idle = await measure();
  const busy = await whileCalculating(sender, api, rows, measure);
  return { idle, busy };
}

async function judge(bench: Bench, name: string, measure: () => Promise<Round>): Promise<void> {
  const { latencyWarmUps, latencyRounds } = bench.settings;
  const ratio = ({ idle, busy }: Round) => busy.p50 / idle.p50;
  const first: Round[] = [];
  while (first.length < latencyWarmUps) first.push(await measure());
  bench.note(`median during bulk / idle before the first round, ${name}`, first.map(ratio));
  const rounds = await inRounds(latencyRounds, measure);
  const values = (pick: (round: Round) => number) => spreadText(rounds.map(pick), figure);
  bench.say(
    `  ${name}: idle p50 ${values(({ idle }) => idle.p50)} ms, p99 ${values(({ idle }) => idle.p99)} ms; ` +
      `during bulk p50 ${values(({ busy }) => busy.p50)} ms, p99 ${values(({ busy }) => busy.p99)} ms`,
  );
  bench.claim({
    what: `latency: median of single answers during bulk / idle, ${name}`,
    wanted: { atMost: 2 },
    measured: rounds.map(ratio),
  });
  bench.claim({
    what: `latency: p99 of single answers during bulk, ms, ${name}`,
    wanted: { atMost: 20 },
    measured: rounds.map(({ busy }) => busy.p99),
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

/** Has files sent, one upload at a time, until the work is done. */
async function whileCalculating<R>(
  sender: Program,
  api: Api,
  rows: number,
  work: () => Promise<R>,
): Promise<R> {
  await sender.ask({ url: api.url, token: api.token, rows });
  const result = await work();
  z.int()
    .positive()
    .parse(await sender.ask('finish'));
  return result;
}
