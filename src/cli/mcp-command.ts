import { readFileSync } from 'node:fs';
import { addAbortSignal, Readable, Writable } from 'node:stream';
import { inspect } from 'node:util';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '../mcp/mcp-server.js';
import { ruleSections } from '../mcp/rule-sections.js';
import type { Run } from './command.js';
import { EXIT } from './command-error.js';
import { messageLines } from './message-lines.js';
import { say, writeOut } from './streams.js';

const RULES = new URL('../../web/docs/rules.md', import.meta.url);

/**
 * `prorata mcp`: the tools for an assistant on this computer, over standard input and output, until the input ends or
 * the assistant stops it by a signal, which is an ordinary end.
 */
export const mcpCommand: Run<object> = async (_words, _options, signal) => {
  const rules = ruleSections(readFileSync(RULES, 'utf8'));
  const messages = new Readable({ read() {} });
  let problem: unknown;
  const output = new Writable({
    write(data: Buffer, _encoding, done) {
      writeOut(data).then(
        () => done(),
        (error: unknown) => {
          problem = error;
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
  try {
    for await (const line of messageLines(addAbortSignal(signal, process.stdin), refuse)) messages.push(line);
  } catch (error) {
    if (!signal.aborted && problem === undefined) throw error;
  } finally {
    await connection.close();
  }
  if (problem !== undefined) throw problem;
  return EXIT.done;
};
