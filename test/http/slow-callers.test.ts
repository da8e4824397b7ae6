import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import express, { type RequestHandler } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { AppServer } from '../../src/http/server.js';
import type { Api } from '../support/api.js';
import { listenHere } from '../support/free-port.js';
import { createLatch } from '../support/latch.js';
import { bulkGauge, metrics } from '../support/operator.js';
import { postHead, RawConnection } from '../support/raw-http.js';
import { CSV_HEADER, csvFile } from '../support/requests.js';
import { serviceOfTest, sharedService } from '../support/shared-service.js';
import { studentFile } from '../support/student-file.js';
import { type Upload, upload } from '../support/upload.js';

const MIB = 1024 * 1024;
const BULK = '/v1/calculate/bulk';

/** A file of this many bytes with few students: only bytes wait for memory, and students take time. */
const fileOf = (bytes: number) => studentFile(1000).padEnd(bytes, '\n');

const LABEL = '😀'.repeat(198);
/** A file with about 1 KB of response per row, which soon exceeds what the operating system buffers. */
const fileOfLongRows = (rows: number, caller = '') =>
  csvFile(
    ...Array.from({ length: rows }, (_, row) => `${caller}${row},dependent,first_year,${caller}${LABEL},9`),
  );

/** Upload memory in MiB, in total and per upload. The body timeout is long, for a busy machine. */
const withMemory = (all: number, one: number) =>
  serviceOfTest({
    BULK_MEMORY_BYTES: String(all * MIB),
    BULK_MAX_BYTES: String(one * MIB),
    BODY_IDLE_TIMEOUT_MS: '600000',
  });

/** A connection that has sent the head and header row of an upload of this many bytes. */
const begun = (service: Api, bytes: number): Promise<RawConnection> =>
  RawConnection.open(service, `${postHead(service, BULK, [`Content-Length: ${bytes}`])}${CSV_HEADER}\n`);

test('callers who announce much and send little hold little, and others are answered', async () => {
  const service = await withMemory(32, 32);
  const slow = await Promise.all([begun(service, 32 * MIB), begun(service, 32 * MIB)]);
  // The second upload waits as long as the announced size of the first one counts.
  await expect.poll(() => bulkGauge(service, 'upload_bytes_held'), { timeout: 60_000 }).toBe(2 * MIB);
  const { status, complete } = await upload(service, fileOf(3 * MIB)).finished;
  expect({ status, complete }).toEqual({ status: 200, complete: true });
  for (const connection of slow) connection.close();
});

test('uploads of unknown length that together outgrow the memory are held in line, and both are answered', async () => {
  const service = await withMemory(8, 8);
  const csv = Buffer.from(fileOf(6 * MIB));
  const rest = createLatch();
  async function* inTwo() {
    yield csv.subarray(0, 5 * MIB);
    await rest.opened;
    yield csv.subarray(5 * MIB);
  }
  const runs = [upload(service, inTwo()), upload(service, inTwo())];
  await expect.poll(() => bulkGauge(service, 'uploads_waiting'), { timeout: 60_000 }).toBe(1);
  rest.open();
  for (const { finished } of runs) expect(await finished).toMatchObject({ status: 200, complete: true });
});

test.each([
  ['on the average', { BULK_MIN_BYTES_PER_SECOND: '1GiB', BODY_IDLE_TIMEOUT_MS: '1000' }],
  ['in all', { BULK_MIN_BYTES_PER_SECOND: '1', BODY_TIMEOUT_MS: '1000' }],
])('a body that keeps coming, but too slowly %s, is answered with 408', async (_, env) => {
  const service = await serviceOfTest(env);
  const connection = await begun(service, 200 * MIB);
  // Each piece exceeds the minimum of a window, since a busy machine may allow only one send per window.
  const rows = 'A,dependent,first_year,Fall,12\n'.repeat(8000);
  let isAnswered = false;
  const answers = connection.answers(1).finally(() => {
    isAnswered = true;
  });
  for (let sent = 0; sent < 800 && !isAnswered; sent += 1) {
    await connection.send(rows);
    await delay(20);
  }
  expect(isAnswered).toBe(true);
  const [answer] = await answers;
  expect(answer?.status).toBe(408);
  expect(answer?.text).toContain('The body came too slowly.');
  connection.close();
});

test('a caller who reads too little of an answer on the average is cut off, though no part waits too long', async () => {
  const service = await serviceOfTest({
    RESPONSE_IDLE_TIMEOUT_MS: '5000',
    BULK_MIN_BYTES_PER_SECOND: '1GiB',
    BODY_IDLE_TIMEOUT_MS: '600000',
  });
  const csv = fileOfLongRows(40_000);
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  // The service cuts this connection.
  socket.on('error', () => {});
  socket.write(`${postHead(service, BULK, [`Content-Length: ${Buffer.byteLength(csv)}`])}${csv}`);
  // About 2 MB a second: slower than a busy machine calculates, but 1 MiB takes only half a second.
  const reading = setInterval(() => socket.read(), 30);
  await service.logged(({ aborted }) => aborted === 'time_limit');
  clearInterval(reading);
  socket.destroy();
});

test('of an answer that is not read no more than 16 MiB wait, though its window has room for far more', async () => {
  const service = await serviceOfTest({ BULK_WINDOW: '8', BULK_CHUNK_ROWS: '5000' });
  const headers = { accept: 'application/x-ndjson' };
  // Twenty chunks of more than 3 MiB each.
  const run = upload(service, studentFile(100_000), { headers });
  // Past the chunks that began before the length of any was known.
  await run.received(30 * MIB);
  run.pause();
  expect(await bulkGauge(service, 'window_chunks_in_flight')).toBeLessThan(6);
  run.leave();
});

test('the uploads of one key together hold no more than three quarters of the memory', async () => {
  const service = await withMemory(32, 8);
  const uploads = await Promise.all(Array.from({ length: 4 }, () => begun(service, 8 * MIB)));
  const names = ['upload_bytes_held', 'uploads_waiting'];
  const seen = () => Promise.all(names.map((name) => bulkGauge(service, name)));
  await expect.poll(seen).toEqual([24 * MIB, 1]);
  for (const connection of uploads) connection.close();
});

test('a caller without a key who does not read a page is cut off, and no answer counts as broken off', async () => {
  const service = await serviceOfTest({ RESPONSE_IDLE_TIMEOUT_MS: '300' });
  const connection = await RawConnection.open(service);
  connection.socket.pause();
  // More than the operating system buffers for a caller who does not read.
  await connection.send('GET /docs/rules HTTP/1.1\r\nHost: api\r\n\r\n'.repeat(400));
  await service.logged(({ aborted }) => aborted === 'time_limit');
  const counts = [...(await metrics(service.adminUrl))].filter(([name]) => name.includes('_aborted_total'));
  expect(counts.filter(([, count]) => count !== 0)).toEqual([]);
  connection.close();
});

/** A server in this process that allows ten connections. */
async function served(serve: RequestHandler, headersTimeoutMs: number) {
  const appServer = new AppServer(express().use(serve), { headersTimeoutMs, maxConnections: 10 });
  const { server } = appServer;
  onTestFinished(() => {
    appServer.closeAll();
    server.close();
  });
  return { server, address: { host: '127.0.0.1', port: await listenHere(server) } };
}

/** An accepted but silent connection to a server with this headers timeout. */
async function silentConnection(serve: RequestHandler, headersTimeoutMs = 100): Promise<RawConnection> {
  const { server, address } = await served(serve, headersTimeoutMs);
  const [connection] = await Promise.all([RawConnection.open(address), once(server, 'connection')]);
  return connection;
}

test('connections that say nothing do not keep out those who ask', async () => {
  const { address } = await served((_req, res) => void res.end('here'), 60_000);
  const silent = await Promise.all(Array.from({ length: 9 }, () => RawConnection.open(address)));
  for (let asked = 0; asked < 10; asked += 1) {
    const connection = await RawConnection.open(address, 'GET / HTTP/1.1\r\nHost: example.edu\r\n\r\n');
    expect((await connection.answers(1)).map(({ status }) => status)).toEqual([200]);
    silent.push(connection);
  }
  for (const connection of silent) connection.close();
});

test('a request that came while the process stood still is in time, however long that was', async () => {
  // Long enough that a busy machine sends the request in time.
  const connection = await silentConnection((_req, res) => void res.end('here'), 2000);
  // Timers run next, and received data is read after them.
  await setImmediate();
  void connection.send('GET / HTTP/1.1\r\nHost: example.edu\r\n\r\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4500);
  const [answer] = await connection.answers(1);
  expect(answer?.status).toBe(200);
  connection.close();
});

test('a connection on which nothing is ever sent is closed', async () => {
  const connection = await silentConnection(() => {});
  expect(await connection.closed).toBe('ended');
});

test('a caller who was told that the headers came too late can still send everything and is not served', async () => {
  let served = 0;
  const connection = await silentConnection(() => {
    served += 1;
  });
  await connection.send(`POST / HTTP/1.1\r\nHost: example.edu\r\nContent-Length: ${16 * MIB}\r\n`);
  const [answer] = await connection.answers(1);
  expect(answer?.status).toBe(408);
  expect(answer?.text).toContain('did not come in time');
  await connection.send(`\r\n${'x'.repeat(16 * MIB)}`);
  connection.endSending();
  expect(await connection.closed).toBe('ended');
  expect(served).toBe(0);
});

/** With long labels, a response of 12 MB: more than is buffered for a caller who does not read. */
const ROWS = 14_000;
const CALLERS = ['A', 'B', 'C', 'D', 'E', 'F'];

const { api } = await sharedService();

/** Each row has its caller's letter, which no column name and no word of the response contains. */
const sent = (caller: string): Upload => upload(api, fileOfLongRows(ROWS, caller));
const linesOf = async ({ finished }: Upload) => (await finished).body.toString('utf8').split('\r\n');

async function unread(caller: string): Promise<Upload> {
  const run = sent(caller);
  run.pause();
  await run.received(0);
  return run;
}

test('callers who stop reading get their own answer in the end, whoever was answered meanwhile', async () => {
  const runs = await Promise.all(CALLERS.map(unread));
  const [header, ...rows] = await linesOf(sent('Q'));
  expect(rows).toHaveLength(ROWS + 1);
  for (const [index, run] of runs.entries()) {
    run.resume();
    const expected = [header, ...rows.map((row) => row.replaceAll('Q', CALLERS[index] ?? ''))];
    const lines = await linesOf(run);
    expect(lines.findIndex((line, at) => line !== expected[at])).toBe(-1);
    expect(lines).toHaveLength(expected.length);
  }
});

test('a caller who leaves while the upload is decompressed gives back the memory that was reserved', async () => {
  const api = await serviceOfTest();
  // About 85 KB that unpack to 35 MB: all bytes arrive long before they are unpacked.
  const rows = ',dependent,first_year,Fall,12\n'.repeat(1_200_000);
  const body = gzipSync(`${CSV_HEADER}\n${rows}`);
  const lines = [`Content-Length: ${body.length}`, 'Content-Encoding: gzip'];
  const connection = await RawConnection.open(api, postHead(api, BULK, lines));
  connection.socket.write(body, () => connection.socket.destroy());
  await api.logged(({ route, aborted }) => route === BULK && aborted === 'caller_left');
  await expect.poll(() => bulkGauge(api, 'upload_bytes_held')).toBe(0);
});

test('a caller who closes or resets in the middle of an upload has left, and its memory is free at once', async () => {
  // Longer than the test, so that the clock for stalled bodies cannot end it.
  const api = await serviceOfTest({ BODY_IDLE_TIMEOUT_MS: '600000' });
  const end = (socket: Socket) => socket.end();
  for (const [id, header, body, leave] of [
    ['in-chunks', 'Transfer-Encoding: chunked', '5\r\nstude\r\n', end],
    ['of-a-length', 'Content-Length: 100000', 'stude', end],
    ['resets', 'Content-Length: 100000', 'stude', (socket: Socket) => socket.resetAndDestroy()],
  ] as const) {
    const head = postHead(api, BULK, [header, `X-Request-Id: ${id}`]);
    const connection = await RawConnection.open(api, head + body);
    await expect.poll(() => bulkGauge(api, 'upload_bytes_held')).not.toBe(0);
    leave(connection.socket);
    const line = await api.logged(
      ({ aborted, request_id }) => aborted === 'caller_left' && request_id === id,
    );
    expect(line).toMatchObject({ level: 'warn', key_id: api.keyId });
    expect(line).not.toHaveProperty('status');
    await expect.poll(() => bulkGauge(api, 'upload_bytes_held')).toBe(0);
    connection.close();
  }
});
