import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Api } from './api.js';
import { chunkOutcomes } from './operator.js';
import { isOfStudents } from './redis-dump.js';
import { requestKeys, type Scene } from './scene.js';
import { sharedService } from './shared-service.js';
import { studentFile } from './student-file.js';
import { until } from './until.js';
import { type Outcome, type Upload, upload } from './upload.js';

/** A file and the answer of an API process that calculates it with its own threads, undisturbed. */
export interface Exercise {
  readonly csv: string;
  readonly answer: Buffer;
}

/** Answer bytes after which a run is well under way: some chunks are answered, a window of others is not. */
const UNDER_WAY_BYTES = 100_000;

export async function exerciseOf(rows: number): Promise<Exercise> {
  const { api } = await sharedService();
  const csv = studentFile(rows);
  const { status, complete, body } = await upload(api, csv).finished;
  expect([status, complete]).toEqual([200, true]);
  return { csv, answer: body };
}

export function expectSame({ status, complete, body }: Outcome, { answer }: Exercise): void {
  expect({ status, complete, bytes: body.length, same: body.equals(answer) }).toEqual({
    status: 200,
    complete: true,
    bytes: answer.length,
    same: true,
  });
}

/** Uploads the file, calls `fault` in the middle of the answer, and expects the right bytes. @returns how many chunks came to which end. */
export async function disturb(
  { api }: { readonly api: Api },
  exercise: Exercise,
  fault: (run: Upload) => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  const before = await chunkOutcomes(api.adminUrl);
  const run = upload(api, exercise.csv);
  await run.received(UNDER_WAY_BYTES);
  try {
    await fault(run);
  } catch (error) {
    // An upload that nobody reads any more would keep the API from ending.
    run.leave();
    throw error;
  }
  expectSame(await run.finished, exercise);
  const after = Object.entries(await chunkOutcomes(api.adminUrl));
  return Object.fromEntries(after.map(([name, count]) => [name, count - (before[name] ?? 0)]));
}

/** With a fast network, the same processes work as before any failure: workers alone answer, and nothing stays in Redis. */
export async function recovered(scene: Scene, exercise: Exercise): Promise<void> {
  scene.proxy.delayMs = 0;
  const isAllByWorkers = async (): Promise<boolean> => {
    const before = await chunkOutcomes(scene.api.adminUrl);
    expectSame(await upload(scene.api, exercise.csv).finished, exercise);
    const after = await chunkOutcomes(scene.api.adminUrl);
    return after['rescue'] === before['rescue'] && after['queue'] !== before['queue'];
  };
  await until(isAllByWorkers, 'workers take everything again', 180_000);
  await nothingStays(scene);
  await nothingLeft(scene);
}

/** Waits until Redis holds no key of a request any more. @throws Error that names them. */
export async function nothingLeft(scene: Scene): Promise<void> {
  let left: string[] = [];
  const isEmpty = async () => {
    left = await requestKeys(scene);
    return left.length === 0;
  };
  await until(isEmpty, () => `nothing of a request is in Redis: ${left.join(', ')}`);
}

/** From now on, the keys with rows of students that Redis lets expire, as it tells them. */
export async function expiring({ control }: Scene): Promise<readonly string[]> {
  const expired: string[] = [];
  await control.config('SET', 'notify-keyspace-events', 'Ex');
  // Ends with the Redis of the scene.
  const listener = control.duplicate({ retryStrategy: null });
  listener.on('error', () => {});
  listener.on('message', (_channel: string, key: string) => {
    if (isOfStudents(key)) expired.push(key);
  });
  await listener.subscribe('__keyevent@0__:expired');
  return expired;
}

/** The latest time at which something of a request may leave Redis, from when nobody uses it any more. */
const LONGEST_MS = 60_000;
/** More than two of the heartbeats with which a process could put off what is about to expire. */
const WATCHED_MS = 2500;

/**
 * Waits until every key with rows of students is gone or about to expire, and nobody puts that off, then lets the time come. Jobs without
 * rows may wait for a worker. @throws Error that names the keys when that does not happen.
 */
export async function nothingStays(scene: Scene): Promise<void> {
  let before = new Map<string, number>();
  let staying: string[] = [];
  const isLeaving = async (): Promise<boolean> => {
    if (before.size > 0) await delay(WATCHED_MS);
    const now = await expiries(scene);
    const isLater = (at: number, key: string) =>
      at === Number.POSITIVE_INFINITY || at > (before.get(key) ?? -1);
    staying = [...now].filter(([key, at]) => isLater(at, key)).map(([key]) => key);
    before = now;
    return staying.length === 0;
  };
  await until(isLeaving, () => `nothing of a student stays in Redis: ${staying.join(', ')}`, 75_000);
  for (const key of before.keys()) await scene.control.pexpire(key, 1);
}

/** When each key with rows of students expires, by the clock of Redis (milliseconds); infinity for one that does not, or not soon. */
async function expiries({ control, keys }: Scene): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const [seconds = 0] = await control.time();
  const latest = Number(seconds) * 1000 + LONGEST_MS;
  for (const key of (await keys()).filter(isOfStudents)) {
    const at = await control.pexpiretime(key);
    // -2: gone since the keys were read.
    if (at !== -2) found.set(key, at >= 0 && at <= latest ? at : Number.POSITIVE_INFINITY);
  }
  return found;
}
