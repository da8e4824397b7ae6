import { describe, expect, test } from 'vitest';
import { EXIT } from '../../src/cli/command-error.js';
import { run } from '../support/finished.js';
import { PROGRAM, prorata } from './cli-run.js';

const COMMANDS = [
  'calculate',
  'check',
  'bulk',
  'explain',
  'check-figure',
  'diff',
  'serve',
  'worker',
  'mcp',
  'keys',
];

describe('help', () => {
  test('names every command, on standard output, and begins with what can be typed', async () => {
    const { code, stdout, stderr } = await prorata(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command}`, 'm'));
    expect(stdout.indexOf('prorata bulk students.csv')).toBeLessThan(stdout.indexOf('Usage:'));
  });

  test.each(COMMANDS)('of %s begins with examples of it', async (command) => {
    const { code, stdout } = await prorata([command, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`prorata ${command}`);
  });

  test.each([[], ['bulk'], ['check'], ['diff']])('of %j names every exit code', async (...command) => {
    const { stdout } = await prorata([...command, '--help']);
    const codes = stdout.slice(stdout.indexOf('Exit codes:'));
    for (const code of Object.values(EXIT)) expect(codes).toMatch(new RegExp(`\\b${code} [a-z]`));
  });

  test.each(['serve', 'worker'])('of %s names how it ends', async (command) => {
    expect((await prorata([command, '--help'])).stdout).toMatch(
      /Exit codes: 0 stopped .*, 1 it cannot start/,
    );
  });

  test('of keys is that of its own, however it is asked for', async () => {
    expect((await prorata(['help', 'keys'])).stdout).toBe((await prorata(['keys', '--help'])).stdout);
  });

  test.each([['--help'], ['bulk --help'], ['help']])(
    '%s ends quietly where nobody reads on',
    async (words) => {
      const { stderr } = await run('bash', ['-c', `"${process.execPath}" "${PROGRAM}" ${words} | true`]);
      expect(stderr).toBe('');
    },
  );

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
  [['bulk'], /missing required argument 'file'/],
  [['bulk', 'a.csv', '-o'], /option '-o, --output <file>' argument missing/],
  [['bulk', 'a.csv', '--re', '1'], /unknown option '--re'/],
  [['bulk', 'a.csv', '--loc'], /unknown option '--loc'\n\(Did you mean --local\?\)/],
  [['bulk', 'a.csv', '--local', '--url', 'http://x'], /option '--local' cannot be used with option '--url/],
  [
    ['calculate', '-', '--local', '--key-file', 'k'],
    /option '--local' cannot be used with option '--key-file/,
  ],
  [['bulk', 'a.csv', '--retries', 'many'], /Give a whole number/],
  [['check', 'a.csv', '--local'], /unknown option '--local'/],
  [['keys', 'issue'], /issue needs --holder NAME[\s\S]*prorata keys --help/],
])('%j is refused with what to type instead', async (args, words) => {
  const { code, stdout, stderr } = await prorata(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(words);
});

test('--local goes where PRORATA_URL is set for good', async () => {
  const student = '{"dependency_status":"dependent","grade_level":"first_year","terms":[{"label":"Fall"}]}';
  const env = { PRORATA_URL: 'https://limits.example.edu', PRORATA_KEY: 'k' };
  const { code, stdout } = await prorata(['calculate', '-', '--local'], { input: student, env });
  expect(code).toBe(0);
  expect(stdout).toContain('"reduced_annual_pct":100');
});

test.each([
  [{}, [], /There is no API key\. Put it into the variable PRORATA_KEY[\s\S]*--local/],
  [{ PRORATA_KEY: 'two words' }, [], /What is in PRORATA_KEY is not an API key/],
  [{ API_KEY: 'two words' }, [], /What is in API_KEY is not an API key/],
  [{ PRORATA_KEY: 'k' }, ['--url', 'limits.example.edu'], /is not the address of a service/],
  [{ PRORATA_KEY: 'k' }, ['--url', 'https://me:secret@limits.example.edu'], /must not contain a user name/],
  [{}, ['--key-file', 'none.txt'], /Cannot read the key file none\.txt: there is no such file/],
])('without a service to ask (%j %j), says what to type', async (env, args, words) => {
  const { code, stdout, stderr } = await prorata(['calculate', '-', ...args], { env, input: '{}' });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(words);
  expect(stderr).not.toContain('secret');
});

test.each([
  ['prorata ch', 'check check-figure'],
  ['prorata bulk --fa', '--failed'],
  ['prorata bulk in', ''],
])('bash completes %j', async (line, expected) => {
  const { stdout: script } = await prorata(['completion']);
  const words = line.split(' ');
  const ask = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _prorata; echo "\${COMPREPLY[*]}"`;
  const { stdout, stderr } = await run('bash', ['-c', `${script}\n${ask}`]);
  expect({ stdout, stderr }).toEqual({ stdout: `${expected}\n`, stderr: '' });
});
