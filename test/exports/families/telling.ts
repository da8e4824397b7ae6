import { each, GRADUATES, type Person, UNDERGRADUATES, unpaid } from '../people.js';
import type { RawExport } from '../raw-export.js';
import { type Column, type Rows, type TermRow, tableOf, termRows, textFile } from '../write-table.js';

/** Columns that their cells explain, and rows that others explain, whatever the columns are called. */
const LABELS = { F: 'Fall 2026', S: 'Spring 2027' };
const CLASSES = ['Freshman (0-29)', 'Sophomore (30-59)', 'Junior (60-89)', 'Senior (90+)'];
const undergraduates = each(unpaid(UNDERGRADUATES), (person) => ({ ...person, denied: false }));
const everybody = [...undergraduates, ...GRADUATES];

const labelOf = ({ term }: TermRow): string => LABELS[term.season as 'F'];
const yearOf = ({ person: { year } }: TermRow): string => (year === null ? '' : String(Math.min(year, 3)));

function columns(): readonly Column<TermRow>[] {
  return [
    ['Student ID', ({ person }) => person.id],
    ['Term', labelOf],
    ['Credits', ({ term }) => term.credits],
    ['Full Time Credits', ({ person }) => person.full],
    ['Dep Status', ({ person }) => (person.dependency === 'dependent' ? 'D' : 'I')],
    ['Level', ({ person }) => (person.degree === 'graduate' ? 'GR' : 'UG')],
    ['Class', yearOf],
    ['Subsidized Amount', ({ person }) => String(person.need)],
  ];
}

/** The columns with some replaced, each by none or several. */
function withColumns(
  changes: Readonly<Record<string, readonly Column<TermRow>[]>>,
): readonly Column<TermRow>[] {
  return columns().flatMap((column) => changes[column[0]] ?? [column]);
}
const table = (own: readonly Column<TermRow>[], people: readonly Person[] = everybody): Rows =>
  tableOf(own, termRows(people));
function named(name: string, rows: Rows, people: readonly Person[] = everybody): RawExport {
  return { name, bytes: textFile(rows), people, labels: LABELS, open: [], decide: {} };
}

const DEP_WORDS: Column<TermRow> = [
  'Dep/Ind',
  ({ person }) => (person.dependency === 'dependent' ? 'Dependent' : 'Independent'),
];
const CAREER: Column<TermRow> = ['Career', ({ person }) => (person.degree === 'graduate' ? 'GRAD' : 'UGRD')];
const CLASS_WORDS: Column<TermRow> = [
  'Classification',
  ({ person: { year } }) => (year === null ? 'Graduate' : (CLASSES[year - 1] ?? '')),
];
const TOLD = withColumns({ 'Dep Status': [DEP_WORDS], Level: [CAREER], Class: [CLASS_WORDS] });
const PARENT: Column<TermRow> = ['Parent Level', () => 'Graduate'];
const codeOf = ({ term }: TermRow): string => (term.season === 'F' ? '202710' : '202720');

/** Codes and numbers whose columns say by their names what they hold. */
const NAMED = withColumns({
  'Student ID': [['W Number', ({ person }) => person.id]],
  Term: [['POE', labelOf]],
  Credits: [['FA_ADJ_HOURS', ({ term }) => term.credits]],
  'Dep Status': [['Dep Ind', ({ person }) => (person.dependency === 'dependent' ? 'D' : 'I')]],
  Class: [['DL Year', yearOf]],
  'Subsidized Amount': [['Stafford Sub Need', ({ person }) => String(person.need)]],
});
const overInFall = undergraduates.map((person, nth) => ({
  ...person,
  terms: person.terms.map((term) => {
    return term.season === 'F' ? { ...term, final: nth === 1 ? '3' : term.credits } : term;
  }),
}));

/** What stands only on a student's first row. */
const ONCE = new Set(['Dep Status', 'Level', 'Class', 'Subsidized Amount']);
const printedOnce = columns().map(
  ([name, cell]): Column<TermRow> => [
    name === 'Subsidized Amount' ? 'Sub Need' : name,
    (row) => (ONCE.has(name) && row.term !== row.person.terms[0] ? '' : cell(row)),
  ],
);

/** Each row twice: by the rule of aid, and by another with other credits, which comes last. */
function byTwoRules(): Rows {
  const [header = [], ...rows] = table(columns());
  const place = header.indexOf('Credits');
  return [
    [...header, 'RORENRL_ENRR_CODE'],
    ...rows.flatMap((cells) => [
      [...cells, 'STANDARD'],
      [...cells.with(place, String(Number(cells[place]) + 1)), 'BILLING'],
    ]),
  ];
}

/** Three credits of two students' falls stand on a row of their own, under the code of a session. */
function withSession(): Rows {
  const own = columns().map(
    ([name, cell]): Column<TermRow> => [
      name,
      name === 'Term' ? ({ term }) => (term.season === 'F' ? '26/FA' : '27/SP') : cell,
    ],
  );
  const [header = [], ...rows] = table(own);
  const place = header.indexOf('Credits');
  const label = header.indexOf('Term');
  return [
    header,
    ...rows.flatMap((cells) => {
      const isSplit = ['A00000011', 'A00000013'].includes(cells[0] ?? '') && cells[label] === '26/FA';
      if (!isSplit) return [cells];
      const rest = cells.with(place, String(Number(cells[place]) - 3));
      return [rest, rest.with(place, '3').with(label, '26/FAM')];
    }),
  ];
}

const backwards = everybody.map((person) => ({ ...person, terms: person.terms.toReversed() }));
const FUND_NAMES = ['Federal Direct Subsidized Loan', 'Federal Direct Unsubsidized Loan'] as const;
const LOANS = ['term_prior_disbursement_sub', 'term_prior_disbursement_unsub'] as const;
const borrowers = each(UNDERGRADUATES, (person) => ({ ...person, denied: false }));
/** A row per fund, each called by its name. */
const byFundName = (() => {
  const [header = [], ...rows] = table(columns(), borrowers);
  const paidTo = termRows(borrowers).map(({ term }) => [term.sub ?? 0, term.unsub ?? 0]);
  return [
    [...header, 'Award.FundName', 'Award.AmountDisbursed'],
    ...rows.flatMap((cells, nth) =>
      FUND_NAMES.map((fund, loan) => [...cells, fund, String(paidTo[nth]?.[loan] ?? 0)]),
    ),
  ];
})();

/** The same fact several times, in codes and in words. */
const YEARS = ['FR - Freshman', 'SO - Sophomore', '03 - Junior', 'SR-Senior'];
const FAFSA = ['1st year undergraduate/never attended college', '2nd year undergraduate/sophomore'];
const classOf = ({ person: { year } }: TermRow, others: readonly string[] = YEARS): string =>
  year === null ? 'GR - Graduate' : (others[year - 1] ?? YEARS[year - 1] ?? '');
const CLASS_LEVEL: Column<TermRow> = ['Class Level', classOf];
const levelOf = ({ person: { degree } }: TermRow): string =>
  degree === 'graduate' ? 'GR - Graduate' : 'UG - Undergraduate';
const agreeing = (say: (row: TermRow) => string): Rows =>
  table(withColumns({ Class: [CLASS_LEVEL, ['Year', say]] }));

const contradicting = (row: TermRow): string => classOf(row, ['01 - Freshman', '01 - Sophomore']);

/** Columns as offices call them and codes as systems deliver them, which nobody needs to explain. */
const yes = (is: boolean): string => (is ? 'Y' : 'N');
const DELIVERED = withColumns({
  'Student ID': [['EMPLID', ({ person }) => person.id]],
  Level: [CAREER],
  Class: [['Acad Level', ({ person: { year } }) => (year === null ? 'GR' : String(year * 10))]],
  'Dep Status': [['Independent', ({ person }) => yes(person.dependency === 'independent')]],
});
const OWN_LEVELS = withColumns({
  Level: [],
  Class: [['Student Level', ({ person: { year } }) => `UG${year ?? ''}`]],
  Credits: [['Expected Hours', ({ term }) => `${term.credits} SCH`]],
  'Dep Status': [['Dependent?', ({ person }) => (person.dependency === 'dependent' ? '1' : '0')]],
});
const BANNER_CLASSES = ['FRSH', 'SOPH', 'JUNR', 'SENR'];

/** The foot of each page of a report: a date, the number of the page, and the time of day, in three cells. */
function withFeet(): Rows {
  const own = withColumns({
    Term: [['TRM_CDE', labelOf]],
    Credits: [['Scheduled Hours', ({ term }) => term.credits]],
  });
  const [header = [], ...rows] = table(own);
  const foot = (page: number): readonly string[] =>
    header.map((_, place) => ['Nov 20, 2026', String(page), '8:14:02 AM'][place] ?? '');
  return [header, ...rows.slice(0, 6), foot(1), ...rows.slice(6), foot(2)];
}

const KNOWN: readonly RawExport[] = [
  { ...named('the foot of each page in three cells', withFeet()), setAside: 2 },
  named('academic levels as PeopleSoft delivers them, and Independent with yes and no', table(DELIVERED)),
  named(
    'classes as UG1 to UG4 in a column called a level, and Dependent with 1 and 0',
    table(OWN_LEVELS, undergraduates),
    undergraduates,
  ),
  named(
    'four letters for each class, and what was received beside it',
    table(
      [
        ...withColumns({ Level: [], Class: [['Standing', (row) => classOf(row, BANNER_CLASSES)]] }),
        ['ISIR Received', ({ person }) => yes(person.year === 1)],
      ],
      undergraduates,
    ),
    undergraduates,
  ),
  named(
    'masters and no other students',
    table(withColumns({ Level: [['Program Level', () => "Master's"]], Class: [] }), GRADUATES),
    GRADUATES,
  ),
  {
    ...named(
      'a student who seeks no degree',
      table([
        ...columns(),
        ['Student Type', ({ person }) => (person.id === 'A00000013' ? 'Non-Degree' : 'Continuing')],
      ]),
    ),
    open: ['row_status:Student Type'],
    decide: { decisions: { row_status: { 'Student Type': { 'Non-Degree': 'counts' } } } },
  },
  {
    ...named(
      'a word beside yes and no in Independent',
      table(
        withColumns({
          'Dep Status': [
            [
              'Independent',
              ({ person }) => (person.year === 1 ? 'Partly' : yes(person.dependency === 'independent')),
            ],
          ],
        }),
      ),
    ),
    open: ['values:dependency_status'],
    decide: {
      columns: {
        dependency_status: {
          column: 'Independent',
          values: { Partly: 'dependent', Y: 'independent', N: 'dependent' },
        },
      },
    },
    people: each(everybody, (person) =>
      person.year === 1 ? { ...person, dependency: 'dependent' } : person,
    ),
  },
];

const SAID_TWICE: readonly RawExport[] = [
  named(
    'codes with their words in one cell',
    table(withColumns({ Class: [CLASS_LEVEL], Level: [['Level', levelOf]] })),
  ),
  named(
    'levels of the FAFSA',
    table(withColumns({ Class: [['Grade Level in College', (row) => classOf(row, FAFSA)]] })),
  ),
  named('two columns of classes that agree', agreeing(yearOf)),
  {
    ...named(
      'two columns of classes that disagree for one student',
      agreeing((row) => (row.person.id === 'A00000013' ? '3' : yearOf(row))),
    ),
    open: ['column:grade_level'],
    decide: {
      columns: {
        grade_level: {
          column: 'Year',
          values: { 1: 'first_year', 2: 'second_year', 3: 'third_year_and_beyond' },
        },
      },
    },
    people: each(everybody, (person) => (person.id === 'A00000013' ? { ...person, year: 3 } : person)),
  },
  {
    ...named('a code that contradicts its words', table(withColumns({ Class: [['Class', contradicting]] }))),
    open: ['values:grade_level'],
    decide: {
      columns: {
        grade_level: {
          column: 'Class',
          values: {
            ...{ '01 - Freshman': 'first_year', '01 - Sophomore': 'second_year', 'GR - Graduate': '' },
            ...{ '03 - Junior': 'third_year_and_beyond', 'SR-Senior': 'third_year_and_beyond' },
          },
        },
      },
    },
  },
  named(
    'the number of a database before that of the school',
    table(
      withColumns({
        'Student ID': [
          ['PIDM', ({ person }) => person.id.slice(1)],
          ['SPRIDEN_ID', ({ person }) => person.id],
        ],
      }),
    ),
  ),
  named(
    'independent studies, the status of teachers, and need of an aid office',
    table([
      ...withColumns({ 'Subsidized Amount': [['FA.SUB.NEED', ({ person }) => String(person.need)]] }),
      ['Course Type', ({ person }) => (person.year === 1 ? 'Independent Study' : 'Lecture')],
      ['Faculty Status', ({ person }) => (person.year === 1 ? 'Tenured' : 'On Leave')],
    ]),
  ),
];

export const TELLING: readonly RawExport[] = [
  ...KNOWN,
  ...SAID_TWICE,
  named('columns of careers, classes and dependency that only their cells tell', table(TOLD)),
  named('columns of codes and numbers that only their names tell', table(NAMED)),
  named(
    'credits at disbursement beside the final ones of a fall that is over',
    table(
      withColumns({
        Credits: [
          ['Credits at Disbursement', ({ term }) => term.credits],
          ['Final Credits', ({ term }) => term.final ?? ''],
        ],
      }),
      overInFall,
    ),
    overInFall,
  ),
  {
    ...named(
      'careers of parents beside nothing about students',
      table(withColumns({ Level: [PARENT], Class: [['Yr', yearOf]] }), undergraduates),
      undergraduates,
    ),
    open: ['column:degree_level'],
    decide: { columns: { degree_level: { constant: 'undergraduate' } } },
  },
  {
    ...named('two columns of careers', table(withColumns({ Level: [CAREER, ['Program Level', CAREER[1]]] }))),
    open: ['column:degree_level'],
    decide: {
      columns: {
        degree_level: { column: 'Career', values: { UGRD: 'undergraduate', GRAD: 'graduate' } },
      },
    },
  },
  named(
    'codes and descriptions of terms, and two student numbers, one to one',
    table(
      withColumns({
        'Student ID': [
          ['SyStudentID', ({ person }) => person.id],
          ['StuNum', ({ person }) => `26${person.id.slice(1)}`],
        ],
        Term: [
          ['ACADEMIC_PERIOD', codeOf],
          ['ACADEMIC_PERIOD_DESC', labelOf],
        ],
      }),
    ),
  ),
  {
    ...named(
      'two student numbers, of which one is of several students',
      table(
        withColumns({
          'Student ID': [
            ['SyStudentID', ({ person }) => person.id],
            ['StuNum', ({ person }) => (person.degree === 'graduate' ? '77' : person.id)],
          ],
        }),
      ),
    ),
    open: ['student'],
    decide: { columns: { student_id: { column: 'SyStudentID' } } },
  },
  named(
    'SID beside the names of students',
    table(
      withColumns({
        'Student ID': [
          [
            'Student',
            ({ person }) =>
              person.degree === 'graduate' ? 'Garcia, Ana' : `Lee, ${person.need}`.replace(/\d/g, 'a'),
          ],
          ['SID', ({ person }) => person.id],
        ],
      }),
    ),
  ),
  named('terms backwards, with season and year in their labels', table(columns(), backwards)),
  {
    ...named('facts on the first row of each student', table(printedOnce)),
    labels: LABELS,
  },
  {
    ...named('a row for each of two rules of enrollment', byTwoRules()),
    open: ['repeated_terms'],
    decide: { decisions: { aid_year: { RORENRL_ENRR_CODE: 'STANDARD' } } },
  },
  {
    ...named('a session with a code of its own beside the code of its term', withSession()),
    open: ['terms'],
    decide: { decisions: { terms: { '26/FA': 'Fall 2026', '26/FAM': 'Fall 2026' } } },
    labels: { F: 'Fall 2026', S: '27/SP' },
  },
  {
    ...named('a row per fund, by the name of the fund', byFundName, borrowers),
    open: ['funds'],
    decide: { funds: Object.fromEntries(FUND_NAMES.map((fund, nth) => [fund, LOANS[nth] ?? null])) },
  },
  {
    ...named(
      'need on the rows of both terms, asked about only once classes are known',
      table(
        withColumns({
          Class: [['Class', ({ person: { year } }) => (year === null ? '' : `Stage ${year}`)]],
          'Subsidized Amount': [['Sub Need', ({ person }) => (person.degree === 'graduate' ? '0' : '4400')]],
        }),
        undergraduates,
      ),
      undergraduates.map((person) => ({
        ...person,
        need: Math.min(4400, [3500, 4500][(person.year ?? 1) - 1] ?? 5500),
      })),
    ),
    open: ['column:grade_level'],
    decide: {
      columns: {
        grade_level: {
          column: 'Class',
          values: {
            'Stage 1': 'first_year',
            'Stage 2': 'second_year',
            'Stage 3': 'third_year_and_beyond',
            'Stage 4': 'third_year_and_beyond',
          },
        },
      },
      decisions: { need_above_maximum: 'maximum' },
    },
  },
];
