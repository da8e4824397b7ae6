import { describe, expect, it } from 'vitest';
import { type Answer, ask } from '../support/client.js';
import { exerciseOf, expectSame, recovered } from '../support/exercise.js';
import { bulkGauge } from '../support/operator.js';
import { postHead, RawConnection } from '../support/raw-http.js';
import { STUDENT } from '../support/requests.js';
import { sceneOfTest } from '../support/scene.js';
import { serviceOfTest } from '../support/shared-service.js';
import { studentFile } from '../support/student-file.js';
import { until } from '../support/until.js';
import { upload } from '../support/upload.js';
import { IS_LONG } from './long-form.js';

const UPLOADS = 64;
const ROWS_EACH = IS_LONG ? 20_000 : 2_000;
const WAITING = 200;
const ROWS_OF_THOSE_WHO_WAIT = IS_LONG ? 20_000 : 500;
const BULK = '/v1/calculate/bulk';
/** The operator's guide says to plan for this, plus one and a half times the uploads in progress. */
const BASE_MEMORY_MIB = 400;
const MEMORY_PER_UPLOAD_BYTE = 1.5;

const [each, small] = [await exerciseOf(ROWS_EACH), await exerciseOf(1000)];

it(`a crowd of ${UPLOADS} uploads at once, with single students in between: all right, memory bounded`, {
  timeout: 600_000,
}, async () => {
  const scene = await sceneOfTest({ workers: 2 });
  let left = UPLOADS;
  const runs = Array.from({ length: UPLOADS }, async () => {
    expectSame(await upload(scene.api, each.csv).finished, each);
    left -= 1;
  });
  const headers = { authorization: `Bearer ${scene.api.token}`, 'content-type': 'application/json' };
  const single = { headers, body: JSON.stringify(STUDENT) };
  while (left > 0) expect((await ask(scene.api, 'POST', '/v1/calculate', single)).status).toBe(200);
  await Promise.all(runs);
  const mebibytes = (await scene.api.peakMemory()) / 2 ** 20;
  const uploaded = (UPLOADS * Buffer.byteLength(each.csv)) / 2 ** 20;
  expect(mebibytes).toBeLessThan(BASE_MEMORY_MIB + MEMORY_PER_UPLOAD_BYTE * uploaded);
  expect(await bulkGauge(scene.api, 'requests_in_progress')).toBe(0);
  expect(await bulkGauge(scene.api, 'upload_bytes_held')).toBe(0);
  await recovered(scene, small);
});

/** An API whose upload memory is taken, and many uploads with one key that all wait for it. */
async function allWaiting(queueTimeoutMs: number, csv: string) {
  const room = 8 * 2 ** 20;
  const api = await serviceOfTest({
    BULK_MAX_BYTES: String(room),
    BULK_MEMORY_BYTES: String(room),
    BULK_QUEUE_TIMEOUT_MS: String(queueTimeoutMs),
    BODY_IDLE_TIMEOUT_MS: '3600000',
  });
  const holder = await RawConnection.open(api, postHead(api, BULK, [`Content-Length: ${room}`]));
  await until(async () => (await bulkGauge(api, 'upload_bytes_held')) === room, 'the memory is taken');
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'text/csv' };
  const post = (): Promise<Answer> => ask(api, 'POST', BULK, { headers, body: csv });
  return { api, answers: Array.from({ length: WAITING }, post), holder };
}

describe(`${WAITING} uploads that all have to wait for memory`, { timeout: 600_000 }, () => {
  it('are all answered right when it comes free', async () => {
    const { csv, answer } = await exerciseOf(ROWS_OF_THOSE_WHO_WAIT);
    const { api, answers, holder } = await allWaiting(3_600_000, csv);
    const isFull = async () => (await bulkGauge(api, 'uploads_waiting')) === WAITING;
    await until(isFull, 'all of them wait', 120_000);
    holder.close();
    const expected = answer.toString();
    const verdicts = answers.map(async (each) => {
      const { status, text } = await each;
      return `${status} ${text === expected ? 'right' : text.slice(0, 200)}`;
    });
    expect(new Set(await Promise.all(verdicts))).toEqual(new Set(['200 right']));
  });

  it('are all told when to come back where it does not come free in time', async () => {
    const { answers, holder } = await allWaiting(1000, studentFile(ROWS_OF_THOSE_WHO_WAIT));
    for (const { status, headers } of await Promise.all(answers)) {
      expect(status).toBe(503);
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(10);
    }
    holder.close();
  });
});
