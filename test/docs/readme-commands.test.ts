import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rowsOf } from '../support/csv-answer.js';
import { sharedService } from '../support/shared-service.js';
import { codeBlock, codeBlocks, documentText, ROOT } from './readme.js';

const ADDRESS = '127.0.0.1:3000';

const { api, client } = await sharedService();
/** Where the commands run: what they name is where it is in a clone. */
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readme-'));
  await cp(join(ROOT, 'docs'), join(folder, 'docs'), { recursive: true });
  // So that the commands run as they are printed, though the service has a port of its own here.
  await writeFile(join(folder, '.curlrc'), `connect-to = "${ADDRESS}:${api.host}:${api.port}"\n`);
});
afterAll(() => rm(folder, { recursive: true }));

/** What a block of a document prints. @throws when a command of it fails. */
async function run(block: string): Promise<string> {
  const env = { PATH: process.env['PATH'], CURL_HOME: folder, PRORATA_KEY: api.token, PRORATA_URL: api.url };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', block], {
    cwd: folder,
    env,
  });
  return stdout;
}

const template = documentText('docs/template.csv');
const answer = () => readFile(join(folder, 'answer.csv'), 'utf8');

const anObject = z.record(z.string(), z.unknown());
const table = z.array(z.array(z.string()));

describe('the commands of the README, run as they are printed', () => {
  test('one student: the answer is the one that is shown', async () => {
    const printed = anObject.parse(JSON.parse(await run(codeBlock('sh', '/v1/calculate \\'))));
    expect(printed).toMatchObject(anObject.parse(JSON.parse(codeBlock('json', 'annual_ft_credits'))));
  });

  test('a file: every cell that is shown is in the answer', async () => {
    expect(codeBlock('csv', 'subsidized_amount')).toBe(
      await readFile(join(ROOT, 'docs/example.csv'), 'utf8'),
    );
    expect(await run(codeBlock('sh', '@docs/example.csv'))).toBe('');
    const [header = [], ...rows] = table.parse(parse(await answer()));
    const [shownHeader = [], ...shownRows] = table.parse(parse(codeBlock('csv', 'error')));
    expect(shownRows).toHaveLength(rows.length);
    for (const [index, shown] of shownRows.entries()) {
      const cells = shown.map((cell, place) =>
        cell === '…' ? cell : rows[index]?.[header.indexOf(shownHeader[place] ?? '')],
      );
      expect(cells).toEqual(shown);
    }
  });

  test('a refused file: curl ends with 22, and the reason is where the answer would be', async () => {
    await writeFile(join(folder, 'docs/example.csv'), 'student_id;dependency_status\n0012;dependent\n');
    const sending = run(codeBlock('sh', '@docs/example.csv'));
    await expect(sending).rejects.toMatchObject({ code: 22, stderr: expect.stringContaining('400') });
    const shown = anObject.parse(JSON.parse(codeBlock('json', 'semicolons', 'docs/errors.md')));
    expect(JSON.parse(await answer())).toMatchObject({ code: shown['code'], message: shown['message'] });
  });

  test('are all that call curl', () => {
    expect(codeBlocks('sh').filter((block) => block.includes('curl '))).toHaveLength(2);
  });
});

test('the lines for Windows name addresses and files of the lines that are run', () => {
  const CLIENTS = 'docs/clients.md';
  const windows = [...codeBlocks('powershell', CLIENTS), ...codeBlocks('bat', CLIENTS)].join('\n');
  const tried = codeBlocks('sh').join('\n');
  const addresses = [...windows.matchAll(/http:[^\s'"]+/g)].map(([address]) => address);
  const files = [...windows.matchAll(/docs\\[\w.]+/g)].map(([file]) => file.replace('\\', '/'));
  expect([addresses.length, files.length]).toEqual([2, 1]);
  for (const name of [...addresses, ...files]) expect(tried).toContain(name.replace('?bom=true', ''));
});

test('each student of docs/template.csv has an answer', async () => {
  const sent = await client.bulk(template);
  expect(sent.headers['x-ignored-columns']).toBeUndefined();
  const rows = rowsOf(sent);
  expect(new Set(rows.map(({ student_id }) => student_id)).size).toBe(3);
  expect(rows.map(({ error, warnings }) => [error, warnings])).toEqual(rows.map(() => ['', '']));
});
