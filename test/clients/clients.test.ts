import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type Server } from 'node:net';
import { basename, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Finished, finished } from '../support/finished.js';
import { freePort, listenHere } from '../support/free-port.js';
import { csvFile, STUDENT } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';
import { studentFile } from '../support/student-file.js';
import { ownFolder } from '../support/with-us.js';

const FOLDER = resolve(import.meta.dirname, '../../docs/clients');

/** The run is too short for the second compiler and a multithreaded collector to pay off. */
const QUICK_JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

const CLIENTS = [
  { file: 'client.sh', command: ['bash'], tool: 'curl', readsWhileSending: true },
  { file: 'client.mjs', command: [process.execPath], tool: process.execPath, readsWhileSending: true },
  // Python's library sends everything before it reads, so it is cut off if a long file is refused.
  { file: 'client.py', command: ['python3'], tool: 'python3', readsWhileSending: false },
  { file: 'Client.java', command: ['java', ...QUICK_JAVA], tool: 'java', readsWhileSending: true },
] as const;
type ClientProgram = (typeof CLIENTS)[number];

function canRun({ tool }: ClientProgram): boolean {
  return spawnSync(tool, ['--version']).error === undefined;
}

function asPrinted({ command, file }: ClientProgram): readonly string[] {
  return [...command, join(FOLDER, file)];
}

/** {@link asPrinted}, but Java is compiled once: compiling at each start takes three times as long. */
function compiled(client: ClientProgram, folder: string): readonly string[] {
  if (client.tool !== 'java' || spawnSync('javac', ['-d', folder, join(FOLDER, client.file)]).status !== 0)
    return asPrinted(client);
  return [client.tool, ...QUICK_JAVA, '-cp', folder, basename(client.file, '.java')];
}

interface Service {
  readonly url: string;
  readonly token: string | undefined;
  readonly folder?: string;
  /** Seconds without a byte until a client gives up. */
  readonly stalledAfter?: number;
}

/** Starts a client with these files; `complaint` resolves at its first output to standard error. */
function startClient(
  [program = '', ...options]: readonly string[],
  { url, token, stalledAfter, folder }: Service,
  ...files: readonly string[]
): { readonly complaint: Promise<unknown>; readonly ended: Promise<Finished> } {
  // Undefined leaves a variable unset.
  const env = {
    ...{ PATH: process.env['PATH'], PRORATA_URL: url, PRORATA_KEY: token, TMPDIR: folder },
    PRORATA_TIMEOUT: stalledAfter?.toString(),
  };
  const child = spawn(program, [...options, ...files], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  return { complaint: once(child.stderr, 'data'), ended: finished(child) };
}

const { api, client: caller } = await sharedService();

/** A fault of a proxy after this many bytes of the response. */
interface Fault {
  /** `never read`: the proxy takes nothing that the client sends. */
  readonly after: number | 'never read';
  readonly how: 'stop' | 'cut' | 'reset';
}

function proxyWith({ after, how }: Fault): Server {
  return createTcpServer((client) => {
    client.on('error', () => {});
    if (after === 'never read') {
      client.pause();
      return;
    }
    const service = connect(api.port, api.host);
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

/** Each case has its own folder and services, so that all can run at once. */
function openPlace() {
  const path = ownFolder('clients');
  const file = (name: string) => join(path, name);
  const endings: (() => void)[] = [];
  const opened = async (server: Server, port?: number): Promise<Service> => {
    server.on('connection', (socket) => endings.push(() => socket.destroy()));
    endings.push(() => server.close());
    return { url: `http://127.0.0.1:${await listenHere(server, port)}`, token: 'a-token' };
  };
  return {
    path,
    file,
    write: (name: string, content: string) => writeFile(file(name), content),
    read: (name: string) => readFile(file(name), 'utf8'),
    names: async () => (await readdir(path)).sort(),
    /** A service that answers each request as told, once its body is received and added to `bodies`. */
    serve: async (answer: (res: ServerResponse, bodies: readonly string[]) => unknown, port?: number) => {
      const bodies: string[] = [];
      const server = createServer(async (req, res) => {
        bodies.push(await text(req));
        answer(res, bodies);
      });
      return { ...(await opened(server, port)), bodies };
    },
    throughProxy: async (fault: Fault) => ({ ...(await opened(proxyWith(fault))), token: api.token }),
    end: () => {
      for (const end of endings) end();
    },
  };
}
type Place = ReturnType<typeof openPlace>;

const it = test.extend<{ place: Place }>({
  place: async ({ task: _ }, use) => {
    const place = openPlace();
    await use(place);
    place.end();
  },
});

/** So long that the response arrives before the file is sent. */
const LONG_FILE = studentFile(300_000);
const SHORT_FILE = csvFile('1,dependent,first_year,Fall,12');

const unavailable = JSON.stringify({ code: 'internal_error', message: 'Too many uploads.', details: null });

for (const client of CLIENTS) {
  const missing = canRun(client) ? '' : ` (skipped: ${client.tool} is not installed)`;
  describe.skipIf(missing !== '').concurrent(`${client.file}${missing}`, () => {
    let program: readonly string[] = [];
    beforeAll(() => {
      program = compiled(client, ownFolder('client'));
    });

    const sendFile = async ({ file, write }: Place, service: Service, content = SHORT_FILE) => {
      await write('in.csv', content);
      return startClient(program, service, file('in.csv'), file('out.csv')).ended;
    };

    it('is short enough to be read', async () => {
      const lines = await readFile(new URL(`../../docs/clients/${client.file}`, import.meta.url), 'utf8');
      expect(lines.trimEnd().split('\n').length).toBeLessThan(60);
    });

    it('started as its first lines say, prints one answer and leaves no temporary file', async ({
      place,
    }) => {
      await place.write('student.json', JSON.stringify(STUDENT));
      const service = { ...api, folder: place.path };
      const { ended } = startClient(asPrinted(client), service, place.file('student.json'));
      const { code, stdout, stderr } = await ended;
      expect(await place.names()).toEqual(['student.json']);
      expect([code, stderr]).toEqual([0, '']);
      expect(JSON.parse(stdout)).toMatchObject({
        reduced_annual_pct: 88,
        annual_basic_eligibility_sub: 3080,
      });
    });

    it('names the fields of a student who is refused', async ({ place }) => {
      await place.write('student.json', JSON.stringify({ ...STUDENT, grade_level: 'fifth_year' }));
      const { code, stdout, stderr } = await startClient(program, api, place.file('student.json')).ended;
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain('validation_error');
      expect(stderr).toContain('grade_level');
    });

    it('writes the whole answer for a file, and nothing else', async ({ place }) => {
      const file = studentFile(5000);
      const { code, stderr } = await sendFile(place, api, file);
      expect([code, stderr]).toEqual([0, '']);
      expect(await place.read('out.csv')).toBe((await caller.bulk(file)).text);
      expect(await place.names()).toEqual(['in.csv', 'out.csv']);
    });

    const neverIssued = { url: api.url, token: `${api.token.slice(0, -4)}AAAA` };
    it.for<[string, string, Service, string]>([
      ['a file that is refused', 'student_id,terms\n1,2\n', api, 'validation_error'],
      ['a key that was never issued', SHORT_FILE, neverIssued, 'invalid_token'],
      [
        'a key that was never issued, with a long file',
        LONG_FILE,
        neverIssued,
        client.readsWhileSending ? 'invalid_token' : 'Not done',
      ],
    ])('tells %s by its code and leaves no file', async ([_, file, service, errorCode], { place }) => {
      const { code, stderr } = await sendFile(place, service, file);
      expect(stderr).toContain(errorCode);
      expect(code).toBe(1);
      expect(await place.names()).toEqual(['in.csv']);
    });

    it.for<[string, Fault]>([
      ['stops before the answer', { after: 0, how: 'stop' }],
      ['stops in the middle of the answer', { after: 100_000, how: 'stop' }],
      ['stops taking the file', { after: 'never read', how: 'stop' }],
      ['cuts the answer', { after: 100_000, how: 'cut' }],
      ['resets the connection before the answer', { after: 0, how: 'reset' }],
      ['resets the connection in the middle of the answer', { after: 100_000, how: 'reset' }],
    ])('leaves no half file, and ends, when a proxy %s', async ([_, fault], { place }) => {
      const service = { ...(await place.throughProxy(fault)), stalledAfter: 2 };
      const file = fault.after === 'never read' ? LONG_FILE : studentFile(10_000);
      const { code, stderr } = await sendFile(place, service, file);
      expect(code).not.toBe(0);
      expect(stderr).not.toBe('');
      expect(await place.names()).toEqual(['in.csv']);
    });

    it('keeps an older answer and no half file when an answer with a length breaks off', async ({
      place,
    }) => {
      const service = await place.serve((res) => {
        res.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' });
        res.write('student_id,term_label\r\n', () => res.destroy());
      });
      await place.write('out.csv', 'of yesterday');
      const { code, stderr } = await sendFile(place, service);
      expect(code).not.toBe(0);
      expect(stderr).not.toBe('');
      expect(await place.read('out.csv')).toBe('of yesterday');
      expect(await place.names()).toEqual(['in.csv', 'out.csv']);
    });

    it('names the variable when there is no key, and sends nothing', async ({ place }) => {
      const { url, bodies } = await place.serve((res) => res.end());
      await place.write('student.json', JSON.stringify(STUDENT));
      const service = { url, token: undefined };
      const { code, stderr } = await startClient(program, service, place.file('student.json')).ended;
      expect(code).not.toBe(0);
      expect(stderr).toContain('Put your key into PRORATA_KEY first.');
      expect(bodies).toEqual([]);
    });

    it('sends a file again when a full service says when to come back', async ({ place }) => {
      const service = await place.serve((res, bodies) => {
        if (bodies.length === 1) res.writeHead(503, { 'retry-after': '0' }).end(unavailable);
        else res.writeHead(200).end('the answer');
      });
      const { code } = await sendFile(place, service);
      expect([code, service.bodies]).toEqual([0, [SHORT_FILE, SHORT_FILE]]);
      expect(await place.read('out.csv')).toBe('the answer');
    });

    it('waits for a service that is about to start', async ({ place }) => {
      const port = await freePort();
      await place.write('in.csv', SHORT_FILE);
      const service = { url: `http://127.0.0.1:${port}`, token: 'a-token' };
      const running = startClient(program, service, place.file('in.csv'), place.file('out.csv'));
      await running.complaint;
      await place.serve((res) => res.writeHead(200).end('the answer'), port);
      expect((await running.ended).code).toBe(0);
      expect(await place.read('out.csv')).toBe('the answer');
    });

    it('names the status where a gateway answers with its own page, and leaves no file', async ({
      place,
    }) => {
      const page = `<html><body>Bad gateway</body></html>${' '.repeat(10_000)}`;
      const service = await place.serve((res) =>
        res.writeHead(502, { 'content-type': 'text/html' }).end(page),
      );
      const { code, stderr } = await sendFile(place, service);
      expect(code).toBe(1);
      expect(stderr).toMatch(/502 .*Bad gateway/);
      expect(stderr).not.toMatch(/SyntaxError|JSONDecodeError/);
      expect(await place.names()).toEqual(['in.csv']);
    });

    it('does not send again what is refused without a time to come back', async ({ place }) => {
      const service = await place.serve((res) => res.writeHead(503).end(unavailable));
      const { code, stderr } = await sendFile(place, service);
      expect([code, service.bodies]).toEqual([1, [SHORT_FILE]]);
      expect(stderr).toContain('internal_error');
    });
  });
}

test('the OpenAPI document carries the same texts for both requests', async () => {
  const document = await caller.send('GET', '/v1/openapi.json');
  const texts = await Promise.all(
    CLIENTS.map(({ file }) => readFile(new URL(`../../docs/clients/${file}`, import.meta.url), 'utf8')),
  );
  const { paths } = JSON.parse(document.text);
  for (const path of ['/v1/calculate', '/v1/calculate/bulk']) {
    const samples: { source: string }[] = paths[path].post['x-codeSamples'];
    expect(samples.map(({ source }) => source)).toEqual(texts);
  }
});
