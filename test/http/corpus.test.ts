import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jsonOf } from '../support/client.js';
import { askRaw } from '../support/raw-http.js';
import { STUDENT } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

/** All inputs that ever broke something, by kind and by the status that they must be answered with. */
const CORPUS = join(import.meta.dirname, '../corpus');

const { api, client } = await sharedService();

describe.each([
  ['json', client.calculate],
  ['csv', client.bulk],
  ['wire', (bytes: Buffer) => askRaw(api, bytes)],
] as const)('an answer is documented, of the status of its folder, and the next is served', (kind, send) => {
  const inputs = readdirSync(join(CORPUS, kind)).flatMap((status) =>
    readdirSync(join(CORPUS, kind, status)).map((name) => join(kind, status, name)),
  );

  test.each(inputs)('%s', async (path) => {
    const answer = await send(readFileSync(join(CORPUS, path)));
    expect(String(answer.status)).toBe(path.split('/')[1]);
    if (answer.status !== 200 || kind !== 'csv') expect(jsonOf(answer)).not.toEqual({});
    expect((await client.calculate(STUDENT)).status).toBe(200);
  });
});
