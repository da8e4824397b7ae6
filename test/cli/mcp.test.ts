import { expect, test } from 'vitest';
import { finished, run } from '../support/finished.js';
import { PROGRAM, prorata, start } from './cli-run.js';

const HELLO = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})}\n`;

async function greeted() {
  const child = start(['mcp']);
  const end = finished(child);
  const answered = new Promise<void>((done) => child.stdout.once('data', () => done()));
  child.stdin.write(HELLO);
  await answered;
  return { child, end };
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'the end of its input'] as const)(
  'prorata mcp ends cleanly on %s',
  async (why) => {
    const { child, end } = await greeted();
    if (why === 'the end of its input') child.stdin.end();
    else child.kill(why);
    expect(await end).toMatchObject({ code: 0, stderr: '' });
  },
);

test('prorata mcp says in a line that nobody reads its answers, or that they cannot be written', async () => {
  const { child, end } = await greeted();
  child.stdout.destroy();
  child.stdin.write(HELLO);
  expect(await end).toMatchObject({
    code: 130,
    stderr: 'The output is incomplete: the program that reads it has closed the pipe.\n',
  });
  const command = `"${process.execPath}" "${PROGRAM}" mcp <<< '${HELLO.trim()}' > /dev/full`;
  expect(await run('bash', ['-c', command])).toMatchObject({
    code: 2,
    stderr: 'Cannot write to standard output: the disk is full. Make room, and run the command again.\n',
  });
});

test.each([['{"jsonrpc": '], ['{"jsonrpc":"2.0","jsonrpc":"2.0"}']])(
  'prorata mcp refuses a line that is no message, and goes on: %s',
  async (line) => {
    const { stdout } = await prorata(['mcp'], { input: `${line}\n${HELLO}` });
    const [first = '', second = ''] = stdout.split('\n');
    expect(JSON.parse(first)).toMatchObject({ id: null, error: { code: -32_700 } });
    expect(JSON.parse(second)).toMatchObject({ id: 1, result: {} });
  },
);
