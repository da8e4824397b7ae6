import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../support/finished.js';
import { sharedService } from '../support/shared-service.js';
import { folder, namesIn, PROGRAM, prorata } from './cli-run.js';
import { csvFile, studentFile } from './files.js';

const { api, client } = await sharedService();
const env = { PRORATA_URL: api.url, PRORATA_KEY: api.token };

const GOOD = csvFile('1,dependent,first_year,Fall,12', '1,dependent,first_year,Spring,9');
const MIXED = csvFile(
  '1,dependent,first_year,Fall,12',
  '2,dependent,,Fall,12',
  '3,dependent,first_year,Fall,12',
  '2,dependent,,Spring,12',
  '4,parent,first_year,Fall,12',
);

const direct = async (csv: string): Promise<string> => (await client.bulk(csv)).text;

/** A folder with `in.csv`, and a way to run the program in it. */
async function place(csv: string | Uint8Array) {
  const cwd = await folder();
  await writeFile(join(cwd, 'in.csv'), csv);
  const read = (name: string) => readFile(join(cwd, name), 'utf8');
  const bulk = (...args: string[]) => prorata(['bulk', ...args], { cwd, env });
  return { cwd, read, bulk };
}

describe('before a file with our columns is calculated', () => {
  const HEADER =
    'student_id,dependency_status,grade_level,term_label,term_credits_enrolled,term_required,term_prior_disbursement_sub';
  const rows = (...paid: readonly string[]) =>
    paid.map((amount, nth) => `${nth},dependent,first_year,Fall,12,true,${amount}\n`).join('');

  test('an amount that may be meant as thousands is pointed out, wherever it is', async () => {
    const many = Array.from({ length: 1200 }, () => '1750');
    const { bulk } = await place(`${HEADER}\n${rows(...many, '$3.500', '5.000')}`);
    const { stderr } = await bulk('in.csv', '-o', 'out.csv', '--local');
    expect(stderr).toContain(
      '"$3.500" in row 1,202 of term_prior_disbursement_sub is read with a decimal point, not as thousands, and 1 more like it. If thousands are meant, write them without the point.',
    );
    const thousandths = await place(`${HEADER}\n${rows('3.000', '0.000', '1750.000')}`);
    expect((await thousandths.bulk('in.csv', '-o', 'out.csv', '--local')).stderr).not.toContain('thousands');
  });

  test.each([
    ['a file of ours', []],
    ['a file that a recipe reads', ['--recipe', 'r.json']],
  ])(
    'a column of %s that is blank on every row is asked about beside one that may be meant',
    async (_, how) => {
      const { cwd, bulk } = await place(
        `${HEADER},sub_paid\n${rows('', '')
          .replaceAll(/$(?<=,)/gm, ',1750')
          .replaceAll('\n,1750', '\n')}`,
      );
      const columns = Object.fromEntries(HEADER.split(',').map((column) => [column, { column }]));
      const recipe = { format: 'prorata-recipe/2', shape: { rows: 'term' }, columns };
      const write = (decisions: object) =>
        writeFile(join(cwd, 'r.json'), JSON.stringify({ ...recipe, decisions }));
      await write({});
      const { code, stderr } = await bulk('in.csv', '-o', 'out.csv', '--local', ...how);
      expect(code).toBe(2);
      expect(stderr).toContain(
        '"term_prior_disbursement_sub" is blank on every row, and "sub_paid" may be meant.',
      );
      expect(stderr).toContain('columns.term_prior_disbursement_sub: {"column":"sub_paid"}');
      expect(await namesIn(cwd)).toEqual(['in.csv', 'r.json']);
      await write({ columns: { term_prior_disbursement_sub: 'none' } });
      const decided = await bulk('in.csv', '-o', 'out.csv', '--local', '--recipe', 'r.json');
      expect(decided.code).toBe(0);
    },
  );
});

describe.each([
  ['by the service', []],
  ['on this computer', ['--local']],
])('a file calculated %s', (_, how) => {
  test('has the bytes of the service, on standard output and in a file', async () => {
    // Too long to be calculated without threads.
    const csv = studentFile(20_000);
    expect(csv.length).toBeGreaterThan(512 * 1024);
    const expected = await direct(csv);
    const { read, bulk } = await place(csv);
    expect((await bulk('in.csv', ...how)).stdout === expected).toBe(true);
    const { code, stdout, stderr } = await bulk('in.csv', '-o', 'out.csv', ...how);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^20,000 rows of [\d,]+ students in [\d.]+ s, written to out\.csv\.\n/m);
    expect((await read('out.csv')) === expected).toBe(true);
  });

  test('from a pipe to a pipe', async () => {
    const { code, stdout } = await prorata(['bulk', '-', ...how], { env, input: GOOD });
    expect(code).toBe(0);
    expect(stdout).toBe(await direct(GOOD));
  });

  test('says who failed and what to do, and ends with 1', async () => {
    const { bulk, read } = await place(MIXED);
    const { code, stderr } = await bulk('in.csv', '-o', 'out.csv', '--failed', 'failed.csv', ...how);
    expect(code).toBe(1);
    const said = stderr.split('\n').slice(1);
    expect(said[0]).toMatch(/^4 students, Fall and Spring\. The listed terms are the whole year/);
    expect(said.slice(said.indexOf('2 students failed:'))).toEqual([
      '2 students failed:',
      '        1  grade_level: An undergraduate needs first_year, second_year or third_year_and_beyond. Nothing was given.',
      '        1  dependency_status: Expected dependent or independent.',
      'Correct failed.csv and run it again.',
      '',
    ]);
    expect(await read('out.csv')).toBe(await direct(MIXED));
    const failed = (await read('failed.csv')).split('\r\n');
    expect(failed[0]).toBe(
      '\uFEFFstudent_id,dependency_status,grade_level,term_label,term_credits_enrolled,term_required,error',
    );
    expect(failed.slice(1).map((line) => line.split(',', 4).join())).toEqual([
      '2,dependent,,Fall',
      '2,dependent,,Spring',
      '4,parent,first_year,Fall',
      '',
    ]);
    expect(failed[1]).toContain('grade_level: An undergraduate needs');
  });

  test('gives failed rows that are mended and fed in again', async () => {
    const { cwd, bulk, read } = await place(MIXED);
    await bulk('in.csv', '-o', 'out.csv', '--failed', 'failed.csv', ...how);
    const mended = (await read('failed.csv'))
      .replaceAll('dependent,,', 'dependent,first_year,')
      .replace('parent', 'dependent');
    await writeFile(join(cwd, 'mended.csv'), mended);
    const { code, stderr } = await bulk('mended.csv', '-o', 'out2.csv', '--failed', 'failed.csv', ...how);
    expect(code).toBe(0);
    expect(stderr).toContain('Not read: error.');
    expect((await read('failed.csv')).trim().split('\n')).toHaveLength(1);
  });

  test('tells programs in one JSON object what it came to', async () => {
    const { bulk } = await place(
      MIXED.replace('term_required', 'term_required,Größe').replaceAll(/$(?<=true)/gm, ',x'),
    );
    const { code, stdout, stderr } = await bulk('in.csv', '-o', 'out.csv', '--json', ...how);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'done',
      rows: 5,
      students: 4,
      failed_rows: 3,
      failed_students: 2,
      ignored_columns: ['Größe'],
    });
    const toStdout = await bulk('in.csv', '--json', ...how);
    expect(JSON.parse(toStdout.stderr)).toMatchObject({ rows: 5 });
    expect(toStdout.stdout).toMatch(/^student_id,/);
  });

  test('--quiet says nothing of what went well', async () => {
    const { bulk } = await place(GOOD);
    expect(await bulk('in.csv', '-o', 'out.csv', '--quiet', ...how)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  test('refuses what is no table of students in the words of the service and leaves everything as it was', async () => {
    const csv = 'a,b\n1,2\n';
    const { cwd, bulk, read } = await place(csv);
    await writeFile(join(cwd, 'out.csv'), 'yesterday');
    const args = ['in.csv', '-o', 'out.csv', '--failed', 'failed.csv', ...how];
    const { code, stdout, stderr } = await bulk(...args);
    const answer = await client.bulk(csv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      `${JSON.parse(answer.text).message}\nNothing was written to out.csv and failed.csv.\n`,
    );
    expect(await read('out.csv')).toBe('yesterday');
    expect(await namesIn(cwd)).toEqual(['in.csv', 'out.csv']);
  });

  test.each(['semicolons.csv', 'utf16.csv'])(
    'reads %s as a spreadsheet does, once it is decided how many terms the year has',
    async (name) => {
      const { cwd, bulk, read } = await place(
        await readFile(new URL(`../files/refused/${name}`, import.meta.url)),
      );
      const asked = await bulk('in.csv', '--recipe-out', 'r.json', '-o', 'out.csv', ...how);
      expect(asked).toMatchObject({ code: 2, stdout: '' });
      expect(asked.stderr).toContain('How many terms does the academic year have?');
      expect(asked.stderr).toContain('decisions.year_terms: {"terms":');
      const recipe = JSON.parse(await read('r.json'));
      expect(recipe.decisions).toEqual({ year_terms: null });
      recipe.decisions.year_terms = { terms: 2, missing: 'as_listed' };
      await writeFile(join(cwd, 'r.json'), JSON.stringify(recipe));
      const plain = await readFile(new URL('../files/calculated/plain.csv', import.meta.url), 'utf8');
      const { stdout } = await bulk('in.csv', '--recipe', 'r.json', ...how);
      const expected = await direct(plain);
      // The last student fails in both; what an accountant's ($100.00) is, the service does not know.
      expect(stdout.split('\r\n').slice(0, 6)).toEqual(expected.split('\r\n').slice(0, 6));
      expect(await namesIn(cwd)).toEqual(['in.csv', 'r.json']);
    },
  );
});

describe('outputs', () => {
  test('keep the permissions of what they replace, and a link stays a link', async () => {
    const { cwd, bulk, read } = await place(GOOD);
    await writeFile(join(cwd, 'real.csv'), 'yesterday', { mode: 0o640 });
    await symlink('real.csv', join(cwd, 'out.csv'));
    expect((await bulk('in.csv', '-o', 'out.csv', '--local')).code).toBe(0);
    expect((await stat(join(cwd, 'real.csv'))).mode & 0o777).toBe(0o640);
    expect(await read('real.csv')).toBe(await direct(GOOD));
    expect(await namesIn(cwd)).toEqual(['in.csv', 'out.csv', 'real.csv']);
  });

  test.each([
    [['in.csv', '-o', './in.csv'], /in\.csv is the file of students itself/],
    [['in.csv', '-o', 'out.csv', '--failed', 'in.csv'], /in\.csv is the file of students itself/],
    [['in.csv', '-o', 'out.csv', '--failed', 'out.csv'], /need a file each/],
    [['in.csv', '-o', 'out.csv', '--failed', './out.csv'], /need a file each/],
    [['-', '-o', 'out.csv', '--failed', 'failed.csv'], /must come from a file/],
    [['none.csv', '-o', 'out.csv'], /Cannot read none\.csv: there is no such file/],
    [['.', '-o', 'out.csv'], /\. is a folder/],
    [['in.csv', '-o', '.'], /Cannot write \.: it is a folder/],
    [['in.csv', '-o', 'none/out.csv'], /Cannot write none\/out\.csv: there is no such file or folder/],
    [['in.csv', '-o', 'out.csv', '--recipe', 'none.json'], /Cannot read the recipe none\.json/],
  ])('that cannot be right are refused: %j', async (args, words) => {
    const { cwd, bulk, read } = await place(GOOD);
    const { code, stderr } = await bulk(...args, '--local');
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
    expect(await read('in.csv')).toBe(GOOD);
    expect(await namesIn(cwd)).toEqual(['in.csv']);
  });
});

test('named pipes and devices are read and written as they are', async () => {
  const { cwd, bulk, read } = await place(GOOD);
  await run('mkfifo', [join(cwd, 'pipe')]);
  const ends = [
    bulk('pipe', '-o', 'out.csv', '--local'),
    run('cp', [join(cwd, 'in.csv'), join(cwd, 'pipe')]),
  ];
  expect((await Promise.all(ends)).map(({ code }) => code)).toEqual([0, 0]);
  expect(await read('out.csv')).toBe(await direct(GOOD));
  const program = `"${process.execPath}" "${PROGRAM}" bulk in.csv -o /dev/stdout --local`;
  expect((await run('bash', ['-c', `${program} | cat`], { cwd })).stdout).toBe(await direct(GOOD));
});

test('another table is calculated by a recipe, and its failed rows keep its columns', async () => {
  const { cwd, bulk, read } = await place('Key;Dep;Class;Sem;Hrs\n7;D;FR;Fall;12\n8;X;FR;Fall;12\n');
  const recipe = {
    format: 'prorata-recipe/2',
    shape: { rows: 'term' },
    decisions: {
      year_terms: { terms: 2, missing: 'not_enrolled' },
      full_time_credits: { undergraduate: '12' },
      need: 'none',
    },
    columns: {
      student_id: { column: 'Key' },
      dependency_status: { column: 'Dep', values: { D: 'dependent', X: 'X' } },
      grade_level: { column: 'Class', values: { FR: 'first_year' } },
      term_label: { column: 'Sem' },
      term_credits_enrolled: { column: 'Hrs' },
    },
  };
  await writeFile(join(cwd, 'recipe.json'), JSON.stringify(recipe));
  const args = ['in.csv', '-o', 'out.csv', '--failed', 'failed.csv', '--recipe', 'recipe.json'];
  for (const how of [[], ['--local']]) {
    expect((await bulk(...args, ...how)).code).toBe(1);
    expect(await read('out.csv')).toContain('7,Fall,Full-Time');
    const [header, row, end] = (await read('failed.csv')).split('\r\n');
    expect(header).toBe('\uFEFFKey,Dep,Class,Sem,Hrs,error');
    expect(row).toMatch(/^8,X,FR,Fall,12,"Dep: /);
    expect(end).toBe('');
  }
});

test('check says what bulk would say, and writes nothing', async () => {
  const { cwd } = await place(MIXED);
  const { code, stdout, stderr } = await prorata(['check', 'in.csv'], { cwd });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^5 rows of 4 students in [\d.]+ s\.\n[\s\S]+\n2 students failed:\n/);
  expect(await namesIn(cwd)).toEqual(['in.csv']);
});

test('check points out ids that look alike, to programs as a value', async () => {
  const { cwd } = await place(
    csvFile('0012,dependent,first_year,Fall,12', '12,dependent,first_year,Fall,12'),
  );
  const { code, stderr } = await prorata(['check', 'in.csv'], { cwd });
  expect(code).toBe(0);
  expect(stderr).toContain('1 student ID looks like another one: "0012" and "12".');
  const { stdout } = await prorata(['check', 'in.csv', '--json'], { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ alike_ids: { students: 1, examples: [['0012', '12']] } });
});
