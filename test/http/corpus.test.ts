import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jsonOf } from '../support/client.js';
import { sendRaw } from '../support/raw-http.js';
import { STUDENT } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

/** Every input that ever broke something, by kind and by the status that it must be answered with. */
const CORPUS = join(import.meta.dirname, '../corpus');

const { api, client } = await sharedService();

function inputs(kind: 'json' | 'csv' | 'wire'): (readonly [path: string, status: number])[] {
  return readdirSync(join(CORPUS, kind)).flatMap((status) =>
    readdirSync(join(CORPUS, kind, status)).map(
      (name) => [join(kind, status, name), Number(status)] as const,
    ),
  );
}

describe('the answer is documented, has the status of the folder, and the next request is served', () => {
  const bytesOf = (path: string) => readFileSync(join(CORPUS, path));

  test.each(inputs('json'))('%s', async (path, status) => {
    expect((await client.calculate(bytesOf(path))).status).toBe(status);
    expect((await client.calculate(STUDENT)).status).toBe(200);
  });

  test.each(inputs('csv'))('%s', async (path, status) => {
    expect((await client.bulk(bytesOf(path))).status).toBe(status);
    expect((await client.calculate(STUDENT)).status).toBe(200);
  });

  test.each(inputs('wire'))('%s', async (path, status) => {
    const [answer] = await sendRaw(api, bytesOf(path));
    expect(answer?.status).toBe(status);
    expect(answer === undefined ? {} : jsonOf(answer)).not.toEqual({});
    expect((await client.calculate(STUDENT)).status).toBe(200);
  });
});
