import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/contract/errors.js';
import { jsonOf } from '../support/client.js';
import { sharedService } from '../support/shared-service.js';

const { api, client } = await sharedService();

const documentText = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

/** The blocks of code of a page: what stands behind the fence, and the code. */
async function blocksOf(name: string) {
  const text = await documentText(name);
  return [...text.matchAll(/^```(.+)\n([\s\S]*?)\n```$/gm)].map(([, info = '', code = '']) => ({
    info,
    code,
  }));
}

describe('commands', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docs-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const run = async (command: string) => {
    const env = { PATH: process.env['PATH'], PRORATA_KEY: api.token, PRORATA_URL: api.url };
    return (await promisify(execFile)('bash', ['-euc', command], { cwd: folder, env })).stdout;
  };

  test('the quick start works as printed and gives what it shows', async () => {
    const blocks = await blocksOf('quick-start.md');
    const commands = blocks.filter(({ info }) => info === 'sh').map(({ code }) => code);
    expect(commands).toHaveLength(2);
    const shown = blocks.find(({ info }) => info === 'json')?.code ?? '';
    expect(JSON.parse(await run(commands[0] ?? ''))).toMatchObject(JSON.parse(shown));
    expect(await run(commands[1] ?? '')).toContain('0012,Fall 2026,Full-Time');
    expect(await readFile(join(folder, 'answer.csv'), 'utf8')).toBe(
      await documentText('samples/right-answer.csv'),
    );
  });

  test('the page of the trace shows a step of what its command prints', async () => {
    const blocks = await blocksOf('trace.md');
    const shown = (kind: string) => blocks.find(({ info }) => info === kind)?.code ?? '';
    const { trace } = JSON.parse(await run(shown('sh')));
    expect(trace.steps).toContainEqual(JSON.parse(shown('json')));
  });
});

test.each(['right', 'mistakes'])('the sample file %s has the answer that is shown', async (name) => {
  const answer = await client.bulk(await documentText(`samples/${name}.csv`));
  expect(answer.text).toBe(await documentText(`samples/${name}-answer.csv`));
});

test('of the sample with every kind of mistake only the last student is calculated', async () => {
  const rows = (await documentText('samples/mistakes-answer.csv')).trimEnd().split('\r\n').slice(1);
  expect(
    rows
      .filter((row) => row.includes('Full-Time') || row.includes('Part-Time'))
      .map((row) => row.slice(0, 4)),
  ).toEqual(['0199', '0199']);
});

test('every worked student comes out as worked', async () => {
  const blocks = await blocksOf('worked-students.md');
  const requests = blocks.filter(({ info }) => info === 'json request');
  const answers = blocks.filter(({ info }) => info === 'json answer');
  expect([requests.length, answers.length]).toEqual([5, 5]);
  for (const [index, { code }] of requests.entries()) {
    expect(jsonOf(await client.calculate(code))).toMatchObject(JSON.parse(answers[index]?.code ?? ''));
  }
});

test('the student to try the clients with is answered', async () => {
  const student = (await blocksOf('clients.md')).find(({ info }) => info === 'json student')?.code ?? '';
  expect(jsonOf(await client.calculate(student))).toMatchObject({ reduced_annual_pct: 88 });
});

test('every code has a section of its own', async () => {
  const headings = [...(await documentText('errors.md')).matchAll(/^### `(\w+)`$/gm)].map(([, code]) => code);
  expect(headings.sort()).toEqual([...ERROR_CODES].sort());
});

test('the example of failing fields is what the service says', async () => {
  const shown = (await blocksOf('errors.md')).find(({ info }) => info === 'json')?.code ?? '';
  const student = { dependency_status: 'dependent', grade_level: 'sophomore', terms: [{ label: 'Fall' }] };
  expect(jsonOf(await client.calculate(student))).toEqual(JSON.parse(shown));
});
