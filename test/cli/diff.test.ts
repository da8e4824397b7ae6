import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { csvFile } from '../support/requests.js';
import { folder, IN_2026, prorata } from './cli-run.js';

const OLD = csvFile(
  '7,dependent,fifth_year,Fall,9',
  '1,dependent,first_year,Fall,12',
  '1,dependent,first_year,Spring,12',
  '2,dependent,first_year,Fall,12',
  '3,dependent,first_year,Fall,9',
  ',dependent,first_year,Fall,6',
  '4,dependent,,Fall,9',
  '6,dependent,first_year,Fall,12',
);
/** In another order: a student who fails for the same reason in another row counts as unchanged. */
const NEW = csvFile(
  '5,dependent,first_year,Fall,12',
  '2,dependent,first_year,Fall,12.0',
  '1,dependent,first_year,Fall,12.0',
  '1,dependent,first_year,Spring,9',
  '3,dependent,fifth_year,Fall,9',
  ',dependent,first_year,Fall,12',
  '4,dependent,first_year,Fall,9',
  '7,dependent,fifth_year,Fall,9',
);

const cwd = folder({ 'old.csv': OLD, 'new.csv': NEW });
beforeAll(async () => {
  for (const name of ['old', 'new']) {
    await prorata(['bulk', `${name}.csv`, '-o', `${name}-answer.csv`, ...IN_2026], { cwd });
  }
});

const diff = (...args: string[]) => prorata(['diff', ...args, ...IN_2026], { cwd });

/** The lines about a student, from its id on. */
function about(text: string, id: string): string[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`${id}: `));
  const count = lines.slice(start + 1).findIndex((line) => !line.startsWith('    '));
  return start < 0 ? [] : lines.slice(start, start + 1 + count);
}

test('whose amounts changed, and by how much', async () => {
  const { code, stdout, stderr } = await diff('old.csv', 'new.csv');
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(about(stdout, '1')).toEqual([
    '1: $660 less for the year',
    '    term_equal_unsubsidized of Fall: 2750 -> 2420',
    '    term_proportional_unsubsidized of Fall: (none) -> 2766',
    '    annual_basic_eligibility_unsub: 5500 -> 4840',
    '    total_equal_unsubsidized: 5500 -> 4840',
    '    total_proportional_unsubsidized: 5500 -> 4840',
    '    term_equal_unsubsidized of Spring: 2750 -> 2420',
    '    term_proportional_unsubsidized of Spring: (none) -> 2074',
  ]);
  expect(about(stdout, '2')).toEqual([]);
  for (const line of [
    '3: calculated before and failed now; $4,125 less for the year',
    '4: failed before and calculated now; $4,125 more for the year',
    '5: only in the second file; $5,500 more for the year',
    '6: only in the first file; $5,500 less for the year',
  ])
    expect(about(stdout, line.charAt(0))).toEqual([line]);
  expect(about(stdout, '7')).toEqual([]);
  expect(stdout).toContain(
    '7 students before, 7 now: 2 unchanged, 2 changed, 1 added, 1 removed, 1 fail now, 1 no longer fail.\n',
  );
});

test('answers, workbooks and files of students can be mixed, one of them standard input, and say the same', async () => {
  const { stdout } = await diff('old.csv', 'new.csv');
  expect((await diff('old-answer.csv', 'new.csv')).stdout).toBe(stdout);
  expect((await diff('old-answer.csv', 'new-answer.csv')).stdout).toBe(stdout);
  await prorata(['bulk', 'old.csv', '-o', 'old.xlsx', ...IN_2026], { cwd });
  expect((await diff('old.xlsx', 'new-answer.csv')).stdout).toBe(stdout);
  expect((await prorata(['diff', '-', 'new.csv', ...IN_2026], { cwd, input: OLD })).stdout).toBe(stdout);
  expect(await diff('-', '-')).toMatchObject({ code: 2, stdout: '' });
});

test('control characters of a file are written out', async () => {
  const [red, bell] = ['\u001B[31m', '\u0007'];
  await writeFile(join(cwd, 'steering.csv'), csvFile(`7${red},dependent,first_year,"Fall\n${bell}",12`));
  await writeFile(join(cwd, 'steered.csv'), csvFile(`7${red},dependent,first_year,"Fall\n${bell}",6`));
  const { stdout } = await diff('steering.csv', 'steered.csv');
  expect(about(stdout, '7\\u001b[31m')[1]).toBe(
    '    term_equal_unsubsidized of Fall\\u000a\\u0007: 5500 -> 2750',
  );
  const explained = await prorata(['explain', 'steering.csv'], { cwd });
  const refused = await prorata(['explain', 'steering.csv', '--student', red], { cwd });
  for (const text of [stdout, explained.stdout, refused.stderr]) {
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  }
});

test('a file that cannot be compared is named, to programs in JSON', async () => {
  await writeFile(join(cwd, 'cut.csv'), 'student_id,term_label\n1\n');
  expect((await diff('old.csv', 'cut.csv')).stderr).toMatch(/^cut\.csv: Row \d: this row has fewer cells/);
  const { code, stdout, stderr } = await diff('cut.csv', 'old.csv', '--json');
  expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
  const message = expect.stringMatching(/^cut\.csv: /);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'failed', exit_code: 2, message });
});

test('--json gives one object with every change', async () => {
  const { code, stdout, stderr } = await diff('old.csv', 'new.csv', '--json');
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  const { counts, changed } = JSON.parse(stdout);
  expect(counts).toEqual({ changed: 2, added: 1, removed: 1, failed: 1, mended: 1 });
  const one = changed.find(({ id }: { id: string }) => id === '1');
  expect(one).toMatchObject({ kind: 'changed', dollars: -660 });
  const change = { column: 'term_equal_unsubsidized', term: 'Spring', before: '2750', after: '2420' };
  expect(one.changes).toContainEqual(change);
});
