import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../src/ops/logger.js';
import { thrown } from '../support/thrown.js';

const said = z.string();
const lineSchema = z.looseObject({ level: said, time: z.iso.datetime(), name: said, msg: said });

function log() {
  const destination = new PassThrough({ encoding: 'utf8' });
  let output = '';
  destination.on('data', (piece) => {
    output += piece;
  });
  const logger = createLogger({ level: 'info', name: 'api', destination });
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

const parseFailure = () => thrown(SyntaxError, () => JSON.parse('Ada Lovelace'));

const TOKEN = 'svc_live_lovelace';
const command = "ERR unknown command 'XPUSH', with args beginning with: 'key' 'Ada Lovelace'";

test.each<[string, object, string]>([
  ['a credential', { authorization: `Bearer ${TOKEN}` }, '[redacted]'],
  ['a token', { token: TOKEN }, '[redacted]'],
  ['a credential among headers', { headers: { authorization: `Bearer ${TOKEN}` } }, '[redacted]'],
  ['those of a request', { req: { headers: { authorization: TOKEN, cookie: TOKEN } } }, '[redacted]'],
  ['the text quoted by a JSON error', { err: parseFailure() }, 'text withheld'],
  ['the text quoted by a JSON error alone', parseFailure(), 'text withheld'],
  ['the text quoted by a cause', { err: new Error('outer', { cause: parseFailure() }) }, 'text withheld'],
  ['a body on an error', Object.assign(new Error('bad body'), { body: 'Ada Lovelace' }), 'bad body'],
  ['what Redis quotes of a command that it does not know', new Error(command), "unknown command 'XPUSH'"],
])('%s is not written, with a message or without one', async (_, logged, kept) => {
  for (const message of ['failed', undefined]) {
    const written = log();
    written.logger.error(logged, message);
    const text = await written.text();
    expect(text).toContain(kept);
    expect(text).not.toMatch(/lovelace/i);
  }
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
