import { each, GRADUATES, type Person, UNDERGRADUATES, unpaid, withTerm } from '../people.js';
import type { RawExport } from '../raw-export.js';
import { type Column, type TermRow, tableOf, termRows, textFile } from '../write-table.js';

/** Credits, need and amounts of loans whose names or values leave open what they are. */
const LABELS = { F: 'Fall 2026', S: 'Spring 2027' };
const CLASSES = ['Freshman', 'Sophomore', 'Junior', 'Senior'];
type PersonColumn = Column<Person>;
const PERSON: readonly PersonColumn[] = [
  ['Student ID', ({ id }) => id],
  ['Dependency Status', ({ dependency }) => (dependency === 'dependent' ? 'Dependent' : 'Independent')],
  ['Class Standing', ({ year }) => (year === null ? '' : (CLASSES[year - 1] ?? ''))],
];
const LEVEL: PersonColumn = [
  'Academic Level',
  ({ degree }) => (degree === 'graduate' ? 'Graduate' : 'Undergraduate'),
];
const NEED: PersonColumn = ['Subsidized Amount', ({ need }) => String(need)];
const FULL_TIME: PersonColumn = ['Full Time Credits', ({ full }) => full];
const CREDITS: Column<TermRow> = ['Credits', ({ term }) => term.credits];

const students = each(unpaid(UNDERGRADUATES), (person) => ({ ...person, denied: false }));
const paid = each(UNDERGRADUATES, (person) => ({ ...person, denied: false }));

/** A file with a row per term. */
function ofTerms(
  shared: readonly PersonColumn[],
  own: readonly Column<TermRow>[],
  people: readonly Person[] = students,
): Uint8Array {
  const columns: readonly Column<TermRow>[] = [
    ...[...PERSON, ...shared].map(([name, cell]): Column<TermRow> => [name, ({ person }) => cell(person)]),
    ['Term', ({ term }) => LABELS[term.season as 'F']],
    ...own,
  ];
  return textFile(tableOf(columns, termRows(people)));
}

/** A file with a row per student. */
function ofStudents(columns: readonly PersonColumn[], people: readonly Person[]): Uint8Array {
  return textFile(tableOf([...PERSON, LEVEL, NEED, FULL_TIME, ...columns], people));
}

const named = (name: string, bytes: Uint8Array, people: readonly Person[] = students) => ({
  ...{ name, bytes, people, labels: LABELS, open: [], decide: {} },
});

/** Need that fits into half of the year's, the same on each row. */
const withLittleNeed = each(students, (person) => ({ ...person, need: 1000 }));
const NEED_OF_TERMS: Column<TermRow> = ['Sub Eligible', ({ term }) => (term.season === 'F' ? '501' : '499')];
const NEED_TWICE: Column<TermRow> = ['Sub Eligible', () => '1000'];

const [CLOCK_ID = ''] = students.slice(2).map(({ id }) => id);
const CLOCK_HOURS: Column<TermRow> = [
  'Hours',
  ({ person, term }) => (person.id === CLOCK_ID ? '450' : term.credits),
];

const COLLEGE: readonly Person[] = [...students, ...each(GRADUATES, (person) => person)];
const term = ({ terms }: Person, nth: number) => terms[nth] ?? { season: 'F' as const, credits: '' };
const money = (amount: number | undefined): string => String(amount ?? '');
const MIXED_LABELS: readonly PersonColumn[] = [
  ['Fall Credits', (person) => term(person, 0).credits],
  ['Spring Credits', (person) => term(person, 1).credits],
  ['FA26 Sub', (person) => money(term(person, 0).sub)],
  ['FA26 Unsub', (person) => money(term(person, 0).unsub)],
  ['SP27 Sub', (person) => money(term(person, 1).sub)],
  ['SP27 Unsub', (person) => money(term(person, 1).unsub)],
];

export const AMOUNTS: readonly RawExport[] = [
  named(
    'Workday, an academic level of words: nothing is asked',
    ofTerms([LEVEL, NEED, FULL_TIME], [CREDITS], COLLEGE),
    COLLEGE,
  ),
  named(
    'full time as Y and N, which is no number of credits: nothing is asked',
    ofTerms(
      [LEVEL, NEED, FULL_TIME],
      [CREDITS, ['Full Time', ({ term: { credits } }) => (Number(credits) < 12 ? 'N' : 'Y')]],
    ),
  ),
  {
    ...named(
      'a share of full time, which is no number of credits',
      ofTerms([LEVEL, NEED], [CREDITS, ['FTE', () => '0.75']]),
    ),
    open: ['full_time_credits'],
    decide: { decisions: { full_time_credits: { undergraduate: '12' } } },
  },
  named(
    'subsidized need by a name that says it for sure: nothing is asked',
    ofTerms([LEVEL, FULL_TIME], [CREDITS, ['SUB_ELIGIBLE_AMT', ({ person }) => String(person.need)]]),
  ),
  {
    ...named('clock hours of one student', ofTerms([LEVEL, NEED, FULL_TIME], [CLOCK_HOURS])),
    open: ['many_credits'],
    decide: { decisions: { many_credits: 'other' } },
    failing: [CLOCK_ID],
  },
  {
    ...named(
      'credits far above full time that were earned',
      ofTerms([LEVEL, NEED, FULL_TIME], [CLOCK_HOURS]),
      withTerm(withTerm(students, [2], 'F', { credits: '450' }), [2], 'S', { credits: '450' }),
    ),
    open: ['many_credits'],
    decide: { decisions: { many_credits: 'credits' } },
  },
  {
    ...named(
      'need of each term, in amounts that differ',
      ofTerms([LEVEL, FULL_TIME], [CREDITS, NEED_OF_TERMS]),
      withLittleNeed,
    ),
    open: ['need_period'],
    decide: { decisions: { need_period: 'term' } },
  },
  {
    ...named(
      'need of the year on the row of each term',
      ofTerms([LEVEL, FULL_TIME], [CREDITS, NEED_TWICE]),
      withLittleNeed,
    ),
    open: ['need_period'],
    decide: { decisions: { need_period: 'year' } },
  },
  {
    ...named(
      'need below 0',
      ofTerms(
        [LEVEL, FULL_TIME],
        [
          CREDITS,
          ['Subsidized Amount', ({ person }) => (person.need === 2000 ? '(1,250.00)' : `${person.need}`)],
        ],
      ),
      each(students, (person) => (person.need === 2000 ? { ...person, need: 0 } : person)),
    ),
    open: ['need_below_zero'],
    decide: { decisions: { need_below_zero: 'none' } },
  },
  {
    ...named('terms beside each other, of which some say their year', ofStudents(MIXED_LABELS, paid), paid),
    open: ['paid'],
    decide: {
      terms: {
        'Fall 2026': {
          term_prior_disbursement_sub: { column: 'FA26 Sub' },
          term_prior_disbursement_unsub: { column: 'FA26 Unsub' },
        },
      },
    },
  },
];
