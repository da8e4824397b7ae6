import { each, GRADUATES, type Person, UNDERGRADUATES, unpaid, withTerm } from '../people.js';
import type { RawExport, RefusedExport } from '../raw-export.js';
import { type Column, type TermRow, tableOf, termRows, textFile, type Writing } from '../write-table.js';

/** Reports whose rows say more, or less, than a row per term: ids printed once, registrations that were dropped, dollars beside. */
const LABELS = { F: 'Fall 2026', S: 'Spring 2027' };
const CLASSES = ['FR', 'SO', 'JR', 'SR'];
const students = unpaid(UNDERGRADUATES);

const ID: Column<TermRow> = ['Student ID', ({ person }) => person.id];
const DEPENDENCY: Column<TermRow> = ['Dep', ({ person }) => (person.dependency === 'dependent' ? 'D' : 'I')];
const CLASS: Column<TermRow> = ['Class', ({ person }) => CLASSES[(person.year ?? 1) - 1] ?? ''];
const LEVEL: Column<TermRow> = ['Level', () => 'UG'];
const DENIED: Column<TermRow> = ['PLUS Denied', ({ person }) => (person.denied ? 'Y' : 'N')];
const NEED: Column<TermRow> = ['Subsidized Amount', ({ person }) => String(person.need)];
const FULL: Column<TermRow> = ['FT Hours', ({ person }) => person.full];
const TERM: Column<TermRow> = ['Term', ({ term }) => LABELS[term.season as 'F']];
const CREDITS: Column<TermRow> = ['Credits', ({ term }) => term.credits];
const ALL = [ID, DEPENDENCY, CLASS, LEVEL, DENIED, NEED, FULL, TERM, CREDITS];

const replaced = (column: Column<TermRow>): readonly Column<TermRow>[] =>
  ALL.map((one) => (one[0] === column[0] ? column : one));
const text = (
  people: readonly Person[],
  columns: readonly Column<TermRow>[] = ALL,
  writing?: Writing,
): Uint8Array => textFile(tableOf(columns, termRows(people)), writing);

/** Cells of a column only on the first row of each student. */
const once = ([name, cell]: Column<TermRow>): Column<TermRow> => [
  name,
  (row) => (row.term === row.person.terms[0] ? cell(row) : ''),
];

const TRAILED = { U: 'Summer 2026', F: 'Fall 2026', S: 'Spring 2027' };
const trailed = students.map((person, nth) =>
  nth > 1 ? person : { ...person, terms: [{ season: 'U' as const, credits: '6' }, ...person.terms] },
);
const JANUARY = { F: 'Fall 2026', W: 'January 2027', S: 'Spring 2027' };
/** Everybody has a row for January, of whom two do not attend it. */
const inJanuary = students.map(({ terms: [fall, spring], ...person }, nth) => ({
  ...person,
  terms: [fall, { season: 'W' as const, credits: nth > 1 ? '12' : '0' }, spring].flatMap(
    (term) => term ?? [],
  ),
}));

/** A row per course, and one of three credits more that was dropped. */
interface CourseRow extends TermRow {
  readonly course: string;
  readonly hours: string;
  readonly status: string;
}
const courseRows: readonly CourseRow[] = termRows(students).flatMap((row) => [
  { ...row, course: 'HIS 101', hours: '3', status: 'RE' },
  { ...row, course: 'MAT 120', hours: String(Number(row.term.credits) - 3), status: 'RW' },
  ...(row.person.year === 1 ? [{ ...row, course: 'BIO 110', hours: '4', status: 'DW' }] : []),
]);
const COURSES: readonly Column<CourseRow>[] = [
  ...ALL.filter((column) => column !== CREDITS),
  ['Course', ({ course }) => course],
  ['Credits', ({ hours }) => hours],
];
const GRADES = { RE: 'B+', RW: 'A-', DW: 'W' } as const;
const courses = (...more: readonly Column<CourseRow>[]): Uint8Array =>
  textFile(tableOf([...COURSES, ...more], courseRows));
const ADDED = { repeated_terms: 'add_up' };

const mixed = [...students.map((person) => ({ ...person, need: 0 })), ...GRADUATES];
const MIXED_CLASS: Column<TermRow> = ['Class', ({ person }) => CLASSES[(person.year ?? 0) - 1] ?? 'GR'];
const DEGREE: Column<TermRow> = [
  'Degree',
  ({ person: { degree, year } }) => (degree === 'graduate' ? 'MBA' : year === 1 ? 'BA' : 'B.S.'),
];

const backwards = each(students, (person) => ({ ...person, terms: [...person.terms].reverse() }));
const overMaximum = each(students, (person, nth) => (nth === 2 ? { ...person, need: 9000 } : person));

/** Fall has 12 and spring 15 credits of full time, so that a missing spring needs a row of its own. */
const unequal = each(students, (person) => ({
  ...person,
  terms: person.terms.map((term) => (term.season === 'S' ? { ...term, full: '15' } : term)),
}));
const UNEQUAL: Column<TermRow> = ['FT Hours', ({ person, term }) => term.full ?? person.full];

/** A row per fund, as Banner reports print them: what is above is not said again. */
interface FundRow extends TermRow {
  readonly fund: 'DSUB' | 'DUNSUB';
}
const fundRows: readonly FundRow[] = termRows(UNDERGRADUATES).flatMap((row) => [
  { ...row, fund: 'DSUB' as const },
  { ...row, fund: 'DUNSUB' as const },
]);
const isFirst = ({ person, term, fund }: FundRow): boolean => term === person.terms[0] && fund === 'DSUB';
const BANNER_FUNDS: readonly Column<FundRow>[] = [
  ...ALL.slice(0, 7).map(
    ([name, cell]): Column<FundRow> => [
      name === 'Student ID' ? 'SPRIDEN_ID' : name,
      (row) => (isFirst(row) ? cell(row) : ''),
    ],
  ),
  ['RPRATRM_PERIOD', (row) => (row.fund === 'DSUB' ? TERM[1](row) : '')],
  ['Credits', (row) => (row.fund === 'DSUB' ? row.term.credits : '')],
  ['RPRATRM_FUND_CODE', ({ fund }) => fund],
  ['RPRATRM_OFFER_AMT', () => '1000'],
];
const fundAmount: Column<FundRow> = [
  'RPRATRM_PAID_AMT',
  ({ term, fund }) => String((fund === 'DSUB' ? term.sub : term.unsub) ?? 0),
];

export const REPORTS_REFUSED: readonly RefusedExport[] = [
  {
    name: 'funds whose disbursed amount is not in the file',
    bytes: textFile(tableOf(BANNER_FUNDS, fundRows)),
    advice: /no column says what was disbursed of it\. Export what was disbursed so far/,
  },
  {
    name: 'funds with two amounts that may each be what was disbursed',
    bytes: textFile(tableOf([...BANNER_FUNDS, fundAmount, ['Disbursed', fundAmount[1]]], fundRows)),
    advice: /"RPRATRM_PAID_AMT" and "Disbursed" may each be what was disbursed/,
  },
];

/** Labels beside the terms of the year, and parts of terms. */
const TOTALS = { F: 'Fall 2026', S: 'Spring 2027', W: 'Total' };
const SUMS = { F: 'Fall 2026', S: 'Spring 2027', W: '2026-27' };
const withSums = (labels: Readonly<Record<'F' | 'S' | 'W', string>>): Uint8Array =>
  textFile(
    tableOf(
      replaced(TERM).map((column) =>
        column === TERM ? (['Term', ({ term }: TermRow) => labels[term.season as 'F']] as const) : column,
      ),
      students.flatMap((person) => {
        const [first] = person.terms;
        if (first === undefined) return [];
        const credits = person.terms.reduce((sum, term) => sum + Number(term.credits), 0);
        const sum = { ...first, season: 'W' as const, credits: String(credits) };
        return termRows([person, { ...person, terms: [sum] }]);
      }),
    ),
  );
/** Each term in two parts: three credits, and the others. */
const inParts = textFile(
  tableOf(
    [
      ...ALL.filter((column) => column !== TERM && column !== CREDITS),
      ['Term', ({ course }) => course],
      ['Credits', ({ hours }) => hours],
    ],
    termRows(students).flatMap((row): readonly CourseRow[] => {
      const label = LABELS[row.term.season as 'F'];
      return [
        { ...row, course: `${label} A`, hours: '3', status: '' },
        { ...row, course: `${label} B`, hours: String(Number(row.term.credits) - 3), status: '' },
      ];
    }),
  ),
);
const BEFORE = { F: 'Fall 2025', S: 'Spring 2026' };
const twoYears = textFile(
  tableOf(
    [
      ...ALL.filter((column) => column !== TERM && column !== CREDITS),
      ['Term', ({ course }) => course],
      ['Credits', ({ hours }) => hours],
    ],
    [BEFORE, LABELS].flatMap((labels) =>
      termRows(students).map((row): CourseRow => {
        const credits = labels === BEFORE ? '15' : row.term.credits;
        return { ...row, course: labels[row.term.season as 'F'], hours: credits, status: '' };
      }),
    ),
  ),
);

const withTotals = textFile(
  tableOf(
    COURSES,
    termRows(students).flatMap((row): readonly CourseRow[] => [
      { ...row, course: 'HIS 101', hours: '3', status: '' },
      { ...row, course: 'MAT 120', hours: String(Number(row.term.credits) - 3), status: '' },
      { ...row, course: 'Total', hours: row.term.credits, status: '' },
    ]),
  ),
);

export const REPORTS: readonly RawExport[] = [
  {
    name: 'courses with their sum below, in a row with the id and the term',
    bytes: withTotals,
    open: ['repeated_terms', 'row_status:Course'],
    decide: { decisions: { ...ADDED, row_status: { Course: { Total: 'not_enrolled' } } } },
    people: students,
    labels: LABELS,
  },
  {
    name: 'a row Total below the terms of each student, with the id',
    bytes: withSums(TOTALS),
    open: ['terms'],
    decide: { decisions: { terms: { Total: '' } } },
    people: students,
    labels: LABELS,
  },
  {
    name: 'a row for the year beside the terms of each student, under the label of the year',
    bytes: withSums(SUMS),
    open: ['terms'],
    decide: { decisions: { terms: { '2026-27': '' } } },
    people: students,
    labels: LABELS,
  },
  {
    name: 'terms in two parts, each with rows of its own',
    bytes: inParts,
    open: ['terms'],
    decide: {
      decisions: {
        terms: {
          'Fall 2026 A': 'Fall 2026',
          'Fall 2026 B': 'Fall 2026',
          'Spring 2027 A': 'Spring 2027',
          'Spring 2027 B': 'Spring 2027',
        },
        ...ADDED,
      },
    },
    people: students,
    labels: LABELS,
  },
  {
    name: 'a summer of the award year before, which only a column says, on rows of some students',
    bytes: text(trailed, [
      ...replaced(['Term', ({ term }) => TRAILED[term.season as 'F']]),
      ['Aid Year', ({ term }) => (term.season === 'U' ? '2025-2026' : '2026-2027')],
    ]),
    open: ['aid_year'],
    decide: { decisions: { aid_year: { 'Aid Year': '2026-2027' } } },
    people: students,
    labels: LABELS,
  },
  {
    name: 'a J-Term with 0 credits for those who do not attend it',
    bytes: text(inJanuary, replaced(['Term', ({ term }) => JANUARY[term.season as 'F']])),
    open: ['terms'],
    decide: {
      decisions: {
        terms: Object.fromEntries(['January 2027', 'Spring 2027'].map((label) => [label, label])),
        zero_credits: { 'January 2027': 'no_term' },
      },
    },
    people: inJanuary.map((person, nth) => ({
      ...person,
      terms: person.terms.filter(({ season }) => season !== 'W' || nth > 1),
    })),
    labels: JANUARY,
  },
  {
    name: 'two academic years, of which one is calculated',
    bytes: twoYears,
    open: ['terms'],
    decide: {
      decisions: {
        terms: {
          'Fall 2025': '',
          'Spring 2026': '',
          'Fall 2026': 'Fall 2026',
          'Spring 2027': 'Spring 2027',
        },
      },
    },
    people: students,
    labels: LABELS,
  },
  {
    name: 'a report that prints the id and the student once, and terms below',
    bytes: text(students, [
      once(ID),
      ...[DEPENDENCY, CLASS, LEVEL, DENIED, NEED, FULL].map(once),
      TERM,
      CREDITS,
    ]),
    open: ['rows_without_id'],
    decide: { decisions: { rows_without_id: 'above' } },
    people: students,
    labels: LABELS,
  },
  {
    name: 'a report that prints need once, where it is not known of two students',
    bytes: text(students, [
      once(ID),
      ...[DEPENDENCY, CLASS, LEVEL, DENIED].map(once),
      once(['Sub Need', (row) => ([0, 4].some((nth) => students[nth] === row.person) ? '' : NEED[1](row))]),
      ...[FULL, TERM, CREDITS],
    ]),
    open: ['rows_without_id', 'values:subsidized_amount'],
    decide: {
      columns: { subsidized_amount: { column: 'Sub Need', blank: 'unknown' } },
      decisions: { rows_without_id: 'above' },
    },
    people: students,
    labels: LABELS,
    failing: [students[0]?.id ?? '', students[4]?.id ?? ''],
  },
  {
    name: 'a report that prints the id once, its rows without one left out',
    bytes: text(students, [once(ID), ...ALL.slice(1)]),
    open: ['rows_without_id'],
    decide: {
      decisions: { rows_without_id: 'leave_out', year_terms: { terms: 2, missing: 'not_enrolled' } },
    },
    people: withTerm(students, [0, 1, 2, 3, 4, 5, 6, 7], 'S', { credits: '0' }),
    labels: LABELS,
  },
  {
    name: 'courses of which some were dropped, by their registration: none of their credits',
    bytes: courses(['Reg Status', ({ status }) => status]),
    open: ['repeated_terms', 'row_status:Reg Status'],
    decide: { decisions: { ...ADDED, row_status: { 'Reg Status': { DW: 'not_enrolled' } } } },
    people: students,
    labels: LABELS,
  },
  {
    name: 'courses with grades, W among them, beside a class: none of their credits',
    bytes: courses(['Grade', ({ status }) => GRADES[status as 'RE']]),
    open: ['repeated_terms', 'row_status:Grade'],
    decide: { decisions: { ...ADDED, row_status: { grade: { w: 'not_enrolled' } } } },
    people: students,
    labels: LABELS,
  },
  {
    name: 'courses with the date of a drop that an officer lets count',
    bytes: courses(['Drop Date', ({ status }) => (status === 'DW' ? '09/14/2026' : '')]),
    open: ['repeated_terms', 'row_status:Drop Date'],
    decide: { decisions: { ...ADDED, row_status: { 'Drop Date': { 'a date': 'counts' } } } },
    people: each(students, (person) =>
      person.year !== 1
        ? person
        : {
            ...person,
            terms: person.terms.map((term) => ({ ...term, credits: String(Number(term.credits) + 4) })),
          },
    ),
    labels: LABELS,
  },
  {
    name: 'courses that all count, with their registration and grades: only whether they are courses is asked',
    bytes: textFile(
      tableOf(
        [
          ...COURSES,
          ['Reg Status', ({ status }) => status],
          ['Final Grade', ({ status }) => GRADES[status as 'RE']],
        ],
        courseRows.filter(({ status }) => status !== 'DW'),
      ),
    ),
    open: ['repeated_terms'],
    decide: { decisions: ADDED },
    people: students,
    labels: LABELS,
  },
  {
    name: 'terms whose enrollment was withdrawn',
    bytes: text(students, [
      ...ALL,
      [
        'Enrollment Status',
        ({ person, term }) => (person.year === 3 && term.season === 'S' ? 'Withdrawn' : 'Full-time'),
      ],
    ]),
    open: ['row_status:Enrollment Status'],
    decide: { decisions: { row_status: { 'Enrollment Status': { Withdrawn: 'not_enrolled' } } } },
    people: withTerm(students, [1, 7], 'S', { credits: '0' }),
    labels: LABELS,
  },
  {
    name: 'a net amount that says no loan: nothing was paid by it',
    bytes: text(students, [...ALL, ['Net Disb', ({ person }) => (person.year === 1 ? '1,732.00' : '')]]),
    open: ['paid'],
    decide: { decisions: { paid: { 'Net Disb': 'none' } } },
    people: students,
    labels: LABELS,
  },
  {
    name: 'our own names of what was paid with zeros beside sub_paid and unsub_paid',
    bytes: text(UNDERGRADUATES, [
      ...ALL,
      ['term_prior_disbursement_sub', () => '0'],
      ['term_prior_disbursement_unsub', () => '0'],
      ['sub_paid', ({ term }) => String(term.sub ?? 0)],
      ['unsub_paid', ({ term }) => String(term.unsub ?? 0)],
    ]),
    open: ['paid'],
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
    name: 'amounts that were offered and accepted beside what was paid: nothing is asked',
    bytes: text(UNDERGRADUATES, [
      ...ALL,
      ['Sub Offered', () => '3,500.00'],
      ['Unsub Accepted', () => '2,000.00'],
      ['Sub Paid', ({ term }) => String(term.sub ?? '')],
      ['Unsub Paid', ({ term }) => String(term.unsub ?? '')],
    ]),
    open: [],
    decide: {},
    people: UNDERGRADUATES,
    labels: LABELS,
  },
  {
    name: 'a denial that is blank for some and no for others',
    bytes: text(students, replaced(['PLUS Denied', ({ person }) => (person.denied ? '' : 'N')])),
    open: ['values:plus_denied'],
    decide: { columns: { plus_denied: { column: 'PLUS Denied', blank: 'yes' } } },
    people: students,
    labels: LABELS,
  },
  {
    name: 'a denial that is a yes or blank: nothing is asked',
    bytes: text(students, replaced(['PLUS Denied', ({ person }) => (person.denied ? 'Y' : '')])),
    open: [],
    decide: {},
    people: students,
    labels: LABELS,
  },
  {
    name: 'classes of undergraduates and graduates: the words say the degree level',
    bytes: text(mixed, [ID, DEPENDENCY, MIXED_CLASS, DENIED, NEED, FULL, TERM, CREDITS]),
    open: [],
    decide: {},
    people: mixed,
    labels: LABELS,
  },
  {
    name: 'degrees of programs say the degree level',
    bytes: text(mixed, [ID, DEPENDENCY, MIXED_CLASS, DEGREE, DENIED, NEED, FULL, TERM, CREDITS]),
    open: [],
    decide: {},
    people: mixed,
    labels: LABELS,
  },
  {
    name: 'N/A and NULL for credits are asked about as blank ones are',
    bytes: text(withTerm(withTerm(students, [1], 'S', { credits: 'N/A' }), [5], 'S', { credits: 'NULL' })),
    open: ['blank_credits'],
    decide: { decisions: { blank_credits: 'not_enrolled' } },
    people: withTerm(students, [1, 5], 'S', { credits: '0' }),
    labels: LABELS,
  },
  {
    name: 'a dash for need is asked about as a blank one is',
    bytes: text(
      students,
      replaced(['Subsidized Amount', ({ person }) => (person.need === 0 ? '-' : String(person.need))]),
    ),
    open: ['values:subsidized_amount'],
    decide: { columns: { subsidized_amount: { column: 'Subsidized Amount', blank: '0' } } },
    people: students,
    labels: LABELS,
  },
  {
    name: 'copies among rows that differ: their students fail, and the others are right',
    bytes: textFile([
      ...tableOf(ALL, termRows(students)),
      ...tableOf(ALL, termRows(students.slice(2, 3))).slice(1),
      ...tableOf(replaced(['Credits', () => '5']), termRows(students.slice(4, 5))).slice(1),
    ]),
    open: ['repeated_terms'],
    decide: { decisions: { repeated_terms: 'true_copies' } },
    people: students,
    labels: LABELS,
    failing: ['A00000015'],
  },
  {
    name: 'terms backwards, without a year: the odd dollar is in the later one',
    bytes: text(backwards, replaced(['Term', ({ term }) => (term.season === 'F' ? 'Fall' : 'Spring')])),
    open: ['term_order'],
    decide: { decisions: { term_order: ['Fall', 'Spring'] } },
    people: students,
    labels: { F: 'Fall', S: 'Spring' },
  },
  {
    name: 'a missing spring whose full time is more than that of fall',
    bytes: text(withTerm(unequal, [0, 3], 'S', null), replaced(UNEQUAL)),
    open: ['year_terms'],
    decide: { decisions: { year_terms: { terms: 2, missing: 'not_enrolled' } } },
    people: withTerm(unequal, [0, 3], 'S', { credits: '0' }),
    labels: LABELS,
  },
  {
    name: 'a report of funds that prints student, term and credits once',
    bytes: textFile(tableOf([...BANNER_FUNDS, fundAmount], fundRows)),
    open: ['rows_without_id'],
    decide: { decisions: { rows_without_id: 'above' } },
    people: UNDERGRADUATES,
    labels: LABELS,
  },
  {
    name: 'courses as Banner calls them, in two tables',
    bytes: textFile(
      tableOf(
        [
          ['SPRIDEN_ID', ({ person }) => person.id],
          ['SFRSTCR_TERM_CODE', ({ term }) => ({ F: '202710', S: '202720' })[term.season as 'F']],
          ['SFRSTCR_CREDIT_HR', ({ hours }) => hours],
          ['SFRSTCR_RSTS_CODE', ({ status }) => status],
          ['SFRSTCR_GRDE_CODE', ({ status }) => GRADES[status as 'RE']],
          ['SGBSTDN_LEVL_CODE', () => 'UG'],
          ['CLAS_CODE', CLASS[1]],
          DEPENDENCY,
          DENIED,
          NEED,
          FULL,
        ] satisfies Column<CourseRow>[],
        courseRows,
      ),
    ),
    open: ['repeated_terms', 'row_status:SFRSTCR_RSTS_CODE'],
    decide: { decisions: { ...ADDED, row_status: { SFRSTCR_RSTS_CODE: { DW: 'not_enrolled' } } } },
    people: students,
    labels: { F: '202710', S: '202720' },
  },
  {
    name: 'need above the maximum: the maximum',
    bytes: text(overMaximum),
    open: ['need_above_maximum'],
    decide: { decisions: { need_above_maximum: 'maximum' } },
    people: each(overMaximum, (person, nth) => (nth === 2 ? { ...person, need: 4500 } : person)),
    labels: LABELS,
  },
  {
    name: 'need above the maximum: a mistake that fails',
    bytes: text(overMaximum),
    open: ['need_above_maximum'],
    decide: { decisions: { need_above_maximum: 'fail' } },
    people: overMaximum,
    labels: LABELS,
  },
];
