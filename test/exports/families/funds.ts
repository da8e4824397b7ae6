import { type Person, type PersonTerm, UNDERGRADUATES, withTerm } from '../people.js';
import type { RawExport, RefusedExport } from '../raw-export.js';
import { type Column, type Rows, tableOf, textFile, withCommas } from '../write-table.js';

/** A row per fund of a term: PowerFAIDS, and Banner's RPRATRM. */
interface FundRow {
  readonly person: Person;
  readonly term: PersonTerm;
  readonly fund: string;
  readonly paid: string;
}

type Codes = readonly [sub: string, unsub: string];

/** A row for each loan that was paid, one for each term without any, and a grant for everybody's fall. */
function fundRows(people: readonly Person[], [sub, unsub]: Codes, grant = 'PELL'): readonly FundRow[] {
  return people.flatMap((person) =>
    person.terms.flatMap((term) => {
      const row = (fund: string, paid: number | undefined): FundRow[] =>
        paid === undefined ? [] : [{ person, term, fund, paid: withCommas(paid) }];
      return [
        ...row(sub, term.sub ?? 0),
        ...row(unsub, term.unsub ?? 0),
        ...(term.season === 'F' ? row(grant, 1500) : []),
      ];
    }),
  );
}

const LABELS = { F: 'Fall 2026', S: 'Spring 2027' };
const POWERFAIDS: readonly Column<FundRow>[] = [
  ['Student.externalStudentId1', ({ person }) => person.id],
  ['Student.dependencyStatus', ({ person }) => (person.dependency === 'dependent' ? 'D' : 'I')],
  ['Student.gradeLevel', ({ person }) => String(person.year)],
  ['Student.degreeLevel', () => 'undergraduate'],
  ['Student.plusDenied', ({ person }) => (person.denied ? 'Y' : 'N')],
  ['Student.subsidizedAmount', ({ person }) => String(person.need)],
  ['Term.AY_PP_SequenceDescription', ({ term }) => LABELS[term.season as 'F']],
  ['Term.CreditHoursInLP', ({ term }) => term.credits],
  ['Term.fullTimeCredits', ({ person }) => person.full],
  ['Award.FundCode', ({ fund }) => fund],
  ['Award.AmountDisbursed', ({ paid }) => paid],
];

const NEED = { decisions: { need: { column: 'Student.subsidizedAmount' } } };
const LOANS = { sub: 'term_prior_disbursement_sub', unsub: 'term_prior_disbursement_unsub' };
const write = (rows: readonly FundRow[]): Rows => tableOf(POWERFAIDS, rows);
const known: Codes = ['DSUB', 'DUNSUB'];
const file = (people: readonly Person[], codes: Codes, grant?: string): Uint8Array =>
  textFile(write(fundRows(people, codes, grant)), { delimiter: '|' });
const map = ([sub, unsub]: Codes, grant = 'PELL') => ({
  [sub]: LOANS.sub,
  [unsub]: LOANS.unsub,
  [grant]: null,
});

/** Payments in both terms, each with its date. */
const twicePaid = UNDERGRADUATES.map((person) => ({
  ...person,
  terms: person.terms.map((term) => ({ ...term, sub: 0, unsub: 100 })),
}));
const DATED = textFile(
  tableOf(
    [...POWERFAIDS, ['Disbursement Date', ({ term }) => (term.season === 'F' ? '08/28/2026' : '01/15/2027')]],
    fundRows(twicePaid, known),
  ),
  { delimiter: '|' },
);

/** Courses joined to payments: each course repeats what was paid of each fund. */
const joined = (courses: readonly string[]): Uint8Array =>
  textFile(
    tableOf<readonly [FundRow, string]>(
      [
        ...POWERFAIDS.map(([name, cell]): Column<readonly [FundRow, string]> => [name, ([row]) => cell(row)]),
        ['Course', ([, course]) => course],
      ],
      fundRows(UNDERGRADUATES, known).flatMap((row) => courses.map((course) => [row, course] as const)),
    ),
    { delimiter: '|' },
  );

/** Enough people that the first thousand rows are not all of them. */
const MANY: readonly Person[] = Array.from({ length: 240 }, (_, nth) => {
  const like = UNDERGRADUATES[nth % UNDERGRADUATES.length] as Person;
  return { ...like, id: `B${String(nth).padStart(8, '0')}` };
});
/** The last of many, whose loans have codes that nobody else's have. */
const late = new Set(MANY.slice(-3).map(({ id }) => id));
const manyRows = fundRows(MANY, known).map((row) =>
  late.has(row.person.id) ? { ...row, fund: row.fund === 'DSUB' ? 'FDSL27' : row.fund } : row,
);

/** Rows of spring for those alone to whom something was awarded then. */
const fewerRows = withTerm(UNDERGRADUATES, [1, 4], 'S', null);
const fewer = (missing: string): RawExport => ({
  name: `PowerFAIDS, no row where nothing was awarded: ${missing}`,
  bytes: file(fewerRows, known),
  open: ['funds', 'need', 'year_terms'],
  decide: {
    funds: map(known),
    decisions: { ...NEED.decisions, year_terms: { terms: 2, missing } },
  },
  people: missing === 'fail' ? fewerRows : withTerm(UNDERGRADUATES, [1, 4], 'S', { credits: '0' }),
  labels: LABELS,
  ...(missing === 'fail' ? { failing: [1, 4].flatMap((nth) => UNDERGRADUATES[nth]?.id ?? []) } : {}),
});

/** Amounts of spring that are planned beside those of fall that were paid, told apart by a yes and a no. */
const released = (name: string, [yes, no]: readonly [string, string], said: string): RawExport => ({
  name: `PowerFAIDS, "${name}" of ${yes} and ${no} beside amounts, which were paid ${said}`,
  bytes: textFile(
    tableOf(
      [...POWERFAIDS, [name, ({ term }) => (term.season === 'F' ? yes : no)]],
      fundRows(UNDERGRADUATES, known).map((row) =>
        row.term.season === 'S' ? { ...row, paid: '750.00' } : row,
      ),
    ),
    { delimiter: '|' },
  ),
  open: ['funds', 'need', 'paid'],
  decide: {
    funds: map(known),
    decisions: { ...NEED.decisions, paid: { [name]: said } },
  },
  people: UNDERGRADUATES,
  labels: LABELS,
});

const isReversed = ({ person, term, fund }: FundRow): boolean =>
  person === UNDERGRADUATES[0] && term.season === 'S' && fund === known[0];

export const FUNDS: readonly RawExport[] = [
  {
    name: 'PowerFAIDS, awards that were accepted, beside what was paid of them: nothing is asked of that',
    bytes: textFile(
      tableOf([...POWERFAIDS, ['Award Status', () => 'Accepted']], fundRows(UNDERGRADUATES, known)),
      { delimiter: '|' },
    ),
    open: ['funds', 'need'],
    decide: { funds: map(known), decisions: { ...NEED.decisions } },
    people: UNDERGRADUATES,
    labels: LABELS,
  },
  {
    name: 'PowerFAIDS, one amount that was reversed, by a code on its row alone',
    bytes: textFile(
      tableOf(
        [...POWERFAIDS, ['Reversal', (row) => (isReversed(row) ? 'R' : '')]],
        fundRows(UNDERGRADUATES, known).map((row) => (isReversed(row) ? { ...row, paid: '750.00' } : row)),
      ),
      { delimiter: '|' },
    ),
    open: ['funds', 'need', 'paid'],
    decide: { funds: map(known), decisions: { ...NEED.decisions, paid: { Reversal: 'if_no' } } },
    people: UNDERGRADUATES,
    labels: LABELS,
  },
  released('DRI', ['true', 'false'], 'if_yes'),
  released('Posted', ['X', ''], 'if_yes'),
  released('To Come', ['N', 'Y'], 'if_no'),
  fewer('fail'),
  fewer('not_enrolled'),
  {
    name: 'PowerFAIDS, amounts with dates in two terms, all of which were paid',
    bytes: DATED,
    open: ['funds', 'need', 'paid'],
    decide: { funds: map(known), decisions: { ...NEED.decisions, paid: { 'Disbursement Date': 'none' } } },
    people: twicePaid,
    labels: LABELS,
  },
  {
    name: 'PowerFAIDS, one course on all rows: nothing is asked of it',
    bytes: joined(['ENG 101']),
    open: ['funds', 'need'],
    decide: { ...NEED, funds: map(known) },
    people: UNDERGRADUATES,
    labels: LABELS,
  },
  {
    name: 'PowerFAIDS, a row per fund: every code is confirmed',
    bytes: file(UNDERGRADUATES, known),
    open: ['funds', 'need'],
    decide: { ...NEED, funds: map(known) },
    people: UNDERGRADUATES,
    labels: LABELS,
  },
  {
    name: 'PowerFAIDS, codes of a school of its own',
    bytes: file(UNDERGRADUATES, ['SDL', 'UDL'], 'GRT1'),
    open: ['funds', 'need'],
    decide: { ...NEED, funds: map(['SDL', 'UDL'], 'GRT1') },
    people: UNDERGRADUATES,
    labels: LABELS,
  },
  {
    name: 'PowerFAIDS, a code that first stands behind the thousandth row',
    bytes: textFile(write(manyRows), { delimiter: '|' }),
    open: ['funds', 'need'],
    decide: { ...NEED, funds: { ...map(known), FDSL27: LOANS.sub } },
    people: MANY,
    labels: LABELS,
  },
  {
    name: 'PowerFAIDS, codes that are words of the language',
    bytes: file(UNDERGRADUATES, ['constructor', '__proto__'], 'toString'),
    open: ['funds', 'need'],
    decide: {
      ...NEED,
      funds: Object.fromEntries([
        ['constructor', LOANS.sub],
        ['__proto__', LOANS.unsub],
        ['toString', null],
      ]),
    },
    people: UNDERGRADUATES,
    labels: LABELS,
  },
  {
    name: 'PowerFAIDS, rows of one student far from each other',
    bytes: textFile(write(fundRows(UNDERGRADUATES, known).toSorted(byFund)), { delimiter: '|' }),
    open: ['funds', 'need'],
    decide: { ...NEED, funds: map(known) },
    people: UNDERGRADUATES,
    labels: LABELS,
  },
];

function byFund(one: FundRow, other: FundRow): number {
  return one.fund.localeCompare(other.fund);
}

const blankCode = fundRows(UNDERGRADUATES, known).map((row, nth) =>
  nth === 8 ? { ...row, fund: '', paid: '700.00' } : row,
);
/** One amount of a loan that was not paid, by a column beside it. */
function notPaid(
  column: string,
  [paid, not]: readonly [string, string],
  isUnread: boolean = false,
): RefusedExport {
  const codes: Column<FundRow> = [
    column,
    ({ person, term, fund }) =>
      person === UNDERGRADUATES[0] && term.season === 'S' && fund === known[0] ? not : paid,
  ];
  const rows = fundRows(UNDERGRADUATES, known).map((row) =>
    row.paid === '0' || row.paid === '0.00' ? { ...row, paid: '250.00' } : row,
  );
  return {
    name: `amounts of funds that are ${not} by "${column}"`,
    bytes: textFile(tableOf([...POWERFAIDS, codes], rows), { delimiter: '|' }),
    advice: isUnread
      ? /nothing is read from it.*write 0 as the amount/
      : /was not paid, or that it came back.*write 0 into the other rows/,
    decide: {
      funds: map(known),
      decisions: { ...NEED.decisions, ...(isUnread ? { unread_columns: { [column]: 'decides' } } : {}) },
    },
  };
}

export const FUNDS_REFUSED: readonly RefusedExport[] = [
  {
    name: 'PowerFAIDS, amounts with a date that has not come',
    bytes: DATED,
    decide: {
      funds: map(known),
      decisions: { ...NEED.decisions, paid: { 'Disbursement Date': 'rearrange' } },
    },
    advice: /Write 0 as the amount of those whose date has not come/,
  },
  {
    name: 'PowerFAIDS, payments on the rows of each course',
    bytes: joined(['ENG 101', 'MAT 110']),
    advice: /another course, so that the payments are repeated.*without courses/,
    decide: { ...NEED, funds: map(known) },
  },
  notPaid('Disb Status', ['Disbursed', 'Scheduled']),
  notPaid('Transaction Type', ['Disbursement', 'Refund']),
  notPaid('Award Status', ['Paid', 'Cancelled']),
  notPaid('Disb Status', ['D', 'P'], true),
  notPaid('Disb Stage', ['D', 'S'], true),
  {
    name: 'PowerFAIDS, money of no fund',
    bytes: textFile(write(blankCode), { delimiter: '|' }),
    advice: /fund/,
    decide: { ...NEED, funds: map(known) },
  },
];
