import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Answer, createClient, errorOf, verdict } from '../support/client.js';
import { askRaw, post, postHead, RawConnection, sendRaw } from '../support/raw-http.js';
import { csvFile, STUDENT } from '../support/requests.js';
import { ownService, serviceOfTest, stillServing } from '../support/shared-service.js';
import { studentFile } from '../support/student-file.js';

const JSON_TEXT = JSON.stringify(STUDENT);
const CSV = csvFile('A,dependent,first_year,Fall,12', 'B,dependent,first_year,"Fa""l\nl",12');

const { api, client } = await ownService({ BODY_IDLE_TIMEOUT_MS: '2000' });
const usual = await stillServing(client);
const usualBulk = await client.bulk(CSV);
const SINGLE = '/v1/calculate';
const BULK = '/v1/calculate/bulk';

/** The response to these bytes; the caller keeps waiting, or half-closes the connection. */
const answerTo = (bytes: string | Uint8Array, options: { halfClose?: boolean } = {}) =>
  askRaw(api, bytes, options);

function checked(path: string, answer: Answer): Answer {
  expect(client.check('POST', path, answer.status, answer.headers, answer.text)).toEqual([]);
  return answer;
}

describe('a connection', () => {
  test('carries several requests that are sent at once, and answers them in order', async () => {
    const all = [
      post(api, SINGLE, JSON_TEXT),
      post(api, BULK, CSV),
      post(api, SINGLE, '{'),
      post(api, SINGLE, ' '.repeat(2_000_000)),
      post({ token: 'none' }, SINGLE, JSON_TEXT),
      post(api, SINGLE, JSON_TEXT),
    ];
    const answers = await sendRaw(api, all.join(''), { count: all.length });
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 413, 401, 200]);
    expect(answers[1]?.text).toBe(usualBulk.text);
    expect(answers[5]?.text).toBe(usual.text);
  });

  test('carries a chunked body that is cut at every byte', async () => {
    const connection = await RawConnection.open(api, postHead(api, BULK, ['Transfer-Encoding: chunked']));
    for (const byte of CSV) {
      for (const part of ['1', '\r\n', byte, '\r', '\n']) await connection.send(part);
    }
    await connection.send('0\r\n\r\n');
    expect((await connection.answers(1)).map(({ text }) => text)).toEqual([usualBulk.text]);
    connection.close();
  });

  test('carries every way of cutting a gzip body in two', async () => {
    const body = gzipSync(CSV);
    for (let cut = 1; cut < body.length; cut += 1) {
      const head = postHead(api, BULK, ['Transfer-Encoding: chunked', 'Content-Encoding: gzip']);
      const chunks = [body.subarray(0, cut), body.subarray(cut)].flatMap((part) => [
        Buffer.from(`${part.length.toString(16)};extension=1\r\n`),
        part,
        Buffer.from('\r\n'),
      ]);
      const answer = await answerTo(
        Buffer.concat([Buffer.from(head), ...chunks, Buffer.from('0\r\nX: y\r\n\r\n')]),
      );
      expect(answer.text, `cut at ${cut}`).toBe(usualBulk.text);
    }
  });

  test.each(['1.0', '2.0', '0.9'])('of HTTP/%s gets one student answered, and no file', async (version) => {
    const headed = (path: typeof SINGLE | typeof BULK, body: string) =>
      postHead(api, path, [`Content-Length: ${body.length}`], version) + body;
    const one = await answerTo(headed(SINGLE, JSON_TEXT));
    expect([one.text, one.headers['content-length']]).toEqual([usual.text, String(usual.text.length)]);
    const file = checked(BULK, await answerTo(headed(BULK, CSV)));
    expect(verdict(file)).toEqual([400, 'validation_error']);
    expect(errorOf(file).message).toContain('in nginx, set "proxy_http_version 1.1;"');
  });

  test.each([SINGLE, BULK] as const)('takes the next request after padded gzip: %s', async (path) => {
    const body = Buffer.concat([gzipSync(path === SINGLE ? JSON_TEXT : CSV), Buffer.alloc(900_000)]);
    const head = postHead(api, path, [`Content-Length: ${body.length}`, 'Content-Encoding: gzip']);
    const next = `GET /healthz HTTP/1.1\r\nHost: ${api.host}\r\n\r\n`;
    const answers = await sendRaw(api, Buffer.concat([Buffer.from(head), body, Buffer.from(next)]), {
      count: 2,
    });
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.text).toBe(path === SINGLE ? usual.text : usualBulk.text);
  });

  test('that asks before it sends is told to go on, or refused at once', async () => {
    const asking = (length: number) => ['Expect: 100-continue', `Content-Length: ${length}`];
    for (const path of [SINGLE, BULK] as const) {
      const body = path === SINGLE ? JSON_TEXT : CSV;
      const connection = await RawConnection.heard(api, postHead(api, path, asking(body.length)));
      expect(connection.received.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
      await connection.send(body);
      expect((await connection.answers(1)).map(({ status }) => status)).toEqual([200]);
      connection.close();
      const refused = await RawConnection.open(api, postHead(api, path, asking(999_999_999)));
      expect((await refused.answers(1)).map(({ status }) => status)).toEqual([413]);
      expect(refused.received.toString()).toMatch(/^HTTP\/1\.1 413 /);
      refused.close();
    }
  });

  test('keeps its answer when CONNECT follows on the request, and may leave in the middle of it', async () => {
    const tunnel = 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n';
    for (const request of [post(api, SINGLE, JSON_TEXT), post(api, BULK, studentFile(30_000))]) {
      const connection = await RawConnection.open(api, request + tunnel);
      const [answer, ...others] = await connection.answers(2);
      expect(answer?.status).toBe(200);
      expect(others).toEqual([]);
      connection.close();
    }
    const leaving = await RawConnection.open(api, tunnel + tunnel);
    leaving.socket.resetAndDestroy();
    expect((await answerTo(post(api, SINGLE, JSON_TEXT))).status).toBe(200);
  });

  test('gets the second answer of a connection however long the first one takes to read', async () => {
    const patient = await serviceOfTest({ RESPONSE_IDLE_TIMEOUT_MS: '3000' });
    const connection = await RawConnection.open(patient);
    const { socket } = connection;
    // About 1.2 of 12 MB a second: lasts three times the clock, at more than twice the speed that it demands.
    let sinceRest = 0;
    socket.on('data', (piece: Buffer) => {
      sinceRest += piece.length;
      if (sinceRest < 512 * 1024) return;
      sinceRest = 0;
      socket.pause();
      setTimeout(() => socket.resume(), 400);
    });
    await connection.send(post(patient, BULK, studentFile(60_000)) + post(patient, BULK, CSV));
    expect((await connection.answers(2)).map(({ status }) => status)).toEqual([200, 200]);
    connection.close();
  });

  test('that is closed for sending gets an answer of many megabytes, and is closed behind it', async () => {
    const both = post(api, SINGLE, JSON_TEXT) + post(api, BULK, studentFile(60_000));
    const connection = await RawConnection.open(api, both);
    connection.endSending();
    expect(await connection.closed).toBe('ended');
    const answers = await connection.answers(2);
    expect(answers.map(({ text }) => text.split('\r\n').length)).toEqual([1, 60_002]);
  });

  test('keeps its answer when garbage follows on the request', async () => {
    const connection = await RawConnection.heard(api, post(api, BULK, studentFile(30_000)));
    await connection.send('GARBAGE \x01\r\n\r\n');
    await connection.send('more of it\r\n\r\n');
    expect(await connection.closed).toBe('ended');
    const [answer, ...others] = await connection.answers(1);
    expect(answer?.text.split('\r\n')).toHaveLength(30_002);
    expect(others).toEqual([]);
  });
});

describe.each([SINGLE, BULK] as const)('a body of %s', (path) => {
  const body = path === SINGLE ? JSON_TEXT : CSV;
  const CHUNKED = 'Transfer-Encoding: chunked';
  const request = (lines: readonly string[], bytes: string | Uint8Array) =>
    Buffer.concat([Buffer.from(postHead(api, path, lines)), Buffer.from(bytes)]);

  test.concurrent.each([
    ['shorter than its length', ['Content-Length: 10000'], body],
    ['cut in a chunk', [CHUNKED], `ff\r\n${body.slice(0, 20)}`],
    ['without the last chunk', [CHUNKED], `${body.length.toString(16)}\r\n${body}\r\n`],
    ['in gzip that stops', ['Content-Encoding: gzip', 'Content-Length: 10000'], gzipSync(body)],
  ])('%s is refused when the caller ends, and when it waits', async (_, lines, bytes) => {
    const ended = checked(path, await answerTo(request(lines, bytes), { halfClose: true }));
    expect(verdict(ended)).toEqual([400, 'invalid_json']);
    const waited = checked(path, await answerTo(request(lines, bytes)));
    expect([...verdict(waited), waited.headers['connection']]).toEqual([408, 'validation_error', 'close']);
  });

  test.each([
    ['with a wrong chunk size', [CHUNKED], `zz\r\n${body}\r\n0\r\n\r\n`],
    ['with a chunk longer than its size', [CHUNKED], `5\r\n${body}\r\n0\r\n\r\n`],
    ['with an unknown transfer encoding', ['Transfer-Encoding: gzip'], body],
    ['that is none', [], ''],
    ['of no byte', ['Content-Length: 0'], ''],
  ])('%s is refused', async (_, lines, bytes) => {
    const answer = checked(path, await answerTo(request(lines, bytes)));
    expect(verdict(answer)).toEqual([400, 'invalid_json']);
  });

  test('in gzip chunks is refused, and one longer than its length is judged by that', async () => {
    const zipped = gzipSync(body);
    const size = Buffer.from(`${zipped.length.toString(16)}\r\n`);
    const chunks = Buffer.concat([size, zipped, Buffer.from('\r\n0\r\n\r\n')]);
    const coded = await answerTo(request(['Transfer-Encoding: gzip, chunked'], chunks));
    expect(checked(path, coded).status).toBe(400);
    expect(checked(path, await answerTo(request(['Content-Length: 5'], body))).status).toBe(400);
  });
});

test('a JSON body without an end is refused for its size as soon as it is too large', async () => {
  const connection = await RawConnection.open(api, postHead(api, SINGLE, ['Transfer-Encoding: chunked']));
  await connection.send(`${(2 ** 20).toString(16)}\r\n${'x'.repeat(2 ** 20)}\r\n`.repeat(2));
  const [answer] = await connection.answers(1);
  expect(answer?.status).toBe(413);
  connection.close();
});

describe('a caller without a key', () => {
  test('who sends a body of a usual size reads its 401, and the connection carries the next request', async () => {
    const stranger = post({ token: 'none' }, BULK, studentFile(500));
    const answers = await sendRaw(api, stranger + post(api, SINGLE, JSON_TEXT), { count: 2 });
    expect(answers.map(({ status }) => status)).toEqual([401, 200]);
  });

  test.concurrent.each(['1.1', '1.0'])(
    'who sends 100 MiB with HTTP/%s reads its answer and is cut off early',
    async (version) => {
      const head = postHead({ token: 'none' }, BULK, ['Content-Length: 104857600'], version);
      const connection = await RawConnection.open(api, head);
      // Includes what the operating system buffers between the two ends.
      expect(await connection.sendMebibytes(100)).toBeLessThan(50);
      const [answer] = await connection.answers(1);
      expect(answer?.status).toBe(401);
    },
  );
});

test('a file that takes longer to unpack than the caller has to send it is calculated', async () => {
  const patient = await serviceOfTest({ BODY_IDLE_TIMEOUT_MS: '500' });
  const blank = gzipSync(`${CSV}${'\n'.repeat(150_000_000)}`, { level: 1 });
  const answer = await (await createClient(patient)).bulk(blank, { 'content-encoding': 'gzip' });
  expect(answer.text).toBe(usualBulk.text);
});
