import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, type Dispatcher, request } from 'undici';
import { afterAll, expect, it } from 'vitest';
import { issueKey } from '../../src/keys/keys.js';
import type { Api } from '../support/api.js';
import { ask } from '../support/client.js';
import { freePort } from '../support/free-port.js';
import { startLocalRedis } from '../support/redis.js';
import { STUDENT } from '../support/requests.js';
import { type ServiceProcess, startProcess } from '../support/service-process.js';
import { studentFile } from '../support/student-file.js';
import { until } from '../support/until.js';
import { upload } from '../support/upload.js';
import { ownFolder, serving } from '../support/with-us.js';
import { startWorker } from '../support/worker.js';
import { readText } from '../support/yaml-files.js';

/** The shipped nginx configuration with these replicas' ports, and without TLS. */
function linesFor(port: number, replicas: readonly number[]): string {
  const [first, ...rest] = readText('deploy/nginx/prorata.conf').split(/^ +server 10\.0\.0\.\d+:3000/m);
  if (first === undefined || rest.length !== replicas.length) throw new Error('two replicas were expected');
  return [first, ...rest.map((text, at) => `    server 127.0.0.1:${replicas[at]}${text}`)]
    .join('')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ +ssl_.*$/gm, '');
}

/** A real nginx with the shipped configuration. @throws Error that says what to install. */
async function startNginx(replicas: readonly number[]) {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status !== 0) {
    throw new Error('The drill needs nginx: on Debian, apt-get install nginx-light');
  }
  const folder = ownFolder('nginx');
  const port = await freePort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const config = `daemon off; worker_processes 2; pid ${folder}/pid; error_log /dev/null;
events {}
http {
  access_log off;
  ${paths.join('\n  ')}
  ${linesFor(port, replicas)}
}`;
  const file = join(folder, 'nginx.conf');
  await writeFile(file, config);
  const { stop } = serving('nginx', ['-e', '/dev/null', '-c', file]);
  const host = '127.0.0.1';
  const isUp = async () => (await ask({ host, port }, 'GET', '/healthz').catch(() => null))?.status === 200;
  await until(isUp, 'nginx reaches a replica');
  return { url: `http://${host}:${port}`, stop };
}

const SINGLES_AT_ONCE = 6;
const FILES = [studentFile(300), studentFile(20_000), studentFile(60_000)];

type Target = Pick<Api, 'url' | 'token'>;

async function single({ url, token }: Target, connections: Dispatcher): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(STUDENT), dispatcher: connections } as const;
  try {
    const { statusCode, body } = await request(`${url}/v1/calculate`, sent);
    return `${statusCode} ${await body.text()}`;
  } catch (error) {
    return String(error);
  }
}

/** Status and body for a file; `broken` if the transfer did not end as HTTP requires. */
async function file(target: Target, text: string): Promise<string> {
  const { status, complete, body } = await upload(target, text).finished;
  return complete ? `${status} ${body.toString('utf8')}` : `broken after ${status}`;
}

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

/** Sends students and files concurrently while `work` runs; each answer must be the same as before. */
async function underLoad(target: Target, work: () => Promise<void>): Promise<void> {
  const [kept, one] = [new Agent(), new Agent({ pipelining: 0 })];
  const whole = await single(target, one);
  expect(whole).toMatch(/^200 /);
  const callers = Array.from({ length: SINGLES_AT_ONCE }, (_, at) =>
    repeat(() => single(target, at % 2 === 0 ? kept : one), whole),
  );
  for (const text of FILES) {
    const answer = await file(target, text);
    expect(answer).toMatch(/^200 /);
    callers.push(repeat(() => file(target, text), answer));
  }
  await work();
  const done = await Promise.all(callers.map(({ stop }) => stop()));
  await Promise.all([kept.close(), one.close()]);
  const wrong = done.flatMap((each) => each.wrong);
  expect({ count: wrong.length, some: wrong.slice(0, 10) }).toEqual({ count: 0, some: [] });
  for (const { count } of done) expect(count).toBeGreaterThan(0);
}

const ROUNDS = 10;
const KEYS_FILE = join(ownFolder('rolling'), 'keys.json');

const { token } = await issueKey(KEYS_FILE, 'Test University', null, new Date());
const redis = await startLocalRedis();
const worker = await startWorker({ REDIS_URL: redis.url });
const ports = [await freePort(), await freePort()];
const replicas = await Promise.all(ports.map((port) => startReplica(port)));
const nginx = await startNginx(ports);
afterAll(async () => {
  await nginx.stop();
  await Promise.all([worker, ...replicas].map((process) => process.stop()));
  await redis.stop();
});

async function startReplica(port: number, drainDelayMs = ''): Promise<ServiceProcess> {
  const replica = startProcess('src/main.js', {
    PORT: String(port),
    KEYS_FILE,
    REDIS_URL: redis.url,
    SHUTDOWN_TIMEOUT_MS: '60000',
    DRAIN_DELAY_MS: drainDelayMs,
  });
  await replica.logged(({ msg }) => msg === 'ready');
  return replica;
}

it(`both replicas are restarted ${ROUNDS} times behind nginx: no single answer and no file is lost`, {
  timeout: 1_200_000,
}, async () => {
  await underLoad({ ...nginx, token }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [at, port] of ports.entries()) {
        expect(await replicas[at]?.stop()).toEqual({ code: 0, signal: null });
        replicas[at] = await startReplica(port);
      }
    }
  });
});

it('a replica that leaves gets no file, so that none meets a port as it closes, unless all leave', async () => {
  const [port, other] = [await freePort(), await freePort()];
  const both = [await startReplica(port, '600000'), await startReplica(other, '600000')] as const;
  const proxy = await startNginx([port, other]);
  const sendFiles = async () => {
    const files = Array.from({ length: 6 }, () => file({ ...proxy, token }, studentFile(20_000)));
    for (const answer of await Promise.all(files)) expect(answer).toMatch(/^200 /);
  };
  const [leaving, staying] = both;
  leaving.kill('SIGTERM');
  await leaving.logged(({ msg }) => msg === 'stopping');
  await sendFiles();
  const calculated = () => staying.logs().filter((line) => line.includes('"route":"/v1/calculate/bulk"'));
  await until(() => calculated().length === 6, 'the replica that stays has logged every file');
  staying.kill('SIGTERM');
  await staying.logged(({ msg }) => msg === 'stopping');
  await sendFiles();
  await proxy.stop();
  for (const replica of both) replica.kill('SIGKILL');
});
