import { GRADUATES, type Person, UNDERGRADUATES, unpaid, withoutNeed, withTerm } from '../people.js';
import type { CleanTable, RawExport, RefusedExport } from '../raw-export.js';
import { type Column, type Rows, type TermRow, tableOf, termRows, textFile } from '../write-table.js';

/** Banner: a row per term, periods as numbers, the year of study as NSLDS counts it. */
const LABELS = { U: '202660', F: '202710', S: '202720' };

const ID: Column<TermRow> = ['SPRIDEN_ID', ({ person }) => person.id];
const PERIOD: Column<TermRow> = ['ACADEMIC_PERIOD', ({ term }) => LABELS[term.season as 'F']];
const CREDITS: Column<TermRow> = ['TOTAL_ADJUSTED_CREDITS', ({ term }) => term.credits];
const FINAL: Column<TermRow> = ['TOTAL_ACTUAL_CREDITS', ({ term }) => term.final ?? ''];
const DEPENDENCY: Column<TermRow> = [
  'FED_DEPEND_STAT',
  ({ person }) => (person.dependency === 'dependent' ? 'D' : 'I'),
];
const YEAR: Column<TermRow> = ['NSLDS_LOAN_YEAR', ({ person }) => nsldsYear(person)];
const DENIED: Column<TermRow> = ['ADDITIONAL_STAFFORD_AWARDS', ({ person }) => (person.denied ? 'Y' : 'N')];
const NEED: Column<TermRow> = ['SUBSIDIZED_AMOUNT', ({ person }) => String(person.need)];
const FULL: Column<TermRow> = ['FULL_TIME_CREDITS', ({ person }) => person.full];
const DEGREE: Column<TermRow> = [
  'DEGREE_LEVEL',
  ({ person }) => ({ undergraduate: 'UG', graduate: 'GR', professional: 'PROF' })[person.degree],
];
const NET: Column<TermRow> = ['NET_DISB_BALANCE', ({ term }) => String((term.sub ?? 0) + (term.unsub ?? 0))];

const BASE = [ID, PERIOD, CREDITS, FINAL, DEPENDENCY, YEAR, DENIED];
const COMPLETE = [...BASE, DEGREE, NEED, FULL];

/** 0 is a first year that has not attended before; graduate years are letters. */
function nsldsYear({ year, id }: Person): string {
  if (year === null) return id.endsWith('1') ? 'A' : 'D';
  return year === 1 && id.endsWith('1') ? '0' : String(year);
}

const students = unpaid(UNDERGRADUATES);
const rowsOf = (people: readonly Person[], columns = COMPLETE): Rows => tableOf(columns, termRows(people));
const complete = (people: readonly Person[], change: (rows: Rows) => Rows = (rows) => rows): Uint8Array =>
  textFile(change(rowsOf(people)));

const TWO_TERMS = { terms: 2, missing: 'not_enrolled' };
const SOME = [1, 3, 4, 6, 7];
const inYearFive = students.map((person) => (person.year === 4 ? { ...person, year: 5 } : person));
const withoutSpring = withTerm(students, SOME, 'S', null);
const withBlanks = withTerm(students, [1, 4], 'S', { credits: '' });

/** The header stays, the rows as `change` makes them. */
const body =
  (change: (rows: Rows) => Rows) =>
  ([header = [], ...rows]: Rows): Rows => [header, ...change(rows)];

/** A clean one, to be mutated. */
export const BANNER_TABLE: CleanTable = {
  name: 'Banner',
  rows: rowsOf(students),
  people: students,
  labels: LABELS,
};

export const BANNER: readonly RawExport[] = [
  {
    name: 'Banner with every column: nothing is asked',
    bytes: complete(students),
    open: [],
    decide: {},
    people: students,
    labels: LABELS,
  },
  {
    name: 'Banner without columns of level, need and full time',
    bytes: textFile(rowsOf(students, [...BASE, NET])),
    open: ['column:degree_level', 'full_time_credits', 'need'],
    decide: {
      decisions: { full_time_credits: { undergraduate: '12' }, need: 'none' },
      columns: { degree_level: { constant: 'undergraduate' } },
    },
    people: withoutNeed(students),
    labels: LABELS,
  },
  {
    name: 'Banner, five students without a row for spring, who are not enrolled',
    bytes: complete(withoutSpring),
    open: ['year_terms'],
    decide: { decisions: { year_terms: TWO_TERMS } },
    people: withTerm(students, SOME, 'S', { credits: '0' }),
    labels: LABELS,
  },
  {
    name: 'Banner, five students without a row for spring, whose fall is the year',
    bytes: complete(withoutSpring),
    open: ['year_terms'],
    decide: { decisions: { year_terms: { terms: 2, missing: 'as_listed' } } },
    people: withoutSpring,
    labels: LABELS,
  },
  {
    name: 'Banner, fall alone',
    bytes: complete(withTerm(students, [0, 1, 2, 3, 4, 5, 6, 7], 'S', null)),
    open: ['year_terms'],
    decide: { decisions: { year_terms: TWO_TERMS } },
    people: withTerm(students, [0, 1, 2, 3, 4, 5, 6, 7], 'S', { credits: '0' }),
    labels: LABELS,
  },
  {
    name: 'Banner, blank credits that mean not enrolled',
    bytes: complete(withBlanks),
    open: ['blank_credits'],
    decide: { decisions: { blank_credits: 'not_enrolled' } },
    people: withTerm(students, [1, 4], 'S', { credits: '0' }),
    labels: LABELS,
  },
  {
    name: 'Banner, blank credits that mean full time',
    bytes: complete(withBlanks),
    open: ['blank_credits'],
    decide: { decisions: { blank_credits: 'full_time' } },
    people: withTerm(students, [1, 4], 'S', { credits: '12' }),
    labels: LABELS,
  },
  {
    name: 'Banner, students with blank credits left out',
    bytes: complete(withBlanks),
    open: ['blank_credits'],
    decide: { decisions: { blank_credits: 'leave_out' } },
    people: students.filter((_, nth) => ![1, 4].includes(nth)),
    labels: LABELS,
  },
  {
    name: 'Banner, graduates by the letters of NSLDS and without full-time credits',
    bytes: textFile(rowsOf([...students, ...GRADUATES], [...BASE, NEED])),
    open: ['column:degree_level', 'full_time_credits'],
    decide: {
      decisions: { full_time_credits: { undergraduate: '12', graduate: '9' } },
      columns: {
        degree_level: {
          column: 'NSLDS_LOAN_YEAR',
          values: {
            0: 'undergraduate',
            1: 'undergraduate',
            2: 'undergraduate',
            3: 'undergraduate',
            4: 'undergraduate',
            A: 'graduate',
            D: 'graduate',
          },
        },
      },
    },
    people: [...students, ...GRADUATES],
    labels: LABELS,
  },
  {
    name: 'Banner, year 5 of NSLDS, which is a fifth year',
    bytes: textFile(
      rowsOf(
        inYearFive,
        COMPLETE.filter((column) => column !== DEGREE),
      ),
    ),
    open: ['column:degree_level'],
    decide: {
      columns: {
        degree_level: { constant: 'undergraduate' },
      },
    },
    people: inYearFive,
    labels: LABELS,
  },
  {
    name: 'Banner, terms that run backwards',
    bytes: complete(
      students,
      body((rows) => [...rows].reverse()),
    ),
    open: ['term_order'],
    decide: { decisions: { term_order: ['202710', '202720'] } },
    people: students,
    labels: LABELS,
  },
  {
    name: 'Banner, corrections below: the last row counts',
    bytes: complete(students, (rows) => [
      ...rows.map((cells) => (cells[1] === '202720' ? replaced(cells, 2, '4') : cells)),
      ...rows.filter((cells) => cells[1] === '202720'),
    ]),
    open: ['repeated_terms'],
    decide: { decisions: { repeated_terms: 'last' } },
    people: students,
    labels: LABELS,
  },
  {
    name: 'Banner, every row twice',
    bytes: complete(
      students,
      body((rows) => rows.flatMap((cells) => [cells, cells])),
    ),
    open: ['repeated_terms'],
    decide: { decisions: { repeated_terms: 'true_copies' } },
    people: students,
    labels: LABELS,
  },
  {
    name: 'Banner, copies of which some differ: copies go, what differs fails',
    bytes: complete(
      students,
      body((rows) => rows.flatMap((cells, nth) => [cells, nth === 2 ? replaced(cells, 2, '8') : cells])),
    ),
    open: ['repeated_terms'],
    decide: { decisions: { repeated_terms: 'true_copies' } },
    people: students,
    failing: ['A00000012'],
    labels: LABELS,
  },
  {
    name: 'Banner, totals by student, a grand total and a remark',
    bytes: textFile(
      body((rows) =>
        rows.flatMap((cells, nth) =>
          nth % 2 === 0 ? [cells] : [cells, ['Subtotal', '', '99', '', '', '', '', '', '', '']],
        ),
      )(rowsOf(students)),
      { below: ['Grand total,,160,,,,,,,', '', '16 rows selected.'] },
    ),
    open: [],
    decide: {},
    people: students,
    labels: LABELS,
    setAside: 10,
  },
  {
    name: 'Banner, semicolons, decimal commas and Windows-1252',
    bytes: textFile(
      rowsOf(students, [...COMPLETE, ['Étudiant', ({ person }) => `Née ${person.id}`]]).map((cells) =>
        cells.map((cell) => (/^\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell)),
      ),
      { delimiter: ';', encoding: 'windows-1252' },
    ),
    open: [],
    decide: {},
    people: students,
    labels: LABELS,
  },
  {
    name: 'Banner, final credits of the fall',
    bytes: complete(withTerm(students, [0, 3, 6], 'F', { final: '6' })),
    open: [],
    decide: {},
    people: withTerm(students, [0, 3, 6], 'F', { final: '6' }),
    labels: LABELS,
  },
];

export const BANNER_REFUSED: readonly RefusedExport[] = [
  {
    name: 'Banner without a column of credits',
    bytes: textFile(rowsOf(students, [ID, PERIOD, DEPENDENCY, YEAR, DENIED, DEGREE, NEED, FULL])),
    advice: /credits/,
  },
  {
    name: 'Banner, cut short in the middle of a row',
    bytes: complete(students).subarray(0, -60),
    advice: /fewer cells/,
  },
];

function replaced(cells: readonly string[], place: number, text: string): readonly string[] {
  return cells.map((cell, index) => (index === place ? text : cell));
}
