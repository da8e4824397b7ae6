import { Pool } from 'undici';
import { z } from 'zod';
import { type Case, expectSame, inRounds } from './support/bench.js';
import { cpuDuring, HAS_PROC } from './support/proc.js';
import { startProgram } from './support/program.js';
import { startApi } from './support/services.js';
import type { Settings } from './support/settings.js';
import { figure, percentText, spreadText, whole } from './support/statistics.js';
import { benchStudent } from './support/students.js';

/** Who is asked, and the one answer that it must give. */
interface Target {
  readonly url: string;
  readonly pid: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answer: string;
}

interface Load {
  readonly perSecond: number;
  readonly cpuMicroseconds: number;
  /** Share of one core that the server's process used. */
  readonly busy: number;
}

/** Requests per second of the endpoint against those of an Express handler that does nothing with what it parses. */
export const single: Case = async (bench) => {
  const { settings } = bench;
  const api = await startApi(bench);
  const bare = startProgram('bare-express');
  bench.atEnd(() => bare.stop());

  const request = {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${api.token}` },
    body: JSON.stringify(benchStudent(1).request),
  };
  const answer = await askOnce(api.url, request);
  expectSame(
    'terms of the answer',
    z.object({ terms: z.array(z.unknown()) }).parse(JSON.parse(answer)).terms.length,
    2,
  );
  const bareUrl = z.url().parse(await bare.ask(answer));
  const own: Target = { url: api.url, pid: api.pid, ...request, answer };
  const rival: Target = { url: bareUrl, pid: bare.pid, ...request, answer };

  bench.say(
    `  ${settings.singleConnections} connections, ${settings.singleSeconds} s each in turn, ` +
      `${Buffer.byteLength(request.body)} bytes asked, ${Buffer.byteLength(answer)} bytes answered`,
  );
  const rounds = await inRounds(settings.singleRounds, async () => ({
    rival: await load(rival, settings),
    own: await load(own, settings),
  }));
  for (const [name, loads] of [
    ['bare Express', rounds.map((round) => round.rival)],
    ['POST /v1/calculate', rounds.map((round) => round.own)],
  ] as const) {
    const perSecond = spreadText(
      loads.map((each) => each.perSecond),
      whole,
    );
    const cpu = HAS_PROC
      ? `, ${spreadText(
          loads.map((each) => each.cpuMicroseconds),
          figure,
        )} µs CPU each, ` +
        `${spreadText(
          loads.map((each) => each.busy),
          percentText,
        )} of a core`
      : '';
    bench.say(`  ${name}: ${perSecond} requests/s${cpu}`);
  }
  if (HAS_PROC) {
    const cpu = rounds.map((round) => round.rival.cpuMicroseconds / round.own.cpuMicroseconds);
    bench.say(`  by CPU time alone the ratio would be ${spreadText(cpu, figure)}`);
  }
  bench.claim({
    what: 'single: requests/s, endpoint / bare Express',
    wanted: { atLeast: 0.9 },
    measured: rounds.map((round) => round.own.perSecond / round.rival.perSecond),
  });
};

type SingleRequest = Pick<Target, 'headers' | 'body'>;

async function askOnce(url: string, { headers, body }: SingleRequest): Promise<string> {
  const response = await fetch(`${url}/v1/calculate`, { method: 'POST', headers, body });
  const text = await response.text();
  expectSame('status of a single request', response.status, 200);
  return text;
}

/** As many connections as the settings say, each asking one request after the other. */
async function load({ url, pid, headers, body, answer }: Target, settings: Settings): Promise<Load> {
  const { singleConnections: connections, singleSeconds } = settings;
  const pool = new Pool(url, { connections });
  const began = performance.now();
  const until = began + singleSeconds * 1000;
  let answered = 0;
  const askUntilTheEnd = async (): Promise<void> => {
    for (; performance.now() < until; answered += 1) {
      const response = await pool.request({ path: '/v1/calculate', method: 'POST', headers, body });
      expectSame('the answer', await response.body.text(), answer);
    }
  };
  const { cpu } = await cpuDuring([pid], () =>
    Promise.all(Array.from({ length: connections }, askUntilTheEnd)),
  );
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  const [cpuSeconds = Number.NaN] = cpu;
  return {
    perSecond: answered / seconds,
    cpuMicroseconds: (cpuSeconds * 1e6) / answered,
    busy: cpuSeconds / seconds,
  };
}
