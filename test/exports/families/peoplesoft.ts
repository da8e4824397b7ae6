import { GRADUATES, type Person, UNDERGRADUATES, unpaid, withTerm } from '../people.js';
import type { CleanTable, RawExport, RefusedExport } from '../raw-export.js';
import { type Column, type TermRow, tableOf, termRows, textFile, type Writing } from '../write-table.js';

/** PeopleSoft: a row per term, terms as STRM, all texts quoted, often tabs. */
const LABELS = { U: '2264', F: '2268', S: '2272' };

const COLUMNS: readonly Column<TermRow>[] = [
  ['EMPLID', ({ person }) => person.id],
  ['STRM', ({ term }) => LABELS[term.season as 'F']],
  ['UNT_TAKEN_FA', ({ term }) => (term.credits === '' ? '' : Number(term.credits).toFixed(2))],
  ['FED_DEPEND_STAT', ({ person }) => (person.dependency === 'dependent' ? 'D' : 'I')],
  ['DIR_LND_YR', ({ person }) => String(person.year ?? 5)],
  [
    'ACAD_CAREER',
    ({ person }) => ({ undergraduate: 'UGRD', graduate: 'GRAD', professional: 'LAW' })[person.degree],
  ],
  ['SUBSIDIZED_AMOUNT', ({ person }) => person.need.toFixed(2)],
  ['FULL_TIME_UNITS', ({ person }) => person.full],
];
const DENIED: Column<TermRow> = ['PLUS_DENIED', ({ person }) => (person.denied ? 'Y' : 'N')];
const ALL = [...COLUMNS, DENIED];

const undergraduates = unpaid(UNDERGRADUATES);
const law: readonly Person[] = GRADUATES.map((person) => ({
  ...person,
  id: person.id.replace('A0000002', 'A0000003'),
  degree: 'professional',
  full: '12',
}));
const everybody = [...undergraduates, ...GRADUATES, ...law];
const text = (people: readonly Person[], writing: Writing = {}, columns = ALL): Uint8Array =>
  textFile(tableOf(columns, termRows(people)), { delimiter: '\t', quoteAll: true, ...writing });

const overNeed = undergraduates.map((person, nth) => (nth % 3 === 0 ? { ...person, need: 12_000 } : person));
const MOST_SUBSIDIZED = [3500, 4500, 5500];
const atMost = overNeed.map((person) => ({
  ...person,
  need: Math.min(person.need, MOST_SUBSIDIZED[(person.year ?? 1) - 1] ?? 5500),
}));

const summer = undergraduates.map((person, nth): Person => {
  if (nth % 2 === 1) return person;
  return { ...person, terms: [{ season: 'U', credits: '6' }, ...person.terms] };
});

/** A clean one, to be mutated. */
export const PEOPLESOFT_TABLE: CleanTable = {
  name: 'PeopleSoft',
  rows: tableOf(
    ALL.filter(([name]) => name !== 'ACAD_CAREER').concat([['DEGREE_LEVEL', () => 'UG']]),
    termRows(undergraduates),
  ),
  people: undergraduates,
  labels: LABELS,
};

/** Some withdrew in fall, as a code and a date say on the same rows; nobody is ineligible. */
const LEFT = [0, 4];
const withdrawn = withTerm(undergraduates, LEFT, 'F', { credits: '0' });
const leftFall = ({ person, term }: TermRow): boolean =>
  term.season === 'F' && LEFT.some((nth) => undergraduates[nth]?.id === person.id);

export const PEOPLESOFT: readonly RawExport[] = [
  {
    name: 'PeopleSoft, only graduates and lawyers, without the dependency that decides nothing for them',
    bytes: text(
      [...GRADUATES, ...law],
      {},
      ALL.filter(([name]) => name !== 'FED_DEPEND_STAT'),
    ),
    open: [],
    decide: {},
    people: [...GRADUATES, ...law],
    labels: LABELS,
  },
  {
    name: 'PeopleSoft, a code of who withdrew, and a date that says the same',
    bytes: text(undergraduates, {}, [
      ...ALL,
      ['Withdraw Date', (row) => (leftFall(row) ? '2026-10-02' : '')],
      ['Withdraw Code', (row) => (leftFall(row) ? 'WDR' : 'NWD')],
      ['Elig Enrl', () => 'Y'],
    ]),
    open: ['row_status:Withdraw Code'],
    decide: { decisions: { row_status: { 'Withdraw Code': { WDR: 'not_enrolled' } } } },
    people: withdrawn,
    labels: LABELS,
  },
  {
    name: 'PeopleSoft with every column, tabs and quotes: nothing is asked',
    bytes: text(undergraduates),
    open: [],
    decide: {},
    people: undergraduates,
    labels: LABELS,
  },
  {
    name: 'PeopleSoft as the Unicode text of Excel',
    bytes: text(undergraduates, { encoding: 'utf-16le', quoteAll: false }),
    open: [],
    decide: {},
    people: undergraduates,
    labels: LABELS,
  },
  {
    name: 'PeopleSoft, graduates and lawyers in year 5, whom their career tells from undergraduates',
    bytes: text(everybody),
    open: [],
    decide: {},
    people: everybody,
    labels: LABELS,
  },
  {
    name: 'PeopleSoft, units of two students blank: not enrolled',
    bytes: text(withTerm(undergraduates, [0, 5], 'S', { credits: '' })),
    open: ['blank_credits'],
    decide: { decisions: { blank_credits: 'not_enrolled' } },
    people: withTerm(undergraduates, [0, 5], 'S', { credits: '0' }),
    labels: LABELS,
  },
  {
    name: 'PeopleSoft, a summer that only some attend: a year of three terms for them',
    bytes: text(summer),
    open: ['year_terms'],
    decide: { decisions: { year_terms: { terms: 2, missing: 'as_listed' } } },
    people: summer,
    labels: LABELS,
  },
  {
    name: 'PeopleSoft, need above the maximum: the maximum',
    bytes: text(overNeed),
    open: ['need_above_maximum'],
    decide: { decisions: { need_above_maximum: 'maximum' } },
    people: atMost,
    labels: LABELS,
  },
  {
    name: 'PeopleSoft, need above the maximum: those students fail',
    bytes: text(overNeed),
    open: ['need_above_maximum'],
    decide: { decisions: { need_above_maximum: 'fail' } },
    people: overNeed,
    labels: LABELS,
  },
  {
    name: 'PeopleSoft, printed: the header again on every page, the page in a line of its own',
    bytes: text(undergraduates, {
      quoteAll: false,
      below: [['Page 2', ...ALL.slice(1).map(() => '')].join('\t'), ALL.map(([name]) => name).join('\t')],
    }),
    open: [],
    decide: {},
    people: undergraduates,
    labels: LABELS,
    setAside: 2,
  },
  {
    name: 'PeopleSoft, nobody but graduates of one career, no need column',
    bytes: text(
      GRADUATES,
      {},
      ALL.filter(([name]) => !/SUBSIDIZED|YR|FULL/.test(name)),
    ),
    open: ['full_time_credits'],
    decide: { decisions: { full_time_credits: { graduate: '9' } } },
    people: GRADUATES,
    labels: LABELS,
  },
];

export const PEOPLESOFT_REFUSED: readonly RefusedExport[] = [
  {
    name: 'PeopleSoft, a quote that is never closed',
    bytes: Buffer.concat([text(undergraduates), Buffer.from('"A00000099\t2268\n')]),
    advice: /quote opens in this row and is never closed/,
  },
];
