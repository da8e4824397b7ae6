import { Pool } from 'undici';
import { z } from 'zod';
import { type Case, expectSame } from './support/bench.js';
import { startProgram } from './support/program.js';
import { startApi } from './support/services.js';
import { benchStudent } from './support/students.js';

const CONNECTIONS = 10;
const SECONDS = 4;

/** Requests per second against those of an Express handler that only parses the body. */
export const single: Case = async (bench) => {
  const api = await startApi(bench);
  const bare = startProgram(bench, 'bare-express');
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${api.token}` },
    body: JSON.stringify(benchStudent(1)),
  } as const;
  const first = await fetch(`${api.url}/v1/calculate`, request);
  expectSame('status of a single request', first.status, 200);
  const answer = await first.text();
  const bareUrl = z.url().parse(await bare.ask(answer));

  /** Sends one request after the other on every connection. @returns requests per second. */
  const load = async (url: string): Promise<number> => {
    const pool = new Pool(url, { connections: CONNECTIONS });
    const began = performance.now();
    let answered = 0;
    const askUntilTheEnd = async (): Promise<void> => {
      for (; performance.now() < began + SECONDS * 1000; answered += 1) {
        const { body } = await pool.request({ path: '/v1/calculate', ...request });
        expectSame('the answer', await body.text(), answer);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, askUntilTheEnd));
    const perSecond = (answered * 1000) / (performance.now() - began);
    await pool.close();
    return perSecond;
  };
  const measured = await bench.inRounds(1, 5, async () => {
    const rival = await load(bareUrl);
    return (await load(api.url)) / rival;
  });
  bench.claim({ what: 'single: requests/s, endpoint / bare Express', wanted: { atLeast: 0.9 }, measured });
};
