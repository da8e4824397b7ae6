import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { OUR_FIELDS } from '../../src/recipe/recipe.js';
import { NO_HINTS } from '../../src/table/find-header.js';
import { allAtOnce } from '../../src/table/steps.js';
import { readWorkbook } from '../../src/table/workbook.js';
import { run } from '../support/finished.js';
import { writtenWorkbook } from '../support/written-workbook.js';
import { folder, namesIn, prorata } from './cli-run.js';
import { csvFile } from './files.js';

const ROWS = [
  ['student_id', 'dependency_status', 'grade_level', 'term_label', 'term_credits_enrolled', 'term_required'],
  ['0012', 'dependent', 'first_year', 'Fall', 12, 'true'],
  ['0012', 'dependent', 'first_year', 'Spring', 7.5, 'true'],
  ['0013', 'dependent', '', 'Fall', 12, 'true'],
];
const CSV = csvFile(
  '0012,dependent,first_year,Fall,12',
  '0012,dependent,first_year,Spring,7.5',
  '0013,dependent,,Fall,12',
);

/** A folder with the same students as a workbook and as CSV. */
async function place(rows: typeof ROWS = ROWS) {
  const cwd = await folder();
  await writeFile(join(cwd, 'in.xlsx'), writtenWorkbook(rows));
  await writeFile(join(cwd, 'in.csv'), CSV);
  return { cwd, bulk: (...args: string[]) => prorata(['bulk', ...args], { cwd }) };
}

describe('a workbook', () => {
  test('has the answer of the same students as CSV, ids with their zeros', async () => {
    const { bulk } = await place();
    const [fromWorkbook, fromCsv] = [await bulk('in.xlsx', '--quiet'), await bulk('in.csv', '--quiet')];
    expect(fromWorkbook).toEqual(fromCsv);
    expect(fromWorkbook.code).toBe(1);
    expect(fromWorkbook.stdout).toContain('\r\n0012,Spring,');
  });

  test('gives its failed rows as CSV', async () => {
    const { cwd, bulk } = await place();
    await bulk('in.xlsx', '-o', 'out.csv', '--failed', 'failed.csv');
    expect(await readFile(join(cwd, 'failed.csv'), 'utf8')).toMatch(
      /^\uFEFFstudent_id,.*,error\r\n0013,dependent,,Fall,12,true,"grade_level: .*\r\n$/,
    );
  });

  test('has students who can be explained as those of a CSV can', async () => {
    const { cwd } = await place();
    const [one, other] = await Promise.all(
      ['in.xlsx', 'in.csv'].map((name) => prorata(['explain', name, '--student', '0012'], { cwd })),
    );
    expect(one?.stdout).toContain('Student 0012 of in.xlsx');
    expect(one?.stdout.split('\n').slice(1)).toEqual(other?.stdout.split('\n').slice(1));
  });

  test('with a column of another name is refused with what to do', async () => {
    const { cwd, bulk } = await place([
      ['student_id', 'dependency_status', 'grade_level', 'term_label', 'credits', 'term_required'],
      ...ROWS.slice(1),
    ]);
    const { code, stderr } = await bulk('in.xlsx', '-o', 'out.csv');
    expect(code).toBe(2);
    expect(stderr).toContain('One column is not ours: "credits"');
    expect(stderr).toContain('prorata check in.xlsx --recipe-out recipe.json');
    expect(await namesIn(cwd)).toEqual(['in.csv', 'in.xlsx']);
  });
});

test('an answer can be written as a workbook, whole or not at all', async () => {
  const { cwd, bulk } = await place();
  const { stdout } = await bulk('in.csv', '--quiet');
  expect((await bulk('in.csv', '-o', 'out.xlsx')).code).toBe(1);
  const { csv } = allAtOnce(readWorkbook(await readFile(join(cwd, 'out.xlsx')), 'Answer', NO_HINTS));
  const lines = Buffer.concat(csv).toString('utf8').trimEnd().split(/\r?\n/);
  expect(lines.slice(0, 3)).toEqual(stdout.split('\r\n').slice(0, 3));
  expect(lines).toHaveLength(4);
  await writeFile(join(cwd, 'broken.csv'), 'student_id;dependency_status\n1;dependent;2\n');
  expect((await bulk('broken.csv', '-o', 'none.xlsx')).code).toBe(2);
  expect(await namesIn(cwd)).toEqual(['broken.csv', 'in.csv', 'in.xlsx', 'out.xlsx']);
});

test('a file with a column that is not ours is refused unless it is named, whether a workbook or a CSV', async () => {
  const [header = [], ...students] = ROWS;
  const more = [[...header, 'Campus'], ...students.map((cells) => [...cells, 'North'])];
  const { cwd } = await place(more);
  await writeFile(join(cwd, 'in.csv'), more.map((cells) => cells.join(',')).join('\n'));
  for (const name of ['in.xlsx', 'in.csv']) {
    const refused = await prorata(['bulk', name], { cwd });
    expect({ ...refused, stderr: '' }).toEqual({ code: 2, stdout: '', stderr: '' });
    expect(refused.stderr).toContain('One column is not ours: "Campus".');
    expect(refused.stderr).toContain("(here: --ignore-columns 'Campus')");
    const { code, stderr } = await prorata(['check', name, '--ignore-columns', 'Campus'], { cwd });
    expect(code, stderr).toBeLessThan(2);
  }
});

/** Each sheet as a spreadsheet program reads it. */
const sheetsSchema = z.record(
  z.string(),
  z.object({
    rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
    formats: z.array(z.string()),
    frozen: z.string().nullable(),
    filter: z.string().nullable(),
  }),
);
const READ_BY_OPENPYXL = `
import json, openpyxl, sys
book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps({page.title: {
    "rows": [[cell.value for cell in row] for row in page.iter_rows()],
    "formats": [cell.number_format for cell in page[2]],
    "frozen": page.freeze_panes,
    "filter": page.auto_filter.ref,
} for page in book}))`;
const PYTHON = '/usr/bin/python3';
const hasOpenpyxl = spawnSync(PYTHON, ['-c', 'import openpyxl']).status === 0;
const hasOffice = spawnSync('soffice', ['--version']).status === 0;

describe('the workbook that is taken away', () => {
  const OWN = [
    ['Name', 'SID', 'Dep Status', 'Class', 'FALL_CREDITS', 'SPRING_CREDITS', 'FALL_SUB_PAID'],
    ['Ann', '007', 'D', 'FR', '9', '12', ''],
    ['Bob', '8', 'I', '', '12', '7.5', ''],
    ['Cy', '9', 'I', 'SR', '6', '6', ''],
  ];
  const termOf = (season: string) => ({
    label: season,
    fields: { term_credits_enrolled: { column: `${season.toUpperCase()}_CREDITS` } },
  });
  const RECIPE = {
    format: 'prorata-recipe/3',
    confirmed: true,
    rows: 'student',
    fields: {
      ...Object.fromEntries(OUR_FIELDS.map((field) => [field, 'none'])),
      student_id: { column: 'SID' },
      dependency_status: { column: 'Dep Status', values: { D: 'dependent', I: 'independent' } },
      degree_level: { value: 'undergraduate' },
      grade_level: {
        column: 'Class',
        values: { FR: 'first_year', SR: 'third_year_and_beyond', '': '' },
      },
      term_ft_credits: { value: '12' },
      term_credits_enrolled: null,
    },
    terms: [termOf('Fall'), termOf('Spring')],
    not_terms: [],
    status: [],
    not_used: { Name: 'texts', FALL_SUB_PAID: 'blank' },
    decisions: {},
  };
  const taken = async () => {
    const cwd = await folder();
    await writeFile(join(cwd, 'in.csv'), OWN.map((cells) => `${cells.join(',')}\n`).join(''));
    await writeFile(join(cwd, 'recipe.json'), JSON.stringify(RECIPE));
    const args = ['bulk', 'in.csv', '--recipe', 'recipe.json', '-o', 'out.xlsx'];
    expect((await prorata(args, { cwd })).code).toBe(1);
    return cwd;
  };

  test.skipIf(!hasOpenpyxl)(
    'has the own rows with the answer beside them, formats, a filter and a header that stays',
    async () => {
      const cwd = await taken();
      const { stdout } = await run(PYTHON, ['-c', READ_BY_OPENPYXL, join(cwd, 'out.xlsx')]);
      const sheets = sheetsSchema.parse(JSON.parse(stdout));
      expect(Object.keys(sheets)).toEqual(['Students', 'Assumptions', 'Failures', 'Answer']);
      const { rows = [], formats = [], ...manner } = sheets['Students'] ?? {};
      expect(manner).toMatchObject({ frozen: 'A2', filter: expect.stringMatching(/^A1:[A-Z]+4$/) });
      const [header = [], ...own] = rows;
      const at = (name: string) => header.indexOf(name);
      const cells = (name: string) => own.map((row) => row[at(name)]);
      expect(header.slice(0, 7)).toEqual(OWN[0]);
      expect(own.map((row) => row.slice(0, 7))).toEqual([
        ['Ann', '007', 'D', 'FR', 9, 12, null],
        ['Bob', '8', 'I', null, 12, 7.5, null],
        ['Cy', '9', 'I', 'SR', 6, 6, null],
      ]);
      expect(cells('Fall: Unsubsidized, in equal installments')).toEqual([2420, null, 3125]);
      expect(cells('Spring: Unsubsidized, in equal installments')).toEqual([2420, null, 3125]);
      expect(cells('Share of a full-time year')).toEqual([88, null, 50]);
      expect(cells('Why it was not calculated')).toEqual([null, expect.stringMatching(/^Class: /), null]);
      expect(formats[at('Fall: Unsubsidized, in equal installments')]).toBe('"$"#,##0');
      expect(header).not.toContain('Fall: Grad PLUS, in equal installments');
      expect(sheets['Failures']?.rows[1]?.slice(0, 4)).toEqual([
        expect.stringMatching(/^Choose first year, second year or third year and beyond/),
        'Class',
        expect.stringMatching(/\S/),
        1,
      ]);
      expect(sheets['Assumptions']?.rows[0]).toEqual(['What was assumed', 'Students']);
    },
  );

  test.skipIf(!hasOffice)('is opened by LibreOffice, which shows dollars as dollars', async () => {
    const cwd = await taken();
    const profile = `-env:UserInstallation=file://${join(cwd, 'profile')}`;
    // The last of its settings: cells as they are shown.
    const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true';
    await run('soffice', [
      '--headless',
      profile,
      '--convert-to',
      filter,
      '--outdir',
      cwd,
      join(cwd, 'out.xlsx'),
    ]);
    const csv = await readFile(join(cwd, 'out.csv'), 'utf8');
    expect(csv.split('\n')[1]).toMatch(/^Ann,007,D,FR,9,12,,.*"\$2,420"/);
  });

  test('has each row of a table by terms, however far apart they stand, and one that was calculated from standard input', async () => {
    const cwd = await folder();
    const input = csvFile(
      '1,dependent,first_year,Fall,9',
      '2,dependent,first_year,Fall,12',
      '1,dependent,first_year,Spring,12',
    );
    await prorata(['bulk', '-', '-o', 'out.xlsx'], { cwd, input });
    const { csv } = allAtOnce(readWorkbook(await readFile(join(cwd, 'out.xlsx')), 'Students', NO_HINTS));
    const lines = Buffer.concat(csv).toString().trimEnd().split(/\r?\n/);
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 8).join(','))).toEqual([
      '1,dependent,first_year,Fall,9,true,Part-Time,75',
      '2,dependent,first_year,Fall,12,true,Full-Time,100',
      '1,dependent,first_year,Spring,12,true,Full-Time,100',
    ]);
  });

  test('has what was already paid apart from what may be paid now', async () => {
    const cwd = await folder();
    // Fall keeps $1,750 and $1,000 of $2,625 and $1,500 (75 %); spring may be paid the rest.
    const input = `student_id,dependency_status,grade_level,subsidized_amount,term_label,term_credits_enrolled,term_ft_credits,term_prior_disbursement_sub,term_prior_disbursement_unsub
1,dependent,first_year,3500,Fall,12,12,"$1,750.00",1000
1,dependent,first_year,3500,Spring,6,12,,
`;
    await prorata(['bulk', '-', '-o', 'out.xlsx'], { cwd, input });
    const { csv } = allAtOnce(readWorkbook(await readFile(join(cwd, 'out.xlsx')), 'Students', NO_HINTS));
    const [header = [], ...rows] = z.array(z.array(z.string())).parse(parse(Buffer.concat(csv)));
    const of = (name: string) => rows.map((row) => row[header.indexOf(name)]);
    expect(of('Subsidized, already paid')).toEqual(['1750', '0']);
    expect(of('Unsubsidized, already paid')).toEqual(['1000', '0']);
    expect(of('Subsidized, may be paid now in equal installments')).toEqual(['0', '875']);
    expect(of('Unsubsidized, may be paid now in equal installments')).toEqual(['0', '500']);
    expect(of('Unsubsidized, may be paid now by credits')).toEqual(['0', '500']);
    expect(header.filter((name) => /, (?:in equal installments|by credits)$/.test(name))).toEqual([]);
  });
});
