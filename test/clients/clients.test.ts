import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.js';
import { csvFile, STUDENT } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';
import { studentFile } from '../support/student-file.js';
import { asPrinted, CLIENTS, canRun, compiled, type Service, startClient } from './run-client.js';

const { api, client: caller } = await sharedService();

/** A folder and services of its own for each case, so that all can go on at once. */
interface Place {
  readonly folder: string;
  readonly inFolder: (name: string) => string;
  /** A service that behaves as the test wants. */
  readonly serve: (answer: RequestListener, port?: number) => Promise<{ url: string; token: string }>;
  /** The address of a proxy before the real service. */
  readonly throughProxy: (fault: Fault) => Promise<string>;
}

/** What a proxy does after so many bytes of the answer. */
interface Fault {
  /** `never read`: it takes nothing of what the client sends. */
  readonly after: number | 'never read';
  readonly how: 'stop' | 'cut' | 'reset';
}

/** Passes everything on until the fault. */
function proxyWith({ after, how }: Fault): TcpServer {
  return createTcpServer((client) => {
    client.on('error', () => {});
    if (after === 'never read') {
      client.pause();
      return;
    }
    const service = connect({ host: api.host, port: Number(api.port) });
    service.on('error', () => {});
    client.on('close', () => service.destroy());
    client.pipe(service);
    let passed = 0;
    service.on('data', (piece: Buffer) => {
      const room = after - passed;
      passed += piece.length;
      if (room < 0) return;
      if (piece.length <= room) client.write(piece);
      else {
        client.write(piece.subarray(0, room));
        if (how === 'cut') client.end();
        if (how === 'reset') client.resetAndDestroy();
      }
    });
  });
}

function portOf(server: TcpServer): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

const it = test.extend<{ place: Place }>({
  place: async ({ task: _ }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'clients-'));
    const servers: Server[] = [];
    const serve: Place['serve'] = async (answer, port = 0) => {
      const server = createServer(answer).listen(port, '127.0.0.1');
      servers.push(server);
      await once(server, 'listening');
      return { url: `http://127.0.0.1:${portOf(server)}`, token: 'a-token' };
    };
    const proxies: TcpServer[] = [];
    const sockets = new Set<Socket>();
    const throughProxy: Place['throughProxy'] = async (fault) => {
      const proxy = proxyWith(fault).listen(0, '127.0.0.1');
      proxy.on('connection', (socket) => sockets.add(socket));
      proxies.push(proxy);
      await once(proxy, 'listening');
      return `http://127.0.0.1:${portOf(proxy)}`;
    };
    await use({ folder, inFolder: (name) => join(folder, name), serve, throughProxy });
    for (const server of servers) server.close().closeAllConnections();
    for (const socket of sockets) socket.destroy();
    for (const proxy of proxies) proxy.close();
    await rm(folder, { recursive: true });
  },
});

/** So long that the answer is there before it is sent. */
const LONG_FILE = studentFile(300_000);

const unavailable = JSON.stringify({ code: 'internal_error', message: 'Too many uploads.', details: null });

for (const client of CLIENTS) {
  const missing = canRun(client) ? '' : ` (skipped: ${client.tool} is not installed)`;
  describe.skipIf(missing !== '').concurrent(`${client.file}${missing}`, () => {
    let program: readonly string[] = [];
    let programFolder = '';
    beforeAll(async () => {
      programFolder = await mkdtemp(join(tmpdir(), 'clients-'));
      program = compiled(client, programFolder);
    });
    afterAll(() => rm(programFolder, { recursive: true }));

    const run = ({ inFolder }: Place, service: Service, ...files: string[]) =>
      startClient(program, service, ...files.map(inFolder)).ended;

    it('is short enough to be read', async () => {
      const text = await readFile(new URL(`../../docs/clients/${client.file}`, import.meta.url), 'utf8');
      expect(text.trimEnd().split('\n').length).toBeLessThan(60);
    });

    it('started as its first lines say, prints the answer for one student', async ({ place }) => {
      const { inFolder } = place;
      await writeFile(inFolder('student.json'), JSON.stringify(STUDENT));
      const { exitCode, out, err } = await startClient(asPrinted(client), api, inFolder('student.json'))
        .ended;
      expect([exitCode, err]).toEqual([0, '']);
      expect(JSON.parse(out)).toMatchObject({ reduced_annual_pct: 88, annual_basic_eligibility_sub: 3080 });
    });

    it('names the fields of a student who is refused', async ({ place }) => {
      const { inFolder } = place;
      await writeFile(inFolder('student.json'), JSON.stringify({ ...STUDENT, grade_level: 'fifth_year' }));
      const { exitCode, out, err } = await run(place, api, 'student.json');
      expect([exitCode, out]).toEqual([1, '']);
      expect(err).toContain('validation_error');
      expect(err).toContain('grade_level');
    });

    it('writes the whole answer for a file, and nothing else', async ({ place }) => {
      const { folder, inFolder } = place;
      const file = studentFile(20_000);
      await writeFile(inFolder('in.csv'), file);
      const { exitCode, err } = await run(place, api, 'in.csv', 'out.csv');
      expect([exitCode, err]).toEqual([0, '']);
      expect(await readFile(inFolder('out.csv'), 'utf8')).toBe((await caller.bulk(file)).text);
      expect((await readdir(folder)).sort()).toEqual(['in.csv', 'out.csv']);
    });

    it.for<[string, string, () => { url: string; token: string }, string]>([
      ['a file that is refused', 'student_id,terms\n1,2\n', () => api, 'validation_error'],
      [
        'a key that was never issued',
        csvFile('1,dependent,first_year,Fall,12'),
        () => ({ url: api.url, token: `${api.token.slice(0, -4)}AAAA` }),
        'invalid_token',
      ],
      [
        'a key that was never issued, with a long file',
        LONG_FILE,
        () => ({ url: api.url, token: `${api.token.slice(0, -4)}AAAA` }),
        client.readsWhileSending ? 'invalid_token' : 'Not done',
      ],
    ])('tells %s by its code and leaves no file', async ([_, file, service, code], { place }) => {
      const { folder, inFolder } = place;
      await writeFile(inFolder('in.csv'), file);
      const { exitCode, err } = await run(place, service(), 'in.csv', 'out.csv');
      expect(err).toContain(code);
      expect(exitCode).toBe(1);
      expect(await readdir(folder)).toEqual(['in.csv']);
    });

    it.for<[string, Fault]>([
      ['stops before the answer', { after: 0, how: 'stop' }],
      ['stops in the middle of the answer', { after: 100_000, how: 'stop' }],
      ['stops taking the file', { after: 'never read', how: 'stop' }],
      ['cuts the answer', { after: 100_000, how: 'cut' }],
      ['resets the connection before the answer', { after: 0, how: 'reset' }],
      ['resets the connection in the middle of the answer', { after: 100_000, how: 'reset' }],
    ])('leaves no half file, and ends, when a proxy %s', async ([_, fault], { place }) => {
      const { folder, inFolder, throughProxy } = place;
      const url = await throughProxy(fault);
      await writeFile(inFolder('in.csv'), fault.after === 'never read' ? LONG_FILE : studentFile(10_000));
      const { exitCode, err } = await run(place, { ...api, url, stalledAfter: 2 }, 'in.csv', 'out.csv');
      expect(exitCode).not.toBe(0);
      expect(err).not.toBe('');
      expect(await readdir(folder)).toEqual(['in.csv']);
    });

    it('keeps an older answer, and leaves no half file, when an answer with a length breaks off', async ({
      place,
    }) => {
      const { folder, inFolder, serve } = place;
      const service = await serve((req, res) => {
        req.resume().once('end', () => {
          res.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' });
          res.write('student_id,term_label\r\n', () => res.destroy());
        });
      });
      await writeFile(inFolder('in.csv'), csvFile('1,dependent,first_year,Fall,12'));
      await writeFile(inFolder('out.csv'), 'of yesterday');
      const { exitCode, err } = await run(place, service, 'in.csv', 'out.csv');
      expect(exitCode).not.toBe(0);
      expect(err).not.toBe('');
      expect(await readFile(inFolder('out.csv'), 'utf8')).toBe('of yesterday');
      expect((await readdir(folder)).sort()).toEqual(['in.csv', 'out.csv']);
    });

    it('names the variable when there is no key, and sends nothing', async ({ place }) => {
      const { inFolder, serve } = place;
      let requests = 0;
      const { url } = await serve((_req, res) => {
        requests++;
        res.end();
      });
      await writeFile(inFolder('student.json'), JSON.stringify(STUDENT));
      const { exitCode, err } = await run(place, { url, token: undefined }, 'student.json');
      expect(exitCode).not.toBe(0);
      expect(err).toContain('Put your key into PRORATA_KEY first.');
      expect(requests).toBe(0);
    });

    it('sends a file again when a full service says when to come back', async ({ place }) => {
      const { inFolder, serve } = place;
      const bodies: string[] = [];
      const service = await serve((req, res) => {
        let body = '';
        req.on('data', (piece: Buffer) => {
          body += piece.toString();
        });
        req.once('end', () => {
          bodies.push(body);
          if (bodies.length === 1) res.writeHead(503, { 'retry-after': '0' }).end(unavailable);
          else res.writeHead(200).end('the answer');
        });
      });
      const file = csvFile('1,dependent,first_year,Fall,12');
      await writeFile(inFolder('in.csv'), file);
      const { exitCode } = await run(place, service, 'in.csv', 'out.csv');
      expect([exitCode, bodies]).toEqual([0, [file, file]]);
      expect(await readFile(inFolder('out.csv'), 'utf8')).toBe('the answer');
    });

    it('waits for a service that is about to start', async ({ place }) => {
      const { inFolder, serve } = place;
      const port = await freePort();
      const service = { url: `http://127.0.0.1:${port}`, token: 'a-token' };
      await writeFile(inFolder('in.csv'), csvFile('1,dependent,first_year,Fall,12'));
      const running = startClient(program, service, inFolder('in.csv'), inFolder('out.csv'));
      await running.complaint;
      await serve((req, res) => req.resume().once('end', () => res.writeHead(200).end('the answer')), port);
      expect((await running.ended).exitCode).toBe(0);
      expect(await readFile(inFolder('out.csv'), 'utf8')).toBe('the answer');
    });

    it('names the status where a gateway answers with a page of its own, and leaves no file', async ({
      place,
    }) => {
      const { folder, inFolder, serve } = place;
      const service = await serve((req, res) => {
        const page = `<html><body>Bad gateway</body></html>${' '.repeat(10_000)}`;
        req.resume().once('end', () => res.writeHead(502, { 'content-type': 'text/html' }).end(page));
      });
      await writeFile(inFolder('in.csv'), csvFile('1,dependent,first_year,Fall,12'));
      const { exitCode, err } = await run(place, service, 'in.csv', 'out.csv');
      expect(exitCode).toBe(1);
      expect(err).toMatch(/502 .*Bad gateway/);
      expect(err).not.toMatch(/SyntaxError|JSONDecodeError/);
      expect(await readdir(folder)).toEqual(['in.csv']);
    });

    it('leaves nothing in the folder of temporary files', async ({ place }) => {
      const { folder, inFolder } = place;
      await writeFile(inFolder('student.json'), JSON.stringify(STUDENT));
      const { exitCode } = await startClient(program, { ...api, folder }, inFolder('student.json')).ended;
      expect(exitCode).toBe(0);
      expect(await readdir(folder)).toEqual(['student.json']);
    });

    it('does not send again what is refused without a time to come back', async ({ place }) => {
      const { inFolder, serve } = place;
      let requests = 0;
      const service = await serve((req, res) => {
        requests++;
        req.resume().once('end', () => res.writeHead(503).end(unavailable));
      });
      await writeFile(inFolder('in.csv'), csvFile('1,dependent,first_year,Fall,12'));
      const { exitCode, err } = await run(place, service, 'in.csv', 'out.csv');
      expect([exitCode, requests]).toEqual([1, 1]);
      expect(err).toContain('internal_error');
    });
  });
}

test('the OpenAPI document carries the same texts for both requests', async () => {
  const { text } = await caller.send('GET', '/v1/openapi.json');
  const texts = await Promise.all(
    CLIENTS.map(({ file }) => readFile(new URL(`../../docs/clients/${file}`, import.meta.url), 'utf8')),
  );
  const { paths } = JSON.parse(text);
  for (const path of ['/v1/calculate', '/v1/calculate/bulk']) {
    const samples: { source: string }[] = paths[path].post['x-codeSamples'];
    expect(samples.map(({ source }) => source)).toEqual(texts);
  }
});
