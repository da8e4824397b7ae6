import { describe, expect, test } from 'vitest';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../../src/engine/award-years.js';
import { fieldErrorsOf } from '../support/client.js';
import { csvFile, STUDENT, studentWith } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';
import { prorata } from './cli-run.js';

const { client } = await sharedService();

describe('calculate', () => {
  test('gives the bytes of the service, for the award year that is given', async () => {
    const input = JSON.stringify(STUDENT);
    const stdout = `${(await client.calculate(input)).text}\n`;
    for (const year of [[], ['--award-year', CURRENT_AWARD_YEAR]]) {
      expect(await prorata(['calculate', '-', ...year], { input })).toEqual({ code: 0, stdout, stderr: '' });
    }
    const { code, stderr } = await prorata(['calculate', '-', '--award-year', '2025-26'], { input });
    expect(code).toBe(2);
    expect(stderr).toContain(`--award-year must be ${AWARD_YEARS.join(' or ')}: `);
    expect(stderr).toContain('Given: "2025-26".');
  });

  test('refuses fields in the words of the service', async () => {
    const input = JSON.stringify(studentWith({ grade_level: 'fifth', subsidized_amount: -1 }));
    const errors = Object.entries(fieldErrorsOf(await client.calculate(input)));
    expect(errors).toHaveLength(2);
    const { code, stdout, stderr } = await prorata(['calculate', '-'], { input });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    for (const [field, message] of errors) expect(stderr).toContain(`  ${field}: ${message}`);
  });

  test.each(['{', '[]', '{"a":1,"a":2}', '\u0000'])('refuses %j as the service does', async (input) => {
    const message = JSON.parse((await client.calculate(input)).text).message;
    const refused = { code: 2, stdout: '', stderr: `${message}\n` };
    expect(await prorata(['calculate', '-'], { input })).toEqual(refused);
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
    const answer = await client.calculate(STUDENT, {}, '?trace=true');
    expect(JSON.parse(stdout)).toEqual(JSON.parse(answer.text).trace);
  });

  test('of a student in a file says what it says of the same student as JSON, and finds a row without an id by its place', async () => {
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
    const unnamed = await prorata(['explain', '-', '--student', 'row:4'], { input: csvFile(...ROWS) });
    expect(unnamed).toMatchObject({ code: 0, stdout: expect.stringContaining('worked:  6 / 12 = 50%') });
  });

  test.each([
    [[], /The file has 3 students\. Say which one, for example: --student "0012"/],
    [['--student', '0099'], /The file has no student "0099"/],
    [['--student', '0013'], /The student cannot be calculated: grade_level: An undergraduate needs/],
  ])('with %j says what is wrong', async (args, words) => {
    const refused = { code: 2, stdout: '', stderr: expect.stringMatching(words) };
    expect(await prorata(['explain', '-', ...args], { input: csvFile(...ROWS) })).toEqual(refused);
  });
});
