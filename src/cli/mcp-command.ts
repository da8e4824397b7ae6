import { readFileSync } from 'node:fs';
import { addAbortSignal, Readable, Writable } from 'node:stream';
import { inspect } from 'node:util';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { ApiError } from '../contract/errors.js';
import { parseJson } from '../contract/json-body.js';
import { createMcpServer } from '../mcp/mcp-server.js';
import { ruleSections } from '../mcp/rule-sections.js';
import type { Run } from './command.js';
import { EXIT } from './command-error.js';
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

/** Reports why a message is refused: an error code of JSON-RPC, and a sentence. */
type RefuseMessage = (code: number, sentence: string) => void;

/** The same maximum as for the body of a request over HTTP. */
const MOST_BYTES = 1024 * 1024;
const LF = 0x0a;

/**
 * The messages of standard input, one JSON object per line, read as the service reads a body: a number that cannot be
 * kept exactly, a duplicate name and an endless line are reported, never passed on as something else. Refused messages
 * are skipped.
 */
async function* messageLines(
  input: AsyncIterable<Uint8Array>,
  refuse: RefuseMessage,
): AsyncGenerator<string, void, undefined> {
  let held: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array): void => {
    length += part.length;
    if (length <= MOST_BYTES) held.push(part);
    else held = [];
  };
  const taken = (): string | undefined => {
    const line = Buffer.concat(held);
    const isTooLong = length > MOST_BYTES;
    held = [];
    length = 0;
    if (!isTooLong) return readLine(line, refuse);
    refuse(-32_600, `The message is longer than the limit of ${MOST_BYTES.toLocaleString('en-US')} bytes.`);
    return undefined;
  };
  for await (const piece of input) {
    let from = 0;
    for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, from)) {
      take(piece.subarray(from, at));
      from = at + 1;
      const line = taken();
      if (line !== undefined) yield line;
    }
    take(piece.subarray(from));
  }
  const last = taken();
  if (last !== undefined) yield last;
}

function readLine(line: Buffer, refuse: RefuseMessage): string | undefined {
  if (line.toString('latin1').trim() === '') return undefined;
  try {
    return `${JSON.stringify(parseJson(line))}\n`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refuse(-32_700, error.message);
    return undefined;
  }
}
