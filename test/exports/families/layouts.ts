import { each, type Person, UNDERGRADUATES, unpaid, withoutNeed } from '../people.js';
import type { RawExport, RefusedExport } from '../raw-export.js';
import {
  type Column,
  type Rows,
  type TermRow,
  tableOf,
  termRows,
  textFile,
  type Writing,
} from '../write-table.js';

/** Terms beside each other, and lines above, between and below those of students. */
const CLASSES = ['FR', 'SO', 'JR', 'SR'];

const OF_STUDENT: readonly Column<Person>[] = [
  ['Student ID', ({ id }) => id],
  ['Dep', ({ dependency }) => (dependency === 'dependent' ? 'D' : 'I')],
  ['Class', ({ year }) => CLASSES[(year ?? 1) - 1] ?? ''],
  ['Level', () => 'UG'],
  ['PLUS Denied', ({ denied }) => (denied ? 'Y' : 'N')],
  ['Subsidized Amount', ({ need }) => String(need)],
  ['FT Credits', ({ full }) => full],
];
const creditsAt =
  (nth: number) =>
  ({ terms }: Person): string =>
    terms[nth]?.credits ?? '';
const paidAt =
  (nth: number, loan: 'sub' | 'unsub') =>
  ({ terms }: Person): string =>
    String(terms[nth]?.[loan] ?? '');
const wide = (...columns: readonly Column<Person>[]): Rows =>
  tableOf([...OF_STUDENT, ...columns], UNDERGRADUATES);

/** A row per term, of people to whom nothing was paid. */
const LABELS = { F: 'Fall 2026', S: 'Spring 2027' };
const students = unpaid(UNDERGRADUATES);
const OF_TERM: readonly Column<TermRow>[] = [
  ...OF_STUDENT.map(([name, cell]): Column<TermRow> => [name, ({ person }) => cell(person)]),
  ['Term', ({ term }) => LABELS[term.season as 'F']],
  ['Credits', ({ term }) => term.credits],
];
const without = (...names: readonly string[]) => OF_TERM.filter(([name]) => !names.includes(name));
const long = (writing: Writing, columns: readonly Column<TermRow>[] = OF_TERM): Uint8Array =>
  textFile(tableOf(columns, termRows(students)), writing);

/** A table as a database prints it: cells as wide as the widest, with a line below the header. */
function printed(between: string, crossing: string): Uint8Array {
  const rows = tableOf(OF_TERM, termRows(students));
  const widths = OF_TERM.map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join(between));
  lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join(crossing));
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** Funds of each term; the credits and what is full time are on the first alone. */
interface FundRow extends TermRow {
  readonly fund: 'DSUB' | 'DUNSUB';
}
const FUND_ROWS = termRows(UNDERGRADUATES).flatMap((row): readonly FundRow[] => [
  { ...row, fund: 'DSUB' },
  { ...row, fund: 'DUNSUB' },
]);
const FUNDS: readonly Column<FundRow>[] = [
  ...OF_TERM.map(
    ([name, cell]): Column<FundRow> => [
      name,
      (row) => (row.fund === 'DUNSUB' && ['FT Credits', 'Credits'].includes(name) ? '' : cell(row)),
    ],
  ),
  ['Fund Code', ({ fund }) => fund],
  ['Disbursed Amount', ({ term, fund }) => String((fund === 'DSUB' ? term.sub : term.unsub) ?? 0)],
];

const SEASONS = { F: 'Fall', S: 'Spring', U: 'Summer' };
/** Everybody in a summer that leads the year, as rows are sorted by the names of the terms. */
const summer = each(withoutNeed(students), (person) => ({
  ...person,
  terms: [{ season: 'U', credits: '9' }, ...person.terms],
}));
const sorted = each(summer, ({ terms: [first, ...others], ...person }) => ({
  ...person,
  terms: first === undefined ? others : [...others, first],
}));
const inSeasons: Column<TermRow> = ['Term', ({ term }) => SEASONS[term.season as 'F']];

const CODED: readonly Column<Person>[] = ['202710', '202720'].flatMap((code, nth): Column<Person>[] => [
  [`CREDITS_${code}`, creditsAt(nth)],
  [`SUB_PAID_${code}`, paidAt(nth, 'sub')],
  [`UNSUB_PAID_${code}`, paidAt(nth, 'unsub')],
]);

/** Columns of two award years, whose years are in a line above those of the terms. */
const YEARS: readonly Column<Person>[] = ['2025-2026', '2026-2027'].flatMap((_, year): Column<Person>[] =>
  ['Fall', 'Spring'].flatMap((season, nth): Column<Person>[] => [
    [`${season} Credits`, year === 0 ? () => '15' : creditsAt(nth)],
    [`${season} Sub Paid`, year === 0 ? () => '250' : paidAt(nth, 'sub')],
    [`${season} Unsub Paid`, year === 0 ? () => '250' : paidAt(nth, 'unsub')],
  ]),
);
const ABOVE = [...OF_STUDENT.map(() => ''), '2025-2026', '', '', '', '', '', '2026-2027', '', '', '', '', ''];

const TITLED = (['Autumn 2026', 'Spring 2027'] as const).flatMap((term, nth): Column<Person>[] => [
  [`${term} Credits`, creditsAt(nth)],
  [`${term} Sub Paid`, paidAt(nth, 'sub')],
  [`${term} Unsub Paid`, paidAt(nth, 'unsub')],
]);

/** Registered credits, which are more than those that count for aid, beside these. */
const TWO_CREDITS = ['Fall', 'Spring'].flatMap((term, nth): Column<Person>[] => [
  [`${term} Reg Credits`, () => '18'],
  [`${term} FA Credits`, creditsAt(nth)],
]);

const NOTED: readonly Column<Person>[] = [
  ['Fall 2026 Credits (FT = 12)', creditsAt(0)],
  ['Spring 2027 Credits (FT = 12)', creditsAt(1)],
];

const read = (name: string, bytes: Uint8Array, setAside: number): RawExport => ({
  ...{ name, bytes, setAside, open: [], decide: {}, people: students, labels: LABELS },
});

export const LAYOUTS: readonly RawExport[] = [
  read('the lines of a database, with one of dashes below the header', printed('|', '|'), 1),
  read('the lines of psql', printed(' | ', '-+-'), 1),
  read(
    'a legend below the table',
    long({ below: ['', 'Legend', 'FR,Freshman', 'SO,Sophomore', 'D,Dependent'] }),
    4,
  ),
  read(
    'a column of boxes to check, filled in below the last student',
    long({ below: [`${','.repeat(OF_TERM.length)}FALSE`, `${','.repeat(OF_TERM.length)}FALSE`] }, [
      ...OF_TERM,
      ['Reviewed', () => 'TRUE'],
    ]),
    2,
  ),
  {
    name: 'funds with the credits on the first row of each term alone: nothing is asked',
    bytes: textFile(tableOf(FUNDS, FUND_ROWS)),
    open: [],
    decide: {},
    people: UNDERGRADUATES,
    labels: LABELS,
  },
  {
    name: 'terms sorted by their names, of which summer comes first',
    bytes: textFile(tableOf([...without('Term'), inSeasons], termRows(sorted))),
    open: ['term_order'],
    decide: { decisions: { term_order: ['Summer', 'Fall', 'Spring'] } },
    people: summer,
    labels: SEASONS,
  },
  {
    name: 'terms beside each other, named by their codes: nothing is asked',
    bytes: textFile(wide(...CODED)),
    open: [],
    decide: {},
    people: UNDERGRADUATES,
    labels: { F: '202710', S: '202720' },
  },
  {
    name: 'terms beside each other with notes in their names, and a line of units below',
    bytes: textFile([
      ...wide(...NOTED).slice(0, 1),
      [...OF_STUDENT.map(([name]) => (name === 'FT Credits' ? '(credits)' : '')), '(credits)', '(credits)'],
      ...wide(...NOTED).slice(1),
    ]),
    open: [],
    decide: {},
    people: students,
    labels: LABELS,
    setAside: 1,
  },
  {
    name: 'terms beside each other in a header of two lines, of which the upper has a title over the student, too',
    bytes: textFile([
      ['Student', ...OF_STUDENT.slice(1).map(() => ''), 'Autumn 2026', '', '', 'Spring 2027', '', ''],
      [...OF_STUDENT, ...TITLED].map(([name]) => name.replace(/^(?:Autumn 2026|Spring 2027) /, '')),
      ...wide(...TITLED).slice(1),
    ]),
    open: [],
    decide: {},
    people: UNDERGRADUATES,
    labels: { F: 'Autumn 2026', S: 'Spring 2027' },
  },
  {
    name: 'two award years beside each other in a header of two lines',
    bytes: textFile([ABOVE, ...wide(...YEARS)]),
    open: ['terms'],
    decide: {
      decisions: {
        terms: {
          'Fall 2025-26': '',
          'Spring 2025-26': '',
          'Fall 2026-27': 'Fall 2026-27',
          'Spring 2026-27': 'Spring 2026-27',
        },
      },
    },
    people: UNDERGRADUATES,
    labels: { F: 'Fall 2026-27', S: 'Spring 2026-27' },
  },
  {
    name: 'two columns of credits for each term, of which one counts for aid',
    bytes: textFile(wide(...TWO_CREDITS)),
    open: ['column:term_credits_enrolled'],
    decide: {
      terms: {
        Fall: { term_credits_enrolled: { column: 'Fall FA Credits' } },
        Spring: { term_credits_enrolled: { column: 'Spring FA Credits' } },
      },
    },
    people: students,
    labels: SEASONS,
  },
  {
    name: 'two columns of credits for one term alone',
    bytes: textFile(wide(...TWO_CREDITS.filter(([name]) => name !== 'Spring Reg Credits'))),
    open: ['column:term_credits_enrolled'],
    decide: { terms: { Fall: { term_credits_enrolled: { column: 'Fall FA Credits' } } } },
    people: students,
    labels: SEASONS,
  },
  {
    name: 'shares of full time beside the credits of a term: they are no full-time credits',
    bytes: textFile(
      wide(['Fall Credits', creditsAt(0)], ['Spring Credits', creditsAt(1)], ['% FT (Fall)', () => '50%']),
    ),
    open: [],
    decide: {},
    people: students,
    labels: SEASONS,
  },
  {
    name: 'a term whose credits have a mark on every row: they fail, and are not blank',
    bytes: textFile(
      wide(['Fall Credits', (person) => `${creditsAt(0)(person)}*`], ['Spring Credits', creditsAt(1)]),
    ),
    open: [],
    decide: {},
    people: students,
    labels: SEASONS,
    failing: students.map(({ id }) => id),
  },
];

const beside = (...names: readonly string[]): Uint8Array =>
  textFile(wide(...names.map((name, nth): Column<Person> => [name, creditsAt(nth % 2)])));

const [HEADER = [], ...ROWS] = tableOf(without('Level'), termRows(students));
const BELOW_TERMS = OF_TERM.filter(([name]) => name !== 'Term');
const BELOW_IDS = students.flatMap((person) => [
  [`${person.id} Doe`, ...OF_TERM.slice(1).map(() => '')],
  ...tableOf(OF_TERM, termRows([person]))
    .slice(1)
    .map(([, ...others]) => ['', ...others]),
]);

export const LAYOUTS_REFUSED: readonly RefusedExport[] = [
  {
    name: 'titles between the rows that say the degree level',
    bytes: textFile([
      HEADER,
      ['UNDERGRADUATE STUDENTS', ...HEADER.slice(1).map(() => '')],
      ...ROWS.slice(0, 8),
      ['GRADUATE STUDENTS', ...HEADER.slice(1).map(() => '')],
      ...ROWS.slice(8),
    ]),
    advice: /Add a column that has the degree level.*"UNDERGRADUATE STUDENTS" and "GRADUATE STUDENTS"/s,
  },
  {
    name: 'students named in rows above theirs',
    bytes: textFile([OF_TERM.map(([name]) => name), ...BELOW_IDS]),
    advice: /If they name the student, write the id into each row below them/,
  },
  {
    name: 'columns lined up with blanks',
    bytes: printed('  ', '  '),
    advice: /lined up with blanks.*Export the file as CSV/,
  },
  {
    name: 'a pivot with nothing but terms above its numbers',
    bytes: beside('Fall 2026', 'Spring 2027'),
    advice: /"Fall 2026" and "Spring 2027" do not say both which term .* Rename them/,
  },
  {
    name: 'sessions of terms beside each other',
    bytes: beside('Fall Session 1 Credits', 'Fall Session 2 Credits'),
    advice:
      /"Fall Session 1 Credits" and "Fall Session 2 Credits" hold the credits of parts of a term\. Add up/,
  },
  {
    name: 'titles between the rows that say the term, with the header below each',
    bytes: textFile(
      (['F', 'S'] as const).flatMap((season) => [
        [`Term: ${LABELS[season]}`, ...BELOW_TERMS.slice(1).map(() => '')],
        BELOW_TERMS.map(([name]) => name),
        ...tableOf(
          BELOW_TERMS,
          termRows(students).filter(({ term }) => term.season === season),
        ).slice(1),
      ]),
    ),
    advice: /Add a column that has the term.*Titles such as "Term: Spring 2027".* are not read/s,
  },
  {
    name: 'parts of the credits of terms, and their sum, beside each other',
    bytes: beside(
      'Fall 2026 Online Credits',
      'Spring 2027 Online Credits',
      'Fall 2026 Total Credits',
      'Spring 2027 Total Credits',
    ),
    advice: /may be the credits of their terms, or not\. Rename those that are/,
  },
  {
    name: 'terms beside each other by their numbers',
    bytes: beside('Credits 1', 'Credits 2'),
    advice: /"Credits 1" and "Credits 2" do not say both which term .* Rename them/,
  },
  {
    name: 'terms beside each other by their places in the year',
    bytes: beside('First Semester Hours', 'Second Semester Hours'),
    advice: /"First Semester Hours" and "Second Semester Hours" do not say both which term/,
  },
  {
    name: 'terms beside each other, whose credits may be others',
    bytes: beside('Fall 2026 Attempted Credits', 'Spring 2027 Registered Credits'),
    advice: /may be the credits of their terms, or not\. Rename those that are/,
  },
  {
    name: 'terms beside each other with loads instead of credits',
    bytes: textFile(
      wide(
        ['Fall 2026 Status', () => 'Full-Time'],
        ['Spring 2027 Status', ({ year }) => (year === 1 ? 'Full-Time' : 'Half-Time')],
      ),
    ),
    advice: /say only full time, half time and the like.*such as "Fall 2026 Credits"/,
  },
  {
    name: 'funds of a term in rows of their own, whose amount is not known',
    bytes: textFile(
      tableOf<TermRow & { readonly code: string }>(
        [...OF_TERM, ['Award Code', ({ code }) => code], ['Actual Amount', () => '500']],
        termRows(students).flatMap((row) => ['DLS', 'DLU'].map((code) => ({ ...row, code }))),
      ),
    ),
    advice: /same student and term with another fund.*row for each term and fund/,
  },
  {
    name: 'the columns of a single term, as on a sheet for each',
    bytes: beside('Fall Credits'),
    advice: /The columns of only one term were found: "Fall Credits"\. Put those of every term/,
  },
];
