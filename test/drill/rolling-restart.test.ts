import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueKey } from '../../src/keys/key-operations.js';
import { freePort } from '../support/free-port.js';
import { startLocalRedis } from '../support/redis.js';
import { STUDENT } from '../support/requests.js';
import { type ServiceProcess, startProcess } from '../support/service-process.js';
import { studentFile } from '../support/student-file.js';
import { upload } from '../support/upload.js';
import { startWorker, type WorkerProcess } from '../support/worker.js';
import { type Nginx, startNginx } from './nginx.js';

/** How often both replicas are restarted, and with which pause for the balancer: by default ten times, as shipped. */
const ROUNDS = Number(process.env['DRILL_RESTARTS'] ?? 10);
const DRAIN = process.env['DRILL_DRAIN_DELAY_MS'];
const SINGLES_AT_ONCE = 6;
const FILES = [studentFile(300), studentFile(20_000), studentFile(60_000)];
const STUDENT_TEXT = JSON.stringify(STUDENT);

let redis: Awaited<ReturnType<typeof startLocalRedis>>;
let worker: WorkerProcess;
let folder = '';
let token = '';
let nginx: Nginx;
let ports: readonly number[];
const replicas: ServiceProcess[] = [];

async function startReplica(port: number): Promise<ServiceProcess> {
  const replica = startProcess('src/main.js', {
    PORT: String(port),
    KEYS_FILE: join(folder, 'keys.json'),
    REDIS_URL: redis.url,
    SHUTDOWN_TIMEOUT_MS: '60000',
    // Empty: as shipped.
    DRAIN_DELAY_MS: DRAIN ?? '',
  });
  await replica.logged(({ msg }) => msg === 'ready');
  return replica;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rolling-'));
  ({ token } = await issueKey(join(folder, 'keys.json'), 'Test University', null, new Date()));
  redis = await startLocalRedis();
  worker = await startWorker({ REDIS_URL: redis.url });
  ports = [await freePort(), await freePort()];
  replicas.push(...(await Promise.all(ports.map(startReplica))));
  nginx = await startNginx(ports);
});
afterAll(async () => {
  await nginx.stop();
  await Promise.all([worker, ...replicas].map((process) => process.stop()));
  await redis.stop();
  await rm(folder, { recursive: true });
});

/** Status and body of a single answer, or what went wrong. */
function single(agent: Agent | false): Promise<string> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const options = { host: nginx.host, port: nginx.port, path: '/v1/calculate', method: 'POST' };
    const outgoing = request({ ...options, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('error', (error) => resolve(String(error)));
      response.on('end', () => resolve(`${response.statusCode} ${text}`));
    });
    outgoing.on('error', (error) => resolve(String(error)));
    outgoing.end(STUDENT_TEXT);
  });
}

/** Status and body of a file's answer; `broken` where its transfer did not end as HTTP wants it. */
async function file(text: string): Promise<string> {
  const { status, complete, body } = await upload({ url: nginx.url, token }, text).finished;
  return complete ? `${status} ${body.toString('utf8')}` : `broken after ${status}`;
}

/** Asks the same thing again and again until told to stop; keeps whatever is not the first answer. */
function repeat(ask: () => Promise<string>, wanted: string) {
  let isOver = false;
  let count = 0;
  const wrong: string[] = [];
  const over = (async () => {
    while (!isOver) {
      const answer = await ask();
      count += 1;
      if (answer !== wanted) wrong.push(answer.slice(0, 80));
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await over;
      return { count, wrong };
    },
  };
}

it(`both replicas are restarted ${ROUNDS} times behind nginx: no single answer and no file is lost`, {
  timeout: 1_200_000,
}, async () => {
  const agent = new Agent({ keepAlive: true });
  const whole = await single(false);
  expect(whole).toMatch(/^200 /);
  const singles = Array.from({ length: SINGLES_AT_ONCE }, (_, at) =>
    repeat(() => single(at % 2 === 0 ? agent : false), whole),
  );
  const files = [];
  for (const text of FILES) {
    const answer = await file(text);
    expect(answer).toMatch(/^200 /);
    files.push(repeat(() => file(text), answer));
  }
  const start = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, port] of ports.entries()) {
      expect(await replicas[at]?.stop()).toEqual({ code: 0, signal: null });
      replicas[at] = await startReplica(port);
    }
  }
  const seconds = (performance.now() - start) / 1000;
  const done = await Promise.all([...singles, ...files].map(({ stop }) => stop()));
  agent.destroy();
  const counts = done.map(({ count }) => count);
  const singleCount = counts.slice(0, SINGLES_AT_ONCE).reduce((sum, count) => sum + count);
  console.log(
    `${2 * ROUNDS} restarts in ${seconds.toFixed(0)} s under ${singleCount} single answers and ${counts.slice(SINGLES_AT_ONCE)} files; nginx asked another replica ${await askedTwice()} times behind a reset`,
  );
  const wrong = done.flatMap((each) => each.wrong);
  expect({ count: wrong.length, some: wrong.slice(0, 10) }).toEqual({ count: 0, some: [] });
});

/** Connections that the system had taken for a replica which closed its port before it took them. */
async function askedTwice(): Promise<number> {
  return (
    (await nginx.errors()).match(/Connection reset by peer\) while reading response header/g)?.length ?? 0
  );
}
