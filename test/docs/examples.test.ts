import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ERROR_CODES } from '../../src/contract/errors.js';
import { jsonOf } from '../support/client.js';
import { rowsOf } from '../support/csv-answer.js';
import { codeBlock, codeBlocks } from '../support/documents.js';
import { run } from '../support/finished.js';
import { sharedService } from '../support/shared-service.js';
import { ownFolder } from '../support/with-us.js';
import { ROOT, readText } from '../support/yaml-files.js';

const README = 'README.md';

const { api, client } = await sharedService();
/** Commands run here, with the files that they name in the same places as in a clone. */
const folder = ownFolder('docs');
await cp(join(ROOT, 'docs'), join(folder, 'docs'), { recursive: true });
// Commands run as printed, though the service has another port here.
await writeFile(join(folder, '.curlrc'), `connect-to = "127.0.0.1:3000:${api.host}:${api.port}"\n`);

function runBlock(block: string) {
  const env = { PATH: process.env['PATH'], CURL_HOME: folder, PRORATA_KEY: api.token, PRORATA_URL: api.url };
  return run('bash', ['-euo', 'pipefail', '-c', block], { cwd: folder, env });
}

const answer = () => readFile(join(folder, 'answer.csv'), 'utf8');
const table = z.array(z.array(z.string()));

describe.each([README, 'docs/quick-start.md'])('the commands of %s, run as they are printed', (path) => {
  const commands = codeBlocks(path).filter(({ info, code }) => info === 'sh' && code.includes('curl '));

  test('are one for a student and one for a file', () => {
    expect(commands).toHaveLength(2);
  });

  test('one student: the answer is the one that is shown', async () => {
    const { stdout } = await runBlock(commands[0]?.code ?? '');
    expect(JSON.parse(stdout)).toMatchObject(JSON.parse(codeBlock(path, 'json')));
  });
});

test('a file of the quick start has the answer of the sample', async () => {
  const { stdout } = await runBlock(codeBlock('docs/quick-start.md', 'sh', '/bulk'));
  expect(stdout).toContain('0012,Fall 2026,Full-Time');
  expect(await answer()).toBe(readText('docs/samples/right-answer.csv'));
});

test('a file of the README: every cell that is shown is in the answer', async () => {
  expect(codeBlock(README, 'csv', 'subsidized_amount')).toBe(readText('docs/example.csv'));
  expect(await runBlock(codeBlock(README, 'sh', '@docs/example.csv'))).toMatchObject({ code: 0, stdout: '' });
  const [header = [], ...rows] = table.parse(parse(await answer()));
  const [shownHeader = [], ...shownRows] = table.parse(parse(codeBlock(README, 'csv', 'error')));
  const shownCells = rows.map((row, index) =>
    shownHeader.map((name, place) => (shownRows[index]?.[place] === '…' ? '…' : row[header.indexOf(name)])),
  );
  expect(shownCells).toEqual(shownRows);
});

test('a refused file: curl ends with 22, and the reason is where the answer would be', async () => {
  await writeFile(join(folder, 'docs/example.csv'), 'student_id;dependency_status\n0012;dependent\n');
  const { code, stderr } = await runBlock(codeBlock(README, 'sh', '@docs/example.csv'));
  expect([code, stderr]).toEqual([22, expect.stringContaining('400')]);
  const { code: errorCode, message } = JSON.parse(codeBlock('docs/errors.md', 'json', 'semicolons'));
  expect(JSON.parse(await answer())).toMatchObject({ code: errorCode, message });
});

test('the lines for Windows name addresses and files of the lines that are run', () => {
  const windows = codeBlocks('docs/clients.md').filter(({ info }) => ['powershell', 'bat'].includes(info));
  const text = windows.map(({ code }) => code).join('\n');
  const addresses = [...text.matchAll(/http:[^\s'"]+/g)].map(([address]) => address);
  const files = [...text.matchAll(/docs\\[\w.]+/g)].map(([file]) => file.replace('\\', '/'));
  expect([addresses.length, files.length]).toEqual([2, 1]);
  for (const at of [...addresses, ...files]) expect(readText(README)).toContain(at.replace('?bom=true', ''));
});

test('the page of the trace shows a step of what its command prints', async () => {
  const { stdout } = await runBlock(codeBlock('docs/trace.md', 'sh'));
  expect(JSON.parse(stdout).trace.steps).toContainEqual(JSON.parse(codeBlock('docs/trace.md', 'json')));
});

test.each(['right', 'mistakes'])('sample %s: its answer (-u writes it)', async (name) => {
  const { text } = await client.bulk(readText(`docs/samples/${name}.csv`));
  await expect(text).toMatchFileSnapshot(`${ROOT}/docs/samples/${name}-answer.csv`);
});

test('each student of docs/template.csv has an answer', async () => {
  const rows = rowsOf(await client.bulk(readText('docs/template.csv')));
  expect(new Set(rows.map(({ student_id }) => student_id)).size).toBe(3);
  expect(rows.map(({ error, warnings }) => [error, warnings])).toEqual(rows.map(() => ['', '']));
});

test('every worked student comes out as worked', async () => {
  const of = (kind: string) => codeBlocks('docs/worked-students.md').filter(({ info }) => info === kind);
  const [requests, answers] = [of('json request'), of('json answer')];
  expect([requests.length, answers.length]).toEqual([5, 5]);
  for (const [index, { code }] of requests.entries())
    expect(jsonOf(await client.calculate(code))).toMatchObject(JSON.parse(answers[index]?.code ?? ''));
});

test('the student to try the clients with is answered', async () => {
  const student = codeBlock('docs/clients.md', 'json student');
  expect(jsonOf(await client.calculate(student))).toMatchObject({ reduced_annual_pct: 88 });
});

test('every code has a section of its own, and the example of failing fields is what the service says', async () => {
  const headings = [...readText('docs/errors.md').matchAll(/^### `(\w+)`$/gm)].map(([, code]) => code);
  expect(headings.sort()).toEqual([...ERROR_CODES].sort());
  const student = { dependency_status: 'dependent', grade_level: 'sophomore', terms: [{ label: 'Fall' }] };
  const shown = codeBlock('docs/errors.md', 'json', 'field_errors');
  expect(jsonOf(await client.calculate(student))).toEqual(JSON.parse(shown));
});
