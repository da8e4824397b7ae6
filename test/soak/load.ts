import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, ask } from '../support/client.js';
import type { Exercise } from '../support/exercise.js';
import { STUDENT } from '../support/requests.js';
import type { Scene } from '../support/scene.js';
import { upload } from '../support/upload.js';

/** What was sent so far, and what did not come back as it must. */
export interface Tally {
  readonly sent: Record<'single' | 'bulk' | 'left' | 'refused' | 'workersKilled', number>;
  readonly failures: string[];
}

/** Milliseconds between the requests of one caller: the load is steady and mixed, not the most that there can be. */
const PAUSE_MS = { single: 25, bulk: 400, left: 1500, refused: 300 };
const WORKER_KILL_MS = 60_000;
/** Answer bytes after which a caller who leaves goes. */
const LEAVES_AFTER_BYTES = 20_000;

const STUDENT_TEXT = JSON.stringify(STUDENT);

const REFUSED = [
  { status: 400, path: '/v1/calculate', type: 'application/json', body: '{"terms": [' },
  { status: 422, path: '/v1/calculate', type: 'application/json', body: '{"dependency_status": 5}' },
  { status: 415, path: '/v1/calculate', type: 'text/plain', body: STUDENT_TEXT },
  { status: 400, path: '/v1/calculate/bulk', type: 'text/csv', body: 'student_id,term_label\n"1' },
  { status: 400, path: '/v1/calculate/bulk', type: 'text/csv', body: 'dependency_status\nx' },
  { status: 404, path: '/v1/nothing', type: 'text/csv', body: 'x' },
] as const;

/** Callers of every kind at once until `over` aborts, and a worker that dies every minute. Resolves when all have ended. */
export async function mixedLoad(
  scene: Scene,
  exercise: Exercise,
  over: AbortSignal,
): Promise<{ tally: Tally; ended: Promise<void> }> {
  const tally: Tally = {
    sent: { single: 0, bulk: 0, left: 0, refused: 0, workersKilled: 0 },
    failures: [],
  };
  const { api } = scene;
  const post = (path: string, type: string, body: string): Promise<Answer> =>
    ask(api, 'POST', path, {
      headers: { authorization: `Bearer ${api.token}`, 'content-type': type },
      body,
    });
  const expected = (await post('/v1/calculate', 'application/json', STUDENT_TEXT)).text;
  const every = async (kind: keyof Tally['sent'], ms: number, act: () => Promise<string | null>) => {
    while (!over.aborted) {
      const failure = await act().catch((error: unknown) => String(error));
      tally.sent[kind] += 1;
      if (failure !== null) tally.failures.push(`${kind}: ${failure}`);
      // The end of the load cuts the pause short.
      await delay(ms, undefined, { signal: over }).catch(() => {});
    }
  };
  const single = () =>
    every('single', PAUSE_MS.single, async () => {
      const { status, text } = await post('/v1/calculate', 'application/json', STUDENT_TEXT);
      return status === 200 && text === expected ? null : `answered with ${status} ${text.slice(0, 200)}`;
    });
  const bulk = () =>
    every('bulk', PAUSE_MS.bulk, async () => {
      const { status, complete, body } = await upload(api, exercise.csv).finished;
      const isSame = body.equals(exercise.answer);
      return status === 200 && complete && isSame ? null : `status ${status}, ${complete}, same ${isSame}`;
    });
  const leave = () =>
    every('left', PAUSE_MS.left, async () => {
      const run = upload(api, exercise.csv);
      await run.received(LEAVES_AFTER_BYTES);
      run.leave();
      await run.finished;
      return null;
    });
  let next = 0;
  const refuse = () =>
    every('refused', PAUSE_MS.refused, async () => {
      const wrong = REFUSED[next++ % REFUSED.length];
      if (wrong === undefined) return null;
      const { status } = await post(wrong.path, wrong.type, wrong.body);
      return status === wrong.status ? null : `${status} instead of ${wrong.status}`;
    });
  const killWorkers = async () => {
    const staff = [...scene.workers];
    await delay(WORKER_KILL_MS, undefined, { signal: over }).catch(() => {});
    await every('workersKilled', WORKER_KILL_MS, async () => {
      if (over.aborted) return null;
      staff.shift()?.kill('SIGKILL');
      staff.push(await scene.addWorker());
      return null;
    });
  };
  const callers = [single(), single(), bulk(), bulk(), leave(), refuse(), killWorkers()];
  return { tally, ended: Promise.all(callers).then(() => undefined) };
}
