import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../src/contract/errors.js';
import { CREDIT_COLUMNS, REQUEST_COLUMNS } from '../../src/contract/field-list.js';
import { type IgnoredColumns, ignoredColumns, ourColumn, readHeader } from '../../src/contract/header.js';
import { forAll, fuzzRuns } from '../support/runs.js';
import { thrown } from '../support/thrown.js';

const NEEDED = ['dependency_status', 'term_label', 'term_credits_enrolled'];

const refusal = (cells: readonly string[], ignore?: IgnoredColumns) =>
  thrown(ApiError, () => readHeader(cells, 1, ignore));

/** The parameter value that a refusal suggests, as the service receives it. */
function offered({ message }: ApiError): IgnoredColumns {
  const [query = ''] = /ignore_columns=\S+$/.exec(message) ?? [];
  return ignoredColumns(new URLSearchParams(query).get('ignore_columns') ?? '');
}

test('a column that is not ours is refused with all others, the nearest of our names, what the file lacks, and how to have it ignored', () => {
  const others = ['gradelevl', 'Last Name', 'prior_sub', 'prior_disbursement_unsb'];
  const { message, details, status } = refusal(['StudentID', ...NEEDED, ...others]);
  expect(status).toBe(400);
  const given = [...NEEDED, 'student_id'];
  const lacking = REQUEST_COLUMNS.filter((column) => !given.includes(column)).join(', ');
  expect(message).toBe(
    `The header row cannot be used. Line 1 was taken for the header. 4 columns are not ours: "gradelevl" (did you mean "grade_level"?), "Last Name", "prior_sub" and "prior_disbursement_unsb" (did you mean "term_prior_disbursement_unsub"?). The file lacks these columns of ours: ${lacking}. Give our names to the columns that hold them. To have the rest ignored, send the file with ?ignore_columns=gradelevl,Last%20Name,prior_sub,prior_disbursement_unsb`,
  );
  expect(details?.map(({ path }) => path)).toEqual([...others, 'ignore_columns']);
});

test('a column that is not ours is refused together with what is missing and what is there twice', () => {
  const { details } = refusal(['credits', 'grade_level', 'Grade Level']);
  const paths = ['grade_level', ...NEEDED, 'credits', 'ignore_columns'];
  expect(details?.map(({ path }) => path)).toEqual(paths);
});

test.each([
  [['Last Name'], ['last-name']],
  [
    ['Last, First', 'GPA'],
    ['Last First', ' gpa '],
  ],
  [
    ['Straße', ' e mail '],
    ['STRASSE'.replace('SS', 'ß'), 'E-Mail', 'one that is not there'],
  ],
  [
    ['', 'Höhe', ''],
    ['Column 4', 'Ho\u0308he', 'column 6'],
  ],
])('a column that is not ours %j passes if it is named as %j', (others, ignore) => {
  const { columns, ignored } = readHeader([...NEEDED, ...others], 1, ignore);
  expect(columns).toEqual([...NEEDED, ...others.map(() => null)]);
  expect(ignored).toHaveLength(others.length);
});

test('a column that is not ours passes with the parameter that its refusal offers, whatever it is called', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.constantFrom('', ',', '*', 'a, b', "l'été", '100%', 'a&b=c#d', '+1', '\u200b', '😀'.repeat(101)),
  );
  forAll(fuzzRuns(1000), fc.array(name, { minLength: 1, maxLength: 40 }), (names) => {
    const others = names.filter((each) => ourColumn(each) === null);
    fc.pre(others.length > 0);
    const cells = [...NEEDED, ...others];
    expect(readHeader(cells, 1, offered(refusal(cells))).ignored).toHaveLength(others.length);
  });
});

test('the parameter that a refusal offers repeats the names already given that the file has', () => {
  const cells = [...NEEDED, 'prior_sub', 'Last Name', 'GPA'];
  const refused = refusal(cells, ['gpa', 'Phone']);
  expect(refused.message).toContain('2 columns are not ours: "prior_sub" and "Last Name".');
  expect(refused.message).toContain('?ignore_columns=prior_sub,Last%20Name,GPA');
  expect(readHeader(cells, 1, offered(refused)).ignored).toEqual(['prior_sub', 'Last Name', 'GPA']);
});

test('a column is not ours for a slip of one letter, and the name that is meant is offered', () => {
  const slips = fc.tuple(fc.constantFrom(...REQUEST_COLUMNS), fc.nat(), fc.constantFrom('', 'x', 'xx'));
  forAll(100, slips, ([column, anywhere, letters]) => {
    const at = anywhere % column.length;
    fc.pre(column[at] !== '_');
    const slipped = column.slice(0, at) + letters + column.slice(at + 1);
    const others = REQUEST_COLUMNS.filter((each) => each !== column);
    expect(refusal([...others, slipped]).message).toContain(`"${slipped}" (did you mean "${column}"?)`);
  });
});

test('a right header may write its names in any case, with separators of any kind or none', () => {
  const separators = ['_', '-', ' ', '  ', '\u00a0', ' - ', '', '\u2013', '\u203f', '\u200b', '\u00ad'];
  const written = fc.tuple(
    ...REQUEST_COLUMNS.map((column) =>
      fc
        .tuple(fc.boolean(), fc.constantFrom(...separators), fc.constantFrom('', ' ', '\t'))
        .map(([isUpper, between, around]) => {
          const name = column.replaceAll('_', between);
          return around + (isUpper ? name.toUpperCase() : name) + around;
        }),
    ),
  );
  forAll(100, written, (cells) => {
    expect(readHeader(cells, 1)).toEqual({ columns: REQUEST_COLUMNS, ignored: [] });
  });
});

test.each([
  ['TERMPRIORDISBURSEMENTSUB', 'term_prior_disbursement_sub'],
  ...['StudentID', 'student.id', 'Student/ID', 'student id #', 'STUDENT−ID', '(Student ID)'].map((name) => [
    name,
    'student_id',
  ]),
  ['PLUSDenied', 'plus_denied'],
  // Full width, letters of a ligature, zero-width characters and direction marks.
  ['\uff53\uff54\uff55\uff44\uff45\uff4e\uff54\uff3f\uff49\uff44', 'student_id'],
  ['\u202agrade_level\u202c', 'grade_level'],
  ['term\u00adlabel', 'term_label'],
])('a right header reads %s as %s', (name, column) => {
  const cells = [...REQUEST_COLUMNS.filter((each) => each !== column), name];
  expect(readHeader(cells, 1).columns.at(-1)).toBe(column);
});

test.each(CREDIT_COLUMNS)('a right header needs no other column of credits than %s', (credits) => {
  expect(readHeader(['dependency_status', 'term_label', credits], 1).ignored).toEqual([]);
});
