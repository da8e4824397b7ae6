import { each, GRADUATES, type Person, UNDERGRADUATES, unpaid, withTerm } from '../people.js';
import type { RawExport, RefusedExport } from '../raw-export.js';
import { type Column, type TermRow, tableOf, termRows, textFile } from '../write-table.js';

/** Columns whose names or values may say the opposite of what they seem to, or that rows do not count. */
const LABELS = { F: 'Fall 2026', S: 'Spring 2027' };
const CLASSES = ['FR', 'SO', 'JR', 'SR'];
const ROW: readonly Column<TermRow>[] = [
  ['Student ID', ({ person }) => person.id],
  ['Term', ({ term }) => LABELS[term.season as 'F']],
  ['Credits', ({ term }) => term.credits],
  ['Dep', ({ person }) => (person.dependency === 'dependent' ? 'D' : 'I')],
  ['Class', ({ person }) => CLASSES[(person.year ?? 1) - 1] ?? ''],
  ['Degree Level', () => 'UG'],
  ['Full Time Credits', ({ person }) => person.full],
  ['Subsidized Amount', ({ person }) => String(person.need)],
];

/** Those whose parents were denied among them, so that whoever reads it the other way round is found out. */
const students = each(unpaid(UNDERGRADUATES), (person, nth) => ({
  ...person,
  denied: person.dependency === 'dependent' && nth % 3 === 0,
}));
const undenied = each(students, (person) => ({ ...person, denied: false }));
const file = (columns: readonly Column<TermRow>[], people: readonly Person[] = students): Uint8Array =>
  textFile(tableOf([...ROW, ...columns], termRows(people)));

/** A file with one more column, which says whose parent was denied. */
function plus(
  name: string,
  [denied, others]: readonly [string, string],
  open: readonly string[],
  values?: Readonly<Record<string, string>>,
): RawExport {
  return {
    name: `"${name}" of ${denied} and ${others}`,
    bytes: file([[name, ({ person }) => (person.denied ? denied : others)]]),
    open,
    decide: { columns: { plus_denied: { column: name, ...(values === undefined ? {} : { values }) } } },
    people: students,
    labels: LABELS,
  };
}

/** A file with one more column, whose code says that the spring of two students does not count. */
function leaving(
  name: string,
  [left, others]: readonly [string, string],
  decided: Readonly<Record<string, string>> = { [left]: 'not_enrolled' },
): RawExport {
  const gone = [undenied[1]?.id, undenied[5]?.id];
  const isGone = ({ person, term }: TermRow): boolean => gone.includes(person.id) && term.season === 'S';
  return {
    name: `"${name}" of ${left} and ${others}`,
    bytes: file([[name, (row) => (isGone(row) ? left : others)]], undenied),
    open: [`row_status:${name}`],
    decide: { decisions: { row_status: { [name]: decided } } },
    people: withTerm(undenied, [1, 5], 'S', { credits: '0' }),
    labels: LABELS,
  };
}

/** A file with one more column: credits that two students withdrew from in the fall, included in their credits or not. */
function withdrawn(name: string, said: 'subtract' | 'none'): RawExport {
  const gone = [undenied[2]?.id, undenied[5]?.id];
  const left = ({ person, term }: TermRow) => (gone.includes(person.id) && term.season === 'F' ? '3' : '0');
  return {
    name: `"${name}" of 3 and 0, which are ${said === 'subtract' ? 'included' : 'left out'}`,
    bytes: file([[name, left]], undenied),
    open: ['withdrawn_credits'],
    decide: { decisions: { withdrawn_credits: { [name]: said } } },
    people: said === 'none' ? undenied : withTerm(undenied, [2, 5], 'F', { credits: '9' }),
    labels: LABELS,
  };
}

/** A fall that is over, in which two students dropped something. */
const overInFall = each(undenied, (person, nth) => ({
  ...person,
  terms: person.terms.map((term) => {
    if (term.season !== 'F') return term;
    return { ...term, final: String(Number(term.credits) - (nth === 2 || nth === 5 ? 3 : 0)) };
  }),
}));

/** Two downloads pasted below each other, one of which lost the zeros of the ids. */
const byNumber = undenied.map((person, nth) => ({ ...person, id: String(nth + 11) }));
const twoDownloads = textFile(
  tableOf(
    ROW.map(
      ([name, cell]): Column<TermRow> =>
        name === 'Student ID'
          ? [name, ({ person, term }) => (term.season === 'F' ? person.id : person.id.padStart(7, '0'))]
          : [name, cell],
    ),
    termRows(byNumber).toSorted((one, other) => one.term.season.localeCompare(other.term.season)),
  ),
);

/** The id of a fall with the mark of a footnote, and a second table whose columns are in another order. */
const footnote = textFile(
  tableOf(
    ROW.map(
      ([name, cell]): Column<TermRow> =>
        name === 'Student ID'
          ? [
              name,
              ({ person, term }) =>
                term.season === 'S' && person.id === undenied[2]?.id ? `${person.id}*` : person.id,
            ]
          : [name, cell],
    ),
    termRows(undenied),
  ),
);
const ofSeason = (season: string): readonly TermRow[] =>
  termRows(undenied).filter(({ term }) => term.season === season);
const OTHER_ORDER = textFile([
  ...tableOf(ROW, ofSeason('F')),
  ...tableOf([...ROW.slice(0, 2), ...ROW.slice(3), ...ROW.slice(2, 3)], ofSeason('S')),
]);

/** A row per student with another column of the fall. */
const beside = (name: string, cell: (person: Person) => string): Uint8Array =>
  textFile(
    tableOf<Person>(
      [
        ['Student ID', ({ id }) => id],
        ['Dep', ({ dependency }) => (dependency === 'dependent' ? 'D' : 'I')],
        ['Class', ({ year }) => CLASSES[(year ?? 1) - 1] ?? ''],
        ['Degree Level', () => 'UG'],
        ['Full Time Credits', ({ full }) => full],
        ['Subsidized Amount', ({ need }) => String(need)],
        ['Fall 2026 Credits', ({ terms }) => terms[0]?.credits ?? ''],
        [name, cell],
        ['Spring 2027 Credits', ({ terms }) => terms[1]?.credits ?? ''],
      ],
      undenied,
    ),
  );
const isSixth = ({ id }: Person): boolean => id === undenied[5]?.id;
const DROPPED = beside('Fall 2026 Dropped Hours', (person) => (isSixth(person) ? '6' : ''));

/** Banner fills the final credits of a term to come with 0. */
function zeroFinals(name: string, said: 'not_known' | 'not_enrolled'): RawExport {
  const final = ({ term }: TermRow): string => (term.season === 'S' ? '0' : term.credits);
  return {
    name,
    bytes: file([['Final Credits', final]], undenied),
    open: ['zero_final_credits'],
    decide: { decisions: { zero_final_credits: { [LABELS.S]: said } } },
    people:
      said === 'not_known' ? undenied : withTerm(undenied, [0, 1, 2, 3, 4, 5, 6, 7], 'S', { final: '0' }),
    labels: LABELS,
  };
}

/** Credits in a column of final ones alone, and nothing paid yet, which is written as 0. */
function unplanned(name: string, said: 'enrolled' | 'as_planned' | 'full_time'): RawExport {
  const columns: readonly Column<TermRow>[] = [
    ...ROW.filter(([each]) => each !== 'Credits'),
    ['Actual Credits', ({ term }) => term.credits],
    ['Sub Paid', () => '0'],
    ['Unsub Paid', () => '0'],
  ];
  const isOver = said !== 'enrolled';
  return {
    name,
    bytes: textFile(tableOf(columns, termRows(undenied))),
    open: ['unplanned_credits'],
    decide: { decisions: { unplanned_credits: { [LABELS.F]: said, [LABELS.S]: 'enrolled' } } },
    people: each(undenied, (person) => ({
      ...person,
      terms: person.terms.map((term) => {
        if (!isOver || term.season !== 'F') return { ...term, sub: 0, unsub: 0 };
        const credits = said === 'full_time' ? person.full : term.credits;
        return { ...term, credits, final: term.credits, sub: 0, unsub: 0 };
      }),
    })),
    labels: LABELS,
  };
}

/** The file with other names of columns, and more columns. */
function renamed(names: Readonly<Record<string, string>>, more: readonly Column<TermRow>[] = []): Uint8Array {
  const columns = ROW.map(([name, cell]): Column<TermRow> => [names[name] ?? name, cell]);
  return textFile(tableOf([...columns, ...more], termRows(undenied)));
}

/** The file of the year before. */
const LAST_YEAR = { F: 'Fall 2025', S: 'Spring 2026' };
const lastYear = textFile(
  tableOf(
    ROW.map(
      ([name, cell]): Column<TermRow> =>
        name === 'Term' ? [name, ({ term }) => LAST_YEAR[term.season as 'F']] : [name, cell],
    ),
    termRows(undenied),
  ),
);

const CODES = { F: '202510', S: '202520' };
const inCodes = textFile(
  tableOf(
    ROW.map(
      ([name, cell]): Column<TermRow> =>
        name === 'Term' ? [name, ({ term }) => CODES[term.season as 'F']] : [name, cell],
    ),
    termRows(undenied),
  ),
);

/** A row for each of two courses of a term, with a column that says which of them belong to the student's program. */
function ofProgram(name: string, [counts, other]: readonly [string, string]): RawExport {
  const outside = [undenied[0]?.id, undenied[3]?.id];
  const isOutside = ({ person, term }: TermRow): boolean =>
    outside.includes(person.id) && term.season === 'F';
  const courses = termRows(undenied).flatMap((row) => {
    const rest = String(Number(row.term.credits) - 3);
    return [
      { ...row, term: { ...row.term, credits: rest }, flag: counts },
      { ...row, term: { ...row.term, credits: '3' }, flag: isOutside(row) ? other : counts },
    ];
  });
  const columns: readonly Column<(typeof courses)[number]>[] = [...ROW, [name, ({ flag }) => flag]];
  return {
    name: `courses with "${name}" of ${counts} and ${other}`,
    bytes: textFile(tableOf(columns, courses)),
    open: [`row_status:${name}`, 'repeated_terms'],
    decide: {
      decisions: { row_status: { [name]: { [other]: 'not_enrolled' } }, repeated_terms: 'add_up' },
    },
    people: withTerm(withTerm(undenied, [0], 'F', { credits: '6' }), [3], 'F', { credits: '12' }),
    labels: LABELS,
  };
}

/** Columns that say nothing of whether a row counts, though some of their words look so. */
const INNOCENT: Readonly<Record<string, readonly string[]>> = {
  'Cumulative Earned Hours': ['30', '61'],
  'Billing Hours': ['15', '3'],
  'Pell Eligible': ['Y', 'N'],
  'Work Study Eligibility': ['Yes', 'No'],
  'Loan Cap Exempt': ['N', ''],
  ETHN_CODE: ['W', 'B', 'H'],
  STYP_CODE: ['C', 'N', 'W'],
  'Home State': ['WA', 'DE', 'WV'],
  Country: ['US', 'AU'],
  Major: ['AUD', 'DR', 'ENG'],
  'Meeting Days': ['M', 'W', 'F'],
  Ethnicity: ['W', 'B', 'H'],
  'Marital Status': ['M', 'S', 'W'],
  'Course Title': ['Auditing', 'Dropout Prevention'],
  'Last Name': ['Drop', 'Waite'],
  'Middle Initial': ['W', 'D'],
  Campus: ['W', 'E'],
  'Delivery Method': ['W', 'F'],
  'Aid Package Status': ['Cancelled', 'Active'],
  'Exit Counseling': ['Y', 'N'],
  'Active Duty': ['N'],
  'Last Attended': ['2026-12-18'],
  'SAP Status': ['W', 'G'],
  'Grading Basis': ['GRD', 'PNP'],
  'Parent PLUS MPN': ['Y', 'N'],
  'Appeal Result': ['Approved', 'Denied'],
  Remark: ['asked twice', 'called'],
  Athlete: ['Y', 'N'],
  Honors: ['H', 'N'],
  'Dropped Credits': ['0', ''],
  'Cumulative Withdrawn Hours': ['3', '0'],
  'Student Group': ['AU', 'WL'],
  ENTRY_ACTION: ['FTF', 'TRN'],
  'Student Status': ['Continuing', 'New', 'Returning'],
  'Status Date': ['2026-08-01', '2026-08-02'],
  'Employment Status': ['Employed', 'None'],
  'Online Program': ['Y', 'N'],
  Commuter: ['Y', 'N'],
};

const paidTwice = undenied.map((person) => ({
  ...person,
  terms: person.terms.map((term) => ({ ...term, unsub: 500 })),
}));
const paidInFall = paidTwice.map((person) => ({
  ...person,
  terms: person.terms.map((term) => (term.season === 'F' ? term : { ...term, unsub: 0 })),
}));
const YTD = file([['Unsub Paid YTD', () => '500']], undenied);

/** A file with one more column that nothing is read from, though its name says that it may decide something. */
function unread(
  name: string,
  cell: (row: TermRow) => string,
  said: 'ignored' | 'decides' = 'ignored',
): RawExport {
  return {
    name: `"${name}", from which nothing is read, is ${said}`,
    bytes: file([[name, cell]], undenied),
    open: ['unread_columns'],
    decide: { decisions: { unread_columns: { [name]: said } } },
    people: undenied,
    labels: LABELS,
  };
}

const isFirst = ({ person }: TermRow): boolean => person.id === undenied[0]?.id;
const fewer = (row: TermRow): string => (isFirst(row) ? '3' : row.term.credits);

/** Spring credits of 0 for everybody, which say that nobody is enrolled there, or that nobody is registered yet. */
function nobodyIn(name: string, said: 'full_time' | 'not_enrolled'): RawExport {
  const nths = undenied.map((_, nth) => nth);
  const people = withTerm(undenied, nths, 'S', { credits: '0' });
  return {
    name,
    bytes: file([], people),
    open: ['zero_credits'],
    decide: { decisions: { zero_credits: { [LABELS.S]: said } } },
    people: said === 'full_time' ? withTerm(undenied, nths, 'S', { credits: '12' }) : people,
    labels: LABELS,
  };
}

/** The same amount on the rows of both terms, of the year or of each, below what one year allows. */
function needOnRows(name: string, period: 'year' | 'term' | null): RawExport {
  const amount = 2000;
  const most = [3500, 4500, 5500, 5500];
  const columns: readonly Column<TermRow>[] = [...ROW.slice(0, -1), [name, () => String(amount)]];
  const of = ({ year }: Person): number => Math.min(most[(year ?? 1) - 1] ?? 0, 2 * amount);
  const above = period === 'term' ? { need_above_maximum: 'maximum' } : {};
  return {
    name: `"${name}" on the rows of two terms, ${period ?? 'which says what it is'}`,
    bytes: textFile(tableOf(columns, termRows(undenied))),
    open: period === null ? [] : ['need_period'],
    decide: period === null ? {} : { decisions: { need_period: period, ...above } },
    people: each(undenied, (person) => ({ ...person, need: period === 'term' ? of(person) : amount })),
    labels: LABELS,
  };
}

/** The law's limits for a dependent and an independent student, by year of study. */
const LAW = { dependent: [5500, 6500, 7500, 7500], independent: [9500, 10500, 12500, 12500] };
const ofLaw = ({ person: { dependency, year } }: TermRow): number => LAW[dependency][(year ?? 1) - 1] ?? 0;

/** A file with a column of limits. */
function limits(
  name: string,
  what: string,
  amount: (row: TermRow) => number,
  said: string | null,
): RawExport {
  return {
    name: `"${name}" of ${what}, ${said ?? 'of which nothing is asked'}`,
    bytes: file([[name, (row) => String(amount(row))]], undenied),
    open: said === null ? [] : ['limit_period'],
    decide: said === null ? {} : { decisions: { limit_period: said } },
    people: undenied,
    labels: LABELS,
  };
}
const reduced = (row: TermRow): number => Math.round(ofLaw(row) * 0.63);
const none = (): number => 99999;

export const DOUBTFUL_REFUSED: readonly RefusedExport[] = [
  {
    name: 'terms of another award year',
    bytes: lastYear,
    decide: { decisions: { other_award_year: 'refuse' } },
    advice: /Take the export of the terms of 2026-27/,
  },
  {
    name: 'credits in two parts, of which one is read',
    bytes: renamed({ Credits: 'In Progress Hours' }, [
      ['Completed Hours', ({ term }) => (term.season === 'F' ? '3' : '0')],
    ]),
    decide: { columns: { term_credits_enrolled: { column: 'In Progress Hours' } } },
    advice: /Does "Completed Hours" change what a student may borrow\?/,
  },
  {
    name: 'the decisions about two parents, of which only one is read',
    bytes: file([
      ['Parent 1 PLUS Decision', ({ person }) => (person.denied ? 'Denied' : 'Approved')],
      ['Parent 2 PLUS Decision', ({ person }) => (person.year === 1 ? 'Approved' : 'Denied')],
    ]),
    decide: {
      columns: { plus_denied: { column: 'Parent 1 PLUS Decision' } },
      decisions: { unread_columns: { 'Parent 2 PLUS Decision': 'decides' } },
    },
    advice: /no other one was approved/,
  },
  {
    ...limits('Max Loan', 'each term', reduced, 'term'),
    advice: /limit was said to be of a term.*Write the limit of the year/,
  },
  {
    name: 'a second table below the first, with its columns in another order',
    bytes: OTHER_ORDER,
    advice: /row 10.*second header/is,
  },
  {
    ...unread('Aid Eligible Credits', fewer, 'decides'),
    advice: /said to decide what may be borrowed.*add both up/,
  },
  {
    ...unread('Other School Sub 26-27', (row) => (isFirst(row) ? '500' : '0'), 'decides'),
    advice: /said to decide what may be borrowed/,
  },
  {
    name: 'amounts of a term beside a status of payments, of which some are not made yet',
    bytes: file(
      [
        ['Unsub Disbursement', () => '500'],
        ['Disb Status', ({ term }) => (term.season === 'F' ? 'Paid' : 'Pending')],
      ],
      undenied,
    ),
    advice: /"Pending" says that this amount was not paid/,
    decide: {},
  },
  {
    ...unread('Not Here', (row) => (isFirst(row) ? 'Y' : ''), 'decides'),
    advice: /Write 0 as the credits of rows that do not count/,
  },
  {
    name: 'what was paid in the year on the row of each term',
    bytes: YTD,
    advice: /does not say in which term it was paid/,
    decide: { decisions: { paid: { 'Unsub Paid YTD': 'of_year' } } },
  },
];

/** Graduates with the date of their first loan, which may make them legacy borrowers. */
const early = (name: string, date: string, isAsked: boolean): RawExport => ({
  name: `graduates with a "${name}" of ${date}, who are no legacy borrowers`,
  bytes: textFile(
    tableOf<TermRow>(
      [
        ...ROW.filter(([name]) => !['Class', 'Degree Level', 'Subsidized Amount'].includes(name)),
        ['Degree Level', () => 'Graduate'],
        [name, ({ person }) => (person.id === GRADUATES[0]?.id ? date : '9/1/2026')],
      ],
      termRows(GRADUATES),
    ),
  ),
  open: isAsked ? ['unread_columns'] : [],
  decide: isAsked ? { decisions: { unread_columns: { [name]: 'ignored' } } } : {},
  people: GRADUATES,
  labels: LABELS,
});

/** Graduates beside a column of their programs, of which some are of a profession. */
const programs = (name: string, professional: string): RawExport => ({
  name: `graduates of whom one is a professional student by "${name}" of ${professional}`,
  bytes: textFile(
    tableOf<TermRow>(
      [
        ...ROW.filter(([own]) => !['Dep', 'Class', 'Degree Level', 'Subsidized Amount'].includes(own)),
        ['Level', () => 'Graduate'],
        [name, ({ person }) => (person.id === GRADUATES[0]?.id ? professional : 'MBA')],
      ],
      termRows(GRADUATES),
    ),
  ),
  open: ['unread_columns'],
  decide: {
    columns: {
      degree_level: { column: name, values: { [professional]: 'professional', MBA: 'graduate' } },
    },
  },
  people: each(GRADUATES, (person, nth) => (nth === 0 ? { ...person, degree: 'professional' } : person)),
  labels: LABELS,
});

/** Current credits beside those of census day, which were more for some. */
const census = textFile(
  tableOf(
    [
      ...ROW.map(([name, cell]): Column<TermRow> => [name === 'Credits' ? 'Current Credits' : name, cell]),
      ['Census Credits', (row) => (isFirst(row) ? '15' : row.term.credits)],
    ],
    termRows(undenied),
  ),
);

export const DOUBTFUL: readonly RawExport[] = [
  early('First Loan Date', '9/1/2025', true),
  early('First Disbursement Date', '2025-09-01', true),
  early('First Disbursement Date', '9/2/2026', false),
  programs('ACAD_PLAN', 'LAW-JD'),
  programs('Degree Code', 'J.D.'),
  programs('Program', 'Juris Doctor'),
  {
    name: 'credits on the ground beside those online, of which one column was chosen',
    bytes: file([['Online Credits', (row) => (isFirst(row) ? '3' : '0')]], undenied),
    open: ['unread_columns'],
    decide: { decisions: { unread_columns: { 'Online Credits': 'ignored' } } },
    people: undenied,
    labels: LABELS,
  },
  {
    name: 'the date of a first loan of undergraduates, of whom none is a legacy borrower',
    bytes: file([['First Loan Date', (row) => (isFirst(row) ? '9/1/2025' : '9/1/2026')]], undenied),
    ...{ open: [], decide: {}, people: undenied, labels: LABELS },
  },
  {
    name: 'current credits beside those of census day',
    bytes: census,
    open: ['column:term_actual_final_credits'],
    decide: { decisions: { columns: { term_actual_final_credits: 'none' } } },
    people: undenied,
    labels: LABELS,
  },
  nobodyIn('a term that nobody is registered for yet', 'full_time'),
  nobodyIn('a term that nobody is enrolled in', 'not_enrolled'),
  needOnRows('Sub Eligibility', 'term'),
  needOnRows('Sub Eligibility', 'year'),
  needOnRows('Annual Sub Eligible Amount', null),
  limits('Max Loan', 'nobody', none, 'year'),
  limits('Program Limit', 'nobody', none, null),
  limits('Program Limit', 'what is left after the reduction', reduced, 'ignored'),
  limits('Annual Loan Limit', 'what is left after the reduction', reduced, 'ignored'),
  limits('Annual Loan Limit', 'the law', ofLaw, null),
  unread('Aid Eligible Credits', fewer),
  unread('Hours Added/Dropped After Census', (row) => (isFirst(row) ? '-3' : '0')),
  unread('CPoS Hours', fewer),
  unread('Host School Units', (row) => (isFirst(row) ? '3' : '')),
  unread('Loan Cap Exempt', (row) => (isFirst(row) ? 'Y' : 'N')),
  unread('OB3 Provision', (row) => (isFirst(row) ? 'Grandfathered' : '')),
  unread('Not Here', (row) => (isFirst(row) ? 'Y' : '')),
  unread('Admin Flag', (row) => (isFirst(row) ? 'Y' : '')),
  unread('DRI', (row) => (isFirst(row) ? 'false' : 'true')),
  unread('R2T4 Date', (row) => (isFirst(row) ? '10/30/2026' : '')),
  unread('Borrower Type', (row) => (isFirst(row) ? 'Continuing' : 'New')),
  plus('PLUS Approved', ['N', 'Y'], ['values:plus_denied'], { N: 'yes', Y: 'no' }),
  plus('PLUS Approved', ['Denied', 'Approved'], [], { Denied: 'yes', Approved: 'no' }),
  plus('Parent PLUS Approved?', ['0', '1'], ['column:plus_denied'], { 0: 'yes', 1: 'no' }),
  plus('PPLUS Status', ['Denied', 'Approved'], ['column:plus_denied'], { Denied: 'yes', Approved: 'no' }),
  plus('PLUS Status', ['Denied', 'Approved'], ['column:plus_denied'], { Denied: 'yes', Approved: 'no' }),
  plus('PLUS Decision', ['D', 'A'], ['column:plus_denied'], { D: 'yes', A: 'no' }),
  plus('ADDL_UNSUB_AMT', ['5000', '0'], ['column:plus_denied'], { 5000: 'yes', 0: 'no' }),
  plus('Adverse Credit', ['Y', 'N'], []),
  plus('Independent Limits', ['Y', 'N'], ['column:plus_denied'], { Y: 'yes', N: 'no' }),
  plus('Loan Limit Type', ['Independent', 'Dependent'], ['column:plus_denied'], {
    Independent: 'yes',
    Dependent: 'no',
  }),
  plus('Addl Eligibility', ['Y', 'N'], ['column:plus_denied'], { Y: 'yes', N: 'no' }),
  plus('Parent Unable to Borrow', ['Y', ''], ['column:plus_denied'], { Y: 'yes' }),
  plus('Packaging Notes', ['PLUS denied 9/1', ''], ['column:plus_denied'], { 'PLUS denied 9/1': 'yes' }),
  leaving('GRADING_BASIS_ENRL', ['AUD', 'GRD']),
  leaving('Grade Mode', ['A', 'S']),
  leaving('Registered?', ['N', 'Y']),
  leaving('Registered?', ['', 'Y']),
  leaving('Counts for Aid', ['N', 'Y']),
  leaving('Last Date of Attendance', ['2027-02-02', ''], { 'a date': 'not_enrolled' }),
  leaving('Exit Date', ['2/2/2027', ''], { 'a date': 'not_enrolled' }),
  leaving('Comment', ['withdrew 9/30', '']),
  leaving('Remarks', ['student left 9/30, never came back', '']),
  leaving('Reg Code', ['DW', 'RE']),
  leaving('Credit Type', ['AU', 'CR']),
  leaving('Unit Type', ['Clock', 'Credit']),
  leaving('Course Level Status', ['Dropped', 'Enrolled']),
  leaving('Record Status', ['D', 'A']),
  leaving('Enr', ['D', 'E']),
  ...['Discontinued', 'Deceased', 'Void', 'Planned', 'In Cart', 'Transferred Out', 'No longer enrolled'].map(
    (status) => leaving('Status', [status, 'Active']),
  ),
  leaving('PROG_ACTION', ['DISC', 'ACTV']),
  leaving('Academic Standing', ['Academic Suspension', 'Good Standing']),
  leaving('Disposition', ['Purge', 'Registered']),
  leaving('Enrolled', ['Pending', 'Yes']),
  ofProgram('Degree Applicable', ['Y', 'N']),
  ofProgram('CPoS Eligible', ['Yes', '']),
  ofProgram('Applies to Program', ['Applicable', 'Not Applicable']),
  ofProgram('Outside Program', ['N', 'Y']),
  ofProgram('Credit Type', ['IN', 'CE']),
  ofProgram('Course Type', ['CR', 'NC']),
  leaving('Never Attended', ['Y', '']),
  leaving('Leave Code', ['LOA', '']),
  leaving('R2T4', ['Completed', '']),
  leaving('Attendance', ['Never Attended', 'Attending']),
  {
    name: 'ids with and without zeros, of which each has one of the terms',
    bytes: twoDownloads,
    open: ['alike_ids'],
    decide: { decisions: { alike_ids: 'same' } },
    people: byNumber,
    labels: LABELS,
  },
  {
    name: 'an id with the mark of a footnote',
    bytes: footnote,
    open: ['alike_ids'],
    decide: { decisions: { alike_ids: 'same' } },
    people: undenied,
    labels: LABELS,
  },
  {
    name: 'need on the first row of a student, and 0 on the others',
    bytes: textFile(
      tableOf(
        [
          ...ROW.slice(0, -1),
          ['Sub Need', ({ person, term }) => (term.season === 'F' ? String(person.need) : '0')],
        ],
        termRows(undenied),
      ),
    ),
    ...{ open: [], decide: {}, people: undenied, labels: LABELS },
  },
  ...['Net Hours', 'Credits After Drop', 'Freeze Date Credits'].map((name) => ({
    name: `"${name}", which count, beside credits that are read`,
    bytes: file([[name, (row) => (isSixth(row.person) ? '3' : row.term.credits)]], undenied),
    open: ['unread_columns'],
    decide: { columns: { term_credits_enrolled: { column: name } } },
    people: withTerm(withTerm(undenied, [5], 'F', { credits: '3' }), [5], 'S', { credits: '3' }),
    labels: LABELS,
  })),
  {
    name: 'the date of a change of credits, written as a number: nothing is asked',
    bytes: file([['Credit Change Date', () => '20260901']], undenied),
    ...{ open: [], decide: {}, people: undenied, labels: LABELS },
  },
  withdrawn('Withdrawn Credits After Add/Drop', 'subtract'),
  {
    name: 'credits that count for aid and are those of full time for one student',
    bytes: file(
      [['Aid Eligible Credits', ({ term }) => (term.credits === '15' ? '12' : term.credits)]],
      undenied,
    ),
    open: ['unread_columns'],
    decide: { decisions: { unread_columns: { 'Aid Eligible Credits': 'ignored' } } },
    people: undenied,
    labels: LABELS,
  },
  ...['UNT_PRGRSS_FA', 'CPoS Cr'].map((name) => ({
    name: `"${name}", fewer than the credits that are read for one student`,
    bytes: file([[name, (row) => (isSixth(row.person) ? '0' : row.term.credits)]], undenied),
    ...{ open: ['unread_columns'], people: undenied, labels: LABELS },
    decide: { decisions: { unread_columns: { [name]: 'ignored' } } },
  })),
  {
    name: 'the period of a loan beside the term',
    bytes: file([['Loan Period', () => 'FA26-SP27']], undenied),
    ...{ open: [], decide: {}, people: undenied, labels: LABELS },
  },
  withdrawn('Withdrawn Credits', 'subtract'),
  withdrawn('W Hours', 'none'),
  withdrawn('Credits Dropped', 'subtract'),
  withdrawn('Dropped', 'subtract'),
  {
    name: 'dropped hours that are what the final credits are fewer: nothing is asked',
    bytes: file(
      [
        ['Final Credits', ({ term }) => term.final ?? ''],
        [
          'Hours Dropped',
          ({ term: { credits, final } }) => String(Number(credits) - Number(final ?? credits)),
        ],
      ],
      overInFall,
    ),
    ...{ open: [], decide: {}, people: overInFall, labels: LABELS },
  },
  {
    name: 'dropped hours of one of two terms beside each other',
    bytes: DROPPED,
    open: ['withdrawn_credits'],
    decide: { decisions: { withdrawn_credits: { 'Fall 2026 Dropped Hours': 'subtract' } } },
    people: withTerm(undenied, [5], 'F', { credits: '6' }),
    labels: LABELS,
  },
  {
    name: 'a yes or a no for one of two terms beside each other, which is no number of credits',
    bytes: beside('Fall 2026 Reg', (person) => (isSixth(person) ? 'N' : 'Y')),
    open: ['row_status:Fall 2026 Reg'],
    decide: { decisions: { row_status: { 'Fall 2026 Reg': { N: 'not_enrolled' } } } },
    people: withTerm(undenied, [5], 'F', { credits: '0' }),
    labels: LABELS,
  },
  {
    name: 'final credits of one of two terms beside each other, in a column called by little more',
    bytes: beside('Fall 2026 Actual', (person) => (isSixth(person) ? '3' : (person.terms[0]?.credits ?? ''))),
    open: ['unread_columns'],
    decide: { decisions: { unread_columns: { 'Fall 2026 Actual': 'ignored' } } },
    people: undenied,
    labels: LABELS,
  },
  {
    name: 'dollars of a loan of which nothing says whether they were paid',
    bytes: file([['Loan Amount', ({ term }) => (term.season === 'F' ? '500' : '')]], undenied),
    open: ['paid'],
    decide: { columns: { term_prior_disbursement_unsub: { column: 'Loan Amount' } } },
    people: paidInFall,
    labels: LABELS,
  },
  zeroFinals('final credits of 0 for a term to come', 'not_known'),
  zeroFinals('final credits of 0 of those who left', 'not_enrolled'),
  unplanned('final credits alone, of terms that are not over', 'enrolled'),
  unplanned('final credits alone, of a fall that is over', 'as_planned'),
  unplanned('final credits alone, of a fall that was planned full time', 'full_time'),
  {
    name: 'terms of another award year by their codes',
    bytes: inCodes,
    open: ['other_award_year'],
    decide: { decisions: { other_award_year: 'calculate' } },
    people: undenied,
    labels: CODES,
  },
  {
    name: 'terms of another award year, by the rules of this one',
    bytes: lastYear,
    open: ['other_award_year'],
    decide: { decisions: { other_award_year: 'calculate' } },
    people: undenied,
    labels: LAST_YEAR,
  },
  {
    name: 'credits for financial aid, which FA says and not a fall, with the term in a column of another name',
    bytes: renamed({ Term: 'Loan Term', Credits: 'FA Credits' }),
    open: ['column:term_label'],
    decide: { columns: { term_label: { column: 'Loan Term' } } },
    people: undenied,
    labels: LABELS,
  },
  {
    name: 'the same amount paid in each term, in a column that speaks of the year',
    bytes: YTD,
    open: ['paid'],
    decide: { decisions: { paid: { 'Unsub Paid YTD': 'of_term' } } },
    people: paidTwice,
    labels: LABELS,
  },
  {
    name: 'the date of each payment, where there is one: nothing is asked',
    bytes: file(
      [
        ['Unsub Paid', ({ term }) => (term.season === 'F' ? '500' : '')],
        ['Disb Date', ({ term }) => (term.season === 'F' ? '9/1/2026' : '')],
      ],
      undenied,
    ),
    open: [],
    decide: {},
    people: paidInFall,
    labels: LABELS,
  },
  {
    name: 'columns that say nothing of whether a row counts: nothing is asked',
    bytes: file(
      Object.entries(INNOCENT).map(([name, cells]): Column<TermRow> => {
        return [name, ({ person }) => cells[Number(person.id.slice(-1)) % cells.length] ?? ''];
      }),
      undenied,
    ),
    open: [],
    decide: {},
    people: undenied,
    labels: LABELS,
  },
];
