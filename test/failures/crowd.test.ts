import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../support/api.js';
import { ask } from '../support/client.js';
import { type Exercise, exercises, expectSame, recovered } from '../support/exercise.js';
import { metrics } from '../support/operator.js';
import { STUDENT } from '../support/requests.js';
import { withScene } from '../support/scene.js';
import { upload } from '../support/upload.js';
import { IS_LONG, report } from './report.js';

const UPLOADS = 64;
const ROWS_EACH = IS_LONG ? 20_000 : 2_000;
/** What the operator's guide says to plan for: so much, and one and a half times the uploads under way. */
const BASE_MEMORY_MIB = 400;
const MEMORY_PER_UPLOAD_BYTE = 1.5;

let each: Exercise;
let small: Exercise;

beforeAll(async () => {
  [each, small] = await exercises(ROWS_EACH, 1000);
});

/** One student on a connection of its own; resolves with the status and the milliseconds until the answer was here. */
async function single(api: Api): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' };
  const { status } = await ask(api, 'POST', '/v1/calculate', { headers, body: JSON.stringify(STUDENT) });
  return { status, ms: performance.now() - began };
}

describe('a crowd', { timeout: 600_000 }, () => {
  it(`of ${UPLOADS} uploads at once, with single students in between: all right, memory bounded`, async () => {
    await withScene({ workers: 2 }, async (scene) => {
      const began = performance.now();
      let left = UPLOADS;
      const runs = Array.from({ length: UPLOADS }, async () => {
        expectSame(await upload(scene.api, each.csv).finished, each);
        left -= 1;
      });
      const singles: number[] = [];
      while (left > 0) {
        const { status, ms } = await single(scene.api);
        expect(status).toBe(200);
        singles.push(ms);
      }
      await Promise.all(runs);
      const seconds = (performance.now() - began) / 1000;
      const mebibytes = (await scene.api.peakMemory()) / 2 ** 20;
      const uploaded = (UPLOADS * Buffer.byteLength(each.csv)) / 2 ** 20;
      expect(mebibytes).toBeLessThan(BASE_MEMORY_MIB + MEMORY_PER_UPLOAD_BYTE * uploaded);
      const seen = await metrics(scene.api.adminUrl);
      expect(seen.get('prorata_bulk_requests_in_progress')).toBe(0);
      expect(seen.get('prorata_bulk_upload_bytes_held')).toBe(0);
      const typical = singles.toSorted((one, other) => one - other)[Math.floor(singles.length / 2)] ?? 0;
      const text = `all right in ${seconds.toFixed(1)} s, ${singles.length} singles (median ${typical.toFixed(0)} ms), peak ${mebibytes.toFixed(0)} MiB`;
      report(`${UPLOADS} uploads of ${ROWS_EACH} rows at once`, text, await recovered(scene, small));
    });
  });
});
