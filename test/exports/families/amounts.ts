import { each, GRADUATES, type Person, UNDERGRADUATES, unpaid, withoutNeed, withTerm } from '../people.js';
import type { RawExport, RefusedExport } from '../raw-export.js';
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

/** Students with the same credits in each of their terms: from these to seven more. */
const alike = (from: number): readonly Person[] =>
  each(students, (person, nth) => ({
    ...person,
    terms: person.terms.map((each) => ({ ...each, credits: String(from + nth) })),
  }));
const ALIKE = ofTerms([LEVEL, NEED, FULL_TIME], [CREDITS], alike(12));
/** Full time in a term as a year has it. */
const yearly = each(students, (person) => ({ ...person, full: '24' }));
const YEARLY = ofTerms([LEVEL, NEED, FULL_TIME], [CREDITS], yearly);

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

/** A row per course: three credits each, the last with what is left. */
interface CourseRow extends TermRow {
  readonly course: string;
  readonly hours: number;
}
const courses: readonly CourseRow[] = termRows(students).flatMap((row) => {
  const count = Math.ceil(Number(row.term.credits) / 3);
  return Array.from({ length: count }, (_, nth) => ({
    ...row,
    course: `CRS ${101 + nth}`,
    hours: Math.min(3, Number(row.term.credits) - 3 * nth),
  }));
});
const COURSES = tableOf<CourseRow>(
  [
    ...[...PERSON, LEVEL, NEED, FULL_TIME].map(
      ([name, cell]): Column<CourseRow> => [name, ({ person }) => cell(person)],
    ),
    ['Term', ({ term }) => LABELS[term.season as 'F']],
    ['CRS_CDE', ({ course }) => course],
    ['Credits', ({ hours }) => String(hours)],
  ],
  courses,
);

/** Need of those with a yes alone; the others have none. */
const MAXIMUMS = [3500, 4500, 5500, 5500];
const maximumOf = ({ year }: Person): number => MAXIMUMS[(year ?? 1) - 1] ?? 0;
const isEligible = ({ id }: Person): boolean => Number(id.slice(-1)) % 2 === 0;
const eligible = each(students, (person) => ({
  ...person,
  need: isEligible(person) ? maximumOf(person) : 0,
}));
const flagged = (name: string, [yes, no]: readonly [string, string]): Column<TermRow> => {
  return [name, ({ person }) => (isEligible(person) ? yes : no)];
};

/** A summer that only the first student attends. */
const SUMMER_LABELS = { ...LABELS, U: 'Summer 2026' };
const withSummer = (credits: readonly string[]): readonly Person[] =>
  each(students, (person, nth) => ({
    ...person,
    terms: [{ season: 'U', credits: credits[nth] ?? '0' }, ...person.terms],
  }));
const attended = each(withSummer(['6']), (person, nth) => (nth === 0 ? person : (students[nth] ?? person)));
const summerRows = textFile(
  tableOf(
    [
      ...[...PERSON, LEVEL, NEED, FULL_TIME].map(
        ([name, cell]): Column<TermRow> => [name, ({ person }) => cell(person)],
      ),
      ['Term', ({ term }) => SUMMER_LABELS[term.season as 'F']],
      CREDITS,
    ],
    termRows(withSummer(['6'])),
  ),
);

const CAREERS = { undergraduate: 'UGRD', graduate: 'GRAD', professional: 'PHRM' };
const everyLevel: readonly Person[] = [
  ...students,
  ...each(unpaid(GRADUATES), (person, nth) =>
    nth === 0 ? person : { ...person, degree: 'professional', full: '12' },
  ),
];
const withLegacy = each(unpaid(GRADUATES), (person, nth) =>
  nth === 0 ? { ...person, legacy: true, cost: 31_000 } : { ...person, legacy: false },
);

/** Terms that are shorter than the others, between which nothing in the file tells. */
const short = (label: string, full: string, terms?: Readonly<Record<string, string>>): RawExport => {
  const people = each(withoutNeed(withSummer(['3', '6', '3', '6', '3', '3', '6', '3'])), (person) => ({
    ...person,
    terms: person.terms.map((term) => (term.season === 'U' ? { ...term, full } : term)),
  }));
  const labels = { ...LABELS, U: label };
  const columns = [...PERSON, LEVEL].map(
    ([name, cell]): Column<TermRow> => [name, ({ person }) => cell(person)],
  );
  return {
    name: `${label}, whose full-time credits are others, and no column of them`,
    bytes: textFile(
      tableOf([...columns, ['Term', ({ term }) => labels[term.season as 'F']], CREDITS], termRows(people)),
    ),
    open: ['full_time_credits', 'need', ...(terms === undefined ? [] : ['terms'])],
    decide: {
      decisions: {
        ...(terms && { terms }),
        need: 'none',
        full_time_credits: { undergraduate: '12' },
        full_time_in_term: { undergraduate: { [label]: full } },
      },
    },
    people,
    labels,
  };
};

/** A J-Term of three credits, which is a part of spring. */
const jTerm = (): RawExport => {
  const people = each(withoutNeed(students), (person) => ({
    ...person,
    terms: person.terms.map((term) => (term.season === 'S' ? { ...term, credits: '9' } : term)),
  }));
  const columns = [...PERSON, LEVEL, FULL_TIME].map(
    ([name, cell]): Column<TermRow> => [name, ({ person }) => cell(person)],
  );
  const rows = termRows(people).flatMap(({ person, term }) =>
    (term.season === 'S' ? ['J-Term 2027', 'Spring 2027'] : ['Fall 2026']).map((label) => {
      const credits = label === 'J-Term 2027' ? '3' : label === 'Spring 2027' ? '6' : term.credits;
      return { person, term: { ...term, credits }, label };
    }),
  );
  return {
    name: 'a J-Term that is a part of spring',
    bytes: textFile(
      tableOf([...columns, ['Term', ({ label }: { readonly label: string }) => label], CREDITS], rows),
    ),
    open: ['need', 'terms'],
    decide: {
      decisions: {
        need: 'none',
        terms: { 'J-Term 2027': 'Spring 2027', 'Spring 2027': 'Spring 2027' },
        repeated_terms: 'add_up',
      },
    },
    people,
    labels: { F: 'Fall 2026', S: 'Spring 2027' },
  };
};

const OWN_NEED = [LEVEL, NEED, FULL_TIME];
const paidBy = (name: string, loan: 'sub' | 'unsub'): Column<TermRow> => [
  name,
  (row) => money(row.term[loan]),
];
const ofTwoYears = [
  ...termRows(students).map((row) => ({ ...row, year: '2627' })),
  ...termRows(students).map((row) => ({ ...row, year: '2526', term: { ...row.term, credits: '3' } })),
];

type RowOfYear = (typeof ofTwoYears)[number];

/** A file with the rows of two aid years, of which one is calculated. */
function twoYears(name: string, labelOf: (row: RowOfYear) => string): RawExport {
  const ofPerson = [...PERSON, ...OWN_NEED].map(
    ([column, cell]): Column<RowOfYear> => [column, ({ person }) => cell(person)],
  );
  const columns: readonly Column<RowOfYear>[] = [
    ['Aid Year', ({ year }) => year],
    ...ofPerson,
    ['Term', labelOf],
    ['Credits', ({ term }) => term.credits],
  ];
  return {
    ...named(name, textFile(tableOf(columns, ofTwoYears))),
    open: ['aid_year'],
    decide: { decisions: { aid_year: { 'Aid Year': '2627' } } },
  };
}

export const AMOUNTS_REFUSED: readonly RefusedExport[] = [
  {
    name: 'what came back and is still among what was paid',
    bytes: ofTerms(OWN_NEED, [CREDITS, paidBy('Sub Disbursed', 'sub'), ['Sub Returned', () => '100']], paid),
    advice: /Take it off there in the file/,
    decide: { decisions: { paid: { 'Sub Returned': 'returned' } } },
  },
  {
    name: 'ids that a spreadsheet has rounded',
    bytes: textFile(
      tableOf(
        [
          ['Student ID', () => '9.01E+08'],
          ['Term', () => 'Fall'],
          ['Credits', () => '9'],
          ['Dep Status', () => 'D'],
        ],
        students,
      ),
    ),
    advice: /rounded by a spreadsheet/,
  },
  {
    name: 'credits of the year on the row of each term',
    bytes: ALIKE,
    decide: { decisions: { many_credits: 'other' } },
    advice: /said to be those of the year\. Export the credits of each term/,
  },
  {
    name: 'full-time credits of the year on the row of each term',
    bytes: YEARLY,
    decide: { decisions: { full_time_period: 'year' } },
    advice: /said to be those of the year\. Write those of the term/,
  },
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
    ...named('the same credits in all terms, of which some are many', ALIKE, alike(12)),
    open: ['many_credits'],
    decide: { decisions: { many_credits: 'credits' } },
  },
  named(
    'the same credits in all terms, of which none are many: nothing is asked',
    ofTerms([LEVEL, NEED, FULL_TIME], [CREDITS], alike(11)),
    alike(11),
  ),
  named(
    'many credits in all terms but one: nothing is asked',
    ofTerms([LEVEL, NEED, FULL_TIME], [CREDITS], withTerm(alike(12), [0], 'S', { credits: '9' })),
    withTerm(alike(12), [0], 'S', { credits: '9' }),
  ),
  {
    ...named('full-time credits as of a year', YEARLY, yearly),
    open: ['full_time_period'],
    decide: { decisions: { full_time_period: 'term' } },
  },
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
  ...['Y N', '1 0', 'Yes '].map((values) => ({
    ...named(
      `subsidized eligibility of ${values}: the maximum for those with a yes`,
      ofTerms(
        [LEVEL, FULL_TIME],
        [CREDITS, flagged('Sub Eligible', [values.split(' ')[0] ?? '', values.split(' ')[1] ?? ''])],
      ),
      eligible,
    ),
    open: ['need', 'need_flag'],
    decide: { decisions: { need: 'maximum', need_flag: { 'Sub Eligible': 'only' } } },
  })),
  {
    ...named(
      'need in dollars, of which those without a yes have none',
      ofTerms(
        [LEVEL, FULL_TIME],
        [
          CREDITS,
          flagged('Sub Elig Flag', ['Y', 'N']),
          ['Subsidized Need', ({ person }) => String(maximumOf(person))],
        ],
      ),
      eligible,
    ),
    open: ['need_flag'],
    decide: { decisions: { need_flag: { 'Sub Elig Flag': 'only' } } },
  },
  {
    ...named(
      'need in dollars beside a flag of something else',
      ofTerms(
        [LEVEL, FULL_TIME],
        [
          CREDITS,
          flagged('Need Flag', ['Y', 'N']),
          ['Subsidized Need', ({ person }) => String(maximumOf(person))],
        ],
      ),
      each(students, (person) => ({ ...person, need: maximumOf(person) })),
    ),
    open: ['need_flag'],
    decide: { decisions: { need_flag: { 'Need Flag': 'ignored' } } },
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
  {
    ...named('courses, of which some rows were copied', textFile([...COURSES, ...COURSES.slice(3, 6)])),
    open: ['repeated_terms'],
    decide: { decisions: { repeated_terms: 'add_up_once' } },
  },
  named(
    'credits with their unit',
    ofTerms(OWN_NEED, [['Credits', ({ term }) => `${term.credits}${term.season === 'F' ? ' cr' : ' Hrs.'}`]]),
  ),
  named(
    'credits with the load that they are',
    ofTerms(OWN_NEED, [
      ['Credits', ({ term: { credits } }) => `${credits} ${Number(credits) < 12 ? 'HT' : 'FT'}`],
    ]),
  ),
  {
    ...named(
      'careers of which one is not known, and no class beyond the undergraduate ones',
      ofTerms([['Career', ({ degree }) => CAREERS[degree]], NEED, FULL_TIME], [CREDITS], everyLevel),
      everyLevel,
    ),
    open: ['column:degree_level'],
    decide: {
      columns: {
        degree_level: {
          column: 'Career',
          values: { UGRD: 'undergraduate', GRAD: 'graduate', PHRM: 'professional' },
        },
      },
    },
  },
  named(
    'a cost of attendance of N/A for who may borrow no Grad PLUS loan',
    ofTerms(
      [
        LEVEL,
        NEED,
        FULL_TIME,
        ['Legacy Borrower', ({ legacy }) => (legacy === true ? 'Y' : 'N')],
        ['Cost of Attendance', ({ cost }) => (cost === undefined ? 'N/A' : String(cost))],
      ],
      [CREDITS],
      withLegacy,
    ),
    withLegacy,
  ),
  short('Summer 2026', '6'),
  short('J-Term 2026', '3', { 'J-Term 2026': 'J-Term 2026', 'Spring 2027': 'Spring 2027' }),
  jTerm(),
  {
    ...named('a summer of 0 credits that is no term of the year', summerRows, attended),
    labels: SUMMER_LABELS,
    open: ['zero_credits'],
    decide: { decisions: { zero_credits: { 'Summer 2026': 'no_term' } } },
  },
  {
    ...named('a summer of 0 credits that belongs to the year', summerRows, withSummer(['6'])),
    labels: SUMMER_LABELS,
    open: ['zero_credits'],
    decide: { decisions: { zero_credits: { 'Summer 2026': 'not_enrolled' } } },
  },
  twoYears('the same terms of two aid years', ({ term }) => LABELS[term.season as 'F']),
  twoYears('two aid years, of which the labels of the terms are', ({ term, year }) =>
    year === '2627' ? LABELS[term.season as 'F'] : { F: 'Fall 2025', S: 'Spring 2026' }[term.season as 'F'],
  ),
  {
    ...named(
      'what was paid under the plain names of loans',
      ofTerms(
        OWN_NEED,
        [CREDITS, paidBy('Fed Direct Loan - Subsidized', 'sub'), paidBy('Unsub Gross', 'unsub')],
        paid,
      ),
      paid,
    ),
    open: ['paid'],
    decide: {
      columns: {
        term_prior_disbursement_sub: { column: 'Fed Direct Loan - Subsidized' },
        term_prior_disbursement_unsub: { column: 'Unsub Gross' },
      },
    },
  },
  {
    ...named(
      'amounts that came back and are taken off already',
      ofTerms(
        OWN_NEED,
        [
          CREDITS,
          paidBy('Sub Disbursed', 'sub'),
          paidBy('Unsub Disbursed', 'unsub'),
          ['Sub Returned', () => '100'],
        ],
        paid,
      ),
      paid,
    ),
    open: ['paid'],
    decide: { decisions: { paid: { 'Sub Returned': 'none' } } },
  },
  named(
    'marks of direction in cells, and need under a plain name: nothing is asked',
    ofTerms(
      [
        ['Subsidized Need', ({ need }) => `\u200E${need}`],
        ['Academic Level', () => '\u200EUndergraduate'],
        FULL_TIME,
      ],
      [['Credits', ({ term: { credits } }) => `\u200E${credits}`]],
    ),
  ),
  named(
    'a subtotal with the id and no term below each student: nothing is asked',
    textFile(
      students.flatMap((person, nth) => {
        const [header = [], ...rows] = tableOf<TermRow>(
          [
            ...[...PERSON, ...OWN_NEED].map(
              ([name, cell]): Column<TermRow> => [name, (row) => cell(row.person)],
            ),
            ['Term', (row) => LABELS[row.term.season as 'F']],
            CREDITS,
          ],
          termRows([person]),
        );
        const subtotal = header.map((name) =>
          name === 'Student ID' ? person.id : name === 'Credits' ? '21' : '',
        );
        return nth === 0 ? [header, ...rows, subtotal] : [...rows, subtotal];
      }),
    ),
  ),
];
