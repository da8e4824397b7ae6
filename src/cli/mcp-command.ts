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

/**
 * `prorata mcp`: the tools for an assistant on this computer, over standard input and output. It ends
 * normally when the input ends or the assistant sends a signal. Each line is a message, read like a request
 * body: a number that cannot be kept exactly, or a duplicate name, is an error.
 */
export const mcpCommand: Run<object> = async (_words, _options, signal) => {
  const rules = ruleSections(readFileSync(RULES, 'utf8'));
  const lines = createInterface({ input: process.stdin, signal });
  const messages = new Readable({ read() {} });
  const output = new Writable({
    write: (data: Buffer, _encoding, done) => void writeOut(data).then(() => done(), done),
  });
  let problem: Error | null = null;
  output.once('error', (error) => {
    problem = error;
    lines.close();
    process.stdin.destroy();
  });
  const connection = serveStdio(
    () =>
      createMcpServer({
        rules,
        onDefect: (error) => say(`A tool failed because of a bug in prorata: ${inspect(error)}`),
      }),
    {
      transport: new StdioServerTransport(messages, output),
      maxSubscriptions: 0,
      onerror: ({ message }) => {
        if (problem === null) say(message);
      },
    },
  );
  for await (const line of lines) {
    if (line.trim() === '') continue;
    try {
      messages.push(`${JSON.stringify(parseJson(Buffer.from(line)))}\n`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refusal = { code: -32_700, message: error.message };
      output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: refusal })}\n`);
    }
  }
  await connection.close();
  if (problem !== null) throw problem;
  return EXIT.done;
};
