import { expect } from 'vitest';
import { type Api, startApi } from './api.js';
import { chunkOutcomes } from './operator.js';
import { requestKeys, type Scene } from './scene.js';
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

/** Calculates two files of so many rows without a queue. */
export async function exercises(...rows: [number, number]): Promise<[Exercise, Exercise]> {
  const api = await startApi();
  const undisturbed = async (count: number): Promise<Exercise> => {
    const csv = studentFile(count);
    const { status, complete, body } = await upload(api, csv).finished;
    expect([status, complete]).toEqual([200, true]);
    return { csv, answer: body };
  };
  const done: [Exercise, Exercise] = [await undisturbed(rows[0]), await undisturbed(rows[1])];
  expect(await api.stop()).toEqual({ code: 0, signal: null });
  return done;
}

/** The answer is whole, and byte for byte that of the undisturbed run. */
export function expectSame({ status, complete, body }: Outcome, { answer }: Exercise): void {
  expect({ status, complete, bytes: body.length, same: body.equals(answer) }).toEqual({
    status: 200,
    complete: true,
    bytes: answer.length,
    same: true,
  });
}

/**
 * Uploads the file, calls `fault` when the answer is under way, and expects the bytes of the undisturbed run.
 *
 * @returns seconds from the fault to the end of the answer, and what became of the chunks.
 */
export async function disturb(
  { api }: { readonly api: Api },
  exercise: Exercise,
  fault: (run: Upload) => Promise<unknown>,
): Promise<{ seconds: number; text: string; outcomes: Readonly<Record<string, number>> }> {
  const before = await chunkOutcomes(api.adminUrl);
  const run = upload(api, exercise.csv);
  await run.received(UNDER_WAY_BYTES);
  const began = performance.now();
  await fault(run);
  expectSame(await run.finished, exercise);
  const seconds = (performance.now() - began) / 1000;
  const after = await chunkOutcomes(api.adminUrl);
  const outcomes = Object.fromEntries(
    Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]),
  );
  const counts = Object.entries(outcomes).filter(([, count]) => count > 0);
  const list = counts.map(([name, count]) => `${name} ${count}`).join(', ');
  return { seconds, outcomes, text: `same bytes ${seconds.toFixed(1)} s later (chunks: ${list})` };
}

/**
 * The same processes work as before any failure: a file is answered by workers alone, and nothing of it stays in Redis.
 *
 * @returns seconds until the first such file was answered.
 */
export async function recovered(scene: Scene, exercise: Exercise): Promise<number> {
  const { api } = scene;
  const isAllByWorkers = async (): Promise<boolean> => {
    const before = await chunkOutcomes(api.adminUrl);
    expectSame(await upload(api, exercise.csv).finished, exercise);
    const after = await chunkOutcomes(api.adminUrl);
    return after['rescue'] === before['rescue'] && after['queue'] !== before['queue'];
  };
  const seconds = await until(isAllByWorkers, 'workers take everything again', 60_000);
  await nothingLeft(scene);
  return seconds;
}

/** Waits until Redis holds no key of a request any more. @returns seconds. @throws Error that names them after `timeoutMs`. */
export async function nothingLeft(scene: Scene, timeoutMs = 75_000): Promise<number> {
  let left: string[] = [];
  const isEmpty = async () => {
    left = await requestKeys(scene);
    return left.length === 0;
  };
  return until(isEmpty, () => `nothing of a request is in Redis: ${left.join(', ')}`, timeoutMs);
}
