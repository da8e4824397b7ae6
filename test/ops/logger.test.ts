import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger, flushLogs, installFatalHandlers, type LoggerOptions } from '../../src/ops/logger.js';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logger-'));
});

afterEach(() => rm(folder, { recursive: true }));

const lineSchema = z.looseObject({
  level: z.string(),
  time: z.iso.datetime(),
  name: z.string(),
  msg: z.string(),
});

/** A logger to a file, and what the file holds once everything is flushed. */
function logToFile(options: Partial<LoggerOptions> = {}) {
  const file = join(folder, 'log');
  const logger = createLogger({ level: 'info', name: 'api', pretty: false, destination: file, ...options });
  const text = async (): Promise<string> => {
    await flushLogs(logger);
    return readFile(file, 'utf8');
  };
  const lines = async () => {
    const written = (await text()).split('\n').filter((line) => line !== '');
    return written.map((line) => lineSchema.parse(JSON.parse(line)));
  };
  return { logger, text, lines };
}

test('a line is one JSON object with level, time, process and message', async () => {
  const { logger, lines } = logToFile();
  logger.info({ request_id: 'r1', status: 200 }, 'answered');
  expect(await lines()).toEqual([
    expect.objectContaining({ level: 'info', name: 'api', request_id: 'r1', status: 200, msg: 'answered' }),
  ]);
});

test('lines below the level are not written', async () => {
  const log = logToFile({ level: 'warn' });
  log.logger.info('too quiet');
  log.logger.warn('loud enough');
  expect((await log.lines()).map(({ msg }) => msg)).toEqual(['loud enough']);
});

test('flushing waits for more lines than the buffer holds', async () => {
  const log = logToFile();
  for (let i = 0; i < 2000; i += 1) log.logger.info({ i }, 'line');
  expect((await log.lines()).map(({ i }) => i)).toEqual(Array.from({ length: 2000 }, (_, i) => i));
});

test.each([
  [{ authorization: 'Bearer svc_live_secret' }],
  [{ token: 'svc_live_secret' }],
  [{ headers: { authorization: 'Bearer svc_live_secret' } }],
  [{ req: { headers: { authorization: 'Bearer svc_live_secret', cookie: 'svc_live_secret' } } }],
])('a credential logged by mistake is not written: %j', async (fields) => {
  const log = logToFile();
  log.logger.info(fields, 'oops');
  const text = await log.text();
  expect(text).not.toContain('svc_live_secret');
  expect(text).toContain('[redacted]');
});

test('an error is written with its type, message, code, frames and causes', async () => {
  const log = logToFile();
  const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
  log.logger.error({ err: new TypeError('no queue', { cause }) }, 'failed');
  const [line] = await log.lines();
  expect(line?.['err']).toMatchObject({
    type: 'TypeError',
    message: 'no queue',
    stack: expect.stringContaining('logger.test'),
    cause: { type: 'Error', message: 'connection refused', code: 'ECONNREFUSED' },
  });
});

test('a request body that a library hangs on its error is not written', async () => {
  const log = logToFile();
  log.logger.error({ err: Object.assign(new Error('bad body'), { body: 'Ada Lovelace' }) }, 'failed');
  expect(await log.text()).not.toContain('Lovelace');
});

function parseFailure(): unknown {
  try {
    return JSON.parse('Ada Lovelace');
  } catch (error) {
    return error;
  }
}

test.each([
  ['under err with a message', (error: unknown) => [{ err: error }, 'failed'] as const],
  ['under err without a message', (error: unknown) => [{ err: error }] as const],
  ['alone', (error: unknown) => [error] as const],
  ['as a cause', (error: unknown) => [{ err: new Error('outer', { cause: error }) }, 'failed'] as const],
])('the text quoted by a JSON error is not written, logged %s', async (_how, toArguments) => {
  const log = logToFile();
  const [fields, message] = toArguments(parseFailure());
  log.logger.error(fields, message);
  const text = await log.text();
  expect(text).toContain('text withheld');
  expect(text).not.toMatch(/Ada|Lovelace/);
});

test('the arguments that Redis quotes of a command that it does not know are not written', async () => {
  const log = logToFile();
  const message = "ERR unknown command 'XPUSH', with args beginning with: 'key' 'Ada Lovelace'";
  log.logger.warn(new Error(message));
  const text = await log.text();
  expect(text).toContain("unknown command 'XPUSH'");
  expect(text).not.toContain('Lovelace');
});

test('an error logged alone gives the line its message', async () => {
  const log = logToFile();
  log.logger.error(new Error('disk full'));
  expect(await log.lines()).toEqual([expect.objectContaining({ msg: 'disk full' })]);
});

test('a child logger keeps its fields and the same rules', async () => {
  const log = logToFile();
  log.logger.child({ request_id: 'r7' }).warn({ token: 'svc_live_secret' }, 'rescued');
  const [line] = await log.lines();
  expect(line).toMatchObject({ request_id: 'r7', token: '[redacted]', level: 'warn' });
});

test('the fatal handlers can be taken away again', () => {
  const { logger } = logToFile();
  const before = process.listenerCount('uncaughtException') + process.listenerCount('unhandledRejection');
  const remove = installFatalHandlers(logger);
  expect(process.listenerCount('uncaughtException') + process.listenerCount('unhandledRejection')).toBe(
    before + 2,
  );
  remove();
  expect(process.listenerCount('uncaughtException') + process.listenerCount('unhandledRejection')).toBe(
    before,
  );
});
