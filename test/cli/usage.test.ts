import { describe, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/command.js';
import { run } from '../support/finished.js';
import { csvFile } from '../support/requests.js';
import { folder, namesIn, PROGRAM, prorata } from './cli-run.js';

const COMMANDS = ['check', 'bulk', 'convert', 'explain', 'diff', 'calculate', 'mcp'];

describe('help', () => {
  test('names every command, on standard output, and begins with what can be typed', async () => {
    const { code, stdout, stderr } = await prorata(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command}`, 'm'));
    expect(stdout.indexOf('prorata bulk students.csv')).toBeLessThan(stdout.indexOf('Usage:'));
    const listed = [...stdout.slice(stdout.indexOf('Commands:')).matchAll(/^ {2}(\w+) /gm)];
    expect(listed.map(([, name]) => name)).toEqual([...COMMANDS, 'help']);
  });

  test.each(['', 'bulk ', 'check ', 'diff '])('of "%s--help" names every exit code', async (command) => {
    const { stdout } = await prorata(`${command}--help`.split(' '));
    const codes = stdout.slice(stdout.indexOf('Exit codes:'));
    for (const code of Object.values(EXIT)) expect(codes).toMatch(new RegExp(`\\b${code} [a-z]`));
  });

  test('loads nothing but the parser of the command line', async () => {
    const tell = `import { createRequire } from 'node:module';
      process.on('exit', () => console.error(Object.keys(createRequire('/x.js').cache).join('\\n')));`;
    const hook = `data:text/javascript,${encodeURIComponent(tell)}`;
    const { stderr } = await run(process.execPath, ['--import', hook, PROGRAM, '--help']);
    const packages = [...stderr.matchAll(/node_modules\/([^/\n]+)/g)].map(([, name]) => name);
    expect([...new Set(packages)]).toEqual(['commander']);
  });
});

test('--version names the program, its build and its rules', async () => {
  const { code, stdout } = await prorata(['--version']);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^prorata \d+\.\d+\.\d+ \(build [0-9a-f]{16}, rules of award year 20\d\d-\d\d, version \d+\)\n$/,
  );
});

test.each([
  [['blk', 'a.csv'], /unknown command 'blk'\n\(Did you mean bulk\?\)/],
  [['bulk', 'a.csv', '--outptu', 'b.csv'], /unknown option '--outptu'\n\(Did you mean --output\?\)/],
  [['bulk', 'a.csv', '--local'], /unknown option '--local'/],
  [['bulk'], /missing required argument 'file'/],
  [['bulk', 'a.csv', 'b.csv'], /too many arguments for 'bulk'/],
  [['bulk', 'a.csv', '-o'], /option '-o, --output <file>' argument missing/],
])('%j is refused with what to type instead, and writes nothing', async (args, words) => {
  const cwd = folder({ 'a.csv': csvFile('1,dependent,first_year,Fall,12') });
  const refused = { code: 2, stdout: '', stderr: expect.stringMatching(words) };
  expect(await prorata(args, { cwd })).toEqual(refused);
  expect(await namesIn(cwd)).toEqual(['a.csv']);
});
