import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger, type LoggerOptions } from '../../src/ops/logger.js';

const lineSchema = z.looseObject({
  level: z.string(),
  time: z.iso.datetime(),
  name: z.string(),
  msg: z.string(),
});

/** A logger, and what it has written. */
function log(options: Partial<LoggerOptions> = {}) {
  const destination = new PassThrough({ encoding: 'utf8' });
  let output = '';
  destination.on('data', (piece) => {
    output += piece;
  });
  const logger = createLogger({ level: 'info', name: 'api', destination, ...options });
  const text = async (): Promise<string> => {
    destination.end();
    await once(destination, 'end');
    return output;
  };
  const lines = async () => {
    const rows = (await text()).split('\n').filter((line) => line !== '');
    return rows.map((line) => lineSchema.parse(JSON.parse(line)));
  };
  return { logger, text, lines };
}

test.each([
  [{ authorization: 'Bearer svc_live_secret' }],
  [{ token: 'svc_live_secret' }],
  [{ headers: { authorization: 'Bearer svc_live_secret' } }],
  [{ req: { headers: { authorization: 'Bearer svc_live_secret', cookie: 'svc_live_secret' } } }],
])('a credential logged by mistake is not written: %j', async (fields) => {
  const written = log();
  written.logger.info(fields, 'oops');
  const text = await written.text();
  expect(text).not.toContain('svc_live_secret');
  expect(text).toContain('[redacted]');
});

test('an error is written with its type, message, code, frames and causes', async () => {
  const written = log();
  const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
  written.logger.error({ err: new TypeError('no queue', { cause }) }, 'failed');
  const [line] = await written.lines();
  expect(line?.['err']).toMatchObject({
    type: 'TypeError',
    message: 'no queue',
    stack: expect.stringContaining('logger.test'),
    cause: { type: 'Error', message: 'connection refused', code: 'ECONNREFUSED' },
  });
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
  const written = log();
  const [fields, message] = toArguments(parseFailure());
  written.logger.error(fields, message);
  const text = await written.text();
  expect(text).toContain('text withheld');
  expect(text).not.toMatch(/Ada|Lovelace/);
});

test.each([
  [
    'a request body that a library hangs on its error',
    Object.assign(new Error('bad body'), { body: 'Ada Lovelace' }),
    'bad body',
  ],
  [
    'the arguments that Redis quotes of a command that it does not know',
    new Error("ERR unknown command 'XPUSH', with args beginning with: 'key' 'Ada Lovelace'"),
    "unknown command 'XPUSH'",
  ],
])('%s is not written', async (_, error, kept) => {
  const written = log();
  written.logger.error(error);
  const text = await written.text();
  expect(text).toContain(kept);
  expect(text).not.toContain('Lovelace');
});

test('an error logged alone gives the line its message', async () => {
  const written = log();
  written.logger.error(new Error('disk full'));
  expect(await written.lines()).toEqual([expect.objectContaining({ msg: 'disk full' })]);
});

test('lines that nobody takes are dropped before they fill the memory', () => {
  const destination = new Writable({ write: () => {} });
  const logger = createLogger({ level: 'info', name: 'api', destination });
  for (let line = 0; line < 30; line += 1) logger.info('x'.repeat(2 ** 20));
  expect(destination.writableLength / 2 ** 20).toBeLessThan(18);
});
