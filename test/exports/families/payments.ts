import { each, type Person, UNDERGRADUATES } from '../people.js';
import type { RawExport, RefusedExport } from '../raw-export.js';
import { type Column, type TermRow, tableOf, termRows, textFile } from '../write-table.js';

/** What was paid, said by columns that a recipe cannot hold as they are, or that say it by more than an amount. */
const LABELS = { F: 'Fall', S: 'Spring' };
const CLASSES = ['FR', 'SO', 'JR', 'SR'];
const students = each(UNDERGRADUATES, (person) => ({ ...person, denied: false }));
const PERSON: readonly Column<Person>[] = [
  ['Student ID', ({ id }) => id],
  ['Dep', ({ dependency }) => (dependency === 'dependent' ? 'D' : 'I')],
  ['Class', ({ year }) => CLASSES[(year ?? 1) - 1] ?? ''],
  ['Level', () => 'UG'],
  ['Subsidized Amount', ({ need }) => String(need)],
  ['FT Credits', ({ full }) => full],
];

/** A file with a row per student, and these columns of what was paid in fall. */
const beside = (columns: readonly Column<Person>[]): Uint8Array =>
  textFile(
    tableOf(
      [
        ...PERSON,
        ['Fall Credits', ({ terms: [fall] }) => fall?.credits ?? ''],
        ['Spring Credits', ({ terms: [, spring] }) => spring?.credits ?? ''],
        ...columns,
      ],
      students,
    ),
  );

/** A file with a row per term. */
const ofTerms = (columns: readonly Column<TermRow>[]): Uint8Array =>
  textFile(
    tableOf<TermRow>(
      [
        ...PERSON.map(([name, cell]): Column<TermRow> => [name, ({ person }) => cell(person)]),
        ['Term', ({ term }) => (term.season === 'F' ? 'Fall' : 'Spring')],
        ['Credits', ({ term }) => term.credits],
        ...columns,
      ],
      termRows(students),
    ),
  );

const paid = (person: Person, loan: 'sub' | 'unsub'): string => String(person.terms[0]?.[loan] ?? 0);
const TWO_LOANS = beside([
  ['Fall Sub Paid Loan 1', (person) => paid(person, 'sub')],
  ['Fall Sub Paid Loan 2', ({ year }) => (year === 2 ? '500' : '0')],
  ['Fall Unsub Paid', (person) => paid(person, 'unsub')],
]);
const subIs = (column: string) => ({ Fall: { term_prior_disbursement_sub: { column } } });
const FLAGGED: readonly Column<TermRow>[] = [
  ['Sub Amount', ({ term: { sub } }) => String(sub ?? '')],
  [
    'Sub Disbursed',
    ({ person, term: { sub } }) => (sub === undefined ? '' : person.id === 'A00000013' ? 'N' : 'Y'),
  ],
  ['Unsub Paid', ({ term: { unsub } }) => String(unsub ?? '')],
];
/** A term that runs, with the hours of the census, and 0 where nothing was paid. */
function census(name: string, said: 'not_yet' | 'settled'): RawExport {
  return {
    name,
    bytes: ofTerms([
      ['Census Hours', ({ term: { season, credits } }) => (season === 'F' ? credits : '')],
      ['Sub Paid', ({ term: { sub } }) => String(sub ?? 0)],
      ['Unsub Paid', ({ term: { unsub } }) => String(unsub ?? 0)],
    ]),
    open: ['column:term_actual_final_credits'],
    decide: {
      columns: { term_actual_final_credits: { column: 'Census Hours' } },
      decisions: { zero_paid: { Fall: said } },
    },
    people: each(students, (person) => ({
      ...person,
      terms: person.terms.map((term) => {
        if (term.season !== 'F') return term;
        const paid = said === 'settled' ? { sub: term.sub ?? 0, unsub: term.unsub ?? 0 } : {};
        return { ...term, final: term.credits, ...paid };
      }),
    })),
    labels: LABELS,
  };
}

const half = ({ term: { sub } }: TermRow): string => String((sub ?? 0) / 2);
const [CAME_BACK = ''] = students.map(({ id }) => id);

const sum = (...amounts: readonly string[]): string =>
  String(amounts.reduce((all, each) => all + Number(each), 0));

export const PAYMENTS: readonly RawExport[] = [
  {
    name: 'N/A where nothing was paid',
    bytes: ofTerms([
      ['Sub Paid', ({ term: { sub } }) => String(sub ?? 'N/A')],
      ['Unsub Paid', ({ term: { unsub } }) => String(unsub ?? 'N/A')],
    ]),
    ...{ open: [], decide: {}, people: students, labels: LABELS },
  },
  census('0 paid in a term that runs, beside the hours of the census', 'not_yet'),
  census('0 paid in a term that nothing more is paid for', 'settled'),
  {
    name: "a loan's total of the year, beside what was paid of it in fall",
    bytes: beside([
      ['Fall Sub Paid', (person) => paid(person, 'sub')],
      ['Fall Unsub Paid', (person) => paid(person, 'unsub')],
      ['Total Sub Paid', (person) => paid(person, 'sub')],
      ['Unsub Disbursed 26-27', (person) => paid(person, 'unsub')],
    ]),
    ...{ open: [], decide: {}, people: students, labels: LABELS },
  },
  {
    name: 'the sum of the hours and of the payments that are read, which decides nothing',
    bytes: beside([
      ['Total Credits', ({ terms }) => sum(...terms.map(({ credits }) => credits))],
      ['Fall Sub Paid', (person) => paid(person, 'sub')],
      ['Fall Unsub Paid', (person) => paid(person, 'unsub')],
      ['Total Paid', (person) => sum(paid(person, 'sub'), paid(person, 'unsub'))],
    ]),
    ...{ open: [], decide: {}, people: students, labels: LABELS },
  },
  {
    name: 'a total of payments that is more than those that are read',
    bytes: beside([
      ['Fall Sub Paid', (person) => paid(person, 'sub')],
      ['Fall Unsub Paid', (person) => paid(person, 'unsub')],
      ['Total Paid', (person) => sum('500', paid(person, 'sub'), paid(person, 'unsub'))],
    ]),
    ...{ open: ['paid'], people: students, labels: LABELS },
    decide: { decisions: { paid: { 'Total Paid': 'none' } } },
  },
  ...['Total Sub Paid', 'Sub Disbursed 26-27'].map((name) => ({
    name: `"${name}" beside what was paid in fall, of which it is the sum`,
    bytes: beside([
      ['Fall Sub Paid', (person) => paid(person, 'sub')],
      ['Fall Unsub Paid', (person) => paid(person, 'unsub')],
      [name, (person) => paid(person, 'sub')],
    ]),
    ...{ open: [], decide: {}, people: students, labels: LABELS },
  })),
  {
    ...{ name: 'two columns of one loan, of which one is no payment', bytes: TWO_LOANS, labels: LABELS },
    open: ['paid'],
    people: students,
    decide: {
      terms: subIs('Fall Sub Paid Loan 1'),
      decisions: { paid: { 'Fall Sub Paid Loan 2': 'none' } },
    },
  },
  ...['(1,500)', '1,500.00-'].map((negative) => ({
    name: `a payment of ${negative}, which came back`,
    bytes: ofTerms([
      [
        'Sub Paid',
        ({ person, term }) =>
          person.id === CAME_BACK && term.season === 'S' ? negative : `${term.sub ?? 0}`,
      ],
      ['Unsub Paid', ({ term }) => `${term.unsub ?? 0}`],
    ]),
    ...{ open: [], decide: {}, people: students, labels: LABELS },
    failing: [CAME_BACK],
  })),
];

export const PAYMENTS_REFUSED: readonly RefusedExport[] = [
  {
    name: 'two columns of one loan, of which only one is said to be paid',
    bytes: TWO_LOANS,
    decide: { terms: subIs('Fall Sub Paid Loan 2') },
    advice: /Was "Fall Sub Paid Loan 1" paid besides "Fall Sub Paid Loan 2"\?/,
  },
  {
    name: "a loan's total of the year that is more than what was paid of it in fall",
    bytes: beside([
      ['Fall Sub Paid', (person) => paid(person, 'sub')],
      ['Total Sub Paid', (person) => sum('500', paid(person, 'sub'))],
    ]),
    decide: { decisions: { paid: { 'Total Sub Paid': 'rearrange' } } },
    advice: /one column for each loan, with the dollars of one term/,
  },
  {
    name: 'two disbursements of a term in equal halves',
    bytes: ofTerms([
      ['Sub Disb 1', half],
      ['Sub Disb 2', half],
    ]),
    decide: { columns: { term_prior_disbursement_sub: { column: 'Sub Disb 1' } } },
    advice: /Was "Sub Disb 2" paid besides "Sub Disb 1"\?/,
  },
  {
    name: 'all loans in one amount, which no loan alone is',
    bytes: ofTerms([['DL Paid', ({ term: { sub, unsub } }) => `${(sub ?? 0) + (unsub ?? 0)}`]]),
    decide: {
      decisions: {
        columns: { term_prior_disbursement_sub: 'none', term_prior_disbursement_unsub: 'none' },
      },
    },
    advice: /Is "DL Paid" what was paid already\?/,
  },
  {
    name: 'two columns of one loan that was paid by both',
    bytes: TWO_LOANS,
    decide: {
      terms: subIs('Fall Sub Paid Loan 1'),
      decisions: { paid: { 'Fall Sub Paid Loan 2': 'rearrange' } },
    },
    advice: /added up where a loan was paid in parts/,
  },
  {
    name: 'two disbursements of one loan in equal halves',
    bytes: beside([
      ['Fall Sub Disb 1', (person) => paid(person, 'sub')],
      ['Fall Sub Disb 2', (person) => paid(person, 'sub')],
      ['Fall Unsub Paid', (person) => paid(person, 'unsub')],
    ]),
    decide: { terms: subIs('Fall Sub Disb 1') },
    advice: /Was "Fall Sub Disb 2" paid besides "Fall Sub Disb 1"\?/,
  },
  {
    name: 'two disbursements of one term in rows of their own',
    bytes: textFile(
      tableOf<TermRow & { readonly date: string }>(
        [
          ...PERSON.map(([name, cell]): Column<TermRow> => [name, ({ person }) => cell(person)]),
          ['Term', ({ term }) => (term.season === 'F' ? 'Fall' : 'Spring')],
          ['Credits', ({ term }) => term.credits],
          ['Disb Date', ({ date }) => date],
          ['Sub Paid', ({ term }) => `${term.sub ?? 0}`],
          ['Unsub Paid', ({ term }) => `${term.unsub ?? 0}`],
        ],
        termRows(students).flatMap((row) => ['2026-08-28', '2026-10-02'].map((date) => ({ ...row, date }))),
      ),
    ),
    advice: /row 3.*two disbursements of the same student and term/is,
  },
  ...['Loan Returned', 'Return Amt'].map((name) => ({
    name: `"${name}", which came back, beside what was paid`,
    bytes: ofTerms([
      ['Sub Paid', ({ term }) => `${term.sub ?? 0}`],
      ['Unsub Paid', ({ term }) => `${term.unsub ?? 0}`],
      [name, ({ person }) => (person.id === CAME_BACK ? '600' : '0')],
    ]),
    advice: new RegExp(`Is "${name}" already subtracted from the amounts paid`),
  })),
  {
    name: 'two loans in one cell',
    bytes: ofTerms([['Sub/Unsub Paid', ({ term: { sub, unsub } }) => `${sub ?? 0}/${unsub ?? 0}`]]),
    decide: { decisions: { paid: { 'Sub/Unsub Paid': 'rearrange' } } },
    advice: /one column for each loan/,
  },
  {
    name: 'all loans in one amount',
    bytes: beside([['Fall Loans Paid', ({ terms: [fall] }) => `${(fall?.sub ?? 0) + (fall?.unsub ?? 0)}`]]),
    decide: { decisions: { paid: { 'Fall Loans Paid': 'rearrange' } } },
    advice: /one column for each loan/,
  },
  {
    name: 'amounts of which a no says that they were not paid',
    bytes: ofTerms(FLAGGED),
    decide: { columns: { term_prior_disbursement_sub: { column: 'Sub Amount' } } },
    advice: /Does "Sub Disbursed" say which amounts were paid\?/,
  },
  {
    name: 'a yes for what was paid, and no amount',
    bytes: ofTerms(FLAGGED.filter(([name]) => name !== 'Sub Amount')),
    advice: /Is "Sub Disbursed" what was paid already\?.*no column says how much/,
  },
];
