import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fieldErrorsOf } from '../support/client.js';
import { csvFile, STUDENT, studentWith } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';
import { folder, prorata } from './cli-run.js';

const { api, client } = await sharedService();
const env = { PRORATA_URL: api.url, PRORATA_KEY: api.token };

describe('calculate', () => {
  test('gives the bytes of the service, from the service and from here', async () => {
    const input = JSON.stringify(STUDENT);
    const expected = `${(await client.calculate(input)).text}\n`;
    expect(await prorata(['calculate', '-'], { env, input })).toEqual({
      code: 0,
      stdout: expected,
      stderr: '',
    });
    expect(await prorata(['calculate', '-', '--local'], { input })).toMatchObject({
      code: 0,
      stdout: expected,
    });
  });

  test('is for the award year that is given, and refuses one without a table', async () => {
    const input = JSON.stringify(STUDENT);
    const expected = `${(await client.calculate(input)).text}\n`;
    for (const args of [[], ['--local']]) {
      const year = ['--award-year', '2026-27'];
      expect(await prorata(['calculate', '-', ...year, ...args], { env, input })).toMatchObject({
        code: 0,
        stdout: expected,
      });
    }
    const { code, stderr } = await prorata(['calculate', '-', '--award-year', '2025-26'], { env, input });
    expect(code).toBe(2);
    expect(stderr).toContain('Give 2026-27: other award years have no table of limits.');
  });

  test('refuses fields in the words of the service, from the service and from here', async () => {
    const input = JSON.stringify(studentWith({ grade_level: 'fifth', subsidized_amount: -1 }));
    const errors = Object.entries(fieldErrorsOf(await client.calculate(input)));
    expect(errors).toHaveLength(2);
    for (const args of [[], ['--local']]) {
      const { code, stdout, stderr } = await prorata(['calculate', '-', ...args], { env, input });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      for (const [field, message] of errors) expect(stderr).toContain(`  ${field}: ${message}`);
    }
  });

  test.each([['{'], ['[]'], ['{"a":1,"a":2}'], ['\u0000']])(
    'refuses %j in the words of the service',
    async (input) => {
      const message = JSON.parse((await client.calculate(input)).text).message;
      for (const args of [[], ['--local']]) {
        expect(await prorata(['calculate', '-', ...args], { env, input })).toEqual({
          code: 2,
          stdout: '',
          stderr: `${message}\n`,
        });
      }
    },
  );

  test('refuses a wrong key in the words of the service', async () => {
    const wrong = { ...env, PRORATA_KEY: 'svc_live_wrong' };
    const { code, stderr } = await prorata(['calculate', '-'], {
      env: wrong,
      input: JSON.stringify(STUDENT),
    });
    expect(code).toBe(2);
    expect(stderr).toContain('does not have the form of a key');
  });

  test('takes the key from a file', async () => {
    const keyFile = join(await folder(), 'key.txt');
    await writeFile(keyFile, `${api.token}\n`);
    const options = { env: { PRORATA_URL: api.url }, input: JSON.stringify(STUDENT) };
    expect(await prorata(['calculate', '-', '--key-file', keyFile], options)).toMatchObject({
      code: 0,
      stderr: '',
    });
  });
});

describe('explain', () => {
  const ROWS = [
    '0012,dependent,first_year,Fall,12',
    '0012,dependent,first_year,Spring,9',
    '0013,dependent,,Fall,12',
    ',dependent,first_year,Fall,6',
  ];

  test('says how every figure of a student was worked out', async () => {
    const { code, stdout } = await prorata(['explain', '-'], { input: JSON.stringify(STUDENT) });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^The student in standard input\nRules of award year/);
    expect(stdout).toContain('worked:  21 / 24 = 87.5%');
    expect(stdout).toContain('reduced_annual_pct');
    expect(stdout).toContain('20 U.S.C. 1087e(a)(7)');
    expect(stdout).toContain('Not considered (section 10): aggregate limit');
  });

  test('--json gives the trace that the service gives', async () => {
    const { stdout } = await prorata(['explain', '-', '--json'], { input: JSON.stringify(STUDENT) });
    const answer = await client.send('POST', '/v1/calculate?trace=true', {
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(STUDENT),
    });
    expect(JSON.parse(stdout)).toEqual(JSON.parse(answer.text).trace);
  });

  test('of a student in a file says what it says of the same student as JSON', async () => {
    const fields = { dependency_status: 'dependent', grade_level: 'first_year' };
    const terms = [
      { label: 'Fall', credits_enrolled: '12' },
      { label: 'Spring', credits_enrolled: '9' },
    ];
    const file = await prorata(['explain', '-', '--student', '0012'], { input: csvFile(...ROWS) });
    const json = await prorata(['explain', '-'], { input: JSON.stringify({ ...fields, terms }) });
    expect(file.code).toBe(0);
    expect(file.stdout).toMatch(/^Student 0012 of standard input\n/);
    expect(file.stdout.split('\n').slice(1)).toEqual(json.stdout.split('\n').slice(1));
  });

  test('finds a row without an id by its place', async () => {
    const { code, stdout } = await prorata(['explain', '-', '--student', 'row:4'], {
      input: csvFile(...ROWS),
    });
    expect(code).toBe(0);
    expect(stdout).toContain('worked:  6 / 12 = 50%');
  });

  test.each([
    [[], /The file has 3 students\. Say which one: --student 0012/],
    [['--student', '0099'], /The file has no student "0099"/],
    [['--student', '0013'], /The student cannot be calculated: grade_level: An undergraduate needs/],
  ])('with %j says what is wrong', async (args, words) => {
    const { code, stdout, stderr } = await prorata(['explain', '-', ...args], { input: csvFile(...ROWS) });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(words);
  });

  test('refuses a file in the words of the service', async () => {
    const { code, stderr } = await prorata(['explain', '-'], { input: 'a,b\n1,2\n' });
    expect(code).toBe(2);
    expect(stderr).toContain('None of its cells is the name of a column.');
  });
});

describe('check-figure', () => {
  const check = (...args: string[]) =>
    prorata(['check-figure', '-', ...args], { input: JSON.stringify(STUDENT) });

  test('says of a published figure that it is right, or which mistake gives it', async () => {
    expect(await check('--figure', 'combined', '--value', '$4,840')).toEqual({
      code: 0,
      stdout: 'The student in standard input, combined $4,840: right.\n',
      stderr: '',
    });
    // 21 of 24 are 87.5 %: of 3,500 that is 3,062.50.
    const { code, stdout } = await check('--figure', 'subsidized', '--value', '3062.50');
    expect(code).toBe(1);
    expect(stdout).toContain('3062.50: wrong. Right is $3,080.\n    The percent was not rounded');
    expect(stdout).toContain('rule 2.2: 20 U.S.C. 1087e(a)(7)(A)');
    const json = await check('--figure', 'percent', '--value', '87.5%', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ right: 88, mistakes: [{ id: 'percent_not_rounded' }] });
    expect((await check('--figure', 'percent', '--value', '1')).stdout).toContain('No known mistake');
  });

  test.each([
    [['--figure', 'total', '--value', '1'], '--figure: Expected percent'],
    [['--figure', 'percent', '--value', 'many'], '--value: Expected a number'],
    [['--figure', 'percent'], "required option '--value <value>'"],
  ])('refuses %j', async (args, problem) => {
    const { code, stdout, stderr } = await check(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(problem);
  });
});
