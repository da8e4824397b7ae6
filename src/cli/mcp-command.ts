import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { inspect } from 'node:util';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { ApiError } from '../contract/errors.js';
import { parseJson } from '../contract/json-text.js';
import { createMcpServer } from '../mcp/mcp-server.js';
import { ruleSections } from '../mcp/rule-sections.js';
import { EXIT, type Run } from './command.js';
import { say, writeOut } from './streams.js';

const RULES = new URL('../../web/docs/rules.md', import.meta.url);
/** The same maximum as for the body of a request over HTTP. */
const MOST_BYTES = 1024 * 1024;

/**
 * `prorata mcp`: the tools for an assistant on this computer, over standard input and output, until the input ends or
 * the assistant stops it by a signal, which is an ordinary end. Each line is a message, read as the service reads a
 * body: a number that cannot be kept exactly, a duplicate name and a line too long are reported, never passed on as
 * something else.
 */
export const mcpCommand: Run<object> = async (_words, _options, signal) => {
  const rules = ruleSections(readFileSync(RULES, 'utf8'));
  const lines = createInterface({ input: process.stdin, signal });
  const messages = new Readable({ read() {} });
  let problem: unknown;
  const output = new Writable({
    write(data: Buffer, _encoding, done) {
      writeOut(data).then(
        () => done(),
        (error: unknown) => {
          problem = error;
          lines.close();
          process.stdin.destroy();
          done();
        },
      );
    },
  });
  const refuse = (code: number, message: string): void => {
    output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
  };
  const connection = serveStdio(
    () =>
      createMcpServer({
        rules,
        onDefect: (error) => say(`A tool failed because of a bug in prorata: ${inspect(error)}`),
      }),
    {
      transport: new StdioServerTransport(messages, output),
      maxSubscriptions: 0,
      onerror: ({ message }) => say(message),
    },
  );
  for await (const line of lines) {
    const bytes = Buffer.from(line);
    if (line.trim() === '') continue;
    if (bytes.length > MOST_BYTES) {
      refuse(-32_600, `The message is longer than the limit of ${MOST_BYTES.toLocaleString('en-US')} bytes.`);
      continue;
    }
    try {
      messages.push(`${JSON.stringify(parseJson(bytes))}\n`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refuse(-32_700, error.message);
    }
  }
  await connection.close();
  if (problem !== undefined) throw problem;
  return EXIT.done;
};
