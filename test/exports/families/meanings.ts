import { partsOf, zipped } from '../../support/made-workbook.js';
import { each, GRADUATES, type Person, UNDERGRADUATES, unpaid, withTerm } from '../people.js';
import type { RawExport, RefusedExport } from '../raw-export.js';
import { type Column, type TermRow, tableOf, termRows, textFile } from '../write-table.js';

/** Cells that say a thing in another way than the column's others, and facts that follow without being said. */
const LABELS = { F: 'Fall 2026', S: 'Spring 2027' };
const CLASSES = ['FR', 'SO', 'JR', 'SR'];
const paid = each(UNDERGRADUATES, (person) => ({ ...person, denied: false }));
const students = unpaid(paid);
const college = [...students, ...GRADUATES];
const label = ({ term }: TermRow): string => LABELS[term.season as 'F'];
const cell =
  (own: (person: Person) => string) =>
  ({ person }: TermRow): string =>
    own(person);
const ID: Column<TermRow> = ['Student ID', cell(({ id }) => id)];
const TERM: Column<TermRow> = ['Term', label];
const CREDITS: Column<TermRow> = ['Credits', ({ term }) => term.credits];
const DEPENDENCY: Column<TermRow> = [
  'Dep',
  cell(({ dependency }) => (dependency === 'dependent' ? 'D' : 'I')),
];
const REST: readonly Column<TermRow>[] = [
  ['Class', cell(({ year }) => CLASSES[(year ?? 0) - 1] ?? '')],
  ['Level', cell(({ degree }) => (degree === 'graduate' ? 'GR' : 'UG'))],
  ['Subsidized Amount', cell(({ need }) => String(need))],
  ['FT Credits', cell(({ full }) => full)],
];

const file = (columns: readonly Column<TermRow>[], people: readonly Person[]): Uint8Array =>
  textFile(tableOf(columns, termRows(people)));
const PLAIN = [ID, TERM, DEPENDENCY, ...REST, CREDITS];

const named = (name: string, bytes: Uint8Array, people: readonly Person[] = students) => ({
  ...{ name, bytes, people, labels: LABELS, open: [], decide: {} },
});

/** What the FAFSA says, beside a column of our name that says the contrary. */
const FAFSA: Column<TermRow> = ['FAFSA Dependency Status', DEPENDENCY[1]];
const DEPENDENCIES = { D: 'dependent', I: 'independent' };
const NSLDS: Column<TermRow> = ['NSLDS Grade Level', cell(({ year }) => String(year))];
const YEARS = { 1: 'first_year', 2: 'second_year', 3: 'third_year_and_beyond', 4: 'third_year_and_beyond' };

const NULLS = ['(null)', 'NULL', '[NULL]', '\\N'];
const SPRING_LEFT = withTerm(students, [1, 4], 'S', { credits: '0' });
const isLeft = ({ person, term }: TermRow): boolean =>
  term.season === 'S' && [students[1]?.id, students[4]?.id].includes(person.id);

/** A row for each course: one of all credits, and for the first student another one in spring. */
const EXTRA = '99999';
interface CourseRow extends TermRow {
  readonly crn: string;
  readonly hours: string;
}
const COURSES: readonly CourseRow[] = termRows(students).flatMap((row, nth) => [
  { ...row, crn: String(10001 + nth), hours: row.term.credits },
  ...(nth === 1 ? [{ ...row, crn: EXTRA, hours: '3' }] : []),
]);
const COURSE_COLUMNS: readonly Column<CourseRow>[] = [
  ...PLAIN.filter(([name]) => name !== 'Credits'),
  ['CRN', ({ crn }) => crn],
  ['Credits', ({ hours }) => hours],
];
const HIDDEN = [COURSES.findIndex(({ crn }) => crn === EXTRA) + 1];

/** The rows of a sheet as XML, of which some are hidden. */
const sheetOf = (rows: ReturnType<typeof tableOf>, hidden: readonly number[]): string =>
  rows
    .map((row, nth) => {
      const cells = row.map((text) => `<c t="str"><v>${text}</v></c>`).join('');
      return `<row${hidden.includes(nth) ? ' hidden="1"' : ''}>${cells}</row>`;
    })
    .join('');

/** The last two students stand below a line of their own. */
const TITLE = 'WITHDRAWN - do not pay';
const IN_LINE = tableOf(PLAIN, termRows(students));
const TITLED = textFile([
  ...IN_LINE.slice(0, -4),
  IN_LINE[0]?.map(() => '') ?? [],
  IN_LINE[0]?.map((_, place) => (place === 0 ? TITLE : '')) ?? [],
  ...IN_LINE.slice(-4),
]);

const without = (...names: readonly string[]): readonly Column<TermRow>[] =>
  PLAIN.filter(([name]) => !names.includes(name));
const NTH = ['1st', '2nd', '3rd', '4th'];
const LOADS = ['Full time', '3/4 time', '1/2-time', 'Less than half time'];
const SUMMARY: Readonly<Record<string, string>> = {
  'Student ID': 'Overall - Summary',
  'Subsidized Amount': '25000',
  Credits: '151',
};
const unsubPaid = [...paid, ...withTerm(paid.slice(2, 3), [0], 'F', { sub: 0 })].map((person, nth) =>
  nth === paid.length ? { ...person, id: 'A00000029' } : person,
);
const SUMMED = tableOf(PLAIN, termRows(students));

export const MEANINGS: readonly RawExport[] = [
  named(
    'degrees in words',
    file(
      [
        ...without('Level'),
        [
          'DegreeLevel',
          cell(({ degree }) => (degree === 'graduate' ? 'Master of Arts' : "Bachelor's Degree")),
        ],
      ],
      college,
    ),
    college,
  ),
  named(
    'the years of the FAFSA, which say that all are undergraduates',
    file(
      [
        ...without('Class', 'Level'),
        ['Class', cell(({ year }) => `${NTH[(year ?? 0) - 1]} year undergraduate`)],
      ],
      students,
    ),
  ),
  named(
    'a blank column of grades, loads in words, and need as calculated',
    file(
      [
        ['STC.VERIFIED.GRADE', () => ''],
        ...without('Subsidized Amount'),
        ['Calculated Subsidized Need', cell(({ need }) => String(need))],
        ['Enrollment Status', ({ person }) => LOADS[students.indexOf(person) % LOADS.length] ?? ''],
      ],
      students,
    ),
  ),
  named(
    'the dates of what was paid of one of two loans',
    file(
      [
        ...PLAIN,
        ['Sub Paid', ({ term }) => String(term.sub ?? '')],
        ['Unsub Paid', ({ term }) => String(term.unsub ?? '')],
        ['Sub Paid Date', ({ term }) => ((term.sub ?? 0) === 0 ? '' : '09/02/2026')],
      ],
      unsubPaid,
    ),
    unsubPaid,
  ),
  {
    ...named(
      'a line below that Cognos calls Summary',
      textFile([...SUMMED, SUMMED[0]?.map((name) => SUMMARY[name] ?? '') ?? []]),
    ),
    setAside: 1,
  },
  ...NULLS.map((word) => ({
    ...named(
      `nulls of a database, ${word}`,
      file(
        [
          ...PLAIN,
          ['Final Credits', () => word],
          ['Sub Paid', ({ term }) => String(term.sub ?? word)],
          ['Unsub Paid', ({ term }) => String(term.unsub ?? word)],
          ['Hold', () => word],
        ],
        paid,
      ),
      paid,
    ),
  })),
  named(
    'cells wrapped as formulas, headings, too',
    new TextEncoder().encode(
      tableOf(PLAIN, termRows(students))
        .map((row, nth) => row.map((text) => (nth % 2 === 0 ? `="${text}"` : `"=""${text}"""`)).join(','))
        .join('\r\n'),
    ),
  ),
  named(
    'graduates without a dependency status',
    file(
      [ID, TERM, ['Dep', (row) => (row.person.year === null ? '' : DEPENDENCY[1](row))], ...REST, CREDITS],
      college,
    ),
    college,
  ),
  {
    ...named(
      'a number of terms in which each student is enrolled',
      file(
        [...PLAIN, ['Number of Terms', cell(({ terms }) => String(terms.length))]],
        withTerm(students, [2], 'S', null),
      ),
      withTerm(students, [2], 'S', { credits: '0' }),
    ),
    open: ['year_terms'],
    decide: { decisions: { year_terms: { terms: 2, missing: 'not_enrolled' } } },
  },
  named(
    "PLUS loans of undergraduates, which are their parents'",
    file([...PLAIN, ['PLUS Paid', cell(({ year }) => (year === null ? '0' : '4000'))]], college),
    college,
  ),
  {
    ...named(
      'labels that say who withdrew',
      file(
        [
          ID,
          ['Term', (row) => (isLeft(row) ? 'Spring 2027 - Withdrawn' : label(row))],
          DEPENDENCY,
          ...REST,
          CREDITS,
        ],
        students,
      ),
      SPRING_LEFT,
    ),
    open: ['row_status:Term', 'terms'],
    decide: {
      decisions: {
        row_status: { Term: { 'Spring 2027 - Withdrawn': 'not_enrolled' } },
        terms: { 'Spring 2027': 'Spring 2027', 'Spring 2027 - Withdrawn': 'Spring 2027' },
      },
    },
  },
  {
    ...named(
      'withdrawals of this year, and of students who came back',
      file(
        [
          ...PLAIN,
          [
            'Withdrawal Date',
            (row) => (isLeft(row) ? '2/3/2027' : row.person.id === students[0]?.id ? '3/15/2021' : ''),
          ],
        ],
        students,
      ),
      SPRING_LEFT,
    ),
    open: ['row_status:Withdrawal Date'],
    decide: {
      decisions: {
        row_status: { 'Withdrawal Date': { 'a date': 'not_enrolled', 'a date before 2026': 'counts' } },
      },
    },
  },
  ...(['read', 'leave_out'] as const).map((meaning) => ({
    ...named(
      `courses that a filter hides: ${meaning}`,
      zipped(partsOf({ sheets: [{ rows: sheetOf(tableOf(COURSE_COLUMNS, COURSES), HIDDEN) }] })),
      withTerm(students, [0], 'S', { credits: meaning === 'read' ? '15' : '12' }),
    ),
    open: ['hidden_rows'],
    decide: { decisions: { hidden_rows: meaning, repeated_terms: 'add_up' } },
  })),
  {
    ...named('students below a line that may take them out', TITLED),
    open: ['titled_rows'],
    setAside: 1,
    decide: { decisions: { titled_rows: { [TITLE]: 'read' } } },
  },
  {
    ...named(
      'a row for each meeting of a course',
      textFile(
        tableOf(
          [...COURSE_COLUMNS, ['Days', ({ days }) => days]],
          COURSES.flatMap((row) => ['MWF', 'TR'].map((days) => ({ ...row, days }))),
        ),
      ),
      withTerm(students, [0], 'S', { credits: '15' }),
    ),
    open: ['repeated_terms'],
    decide: { decisions: { repeated_terms: 'add_up' } },
  },
  {
    ...named(
      'courses that were added on different days, each with the credits of the whole term',
      textFile(
        tableOf(
          [...PLAIN, ['Course', ({ course }) => course], ['Added', ({ date }) => date]],
          termRows(students).flatMap((row) => [
            { ...row, course: 'ENG 101', date: '08/20/2026' },
            { ...row, course: 'MAT 110', date: '08/12/2026' },
          ]),
        ),
      ),
    ),
    open: ['repeated_terms'],
    decide: { decisions: { repeated_terms: 'last' } },
  },
  {
    ...named(
      'courses of one subject, all of section 01',
      textFile(
        tableOf(
          [
            ...COURSE_COLUMNS.filter(([name]) => name !== 'CRN'),
            ['Subj', () => 'ENG'],
            ['Number', ({ crn }) => crn],
            ['Section', () => '01'],
            ['Instructor', () => 'Staff'],
          ],
          COURSES,
        ),
      ),
      withTerm(students, [0], 'S', { credits: '15' }),
    ),
    open: ['repeated_terms'],
    decide: { decisions: { repeated_terms: 'add_up' } },
  },
  {
    ...named(
      'a course with a lab of 0 credits under the same number',
      textFile(
        tableOf(
          COURSE_COLUMNS,
          COURSES.flatMap((row) => [{ ...row, hours: '0' }, row]),
        ),
      ),
      withTerm(students, [0], 'S', { credits: '15' }),
    ),
    open: ['repeated_terms'],
    decide: { decisions: { repeated_terms: 'add_up' } },
  },
  {
    ...named(
      'courses with a name and the number of a section, of which one was dropped',
      textFile(
        tableOf(
          [
            ...COURSE_COLUMNS.filter(([name]) => name !== 'CRN'),
            ['Course Name', ({ crn }) => `ENG-${crn}`],
            ['Section No', () => '01'],
            ['Enrollment Status', ({ crn }) => (crn === EXTRA ? 'Dropped' : 'Registered')],
          ],
          COURSES,
        ),
      ),
    ),
    open: ['repeated_terms', 'row_status:Enrollment Status'],
    decide: {
      decisions: {
        repeated_terms: 'add_up',
        row_status: { 'Enrollment Status': { Dropped: 'not_enrolled', Registered: 'counts' } },
      },
    },
  },
  {
    ...named(
      'a second column of dependency that contradicts the one with our name',
      file([ID, TERM, ['Dependency Status', () => 'I'], FAFSA, ...REST, CREDITS], students),
    ),
    open: ['column:dependency_status'],
    decide: { columns: { dependency_status: { column: FAFSA[0], values: DEPENDENCIES } } },
  },
  named(
    'a year of study by our name beside a level that everybody has: nothing is asked',
    file(
      [ID, TERM, DEPENDENCY, ['Grade Level', NSLDS[1]], ['Level', () => 'UG'], ...REST.slice(2), CREDITS],
      students,
    ),
  ),
  {
    ...named(
      'two columns of years of study that differ',
      file([ID, TERM, DEPENDENCY, ['Grade Level', () => '2'], NSLDS, ...REST.slice(1), CREDITS], students),
    ),
    open: ['column:grade_level'],
    decide: { columns: { grade_level: { column: NSLDS[0], values: YEARS } } },
  },
  {
    ...named(
      'a second column of PLUS denials that contradicts the one with our name',
      file([...PLAIN, ['PLUS Denied', () => 'Y'], ['Parent PLUS Denied', () => 'N']], students),
    ),
    open: ['column:plus_denied'],
    decide: {
      columns: { plus_denied: { column: 'Parent PLUS Denied', values: { N: 'false' } } },
      decisions: { unread_columns: { 'PLUS Denied': 'ignored' } },
    },
  },
];

/** A log in which the first student adds a course and drops it. */
const LOG = COURSES.flatMap((row) => {
  const isDropped = row.crn === EXTRA;
  return [{ ...row, action: 'Add' }, ...(isDropped ? [{ ...row, action: 'Drop' }] : [])];
});
/** The rows of a later day above those of an earlier one. */
const SNAPSHOTS = ['11/20/2026', '10/20/2026'].flatMap((date) =>
  termRows(students).map((row) => ({ ...row, date })),
);

export const MEANINGS_REFUSED: readonly RefusedExport[] = [
  {
    name: 'a course that was added and dropped, in a log',
    bytes: textFile(tableOf([...COURSE_COLUMNS, ['Action', ({ action }) => action]], LOG)),
    decide: { decisions: { row_status: { Action: { Drop: 'not_enrolled' } }, repeated_terms: 'add_up' } },
    advice: /the same course, and only one of them counts/,
  },
  {
    name: 'a course with other credits on its second row',
    bytes: textFile(
      tableOf(COURSE_COLUMNS, [...COURSES, ...COURSES.slice(0, 1).map((row) => ({ ...row, hours: '1' }))]),
    ),
    decide: { decisions: { repeated_terms: 'add_up' } },
    advice: /the same course with different credits/,
  },
  {
    name: 'students below a line that takes them out',
    bytes: TITLED,
    decide: { decisions: { titled_rows: { [TITLE]: 'refuse' } } },
    advice: /the line above this row says "WITHDRAWN - do not pay".*Add a column/,
  },
  {
    name: 'a correction that is older than what it corrects',
    bytes: textFile(tableOf([['Snapshot Date', ({ date }) => date], ...PLAIN], SNAPSHOTS)),
    decide: { decisions: { repeated_terms: 'last' } },
    advice: /oldest first/,
  },
];
