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

/** A file, and the answer of an undisturbed API process that calculates it with its own threads. */
export interface Exercise {
  readonly csv: string;
  readonly answer: Buffer;
}

/** After this many bytes, some chunks are answered and others are still pending. */
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

/** Uploads the file, calls `fault` mid-answer and expects the right bytes. @returns chunks by outcome. */
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
    // An upload that nobody reads would keep the API from ending.
    run.leave();
    throw error;
  }
  expectSame(await run.finished, exercise);
  const after = Object.entries(await chunkOutcomes(api.adminUrl));
  return Object.fromEntries(after.map(([name, count]) => [name, count - (before[name] ?? 0)]));
}

/** Expects the same processes to work as before a failure: workers answer all, nothing stays in Redis. */
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

/** Waits until Redis holds no key of a request. @throws Error that names the keys left. */
export async function nothingLeft(scene: Scene): Promise<void> {
  let left: string[] = [];
  const isEmpty = async () => {
    left = await requestKeys(scene);
    return left.length === 0;
  };
  await until(isEmpty, () => `nothing of a request is in Redis: ${left.join(', ')}`);
}

/** Records the keys with student rows that expire in Redis from this call on. */
export async function expiring({ control }: Scene): Promise<readonly string[]> {
  const expired: string[] = [];
  await control.config('SET', 'notify-keyspace-events', 'Ex');
  const listener = control.duplicate({ retryStrategy: null });
  listener.on('error', () => {});
  listener.on('message', (_channel: string, key: string) => {
    if (isOfStudents(key)) expired.push(key);
  });
  await listener.subscribe('__keyevent@0__:expired');
  return expired;
}

/** Upper bound of the time in Redis of an unused key of a request. */
const LONGEST_MS = 60_000;
/** Longer than two heartbeats, with which a process could postpone the expiry of a key. */
const WATCHED_MS = 2500;

/**
 * Waits until all keys with student rows are gone or due to expire without being extended, then expires them.
 * Jobs without rows may keep waiting for a worker. @throws Error that names the keys that stay.
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

/** Expiry of each key with student rows (Redis clock, ms); infinity if none within {@link LONGEST_MS}. */
async function expiries({ control, keys }: Scene): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const [seconds = 0] = await control.time();
  const latest = Number(seconds) * 1000 + LONGEST_MS;
  for (const key of (await keys()).filter(isOfStudents)) {
    const at = await control.pexpiretime(key);
    // -2: gone since the keys were listed.
    if (at !== -2) found.set(key, at >= 0 && at <= latest ? at : Number.POSITIVE_INFINITY);
  }
  return found;
}
