import { each, type Person, type PersonTerm, UNDERGRADUATES, unpaid, withTerm } from '../people.js';
import type { CleanTable, RawExport, RefusedExport } from '../raw-export.js';
import { type Column, type TermRow, tableOf, termRows, textFile, type Writing } from '../write-table.js';

/** Anthology (CampusNexus): words for codes, a row per term or per course. */
const LABELS = { F: 'Fall 2026', S: 'Spring 2027' };
const YEARS = ['Freshman', 'Sophomore', 'Junior', 'Senior'];
const students = unpaid(UNDERGRADUATES);

const ANTHOLOGY: readonly Column<TermRow>[] = [
  ['SyStudentID', ({ person }) => person.id],
  [
    'DependencyStatusDescription',
    ({ person }) => (person.dependency === 'dependent' ? 'Dependent' : 'Independent'),
  ],
  ['GradeLevelDescription', ({ person }) => YEARS[(person.year ?? 1) - 1] ?? ''],
  ['Degree Level', () => 'Undergraduate'],
  ['PLUS Denied', ({ person }) => (person.denied ? 'Yes' : 'No')],
  ['Subsidized Amount', ({ person }) => String(person.need)],
  ['Full Time Credits', ({ person }) => person.full],
  ['Term', ({ term }) => LABELS[term.season as 'F']],
];
const CREDITS: Column<TermRow> = ['Credits', ({ term }) => term.credits];

/** A row per course: three credits each, the last with what is left. */
interface CourseRow extends TermRow {
  readonly course: string;
  readonly hours: number;
}
function courseRows(people: readonly Person[]): readonly CourseRow[] {
  return termRows(people).flatMap((row) => {
    const courses: CourseRow[] = [];
    for (let left = Number(row.term.credits); left > 0; left -= 3) {
      const course = `CRS ${101 + courses.length}`;
      courses.push({ ...row, course, hours: Math.min(left, 3) });
    }
    return courses;
  });
}
const COURSE: readonly Column<CourseRow>[] = [
  ...ANTHOLOGY,
  ['Course', ({ course }) => course],
  ['Credits', ({ hours }) => String(hours)],
];
const PAID: readonly Column<TermRow>[] = [
  ['TERMPRIORDISBURSEMENTSUB', ({ term }) => String(term.sub ?? '')],
  ['TERMPRIORDISBURSEMENTUNSUB', ({ term }) => String(term.unsub ?? '')],
];
const anthology = (
  people: readonly Person[],
  columns: readonly Column<TermRow>[] = [CREDITS],
  writing?: Writing,
) => textFile(tableOf([...ANTHOLOGY, ...columns], termRows(people)), writing);

const QUARTERS = { F: 'Fall Qtr 2026', S: 'Winter Qtr 2027' };
const quarterRows = tableOf<TermRow>(
  [...ANTHOLOGY.slice(0, -1), ['Term', ({ term }) => QUARTERS[term.season as 'F']], CREDITS],
  termRows(students),
);
const notYet: PersonTerm = { season: 'W', credits: '0' };

export const ANTHOLOGY_EXPORTS: readonly RawExport[] = [
  {
    name: 'Anthology, two quarters of three, the spring not yet registered for',
    bytes: textFile(quarterRows),
    open: ['year_terms'],
    decide: { decisions: { year_terms: { terms: 3, missing: 'not_enrolled' } } },
    people: each(students, (person) => ({ ...person, terms: [...person.terms, notYet] })),
    labels: { ...QUARTERS, W: 'Spring Qtr 2027' },
  },
  {
    name: 'Anthology, a row per term with every column: nothing is asked',
    bytes: anthology(students),
    open: [],
    decide: {},
    people: students,
    labels: LABELS,
  },
  {
    name: 'Anthology, a row per course: credits are added up',
    bytes: textFile(tableOf(COURSE, courseRows(students))),
    open: ['repeated_terms'],
    decide: { decisions: { repeated_terms: 'add_up' } },
    people: students,
    labels: LABELS,
  },
  {
    name: 'Anthology, our names of what was paid without their underscores',
    bytes: anthology(UNDERGRADUATES, [CREDITS, ...PAID]),
    open: [],
    decide: {},
    people: UNDERGRADUATES,
    labels: LABELS,
  },
];

export const ANTHOLOGY_REFUSED: readonly RefusedExport[] = [
  {
    name: 'Anthology, a load in letters for credits',
    bytes: anthology(students, [['Credit Load', ({ term }) => (Number(term.credits) >= 12 ? 'F' : 'H')]]),
    advice: /Which column has the credits/,
  },
];

/** Tables that people keep by hand. */
const OWN: readonly Column<TermRow>[] = [
  ['student_id', ({ person }) => person.id],
  ['dependency_status', ({ person }) => person.dependency],
  ['degree_level', ({ person }) => person.degree],
  [
    'grade_level',
    ({ person }) => ['first_year', 'second_year'][(person.year ?? 1) - 1] ?? 'third_year_and_beyond',
  ],
  ['subsidized_amount', ({ person }) => String(person.need)],
  ['plus_denied', ({ person }) => (person.denied ? 'yes' : 'no')],
  ['term_label', ({ term }) => LABELS[term.season as 'F']],
  ['term_ft_credits', ({ person }) => person.full],
  ['term_credits_enrolled', ({ term }) => term.credits],
];
const OWN_PAID: Column<TermRow> = ['term_prior_disbursement_sub', ({ term }) => amount(term, 'sub')];
const OWN_UNSUB: Column<TermRow> = ['term_prior_disbursement_unsub', ({ term }) => amount(term, 'unsub')];
const own = (
  people: readonly Person[],
  columns: readonly Column<TermRow>[] = OWN,
  writing?: Writing,
): Uint8Array => textFile(tableOf(columns, termRows(people)), writing);
const SOME = [0, 2, 4];

function amount(term: PersonTerm, loan: 'sub' | 'unsub'): string {
  return String(term[loan] ?? '');
}

/** The same in another order, beside columns of something else. */
const MOVED: readonly Column<TermRow>[] = [
  ['Advisor', () => 'Nobody'],
  OWN_UNSUB,
  ['Cum GPA', () => '3.1'],
  ...[...OWN].reverse(),
  OWN_PAID,
];

/** A clean one in our own columns, to be mutated. */
export const OWN_TABLE: CleanTable = {
  name: 'our own columns',
  rows: tableOf([...OWN, OWN_PAID, OWN_UNSUB], termRows(UNDERGRADUATES)),
  people: UNDERGRADUATES,
  labels: LABELS,
};

export const BY_HAND: readonly RawExport[] = [
  {
    name: 'our own columns: nothing is asked',
    bytes: own(UNDERGRADUATES, [...OWN, OWN_PAID, OWN_UNSUB]),
    open: [],
    decide: {},
    people: UNDERGRADUATES,
    labels: LABELS,
  },
  {
    name: 'our own columns, moved, in capitals and with blanks, beside innocent ones',
    bytes: own(
      UNDERGRADUATES,
      MOVED.map(([name, cell]) => [name.toUpperCase().replaceAll('_', ' '), cell] as const),
    ),
    open: [],
    decide: {},
    people: UNDERGRADUATES,
    labels: LABELS,
  },
  {
    name: 'our own columns, three students with one term',
    bytes: own(withTerm(students, SOME, 'S', null)),
    open: ['year_terms'],
    decide: { decisions: { year_terms: { terms: 2, missing: 'not_enrolled' } } },
    people: withTerm(students, SOME, 'S', { credits: '0' }),
    labels: LABELS,
  },
  {
    name: 'our own columns, what was paid blank beside sub_paid and unsub_paid',
    bytes: own(UNDERGRADUATES, [
      ...OWN,
      ['term_prior_disbursement_sub', () => ''],
      ['term_prior_disbursement_unsub', () => ''],
      ['sub_paid', ({ term }) => amount(term, 'sub')],
      ['unsub_paid', ({ term }) => amount(term, 'unsub')],
    ]),
    open: [],
    decide: {
      columns: {
        term_prior_disbursement_sub: { column: 'sub_paid' },
        term_prior_disbursement_unsub: { column: 'unsub_paid' },
      },
    },
    people: UNDERGRADUATES,
    labels: LABELS,
  },
  {
    name: 'by hand, decimal commas, semicolons and a mark in front',
    bytes: textFile(
      tableOf(
        [
          ['Student ID', ({ person }) => person.id],
          ['Dependency Status', ({ person }) => person.dependency],
          ['Degree Level', ({ person }) => person.degree],
          ['Year in School', ({ person }) => String(person.year)],
          ['Subsidized Amount', ({ person }) => String(person.need)],
          ['PLUS denied', ({ person }) => (person.denied ? 'x' : '')],
          ['Semester', ({ term }) => LABELS[term.season as 'F']],
          ['Enrolled Hours', ({ term }) => Number(term.credits).toFixed(1).replace('.', ',')],
          ['Full-Time Hours', ({ person }) => `${person.full},0`],
        ] satisfies Column<TermRow>[],
        termRows(students),
      ),
      { delimiter: ';', encoding: 'utf-8 with a mark' },
    ),
    open: ['values:plus_denied'],
    decide: {
      columns: { plus_denied: { column: 'PLUS denied', values: { x: 'yes' }, blank: 'no' } },
    },
    people: students,
    labels: LABELS,
  },
];

export const BY_HAND_REFUSED: readonly RefusedExport[] = [
  { name: 'an empty file', bytes: Buffer.from(''), advice: /empty/ },
  {
    name: 'a page of a website',
    bytes: Buffer.from('<!DOCTYPE html><html><body>Log in</body></html>'),
    advice: /./,
  },
  { name: 'a PDF', bytes: Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n'), advice: /PDF/ },
  {
    name: 'our own columns without an id, several terms and no number of terms',
    bytes: own(students, OWN.slice(1)),
    advice: /student/,
  },
];
