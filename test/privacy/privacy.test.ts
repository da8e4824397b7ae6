import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dump } from '../support/redis-dump.js';
import { requestKeys, sceneOfFile } from '../support/scene.js';
import { ownService } from '../support/shared-service.js';
import { until } from '../support/until.js';
import { upload } from '../support/upload.js';
import { ownFolder } from '../support/with-us.js';
import { ignoring, markedFile, newMarks, sendEverything } from './marks.js';

/** Folders of the checkout that the service does not write to. */
const NOT_OURS = new Set(['node_modules', '.git', 'dist', 'coverage']);
const LARGEST_BYTES = 64 * 2 ** 20;

/** Null for a file that another process deletes or protects, so not one of ours. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Files below a folder, changed since `since` (ms since the epoch), that contain one of the texts. */
function filesHolding(folder: string, since: number, texts: readonly string[], device?: number): string[] {
  const dev = orNull(() => statSync(folder))?.dev;
  // Tests write only to this file system; others, such as /proc, may have files without end.
  if (dev === undefined || dev !== (device ?? dev)) return [];
  return (orNull(() => readdirSync(folder, { withFileTypes: true })) ?? []).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !NOT_OURS.has(entry.name)) return filesHolding(path, since, texts, dev);
    return entry.isFile() && holdsOne(path, since, texts) ? path : [];
  });
}

function holdsOne(path: string, since: number, texts: readonly string[]): boolean {
  const about = orNull(() => statSync(path));
  if (about === null || about.mtimeMs < since || about.size > LARGEST_BYTES) return false;
  const content = orNull(() => readFileSync(path));
  return content !== null && texts.some((text) => content.includes(text));
}

const TALKATIVE = { LOG_LEVEL: 'trace' };
const ROWS = 4000;

const startedAt = Date.now() - 1000;
const marks = newMarks();
const folder = ownFolder('privacy');
const redisLog = join(folder, 'redis.log');
const scene = await sceneOfFile({
  workers: 1,
  apiEnv: { ...TALKATIVE, BULK_CHUNK_ROWS: '100', RESCUE_AFTER_MS: '60000' },
  workerEnv: TALKATIVE,
  redisArguments: ['--dir', folder, '--logfile', redisLog, '--loglevel', 'debug'],
});
const { api: alone } = await ownService(TALKATIVE);

/** All texts that must not be found, valid tokens included. */
function secrets(): string[] {
  return [...Object.values(marks), alone.token, scene.api.token];
}

function secretsIn(text: string): string[] {
  return secrets().filter((secret) => text.includes(secret));
}

function allLogs(): string {
  return [alone, scene.api, ...scene.workers].flatMap((one) => one.logs()).join('\n');
}

/** What operators see of an API process: metrics, readiness, and every job on the dashboard. */
async function operatorPages(adminUrl: string): Promise<string> {
  const queues = `${adminUrl}/queues/api/queues`;
  const name = scene.waitingList.split(':').at(-2) ?? '';
  const statuses = ['latest', 'active', 'waiting', 'delayed', 'failed', 'completed'];
  const lists = statuses.map((one) => `${queues}?activeQueue=${name}&status=${one}&page=1&jobsPerPage=50`);
  const ids = (await scene.control.keys(`${scene.prefix}:payload:*`)).map((key) => key.split(':').at(-1));
  const jobs = ids.map((id) => `${queues}/${name}/${id}`);
  const pages = [`${adminUrl}/metrics`, `${adminUrl}/readyz`, ...lists, ...jobs];
  return (await Promise.all(pages.map(async (page) => (await fetch(page)).text()))).join('\n');
}

/** Expects marks in Redis only in payloads and answers that expire. @returns the kinds of keys with marks. */
async function kindsOfMarkedKeys(): Promise<string[]> {
  const foreign = (await scene.control.keys('*')).filter((key) => !key.startsWith(`${scene.prefix}:`));
  expect(foreign).toEqual([]);
  const entries = await dump(scene.control, scene.prefix);
  for (const { key } of entries) expect(secretsIn(key)).toEqual([]);
  const marked = entries.filter(({ content }) => secretsIn(content).length > 0);
  for (const { key, ttl } of marked) {
    expect(key).toMatch(/:(payload|answer):/);
    // -1 means no expiry; -2 means that the key has expired since it was read.
    expect(ttl, key).not.toBe(-1);
  }
  return [...new Set(marked.map(({ key }) => key.split(':')[1] ?? ''))];
}

it('a worker that is asked to be talkative says of each chunk whose request it was, how many students and how long', async () => {
  const [worker] = scene.workers;
  const options = { headers: { 'x-request-id': 'talkative' }, query: ignoring(marks) };
  expect((await upload(scene.api, markedFile(marks, ROWS), options).finished).status).toBe(200);
  const line = await worker?.logged(({ msg, request_id }) => msg === 'chunk' && request_id === 'talkative');
  expect(line).toMatchObject({ level: 'debug', job: expect.any(String), outcome: 'calculated' });
  for (const name of ['index', 'students', 'failed_students', 'duration_ms'])
    expect(line).toHaveProperty(name, expect.any(Number));
});

describe('student data and tokens', { timeout: 120_000 }, () => {
  it('are in no log line, whatever is sent and however it is refused', async () => {
    expect(secretsIn(JSON.stringify(await dump(scene.control, scene.prefix)))).toEqual([]);
    for (const api of [alone, scene.api]) {
      expect(await sendEverything(api, marks)).toEqual([
        200, 200, 200, 400, 400, 400, 400, 400, 400, 400, 401, 401, 401, 401, 401, 404, 406, 415, 415, 422,
        422,
      ]);
    }
    expect(secretsIn(allLogs())).toEqual([]);
    expect(allLogs()).toContain('"route":"/v1/calculate/bulk"');
    expect(secretsIn(await readFile(redisLog, 'utf8'))).toEqual([]);
  });

  it('lie in Redis only under expiring payloads while chunks wait, and operators see none', async () => {
    const [worker] = scene.workers;
    worker?.kill('SIGSTOP');
    const run = upload(scene.api, Buffer.from(markedFile(marks, ROWS)), { query: ignoring(marks) });
    const isWaiting = async () => (await scene.control.llen(scene.waitingList)) > 0;
    await until(isWaiting, 'chunks wait');
    expect(await kindsOfMarkedKeys()).toEqual(['payload']);
    const pages = await operatorPages(scene.api.adminUrl);
    expect(pages).toContain('"name":"chunk"');
    expect(pages).toContain('prorata_queue_chunks_waiting');
    expect(secretsIn(pages)).toEqual([]);
    // The API is stopped here, so that the worker's answers stay in Redis.
    scene.api.kill('SIGSTOP');
    worker?.kill('SIGCONT');
    const isAnswered = async () => (await scene.control.keys(`${scene.prefix}:answer:*`)).length > 0;
    await until(isAnswered, 'an answer lies in Redis');
    expect(await kindsOfMarkedKeys()).toContain('answer');
    scene.api.kill('SIGCONT');
    const { status, complete, body } = await run.finished;
    expect([status, complete]).toEqual([200, true]);
    expect(body.includes(marks.student)).toBe(true);
    await until(async () => (await requestKeys(scene)).length === 0, 'nothing of the request is in Redis');
    expect(secretsIn(JSON.stringify(await dump(scene.control, scene.prefix)))).toEqual([]);
  });

  it('are on no disk: not in temporary files, the working folder, or the key file', () => {
    // The search must be able to find something: it finds a valid token.
    const witness = secrets()[0] ?? '';
    expect(witness).not.toBe('');
    expect(filesHolding(tmpdir(), startedAt, secrets())).toEqual([]);
    expect(filesHolding(process.cwd(), startedAt, secrets())).toEqual([]);
    const { keyId, keysFile } = scene.api;
    expect(filesHolding(dirname(keysFile), startedAt, [keyId])).toEqual([keysFile]);
  });
});
