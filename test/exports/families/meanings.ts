import { each, GRADUATES, type Person, UNDERGRADUATES, unpaid, withTerm } from '../people.js';
import type { RawExport } from '../raw-export.js';
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

const NULLS = ['(null)', 'NULL', '[NULL]', '\\N'];
const SPRING_LEFT = withTerm(students, [1, 4], 'S', { credits: '0' });
const isLeft = ({ person, term }: TermRow): boolean =>
  term.season === 'S' && [students[1]?.id, students[4]?.id].includes(person.id);

export const MEANINGS: readonly RawExport[] = [
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
];
