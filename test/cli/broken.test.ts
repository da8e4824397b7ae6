import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RESPONSE_COLUMNS } from '../../src/contract/csv-response.js';
import { finished } from '../support/finished.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';
import { folder, namesIn, prorata, start } from './cli-run.js';
import { fakeService } from './fake-service.js';
import { csvFile } from './files.js';

const CSV = csvFile('1,dependent,first_year,Fall,12');
const HEADER = `${RESPONSE_COLUMNS.join(',')}\r\n`;
const ROW = `1,Fall${','.repeat(RESPONSE_COLUMNS.length - 2)}\r\n`;
const TYPE = { 'Content-Type': 'text/csv; charset=utf-8; header=present' };

/** A folder with a file of students and the answer of yesterday. */
async function place() {
  const cwd = await folder();
  await writeFile(join(cwd, 'in.csv'), CSV);
  await writeFile(join(cwd, 'out.csv'), 'yesterday');
  const isUntouched = async () => {
    expect(await readFile(join(cwd, 'out.csv'), 'utf8')).toBe('yesterday');
    expect(await namesIn(cwd)).toEqual(['in.csv', 'out.csv']);
  };
  return { cwd, isUntouched };
}

const BULK = ['bulk', 'in.csv', '-o', 'out.csv'];

describe('an answer that is not whole', () => {
  test.each<[string, (end: () => void, cut: () => void) => void]>([
    ['breaks off in the middle of a row', (_, cut) => cut()],
    ['ends in the middle of a row as if it were whole', (end) => end()],
  ])('because it %s is named, and replaces nothing', async (_, finish) => {
    const service = await fakeService((res) => {
      res.writeHead(200, TYPE);
      res.write(HEADER + ROW + ROW.slice(0, 4), () =>
        finish(
          () => res.end(),
          () => res.socket?.resetAndDestroy(),
        ),
      );
    });
    const { cwd, isUntouched } = await place();
    const { code, stderr } = await prorata(BULK, { cwd, env: service.env });
    expect(code).toBe(3);
    expect(stderr).toBe(
      'The service broke off in the middle of its answer. Run the command again: the same file gives the same answer.\nNothing was written to out.csv.\n',
    );
    expect(service.requests()).toBe(1);
    await isUntouched();
  });

  test('because rows are missing is named, too', async () => {
    const service = await fakeService((res) => res.writeHead(200, TYPE).end(HEADER + ROW));
    const { cwd, isUntouched } = await place();
    await writeFile(join(cwd, 'in.csv'), `${CSV}2,dependent,first_year,Fall,12\n`);
    const { code, stderr } = await prorata(BULK, { cwd, env: service.env });
    expect(code).toBe(3);
    expect(stderr).toContain('broke off in the middle of its answer');
    await isUntouched();
  });

  test('with a length that it does not have', async () => {
    const service = await fakeService((res) => {
      res.writeHead(200, { ...TYPE, 'Content-Length': HEADER.length + 2 * ROW.length });
      res.write(HEADER + ROW, () => res.socket?.end());
    });
    const { cwd, isUntouched } = await place();
    expect(await prorata(BULK, { cwd, env: service.env })).toMatchObject({ code: 3 });
    await isUntouched();
  });

  test('is no answer on standard output either, and programs are told in JSON', async () => {
    const service = await fakeService((res) => {
      res.writeHead(200, TYPE);
      res.write(HEADER + ROW, () => res.socket?.destroy());
    });
    const { cwd } = await place();
    const { code, stderr } = await prorata(['bulk', 'in.csv', '--json'], { cwd, env: service.env });
    expect(code).toBe(3);
    expect(JSON.parse(stderr)).toMatchObject({ status: 'failed', exit_code: 3 });
    expect(stderr).toContain('The answer on standard output is incomplete');
  });

  test('because it is the page of something else is refused', async () => {
    const service = await fakeService((res) =>
      res.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>No</h1>'),
    );
    const { cwd, isUntouched } = await place();
    const { code, stderr } = await prorata(BULK, { cwd, env: service.env });
    expect(code).toBe(2);
    expect(stderr).toContain('answered 404, and not in the way of this service');
    await isUntouched();
  });
});

test.each([
  ['failed.csv', 'Nothing was written to out.csv and failed.csv.', 'yesterday'],
  ['out.csv', 'Nothing was written to out.csv.\nfailed.csv was written, and is whole.', null],
])('a name that %s cannot get any more is named, with what became of both files', async (name, fate, out) => {
  const { cwd } = await place();
  // Meanwhile somebody makes a folder of that name.
  const service = await fakeService(async (res) => {
    await rm(join(cwd, name), { force: true });
    await mkdir(join(cwd, name, 'taken'), { recursive: true });
    res.writeHead(200, TYPE).end(HEADER + ROW);
  });
  const { code, stderr } = await prorata([...BULK, '--failed', 'failed.csv'], { cwd, env: service.env });
  expect(code).toBe(2);
  expect(stderr).toBe(`Cannot write ${name}: it is a folder.\n${fate}\n`);
  if (out !== null) expect(await readFile(join(cwd, 'out.csv'), 'utf8')).toBe(out);
  expect(await namesIn(cwd)).toEqual(['failed.csv', 'in.csv', 'out.csv']);
});

describe('before the first byte of an answer', () => {
  test('what breaks off or is told to come back is sent again, whole', async () => {
    const service = await fakeService((res, nth) => {
      if (nth === 0) res.socket?.resetAndDestroy();
      else if (nth === 1)
        res.writeHead(503, { 'Retry-After': '0', 'Content-Type': 'application/json' }).end('{}');
      else res.writeHead(200, TYPE).end(HEADER + ROW);
    });
    const { cwd } = await place();
    const { code, stderr } = await prorata(BULK, { cwd, env: service.env });
    expect(code).toBe(0);
    expect(stderr).toContain('the connection was broken off before the answer began');
    expect(stderr).toContain('answered 503. Trying again in 0 s.');
    expect(service.bodies).toEqual([CSV, CSV, CSV]);
    expect(await readFile(join(cwd, 'out.csv'), 'utf8')).toBe(HEADER + ROW);
  });

  test('no more often than was said', async () => {
    const service = await fakeService((res) => res.writeHead(503, { 'Retry-After': '0' }).end());
    const { cwd, isUntouched } = await place();
    expect(await prorata([...BULK, '--retries', '2'], { cwd, env: service.env })).toMatchObject({ code: 3 });
    expect(service.requests()).toBe(3);
    await isUntouched();
  });

  test('not for hours: a service that asks for more is left alone', async () => {
    const service = await fakeService((res) => res.writeHead(503, { 'Retry-After': '3600' }).end());
    const { cwd } = await place();
    expect(await prorata(BULK, { cwd, env: service.env })).toMatchObject({ code: 3 });
    expect(service.requests()).toBe(1);
  });

  test.each([400, 401, 413, 422, 500])('never after a refusal of %i', async (status) => {
    const body = JSON.stringify({ code: 'internal_error', message: 'It is so.', details: null });
    const service = await fakeService((res) =>
      res.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'r-1' }).end(body),
    );
    const { cwd, isUntouched } = await place();
    const { code, stderr } = await prorata(BULK, { cwd, env: service.env });
    expect(code).toBe(status < 500 ? 2 : 3);
    expect(stderr).toContain('It is so.');
    expect(service.requests()).toBe(1);
    await isUntouched();
  });

  test('what came from a pipe was looked through first, and is sent again as a file is', async () => {
    const service = await fakeService((res) => res.socket?.resetAndDestroy());
    const { code } = await prorata(['bulk', '-', '--retries', '1'], { env: service.env, input: CSV });
    expect(code).toBe(3);
    expect(service.requests()).toBe(2);
  });

  test('a service that is not there is named, with what to do', async () => {
    const { cwd, isUntouched } = await place();
    const env = { PRORATA_URL: `http://127.0.0.1:${await freePort()}`, PRORATA_KEY: 'k' };
    const { code, stderr } = await prorata([...BULK, '--retries', '0'], { cwd, env });
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /cannot be reached: nothing listens there\. Start the service, or give its address/,
    );
    await isUntouched();
  });

  test('one who is refused sends nothing of the file', async () => {
    let received = '';
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (data) => {
        received += data.toString('latin1');
        if (!received.includes('\r\n\r\n')) return;
        const body = '{"code":"invalid_token","message":"No.","details":null}';
        socket.end(`HTTP/1.1 401 Unauthorized\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const { cwd } = await place();
    const env = { PRORATA_URL: `http://127.0.0.1:${address.port}`, PRORATA_KEY: 'k' };
    expect(await prorata(BULK, { cwd, env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No.'),
    });
    expect(received).toContain('Expect: 100-continue');
    expect(received).not.toContain('dependent');
    server.close();
  });
});

describe('a run that is stopped', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s leaves nothing behind and ends with 130',
    async (signal) => {
      const service = await fakeService((res) => {
        res.writeHead(200, TYPE).write(HEADER + ROW);
      });
      const { cwd, isUntouched } = await place();
      const child = start(BULK, { cwd, env: service.env });
      const end = finished(child);
      await until(async () => (await namesIn(cwd)).length > 2, 'the part is there');
      child.kill(signal);
      expect(await end).toEqual({
        code: 130,
        stdout: '',
        stderr: 'Interrupted.\nNothing was written to out.csv.\n',
      });
      await isUntouched();
    },
  );

  test('while it waits to try again', async () => {
    const service = await fakeService((res) => res.writeHead(503, { 'Retry-After': '100' }).end());
    const { cwd, isUntouched } = await place();
    const child = start(BULK, { cwd, env: service.env });
    const end = finished(child);
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    expect(await end).toMatchObject({ code: 130 });
    await isUntouched();
  });

  test('by a reader who has seen enough says nothing', async () => {
    const service = await fakeService((res) => {
      res.writeHead(200, TYPE);
      const more = (): void => {
        if (res.writable) res.write(HEADER + ROW.repeat(1000), more);
      };
      more();
    });
    const { cwd } = await place();
    const child = start(['bulk', 'in.csv'], { cwd, env: service.env });
    const end = finished(child);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await end).toMatchObject({ code: 130, stderr: '' });
  });
});

test('a full disk is named, and replaces nothing', async () => {
  const { cwd, isUntouched } = await place();
  const { code, stderr } = await prorata(['bulk', 'in.csv', '-o', '/dev/full', '--local'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('Cannot write /dev/full: the disk is full. Make room, and run the command again.');
  await isUntouched();
});
