import { each, GRADUATES, type Person, UNDERGRADUATES, unpaid } from '../people.js';
import type { RawExport, RefusedExport } from '../raw-export.js';
import { type Column, type TermRow, tableOf, termRows, textFile } from '../write-table.js';

/** Columns that are called, or written, as few systems do. */
const LABELS = { F: 'Fall 2026', S: 'Spring 2027' };
const YEARS = ['First-Time Freshman', '2nd Year', 'Junior', '5th Year Senior'];
const students = each(unpaid(UNDERGRADUATES), (person) => ({ ...person, denied: false }));

/** What each column is called otherwise than usual. */
type Names = Readonly<
  Partial<Record<'id' | 'term' | 'credits' | 'dep' | 'level' | 'class' | 'need', string>>
>;

function columns(names: Names = {}): readonly Column<TermRow>[] {
  return [
    [names.id ?? 'Student ID', ({ person }) => person.id],
    [names.term ?? 'Term', ({ term }) => LABELS[term.season as 'F']],
    [names.credits ?? 'Credits', ({ term }) => term.credits],
    [names.dep ?? 'Dep', ({ person }) => (person.dependency === 'dependent' ? 'D' : 'I')],
    [names.level ?? 'Degree Level', ({ person }) => (person.degree === 'graduate' ? 'GR' : 'UG')],
    [names.class ?? 'Class', ({ person }) => (person.year === null ? '' : (YEARS[person.year - 1] ?? ''))],
    ['Full Time Credits', ({ person }) => person.full],
    [names.need ?? 'Subsidized Amount', ({ person }) => String(person.need)],
  ];
}

const without = (own: readonly Column<TermRow>[], ...names: readonly string[]) =>
  own.filter(([name]) => !names.includes(name));
const file = (own: readonly Column<TermRow>[], people: readonly Person[] = students): Uint8Array =>
  textFile(tableOf(own, termRows(people)));
const named = (name: string, bytes: Uint8Array, people: readonly Person[] = students): RawExport => ({
  ...{ name, bytes, people, labels: LABELS, open: [], decide: {} },
});

const DOTTED: Names = {
  ...{ id: 'STUDENT.ID', term: 'TERM', credits: 'TERM.CREDITS' },
  ...{ dep: 'DEP.STATUS', level: 'ACAD.LEVEL', class: 'CLASS' },
};
/** PowerFAIDS writes a section, a dot and a field. */
const SECTIONS: Names = {
  ...{ id: 'Student.Alternate ID', term: 'POE.Term', credits: 'POE.Credits' },
  ...{ dep: 'Student.Dependency Status', level: 'Student.Academic Level', class: 'Student.Year in College' },
};
const termAt = ({ terms }: Person, nth: number): string => terms[nth]?.credits ?? '';
const SECTIONS_BESIDE = textFile(
  tableOf<Person>(
    [
      ['Student.Alternate ID', ({ id }) => id],
      ['Student.Dependency Status', ({ dependency }) => (dependency === 'dependent' ? 'D' : 'I')],
      ['Student.Degree Level', () => 'UG'],
      ['Student.Year in College', ({ year }) => YEARS[(year ?? 1) - 1] ?? ''],
      ['Student.Full Time Credits', ({ full }) => full],
      ['POE.Fall.2026.Credits', (person) => termAt(person, 0)],
      ['POE.Spring.2027.Credits', (person) => termAt(person, 1)],
      ['Need.Subsidized Eligibility', ({ need }) => String(need)],
    ],
    students,
  ),
);
const LEGACY = 'Loan Before 7/1/2026';
/** A row more for each student, which sums up the terms. */
function summedUp(label: string): RawExport {
  const sums: Column<TermRow>[] = columns().map(([name, cell]) => {
    const sumOf = ({ person }: TermRow): string =>
      String(person.terms.reduce((sum, { credits }) => sum + Number(credits), 0));
    if (name === 'Term') return [name, (row) => (row.term.season === 'U' ? label : cell(row))];
    return [name, (row) => (name === 'Credits' && row.term.season === 'U' ? sumOf(row) : cell(row))];
  });
  const rows = students.map((person) => ({
    ...person,
    terms: [...person.terms, { season: 'U' as const, credits: '' }],
  }));
  return {
    ...named(`sums of the terms, called ${label}`, file(sums, rows)),
    open: ['terms'],
    decide: { decisions: { terms: { [label]: '' } } },
  };
}

/** Graduates with a column that says otherwise than usual that the first of them is a legacy borrower. */
function legacy(name: string, [yes, no]: readonly [string, string]): RawExport {
  const borrowers = each(GRADUATES, (person, nth) => ({ ...person, legacy: nth === 0, cost: 40000 }));
  const columnsOfBorrowers: readonly Column<TermRow>[] = [
    ...without(columns(), 'Class'),
    ['COA', () => '40000'],
    [name, ({ person }) => (person.legacy ? yes : no)],
  ];
  return {
    ...named(`"${name}" of ${yes} and ${no}`, file(columnsOfBorrowers, borrowers), borrowers),
    open: ['column:is_legacy_borrower'],
    decide: {
      columns: {
        is_legacy_borrower: { column: name, values: { [yes]: 'yes', ...(no === '' ? {} : { [no]: 'no' }) } },
      },
    },
  };
}

/** Full-time credits of the year on the row of each term. */
const OF_YEAR = 'Annual Full-Time Credits';
/** The cost of attendance of each term, for a legacy borrower. */
const OF_TERM = 'Cost of Attendance - Term';
const BORROWERS = each(GRADUATES, (person) => ({ ...person, legacy: true }));
const ofOtherTimes: readonly RawExport[] = [
  ...['2526 Sub Paid', 'Sub Not Yet Disbursed', 'Prior Year Sub Paid'].map(
    (name): RawExport => ({
      ...named(`a payment called ${name}`, file([...columns(), [name, () => '500']])),
      open: ['column:term_prior_disbursement_sub'],
      decide: { decisions: { columns: { term_prior_disbursement_sub: 'none' } } },
    }),
  ),
  {
    ...named(
      'final credits of the term before',
      file([...without(columns(), 'Subsidized Amount'), ['Prior Term Final Credits', () => '15']]),
      each(students, (person) => ({ ...person, need: 0 })),
    ),
    open: ['column:term_actual_final_credits', 'need'],
    decide: { decisions: { columns: { term_actual_final_credits: 'none' }, need: 'none' } },
  },
  ...[OF_YEAR, 'FT Hours/Year', 'AY FT Credits'].map(
    (name): RawExport => ({
      ...named(
        `full-time credits called ${name}`,
        file([...without(columns(), 'Full Time Credits'), [name, () => '24']]),
      ),
      open: ['column:term_ft_credits', 'full_time_credits'],
      decide: {
        decisions: { columns: { term_ft_credits: 'none' }, full_time_credits: { undergraduate: '12' } },
      },
    }),
  ),
  ...[OF_TERM, 'Term COA', 'COA for Period'].map(
    (name): RawExport => ({
      ...named(
        `a cost called ${name}`,
        file([...without(columns(), 'Class'), ['Legacy', () => 'Y'], [name, () => '26000']], BORROWERS),
        BORROWERS,
      ),
      open: ['column:cost_of_attendance'],
      decide: { decisions: { columns: { cost_of_attendance: 'none' } } },
    }),
  ),
];

/** A code of dependency that says as well that a parent was denied. */
const DENIED = each(students, (person, nth) => ({
  ...person,
  denied: person.dependency === 'dependent' && nth % 3 === 0,
}));
const WITH_DENIAL: Readonly<Record<string, string>> = {
  'Dependent - PLUS Denied': 'yes',
  Dependent: 'no',
  Independent: 'no',
};
const DENIED_WITHIN: RawExport = {
  ...named(
    'a code of dependency with the denial of a parent',
    file(
      columns().map(
        ([name, cell]): Column<TermRow> =>
          name === 'Dep'
            ? [
                name,
                ({ person: { dependency, denied } }) =>
                  dependency === 'independent'
                    ? 'Independent'
                    : denied
                      ? 'Dependent - PLUS Denied'
                      : 'Dependent',
              ]
            : [name, cell],
      ),
      DENIED,
    ),
    DENIED,
  ),
  open: ['column:plus_denied', 'values:dependency_status'],
  decide: {
    columns: {
      dependency_status: { column: 'Dep', values: { 'Dependent - PLUS Denied': 'dependent' } },
      plus_denied: { column: 'Dep', values: WITH_DENIAL },
    },
  },
};

const twoCosts = each(GRADUATES, (person) => ({ ...person, legacy: true, cost: 42000 }));

export const NAMES: readonly RawExport[] = [
  named('Colleague, names with dots: nothing is asked', file(columns(DOTTED))),
  named(
    'PowerFAIDS, names with sections: nothing is asked',
    file(columns(SECTIONS), [...students, ...GRADUATES]),
    [...students, ...GRADUATES],
  ),
  named(
    'years of NSLDS, whose 5 is a fifth year: nothing is asked',
    file(
      [
        ...without(columns(), 'Class'),
        [
          'NSLDS Loan Year',
          ({ person: { year } }) =>
            year === null ? 'A' : year === 4 ? '5' : `${year - (year === 1 ? 1 : 0)}`,
        ],
      ],
      [...students, ...GRADUATES],
    ),
    [...students, ...GRADUATES],
  ),
  named('PowerFAIDS, terms within names with sections: nothing is asked', SECTIONS_BESIDE),
  named(
    'Jenzabar, a division of UG and GR and years in words: nothing is asked',
    file(columns({ level: 'DIV_CDE', class: 'Year Level' }), [...students, ...GRADUATES]),
    [...students, ...GRADUATES],
  ),
  named(
    'graduates alone, by a level of GR: nothing is asked',
    file(without(columns({ level: 'Level' }), 'Class'), GRADUATES),
    GRADUATES,
  ),
  {
    ...named(
      'loans before a day, of graduates',
      file([...without(columns(), 'Class'), [LEGACY, () => 'N']], GRADUATES),
      GRADUATES,
    ),
    open: ['column:is_legacy_borrower'],
    decide: { columns: { is_legacy_borrower: { column: LEGACY } } },
  },
  legacy('Borrower Type', ['Legacy', 'New']),
  legacy('OB3 Status', ['Legacy', 'Non-Legacy']),
  legacy('Loan Cap Exempt', ['Y', 'N']),
  legacy('Legacy Through', ['2029-05-15', '']),
  legacy('Grad PLUS Eligible', ['Y', 'N']),
  legacy('Packaging Rules', ['Old rules', 'New rules']),
  legacy('New Borrower', ['N', 'Y']),
  DENIED_WITHIN,
  {
    ...named(
      'two costs of attendance',
      file(
        [
          ...columns(),
          ['Legacy', () => 'Y'],
          ['Cost of Attendance', () => '38000'],
          ['Adjusted COA', ({ person }) => String(person.cost)],
        ],
        twoCosts,
      ),
      twoCosts,
    ),
    open: ['unread_columns'],
    decide: {
      columns: { cost_of_attendance: { column: 'Adjusted COA' } },
      decisions: { unread_columns: { 'Cost of Attendance': 'ignored' } },
    },
  },
  ...ofOtherTimes,
  {
    ...named(
      'a spring and a fall of one calendar year, which are of two academic years',
      file(
        columns().map(
          ([name, cell]): Column<TermRow> =>
            name === 'Term'
              ? [name, ({ term }) => (term.season === 'S' ? 'Spring 2026' : 'Fall 2026')]
              : [name, cell],
        ),
        students.map((person) => ({ ...person, terms: person.terms.toReversed() })),
      ),
      students.map((person) => ({ ...person, terms: person.terms.filter(({ season }) => season === 'F') })),
    ),
    open: ['terms'],
    decide: {
      decisions: {
        terms: { 'Spring 2026': '', 'Fall 2026': 'Fall 2026' },
        year_terms: { terms: 1, missing: 'as_listed' },
      },
    },
  },
  summedUp('Fall/Spring'),
  summedUp('Summary'),
];

const FUND: Column<TermRow> = ['Fund Code', () => 'DSUB'];

export const NAMES_REFUSED: readonly RefusedExport[] = [
  {
    name: 'shares of full time, which are no credits',
    bytes: file([
      ...without(columns(), 'Credits'),
      ['Enrollment', ({ term }) => (Number(term.credits) < 12 ? '0.75' : '1')],
    ]),
    advice: /share of it\..* needs the credits: export them, too\. Add a column that has the credits/,
  },
  {
    name: 'one fund, and an amount that may be what was offered',
    bytes: file([...columns(), FUND, ['Amount', () => '500'], ['Status', () => 'Scheduled']]),
    advice: /"Amount" may be what was only offered\. Export what was disbursed so far/,
  },
  {
    name: 'a row for each fund, with an amount of codes that nobody knows',
    bytes: file([...columns(), ['Fund Code', () => '7401'], ['Amount', () => '500']]),
    advice: /"Amount" may be what was only offered\. Export what was disbursed so far/,
  },
  {
    name: 'a row for each fund, with terms beside each other',
    bytes: textFile([
      ['ID', 'Dep', 'Class', 'Level', 'Fall Credits', 'Spring Credits', 'Fund', 'Fall Paid', 'Spring Paid'],
      ...['DSUB', 'DUNSUB', 'PELL'].map((fund) => ['1', 'D', 'SO', 'UG', '9', '12', fund, '500', '0']),
    ]),
    advice: /terms stand beside each other.*Export a row for each term/,
  },
];
