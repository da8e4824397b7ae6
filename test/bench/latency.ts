import { z } from 'zod';
import { type Bench, type Case, expectSame, percentile } from './support/bench.js';
import { startCaller, startProgram } from './support/program.js';
import { type Api, startApi, startRedis, startWorkers } from './support/services.js';
import { benchFile, benchStudent } from './support/students.js';

const WORKERS = 2;
const REQUESTS = 1000;
const PAUSE_MS = 2;
const WARM_UPS = 3;
const ROUNDS = 5;

const millisecondsSchema = z.array(z.number());

/** The time of a single response on an idle service, and while it calculates large files. */
export const latency: Case = async (bench) => {
  await measure(bench, 'embedded', await startApi(bench));
  const redis = await startRedis(bench);
  const queued = await startApi(bench, redis);
  await startWorkers(bench, redis, WORKERS);
  await measure(bench, `queue, ${WORKERS} workers`, queued);
};

async function measure(bench: Bench, name: string, api: Api): Promise<void> {
  const probe = startProgram(bench, 'latency-probe');
  const calculate = startCaller(bench);
  const path = benchFile();
  const body = JSON.stringify(benchStudent(1));
  const order = { url: api.url, token: api.token, body, requests: REQUESTS, pauseMs: PAUSE_MS };
  const ask = async (): Promise<number[]> => {
    const milliseconds = millisecondsSchema.parse(await probe.ask(order));
    expectSame('single answers', milliseconds.length, REQUESTS);
    return milliseconds;
  };
  const rounds = await bench.inRounds(WARM_UPS, ROUNDS, async () => {
    const idle = await ask();
    let isWanted = true;
    const sendFiles = async (): Promise<void> => {
      while (isWanted) await calculate(api, path);
    };
    const sending = sendFiles();
    const busy = await ask();
    isWanted = false;
    await sending;
    return { ratio: percentile(busy, 50) / percentile(idle, 50), p99: percentile(busy, 99) };
  });
  bench.claim({
    what: `latency: median of single answers during bulk / idle, ${name}`,
    wanted: { atMost: 2 },
    measured: rounds.map(({ ratio }) => ratio),
  });
  bench.claim({
    what: `latency: p99 of single answers during bulk, ms, ${name}`,
    wanted: { atMost: 20 },
    measured: rounds.map(({ p99 }) => p99),
  });
}
