import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '../mcp/mcp-server.js';
import { ruleSections } from '../mcp/rule-sections.js';
import type { Run } from './command.js';
import { EXIT } from './command-error.js';
import { messageLines, type RefuseMessage } from './message-lines.js';
import { say } from './streams.js';

const RULES = new URL('../../web/docs/rules.md', import.meta.url);

/** `prorata mcp`: the tools for an assistant on this computer, over standard input and output, until the input ends. */
export const mcpCommand: Run<object> = async (_words, _options, _env, signal) => {
  const rules = ruleSections(readFileSync(RULES, 'utf8'));
  const { stdin, stdout } = process;
  const refuse: RefuseMessage = (code, message) => {
    stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
  };
  const input = Readable.from(messageLines(stdin, refuse), { objectMode: false });
  const onDefect = (error: unknown): void =>
    say(`A tool failed because of a bug in prorata: ${inspect(error)}`);
  const connection = serveStdio(() => createMcpServer({ rules, onDefect }), {
    transport: new StdioServerTransport(input, stdout),
    maxSubscriptions: 0,
    onerror: ({ message }) => say(message),
  });
  try {
    await once(input, 'close', { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await connection.close();
    stdin.destroy();
  }
  return EXIT.done;
};
